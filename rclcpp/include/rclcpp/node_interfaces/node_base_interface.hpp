// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The identity of a node: names, context, callback groups and its entry in the ROS graph; for
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
#include "rclcpp/detail/transitive_includes.hpp"
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
struct NodeParameterOverrides;
}  // namespace detail

namespace node_interfaces
{

/// The identity and the callback groups of one node. All functions are thread-safe. The node owns
/// only its default group: each other group lives as long as its creator or an entity in it.
class RCLCPP_PUBLIC NodeBaseInterface : public std::enable_shared_from_this<NodeBaseInterface>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeBaseInterface)

  /// Applies the __node and __ns remap rules of the options and the context and announces the node.
  /// Throws InvalidNodeNameError, InvalidNamespaceError, RCLInvalidROSArgsError,
  /// UnknownROSArgsError, and std::runtime_error if the context is not valid.
  NodeBaseInterface(
    const std::string & node_name, const std::string & namespace_, const NodeOptions & options);
  ~NodeBaseInterface();

  /// Returns the name without namespace.
  const char * get_name() const;
  /// Returns the namespace.
  const char * get_namespace() const;
  /// Returns the namespace and the name.
  const char * get_fully_qualified_name() const;

  /// Returns the context of the node.
  Context::SharedPtr get_context();

  /// Returns the C handle for the functions of rcl/node.h and rcl/graph.h. The plain pointer lives
  /// as long as this object; the shared pointers keep this object alive.
  rcl_node_t * get_rcl_node_handle();
  /// Returns the C handle, read-only; it lives as long as this object.
  const rcl_node_t * get_rcl_node_handle() const;
  /// Returns the C handle; the pointer keeps this object alive.
  std::shared_ptr<rcl_node_t> get_shared_rcl_node_handle();
  /// Returns the C handle, read-only; the pointer keeps this object alive.
  std::shared_ptr<const rcl_node_t> get_shared_rcl_node_handle() const;

  /// Creates a callback group; see NodeFunctions::create_callback_group().
  std::shared_ptr<CallbackGroup> create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true);
  /// Returns the group of all entities that were created without a group.
  std::shared_ptr<CallbackGroup> get_default_callback_group();
  /// Returns true if the group belongs to this node.
  bool callback_group_in_node(std::shared_ptr<CallbackGroup> group);

  /// A function that gets a callback group.
  using CallbackGroupFunction = std::function<void(std::shared_ptr<CallbackGroup>)>;
  /// Calls `func` with each living group, in the order of creation. `func` may create groups.
  void for_each_callback_group(const CallbackGroupFunction & func);

  /// Returns a flag that is true while an executor has this node.
  std::atomic_bool & get_associated_with_executor_atomic();

  /// Returns the guard condition that is triggered when groups or entities are added to the node.
  /// Throws std::runtime_error after shutdown.
  GuardCondition & get_notify_guard_condition();
  /// Returns a pointer that keeps that guard condition alive.
  std::shared_ptr<GuardCondition> get_shared_notify_guard_condition();
  /// Triggers that guard condition.
  void trigger_notify_guard_condition();

  /// Returns the default of IntraProcessSetting::NodeDefault.
  bool get_use_intra_process_default() const;
  /// Returns the default of TopicStatisticsState::NodeDefault.
  bool get_enable_topic_statistics_default() const;

  /// Expands (~, {node}, {ns}) a name, remaps it unless `only_expand`, and validates it. Throws
  /// InvalidTopicNameError or InvalidServiceNameError.
  std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand = false) const;

  // --- for the library ---

  /// Sets the listener of the executor that has this node. It is called with each group that is
  /// created from now on, on the creating thread. A group that is created during the registration
  /// may be passed to the listener and also appear in for_each_callback_group(). An empty listener
  /// removes the previous one. After this returns, the previous listener is not running and is not
  /// called.
  void set_on_new_callback_group(CallbackGroupFunction listener);

  /// Makes `handler` get the exceptions of this node's callbacks in place of the caller of spin():
  /// one of several nodes must not end the others. It is called on the thread of the callback, at
  /// most once per exception, and must not throw. Thread-safe.
  void set_on_exception(std::function<void(std::exception_ptr)> handler);

  /// Calls `callback` once, when the last rclcpp::Node of this base (the node or a sub-node) is
  /// destroyed, on the destroying thread, while its entities still exist; at once if that has
  /// already happened. For layers whose streams end with their node.
  void add_on_destruction_callback(std::function<void()> callback);
  /// Called by ~Node.
  void node_destroyed() noexcept;

  /// Removes all groups from their executors at the end of the node. Entities, which keep this
  /// object alive, do not run after it.
  void leave_executors() noexcept;

  /// Returns the DDS participant, which this node keeps alive.
  rmw::Participant & participant() const;
  /// Returns the node's entry in ros_discovery_info, to which endpoints add and remove their GIDs.
  rmw::NodeHandle & rmw_node() const;
  /// Returns the node's own --ros-args (NodeOptions::arguments).
  const detail::Arguments & local_arguments() const;
  /// Returns the parameters that the command lines give this node. Its own --ros-args take
  /// precedence over those of the context, which count unless NodeOptions::use_global_arguments is
  /// false.
  detail::NodeParameterOverrides parameter_overrides() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeBaseInterface, base)

// ROS 2's header of this name includes these headers too. They need the class above first.
#include "rclcpp/callback_group.hpp"  // IWYU pragma: export

#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_
