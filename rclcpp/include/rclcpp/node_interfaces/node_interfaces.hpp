// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeInterfaces: several interfaces of a node in one argument, so that a function works with every
// kind of node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/visibility_control.hpp"

#define ALL_RCLCPP_NODE_INTERFACES                                                              \
  rclcpp::node_interfaces::NodeBaseInterface, rclcpp::node_interfaces::NodeClockInterface,      \
    rclcpp::node_interfaces::NodeGraphInterface, rclcpp::node_interfaces::NodeLoggingInterface, \
    rclcpp::node_interfaces::NodeParametersInterface,                                           \
    rclcpp::node_interfaces::NodeServicesInterface,                                             \
    rclcpp::node_interfaces::NodeTimeSourceInterface,                                           \
    rclcpp::node_interfaces::NodeTimersInterface, rclcpp::node_interfaces::NodeTopicsInterface, \
    rclcpp::node_interfaces::NodeTypeDescriptionsInterface,                                     \
    rclcpp::node_interfaces::NodeWaitablesInterface

namespace rclcpp::node_interfaces
{

/// Shared pointers to the listed interfaces of a node. It has the getter of each,
/// get_node_base_interface() and so on, so that rclcpp::create_timer() and similar functions accept
/// it as a node. Copies share the interfaces.
template <typename... InterfaceTs>
class NodeInterfaces : public rclcpp::detail::NodeInterfaceAccess<InterfaceTs>::template Getter<
                         NodeInterfaces<InterfaceTs...>>...
{
  static_assert(sizeof...(InterfaceTs) > 0, "NodeInterfaces needs at least one interface");
  static_assert(
    (rclcpp::detail::NodeInterfaceAccess<InterfaceTs>::is_supported && ...),
    "an interface is not declared with RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT");

public:
  /// Takes the interfaces of a node, or of NodeInterfaces with at least these interfaces.
  template <typename NodeT>
    requires(
      !std::is_same_v<std::remove_cv_t<NodeT>, NodeInterfaces> &&
      (rclcpp::detail::has_interface<NodeT, InterfaceTs> && ...))
  // NOLINTNEXTLINE(google-explicit-constructor): ROS 2 converts
  NodeInterfaces(NodeT & node)
  : interfaces_(rclcpp::detail::NodeInterfaceAccess<InterfaceTs>::get_from_node_like(node)...)
  {
  }
  /// Creates null pointers.
  NodeInterfaces() = default;
  /// Takes the interfaces; a pointer may be null.
  explicit NodeInterfaces(std::shared_ptr<InterfaceTs>... interfaces)
  : interfaces_(std::move(interfaces)...)
  {
  }

  template <typename NodeInterfaceT>
  /// Returns an interface by its type.
  std::shared_ptr<NodeInterfaceT> get()
  {
    return stored<NodeInterfaceT>();
  }
  /// Returns one of the listed interfaces, read-only.
  template <typename NodeInterfaceT>
  std::shared_ptr<const NodeInterfaceT> get() const
  {
    return stored<NodeInterfaceT>();
  }

private:
  template <typename InterfaceT>
  friend struct rclcpp::detail::NodeInterfaceAccess;

  template <typename NodeInterfaceT>
  const std::shared_ptr<NodeInterfaceT> & stored() const
  {
    static_assert(
      (std::is_same_v<NodeInterfaceT, InterfaceTs> || ...),
      "these NodeInterfaces do not have that interface");
    return std::get<std::shared_ptr<NodeInterfaceT>>(interfaces_);
  }

  std::tuple<std::shared_ptr<InterfaceTs>...> interfaces_;
};

}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_
