// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ParameterEventHandler: calls back when parameters of this or other nodes change.
#ifndef RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
#define RCLCPP__PARAMETER_EVENT_HANDLER_HPP_

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/detail/node_parts.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Keeps a callback for one parameter of one node registered.
struct ParameterCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterCallbackHandle)
  using ParameterCallbackType = std::function<void(const Parameter &)>;

  std::string parameter_name;
  std::string node_name;  ///< fully qualified
  ParameterCallbackType callback;
};

/// Keeps a callback for all parameter events registered.
struct ParameterEventCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventCallbackHandle)
  using ParameterEventCallbackType =
    std::function<void(const rcl_interfaces::msg::ParameterEvent &)>;

  ParameterEventCallbackType callback;
};

/// Listens to /parameter_events, which tells of the parameters of all nodes.
/**
 * Callbacks live as long as the handle that their registration returned, or until they are removed;
 * those added last are called first, in the node's default callback group, with no lock held. They
 * may add and remove callbacks. All functions are thread-safe.
 */
class RCLCPP_PUBLIC ParameterEventHandler
{
public:
  using ParameterEventCallbackType = ParameterEventCallbackHandle::ParameterEventCallbackType;
  using ParameterCallbackType = ParameterCallbackHandle::ParameterCallbackType;

  /// `node`: a Node, or a pointer to one.
  template <typename NodeT>
  explicit ParameterEventHandler(NodeT node, const QoS & qos = ParameterEventsQoS())
  : node_base_(detail::topics_of(node).get_node_base_interface()->shared_from_this()),
    callbacks_(std::make_shared<Callbacks>()),
    event_subscription_(rclcpp::create_subscription<rcl_interfaces::msg::ParameterEvent>(
      detail::topics_of(node), "/parameter_events", qos,
      [callbacks = callbacks_](const rcl_interfaces::msg::ParameterEvent & event) {
        callbacks->event_callback(event);
      }))
  {
  }

  /// Of all events.
  [[nodiscard]] ParameterEventCallbackHandle::SharedPtr add_parameter_event_callback(
    ParameterEventCallbackType callback);
  /// Throws std::runtime_error if it is not registered.
  void remove_parameter_event_callback(ParameterEventCallbackHandle::SharedPtr callback_handle);

  /// Of one parameter, when it is declared or set. `node_name`: empty for this node; a name without
  /// leading / is in this node's namespace.
  [[nodiscard]] ParameterCallbackHandle::SharedPtr add_parameter_callback(
    const std::string & parameter_name, ParameterCallbackType callback,
    const std::string & node_name = "");
  /// Throws std::runtime_error if it is not registered.
  void remove_parameter_callback(ParameterCallbackHandle::SharedPtr callback_handle);

  /// Sets `parameter` to what it was declared or set to in that event; false if it was not.
  /// `node_name`: fully qualified; empty: whatever node the event is of.
  static bool get_parameter_from_event(
    const rcl_interfaces::msg::ParameterEvent & event, Parameter & parameter,
    const std::string & parameter_name, const std::string & node_name = "");
  /// The same; not set if it was not. Throws std::runtime_error if the event is of another node.
  static Parameter get_parameter_from_event(
    const rcl_interfaces::msg::ParameterEvent & event, const std::string & parameter_name,
    const std::string & node_name = "");
  /// All that were declared or set.
  static std::vector<Parameter> get_parameters_from_event(
    const rcl_interfaces::msg::ParameterEvent & event);

  using CallbacksContainerType = std::list<ParameterCallbackHandle::WeakPtr>;

protected:
  /// Of a parameter's and a node's name.
  struct StringPairHash
  {
    std::size_t operator()(const std::pair<std::string, std::string> & names) const
    {
      const std::hash<std::string> hash;
      return hash(names.first) * 31 + hash(names.second);
    }
  };

  /// What is registered; the one added last comes first.
  struct Callbacks
  {
    /// Calls all that the event is for, with the mutex released; then throws what the first of them
    /// threw, if any did.
    RCLCPP_PUBLIC void event_callback(const rcl_interfaces::msg::ParameterEvent & event);

    std::recursive_mutex mutex_;  // guards what follows
    std::unordered_map<std::pair<std::string, std::string>, CallbacksContainerType, StringPairHash>
      parameter_callbacks_;
    std::list<ParameterEventCallbackHandle::WeakPtr> event_callbacks_;
    std::size_t sweep_at_ = 64;  // so many names make those of dropped handles go
  };

private:
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base_;

protected:
  std::shared_ptr<Callbacks> callbacks_;

private:
  Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr event_subscription_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
