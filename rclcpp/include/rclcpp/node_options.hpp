// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Options for making a Node: context, arguments, parameter overrides, and which services it brings
// along.
#ifndef RCLCPP__NODE_OPTIONS_HPP_
#define RCLCPP__NODE_OPTIONS_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl/allocator.h"
#include "rcl/time.h"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Options of a Node; setters return *this so that they chain. A plain value.
class RCLCPP_PUBLIC NodeOptions
{
public:
  NodeOptions();
  NodeOptions(const NodeOptions &);
  NodeOptions & operator=(const NodeOptions &);
  virtual ~NodeOptions();

#define RXROS2_NODE_OPTION(type, name, ...) \
  const type & name() const                 \
  {                                         \
    return name##_;                         \
  }                                         \
  NodeOptions & name(const type & value);   \
                                            \
private:                                    \
  type name##_ = __VA_ARGS__;               \
                                            \
public:

  /// The context of the node; default: the global default context.
  RXROS2_NODE_OPTION(Context::SharedPtr, context, contexts::get_global_default_context())
  /// Command line of this node alone (with --ros-args); its rules go before the global ones.
  RXROS2_NODE_OPTION(std::vector<std::string>, arguments, {})
  /// Initial values of parameters, stronger than those of the command line.
  RXROS2_NODE_OPTION(std::vector<Parameter>, parameter_overrides, {})
  /// Whether the arguments given to rclcpp::init() count for this node.
  RXROS2_NODE_OPTION(bool, use_global_arguments, true)
  /// Whether the node's log messages are published on /rosout.
  RXROS2_NODE_OPTION(bool, enable_rosout, true)
  /// Level of the node's logger, as by Logger::set_level(); --log-level among `arguments` is
  /// stronger. Unset: what the logger has. ROS 2 has it since Lyrical.
  RXROS2_NODE_OPTION(Logger::Level, log_level, Logger::Level::Unset)
  /// Default of the node's publishers and subscriptions.
  RXROS2_NODE_OPTION(bool, use_intra_process_comms, false)
  RXROS2_NODE_OPTION(bool, enable_topic_statistics, false)
  RXROS2_NODE_OPTION(bool, start_parameter_services, true)
  RXROS2_NODE_OPTION(bool, enable_logger_service, false)
  RXROS2_NODE_OPTION(bool, start_parameter_event_publisher, true)
  /// Type of the node's clock.
  RXROS2_NODE_OPTION(rcl_clock_type_t, clock_type, RCL_ROS_TIME)
  /// QoS of the subscription to /clock.
  RXROS2_NODE_OPTION(QoS, clock_qos, ClockQoS())
  /// Receive /clock on a thread of the library instead of the node's executor.
  RXROS2_NODE_OPTION(bool, use_clock_thread, true)
  /// What parameters
  /// qos_overrides./parameter_events.publisher.{depth,durability,history,reliability} do not
  /// change.
  RXROS2_NODE_OPTION(QoS, parameter_event_qos, ParameterEventsQoS())
  /// Of the publisher of parameter events; its QoS overrides are always those above.
  RXROS2_NODE_OPTION(PublisherOptionsBase, parameter_event_publisher_options, {})
  RXROS2_NODE_OPTION(QoS, rosout_qos, RosoutQoS())
  /// For programs that pass it on to C functions; the node itself does not use it.
  RXROS2_NODE_OPTION(rcl_allocator_t, allocator, rcl_get_default_allocator())
  /// Whether parameters may be set and read without a declaration.
  RXROS2_NODE_OPTION(bool, allow_undeclared_parameters, false)
  /// Declare every parameter that the command line or the overrides give.
  RXROS2_NODE_OPTION(bool, automatically_declare_parameters_from_overrides, false)

#undef RXROS2_NODE_OPTION

  std::vector<Parameter> & parameter_overrides()
  {
    return parameter_overrides_;
  }

  template <typename ParameterT>
  NodeOptions & append_parameter_override(const std::string & name, const ParameterT & value)
  {
    parameter_overrides_.emplace_back(name, ParameterValue(value));
    return *this;
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__NODE_OPTIONS_HPP_
