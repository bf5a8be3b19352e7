// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node's identity: names, context, callback groups and its place in the ROS graph; used by
// executors and entities.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>

#include "rcl/node.h"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rmw
{
class NodeHandle;
}

namespace rclcpp
{

class CallbackGroup;
enum class CallbackGroupType;
class GuardCondition;
class NodeOptions;

namespace detail
{
struct Arguments;
}

namespace node_interfaces
{

/// Identity and callback groups of one node. All functions are thread-safe.
/// Holds its groups weakly but for the default one: a group lives as long as its creator or an
/// entity in it.
class RCLCPP_PUBLIC NodeBaseInterface : public std::enable_shared_from_this<NodeBaseInterface>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeBaseInterface)

  /// Applies the __node and __ns remap rules of the options and the context, then announces the
  /// node.
  /// Throws InvalidNodeNameError, InvalidNamespaceError, RCLInvalidROSArgsError,
  /// UnknownROSArgsError, and std::runtime_error if the context is not valid.
  NodeBaseInterface(
    const std::string & node_name, const std::string & namespace_, const NodeOptions & options);
  ~NodeBaseInterface();

  const char * get_name() const;
  const char * get_namespace() const;
  const char * get_fully_qualified_name() const;

  Context::SharedPtr get_context();

  /// For the functions of rcl/node.h and rcl/graph.h. The pointer lives as long as this object,
  /// the shared pointers keep it.
  rcl_node_t * get_rcl_node_handle();
  const rcl_node_t * get_rcl_node_handle() const;
  std::shared_ptr<rcl_node_t> get_shared_rcl_node_handle();
  std::shared_ptr<const rcl_node_t> get_shared_rcl_node_handle() const;

  std::shared_ptr<CallbackGroup> create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true);
  std::shared_ptr<CallbackGroup> get_default_callback_group();
  bool callback_group_in_node(std::shared_ptr<CallbackGroup> group);

  using CallbackGroupFunction = std::function<void(std::shared_ptr<CallbackGroup>)>;
  /// Calls `func` for each living group, in the order of creation. `func` may create groups.
  void for_each_callback_group(const CallbackGroupFunction & func);

  /// True while an executor has this node.
  std::atomic_bool & get_associated_with_executor_atomic();

  /// Triggered when groups or entities are added to the node. Throws std::runtime_error after
  /// shutdown.
  GuardCondition & get_notify_guard_condition();
  std::shared_ptr<GuardCondition> get_shared_notify_guard_condition();
  void trigger_notify_guard_condition();

  bool get_use_intra_process_default() const;
  bool get_enable_topic_statistics_default() const;

  /// Expands (~, {node}, {ns}), remaps unless `only_expand`, and validates.
  /// Throws InvalidTopicNameError or InvalidServiceNameError.
  std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand = false) const;

  // --- for the library ---

  /// The executor that has this node is told here of each group created from now on, in the
  /// creating thread; a group created during registration may be told and also be seen by
  /// for_each_callback_group. Empty = nobody. After the call returned, the former listener is not
  /// running and not called any more.
  void set_on_new_callback_group(CallbackGroupFunction listener);

  /// From now on `handler` is given what callbacks of this node throw, in their thread and at most
  /// once an exception, instead of the caller of spin(): one node of several must not end the
  /// others. It must not throw. Any thread.
  void set_on_exception(std::function<void(std::exception_ptr)> handler);

  /// Calls `callback` once, when the last rclcpp::Node of this base (itself or a sub-node) is
  /// destroyed (its entities still exist), in the destroying thread; at once if that is past. For
  /// layers whose streams end with their node.
  void add_on_destruction_callback(std::function<void()> callback);
  /// By ~Node.
  void node_destroyed() noexcept;

  /// Takes all groups from their executors: the end of the Node. Entities, which keep this object,
  /// are not run any more.
  void leave_executors() noexcept;

  /// The DDS participant, kept alive by this node.
  rmw::Participant & participant() const;
  /// The node's entry in ros_discovery_info, to which endpoints add and remove their gids.
  rmw::NodeHandle & rmw_node() const;
  /// The node's own --ros-args (NodeOptions::arguments).
  const detail::Arguments & local_arguments() const;
  /// The context's, or none if NodeOptions::use_global_arguments is false.
  const detail::Arguments & global_arguments() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeBaseInterface, base)

// ROS 2's header of this name brings these too; here they need this one first.
#include "rclcpp/callback_group.hpp"  // IWYU pragma: export

#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_
