// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ParameterEventHandler: calls callbacks when parameters of this or other nodes change.
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

/// The registration of a callback for one parameter of one node.
struct ParameterCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterCallbackHandle)
  /// The callback, which gets the parameter with its new value.
  using ParameterCallbackType = std::function<void(const Parameter &)>;

  /// The name of the observed parameter.
  std::string parameter_name;
  /// The fully qualified name of the observed node.
  std::string node_name;
  /// The function that is called when the parameter changes.
  ParameterCallbackType callback;
};

/// The registration of a callback for all parameter events.
struct ParameterEventCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventCallbackHandle)
  /// The callback, which gets the event with all its changes.
  using ParameterEventCallbackType =
    std::function<void(const rcl_interfaces::msg::ParameterEvent &)>;

  /// The function that is called for each event.
  ParameterEventCallbackType callback;
};

/// Subscribes to /parameter_events, which reports the parameters of all nodes.
/**
 * A callback lives until its handle is destroyed or it is removed. The last one added is called
 * first, in the node's default callback group, with no lock held. Callbacks may add and remove
 * callbacks. All functions are thread-safe.
 */
class RCLCPP_PUBLIC ParameterEventHandler
{
public:
  /// The callback for all parameter events.
  using ParameterEventCallbackType = ParameterEventCallbackHandle::ParameterEventCallbackType;
  /// The callback for one parameter.
  using ParameterCallbackType = ParameterCallbackHandle::ParameterCallbackType;

  /// Creates the handler for `node`, a Node or a pointer to one.
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

  /// Registers a callback for all events.
  [[nodiscard]] ParameterEventCallbackHandle::SharedPtr add_parameter_event_callback(
    ParameterEventCallbackType callback);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_parameter_event_callback(ParameterEventCallbackHandle::SharedPtr callback_handle);

  /// Registers a callback that runs when a parameter is declared or set. An empty `node_name` means
  /// this node; a name without leading / is in this node's namespace.
  [[nodiscard]] ParameterCallbackHandle::SharedPtr add_parameter_callback(
    const std::string & parameter_name, ParameterCallbackType callback,
    const std::string & node_name = "");
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_parameter_callback(ParameterCallbackHandle::SharedPtr callback_handle);

  /// Reads the value that `event` declares or sets for a parameter; returns false if it does not.
  /// `node_name` is fully qualified; an empty one accepts the event of any node.
  static bool get_parameter_from_event(
    const rcl_interfaces::msg::ParameterEvent & event, Parameter & parameter,
    const std::string & parameter_name, const std::string & node_name = "");
  /// Returns the parameter that the event declares or sets; without value if it does not. Throws
  /// std::runtime_error if the event is of another node.
  static Parameter get_parameter_from_event(
    const rcl_interfaces::msg::ParameterEvent & event, const std::string & parameter_name,
    const std::string & node_name = "");
  /// Returns all parameters that the event declares or sets.
  static std::vector<Parameter> get_parameters_from_event(
    const rcl_interfaces::msg::ParameterEvent & event);

  /// The callbacks of one parameter. Handles own them: a dropped handle removes its callback.
  using CallbacksContainerType = std::list<ParameterCallbackHandle::WeakPtr>;

protected:
  /// Hashes a pair of parameter name and node name.
  struct StringPairHash
  {
    /// Combines the hashes of both names.
    std::size_t operator()(const std::pair<std::string, std::string> & names) const
    {
      const std::hash<std::string> hash;
      return hash(names.first) * 31 + hash(names.second);
    }
  };

  /// The registered callbacks; the last added one comes first.
  struct Callbacks
  {
    /// Calls all callbacks that the event is for, without the mutex; then rethrows the first
    /// exception, if there was one.
    RCLCPP_PUBLIC void event_callback(const rcl_interfaces::msg::ParameterEvent & event);

    /// Guards the members below.
    std::recursive_mutex mutex_;
    /// The callbacks for one parameter, by parameter name and node name.
    std::unordered_map<std::pair<std::string, std::string>, CallbacksContainerType, StringPairHash>
      parameter_callbacks_;
    /// The callbacks for all events.
    std::list<ParameterEventCallbackHandle::WeakPtr> event_callbacks_;
    /// The number of names at which the names of dropped handles are removed.
    std::size_t sweep_at_ = 64;
  };

private:
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base_;

protected:
  /// The registered callbacks, which the subscription shares.
  std::shared_ptr<Callbacks> callbacks_;

private:
  Subscription<rcl_interfaces::msg::ParameterEvent>::SharedPtr event_subscription_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
