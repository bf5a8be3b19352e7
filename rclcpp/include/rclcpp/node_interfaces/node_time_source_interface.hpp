// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Connects a node's clock to its use_sim_time parameter and /clock.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_INTERFACE_HPP_

#include "rclcpp/detail/time_source.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::node_interfaces
{

/// Owns the TimeSource of one node.
class RCLCPP_PUBLIC NodeTimeSourceInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeTimeSourceInterface)

  /// Creates the time source of the node and attaches the node's clock. It subscribes to /clock
  /// with `qos` if the parameter use_sim_time is true; `use_clock_thread` says whether a thread of
  /// its own receives the time.
  NodeTimeSourceInterface(
    NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
    NodeLoggingInterface::SharedPtr node_logging, NodeClockInterface::SharedPtr node_clock,
    NodeParametersInterface::SharedPtr node_parameters, const QoS & qos = ClockQoS(),
    bool use_clock_thread = true);

private:
  TimeSource time_source_;
};

}  // namespace rclcpp::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeTimeSourceInterface, time_source)

#endif  // RCLCPP__NODE_INTERFACES__NODE_TIME_SOURCE_INTERFACE_HPP_
