// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parts of a node that streams use.

#include "rxros2/nodes/detail/node_access.hpp"

#include "rclcpp/node.hpp"

namespace rxros2::detail
{

node_access::~node_access() = default;

node_access node_access::of(rclcpp::Node & node)
{
  return {node.get_node_base_interface(),      node.get_node_topics_interface(),
          node.get_node_timers_interface(),    node.get_node_parameters_interface(),
          node.get_node_waitables_interface(), node.get_node_clock_interface(),
          node.get_node_graph_interface(),     node.get_node_services_interface()};
}

struct weak_node::interfaces
{
  std::weak_ptr<rclcpp::node_interfaces::NodeBaseInterface> base;
  std::weak_ptr<rclcpp::node_interfaces::NodeTopicsInterface> topics;
  std::weak_ptr<rclcpp::node_interfaces::NodeTimersInterface> timers;
  std::weak_ptr<rclcpp::node_interfaces::NodeParametersInterface> parameters;
  std::weak_ptr<rclcpp::node_interfaces::NodeWaitablesInterface> waitables;
  std::weak_ptr<rclcpp::node_interfaces::NodeClockInterface> clock;
  std::weak_ptr<rclcpp::node_interfaces::NodeGraphInterface> graph;
  std::weak_ptr<rclcpp::node_interfaces::NodeServicesInterface> services;
};

weak_node::weak_node(const node_access & node)
: interfaces_(std::make_shared<interfaces>(interfaces{
    node.base, node.topics, node.timers, node.parameters, node.waitables, node.clock, node.graph,
    node.services}))
{
}

std::shared_ptr<const node_access> weak_node::lock() const
{
  const interfaces & of = *interfaces_;
  const std::shared_ptr<const node_access> node(new node_access{
    of.base.lock(), of.topics.lock(), of.timers.lock(), of.parameters.lock(), of.waitables.lock(),
    of.clock.lock(), of.graph.lock(), of.services.lock()});
  const bool whole = node->base && node->topics && node->timers && node->parameters &&
                     node->waitables && node->clock && node->graph && node->services;
  return whole ? node : nullptr;
}

}  // namespace rxros2::detail
