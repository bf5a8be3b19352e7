// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node's logger.
#ifndef RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_

#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::node_interfaces
{

/// Holds the logger of one node, named after it: "ns.name". Thread-safe.
class RCLCPP_PUBLIC NodeLoggingInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeLoggingInterface)

  explicit NodeLoggingInterface(NodeBaseInterface::SharedPtr node_base);

  Logger get_logger() const { return logger_; }
  const char * get_logger_name() const { return logger_.get_name(); }

private:
  Logger logger_;
};

}  // namespace rclcpp::node_interfaces

#endif  // RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_
