// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Drives ROS clocks with simulated time from /clock while the node's use_sim_time is true. Each
// node has one.
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

/// Declares use_sim_time on the attached node (unless declared) and follows it. While it is true,
/// the attached ROS clocks show the last time received on /clock (0 before the first). It cannot
/// become true while a clock of another type is attached. All functions are thread-safe.
class RCLCPP_PUBLIC TimeSource
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimeSource)

  /// Creates a time source for `node` with its own /clock subscription of the given QoS.
  explicit TimeSource(
    std::shared_ptr<Node> node, const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  /// With `use_clock_thread`, a thread that all nodes of the context share receives /clock, so that
  /// a blocked callback does not stop time; otherwise the executor of the node receives it.
  explicit TimeSource(const QoS & qos = ClockQoS(), bool use_clock_thread = true);
  ~TimeSource();

  /// Attaches a node; its options decide whether the clock thread receives /clock.
  void attachNode(std::shared_ptr<Node> node);
  /// Attaches a node and detaches the previous one. Throws std::invalid_argument if use_sim_time
  /// was declared with another type than bool.
  void attachNode(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters);
  /// Attaches a node with ROS 2's arguments; the graph, services and clock interfaces are not used.
  void attachNode(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
    std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
    node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    std::shared_ptr<node_interfaces::NodeClockInterface> node_clock,
    node_interfaces::NodeParametersInterface::SharedPtr node_parameters);
  /// Detaches the node; the clocks no longer follow /clock.
  void detachNode();

  /// Attaches a clock. Throws std::invalid_argument if it is not a ROS clock and simulated time is
  /// in use.
  void attachClock(Clock::SharedPtr clock);
  /// Detaches a clock, which keeps its own time from then on.
  void detachClock(Clock::SharedPtr clock);

  /// Returns true if the clock thread receives /clock.
  bool get_use_clock_thread();
  /// Moves the /clock subscription to the clock thread or to the executor of the node.
  void set_use_clock_thread(bool use_clock_thread);
  /// Returns true while the shared clock thread receives /clock.
  bool clock_thread_is_joinable();

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__TIME_SOURCE_HPP_
