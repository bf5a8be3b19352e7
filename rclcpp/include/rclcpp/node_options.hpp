// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of a Node: context, arguments, parameter overrides and built-in services.
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

/// The options of a Node. Setters return *this, so that calls can be chained. A plain value.
class RCLCPP_PUBLIC NodeOptions
{
public:
  NodeOptions();
  /// Copies all options.
  NodeOptions(const NodeOptions &);
  /// Copies all options.
  NodeOptions & operator=(const NodeOptions &);
  virtual ~NodeOptions();

#define RXROS2_NODE_OPTION(type, name, ...)     \
  const type & name() const { return name##_; } \
  NodeOptions & name(const type & value);       \
                                                \
private:                                        \
  type name##_ = __VA_ARGS__;                   \
                                                \
public:

  /// The context of the node; default: the global default context.
  RXROS2_NODE_OPTION(Context::SharedPtr, context, contexts::get_global_default_context())
  /// The command line of this node alone (with --ros-args); its rules precede the global ones.
  RXROS2_NODE_OPTION(std::vector<std::string>, arguments, {})
  /// Initial values of parameters; they override those of the command line.
  RXROS2_NODE_OPTION(std::vector<Parameter>, parameter_overrides, {})
  /// True if the arguments of rclcpp::init() apply to this node.
  RXROS2_NODE_OPTION(bool, use_global_arguments, true)
  /// True if the node's log messages are published on /rosout.
  RXROS2_NODE_OPTION(bool, enable_rosout, true)
  /// The level of the node's logger, as Logger::set_level() sets it; --log-level among `arguments`
  /// overrides it. Unset keeps the level of the logger. ROS 2 has this option since Lyrical.
  RXROS2_NODE_OPTION(Logger::Level, log_level, Logger::Level::Unset)
  /// The default of IntraProcessSetting::NodeDefault for the node's publishers and subscriptions.
  RXROS2_NODE_OPTION(bool, use_intra_process_comms, false)
  /// The default of TopicStatisticsState::NodeDefault for the node's subscriptions.
  RXROS2_NODE_OPTION(bool, enable_topic_statistics, false)
  /// True if the node offers the parameter services.
  RXROS2_NODE_OPTION(bool, start_parameter_services, true)
  /// True if the node offers the services that get and set logger levels.
  RXROS2_NODE_OPTION(bool, enable_logger_service, false)
  /// True if the node publishes its parameter events.
  RXROS2_NODE_OPTION(bool, start_parameter_event_publisher, true)
  /// The type of the node's clock.
  RXROS2_NODE_OPTION(rcl_clock_type_t, clock_type, RCL_ROS_TIME)
  /// The QoS of the subscription to /clock.
  RXROS2_NODE_OPTION(QoS, clock_qos, ClockQoS())
  /// True if a thread of the library receives /clock instead of the node's executor.
  RXROS2_NODE_OPTION(bool, use_clock_thread, true)
  /// The QoS of parameter events; the parameters
  /// qos_overrides./parameter_events.publisher.{depth,durability,history,reliability} override it.
  RXROS2_NODE_OPTION(QoS, parameter_event_qos, ParameterEventsQoS())
  /// The options of the publisher of parameter events; the parameters above always are its QoS
  /// overrides.
  RXROS2_NODE_OPTION(PublisherOptionsBase, parameter_event_publisher_options, {})
  /// The QoS of the /rosout publisher.
  RXROS2_NODE_OPTION(QoS, rosout_qos, RosoutQoS())
  /// An allocator for programs that pass it to C functions; the node does not use it.
  RXROS2_NODE_OPTION(rcl_allocator_t, allocator, rcl_get_default_allocator())
  /// True if parameters may be set and read without a declaration.
  RXROS2_NODE_OPTION(bool, allow_undeclared_parameters, false)
  /// True if each parameter of the command line and the overrides is declared.
  RXROS2_NODE_OPTION(bool, automatically_declare_parameters_from_overrides, false)

#undef RXROS2_NODE_OPTION

  /// Returns the overrides for changes.
  std::vector<Parameter> & parameter_overrides() { return parameter_overrides_; }

  template <typename ParameterT>
  /// Adds one override.
  NodeOptions & append_parameter_override(const std::string & name, const ParameterT & value)
  {
    parameter_overrides_.emplace_back(name, ParameterValue(value));
    return *this;
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__NODE_OPTIONS_HPP_
