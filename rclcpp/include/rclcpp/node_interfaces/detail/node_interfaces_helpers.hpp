// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The getter of each node interface, defined once; for NodeInterfaces and the
// get_node_…_interface() functions.
#ifndef RCLCPP__NODE_INTERFACES__DETAIL__NODE_INTERFACES_HELPERS_HPP_
#define RCLCPP__NODE_INTERFACES__DETAIL__NODE_INTERFACES_HELPERS_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>

namespace rclcpp::detail
{

/// The access to one interface; RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT specialises it.
template <typename InterfaceT>
struct NodeInterfaceAccess
{
  static constexpr bool is_supported = false;
  template <typename DerivedT>
  struct Getter
  {
  };
};

/// True for classes with the getter of that interface: nodes and NodeInterfaces.
template <typename NodeT, typename InterfaceT>
concept has_interface =
  requires(NodeT & node) { NodeInterfaceAccess<InterfaceT>::get_from_node_like(node); };

/// Returns the interface of `node`: a node-like object, a pointer to one, or a shared pointer to
/// the interface itself. Throws std::invalid_argument for a null pointer to a node.
template <typename InterfaceT, typename NodeT>
std::shared_ptr<InterfaceT> interface_of(NodeT && node)
{
  if constexpr (std::is_convertible_v<NodeT, std::shared_ptr<InterfaceT>>) {
    return std::forward<NodeT>(node);
  } else if constexpr (has_interface<std::remove_reference_t<NodeT>, InterfaceT>) {
    return NodeInterfaceAccess<InterfaceT>::get_from_node_like(node);
  } else {
    if (!node) {
      throw std::invalid_argument("node cannot be nullptr");
    }
    return interface_of<InterfaceT>(*node);
  }
}

}  // namespace rclcpp::detail

/// Makes NodeInterfaceType usable in NodeInterfaces; nodes must have
/// get_node_<NodeInterfaceName>_interface(). Use it outside all namespaces, also for interfaces of
/// your own.
#define RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(NodeInterfaceType, NodeInterfaceName)       \
  namespace rclcpp::detail                                                                \
  {                                                                                       \
  template <>                                                                             \
  struct NodeInterfaceAccess<NodeInterfaceType>                                           \
  {                                                                                       \
    static constexpr bool is_supported = true;                                            \
    template <typename NodeT>                                                             \
    static auto get_from_node_like(NodeT & node_like)                                     \
      -> decltype(std::shared_ptr<NodeInterfaceType>(                                     \
        node_like.get_node_##NodeInterfaceName##_interface()))                            \
    {                                                                                     \
      return node_like.get_node_##NodeInterfaceName##_interface();                        \
    }                                                                                     \
    template <typename DerivedT>                                                          \
    struct Getter                                                                         \
    {                                                                                     \
      std::shared_ptr<NodeInterfaceType> get_node_##NodeInterfaceName##_interface() const \
      {                                                                                   \
        return static_cast<const DerivedT &>(*this).template stored<NodeInterfaceType>(); \
      }                                                                                   \
    };                                                                                    \
  };                                                                                      \
  }

#endif  // RCLCPP__NODE_INTERFACES__DETAIL__NODE_INTERFACES_HELPERS_HPP_
