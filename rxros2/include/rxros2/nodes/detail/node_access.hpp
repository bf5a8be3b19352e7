// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parts of a node that streams use, for any kind of node.

#ifndef RXROS2__NODES__DETAIL__NODE_ACCESS_HPP_
#define RXROS2__NODES__DETAIL__NODE_ACCESS_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"

namespace rxros2::detail
{

/// Satisfied by types with rclcpp::Node's interface getters: rclcpp::Node, rxros2::Node, a
/// lifecycle node, …
template <typename N>
concept node_like = requires(N & node) {
  node.get_node_base_interface();
  node.get_node_topics_interface();
  node.get_node_timers_interface();
  node.get_node_waitables_interface();
  node.get_node_clock_interface();
  node.get_node_graph_interface();
  node.get_node_services_interface();
  node.get_node_parameters_interface();
};

/// Satisfied by a node_like, a pointer to one, or a shared_ptr to one.
template <typename P>
concept node_pointer = node_like<std::remove_cvref_t<P>> || requires(const P & node) {
  requires node_like<std::remove_cvref_t<decltype(*node)>>;
};

/// The interfaces of a node. Keeps these, but not the node itself, alive: hold it only while you
/// create entities.
/** Not inline where possible: otherwise each program compiles it for eight kinds of pointers. */
struct node_access
{
  ~node_access();

  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base;
  rclcpp::node_interfaces::NodeTopicsInterface::SharedPtr topics;
  rclcpp::node_interfaces::NodeTimersInterface::SharedPtr timers;
  rclcpp::node_interfaces::NodeParametersInterface::SharedPtr parameters;
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr waitables;
  rclcpp::node_interfaces::NodeClockInterface::SharedPtr clock;
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr graph;
  rclcpp::node_interfaces::NodeServicesInterface::SharedPtr services;

  static node_access of(rclcpp::Node & node);

  /// Throws std::invalid_argument for a null pointer.
  template <node_pointer P>
  static node_access of(P && node)
  {
    if constexpr (std::is_convertible_v<std::remove_reference_t<P> *, rclcpp::Node *>) {
      return of(static_cast<rclcpp::Node &>(node));
    } else if constexpr (node_like<std::remove_cvref_t<P>>) {
      // the getters of an installed ROS 2 are not const
      auto & own = const_cast<std::remove_cvref_t<P> &>(node);
      return {own.get_node_base_interface(),      own.get_node_topics_interface(),
              own.get_node_timers_interface(),    own.get_node_parameters_interface(),
              own.get_node_waitables_interface(), own.get_node_clock_interface(),
              own.get_node_graph_interface(),     own.get_node_services_interface()};
    } else {
      if (!node) {
        throw std::invalid_argument("rxros2: the node is a null pointer");
      }
      return of(*node);
    }
  }

  // These let rclcpp::create_subscription and create_publisher accept it as a node.
  auto get_node_topics_interface() const { return topics; }
  auto get_node_parameters_interface() const { return parameters; }
};

/// A weak reference to a node, for a pipe that is assembled but not running. Copies are cheap.
class weak_node
{
public:
  template <node_pointer P>
  explicit weak_node(P && node) : weak_node(node_access::of(std::forward<P>(node)))
  {
  }
  explicit weak_node(const node_access & node);

  /// Returns null if the node was destroyed.
  std::shared_ptr<const node_access> lock() const;

private:
  struct interfaces;
  std::shared_ptr<const interfaces> interfaces_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__NODE_ACCESS_HPP_
