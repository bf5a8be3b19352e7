// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node without anything, as a component.
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>

namespace benchmarks
{

class Bare : public rclcpp::Node
{
public:
  explicit Bare(const rclcpp::NodeOptions & options) : Node("bare", options) {}
};

}  // namespace benchmarks

RCLCPP_COMPONENTS_REGISTER_NODE(benchmarks::Bare)
