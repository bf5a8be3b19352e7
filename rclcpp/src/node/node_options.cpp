// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Copies and setters of NodeOptions.
#include "rclcpp/node_options.hpp"

#include <string>
#include <vector>

namespace rclcpp
{

NodeOptions::NodeOptions() = default;
NodeOptions::NodeOptions(const NodeOptions &) = default;
NodeOptions & NodeOptions::operator=(const NodeOptions &) = default;
NodeOptions::~NodeOptions() = default;

#define RXROS2_NODE_OPTION(type, name)                \
  NodeOptions & NodeOptions::name(const type & value) \
  {                                                   \
    name##_ = value;                                  \
    return *this;                                     \
  }

RXROS2_NODE_OPTION(Context::SharedPtr, context)
RXROS2_NODE_OPTION(std::vector<std::string>, arguments)
RXROS2_NODE_OPTION(std::vector<Parameter>, parameter_overrides)
RXROS2_NODE_OPTION(bool, use_global_arguments)
RXROS2_NODE_OPTION(bool, enable_rosout)
RXROS2_NODE_OPTION(Logger::Level, log_level)
RXROS2_NODE_OPTION(bool, use_intra_process_comms)
RXROS2_NODE_OPTION(bool, enable_topic_statistics)
RXROS2_NODE_OPTION(bool, start_parameter_services)
RXROS2_NODE_OPTION(bool, enable_logger_service)
RXROS2_NODE_OPTION(bool, start_parameter_event_publisher)
RXROS2_NODE_OPTION(rcl_clock_type_t, clock_type)
RXROS2_NODE_OPTION(QoS, clock_qos)
RXROS2_NODE_OPTION(bool, use_clock_thread)
RXROS2_NODE_OPTION(QoS, parameter_event_qos)
RXROS2_NODE_OPTION(PublisherOptionsBase, parameter_event_publisher_options)
RXROS2_NODE_OPTION(QoS, rosout_qos)
RXROS2_NODE_OPTION(rcl_allocator_t, allocator)
RXROS2_NODE_OPTION(bool, allow_undeclared_parameters)
RXROS2_NODE_OPTION(bool, automatically_declare_parameters_from_overrides)

}  // namespace rclcpp
