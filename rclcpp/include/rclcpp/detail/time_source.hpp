// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Feeds ROS clocks with simulated time from /clock while the node's use_sim_time is true; each node
// has one.
#ifndef RCLCPP__DETAIL__TIME_SOURCE_HPP_
#define RCLCPP__DETAIL__TIME_SOURCE_HPP_

#include <memory>

#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rclcpp
{

class Node;

namespace node_interfaces
{
class NodeClockInterface;
class NodeGraphInterface;
class NodeServicesInterface;
}  // namespace node_interfaces

/// Declares use_sim_time on the attached node (unless declared) and follows it: while it is true,
/// attached ROS clocks show the last time received on /clock (0 before the first). It cannot become
/// true while a clock of another type is attached. All functions are thread-safe.
class RCLCPP_PUBLIC TimeSource
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimeSource)

  explicit TimeSource(
    std::shared_ptr<Node> node, const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  /// With `use_clock_thread` /clock is received on a thread that all nodes of the context share, so
  /// that a blocked callback does not stop time; else by the node's executor.
  explicit TimeSource(const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  ~TimeSource();

  /// As below, with or without the clock thread as the node's options say.
  void attachNode(std::shared_ptr<Node> node);
  /// In place of the node attached before, if any. Throws std::invalid_argument if use_sim_time was
  /// declared with another type than bool.
  void attachNode(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters);
  /// As ROS 2 has it; the graph, the services and the clock are not needed here.
  void attachNode(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
    std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    std::shared_ptr<node_interfaces::NodeClockInterface> node_clock,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters);
  void detachNode();

  /// Throws std::invalid_argument if the clock is not a ROS clock and simulated time is in use.
  void attachClock(Clock::SharedPtr clock);
  void detachClock(Clock::SharedPtr clock);

  bool get_use_clock_thread();
  void set_use_clock_thread(bool use_clock_thread);
  /// True while /clock is received on the shared thread.
  bool clock_thread_is_joinable();

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__TIME_SOURCE_HPP_
