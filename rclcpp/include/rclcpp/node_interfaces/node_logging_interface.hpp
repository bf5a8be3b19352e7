// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The logger of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_

#include <memory>
#include <vector>

#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{
class NodeOptions;
class ServiceBase;
}  // namespace rclcpp

namespace rclcpp::node_interfaces
{

/// Holds the logger of one node, named "ns.name", and the /rosout publisher of that logger and its
/// children. If several nodes of a process share the name, the publisher of the oldest node is
/// used. Thread-safe.
class RCLCPP_PUBLIC NodeLoggingInterface
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeLoggingInterface)

  /// Creates the logger without a publisher on /rosout.
  explicit NodeLoggingInterface(NodeBaseInterface::SharedPtr node_base);
  /// Creates the logger, with a publisher on /rosout if the options and the command line
  /// (--disable-rosout-logs) allow it.
  NodeLoggingInterface(NodeBaseInterface::SharedPtr node_base, const NodeOptions & options);

  /// Offers <node>/get_logger_levels and set_logger_levels (rcl_interfaces/srv) for all loggers of
  /// the process, as long as this object lives. An empty logger name means the default level.
  void create_logger_services(NodeServicesInterface::SharedPtr node_services);

  /// Returns the logger.
  Logger get_logger() const { return logger_; }
  /// Returns the name of the logger.
  const char * get_logger_name() const { return logger_.get_name(); }

private:
  NodeBaseInterface::SharedPtr node_base_;
  Logger logger_;
  std::shared_ptr<detail::Rosout> rosout_;
  std::vector<std::shared_ptr<ServiceBase>> services_;
};

}  // namespace rclcpp::node_interfaces

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeLoggingInterface, logging)

#endif  // RCLCPP__NODE_INTERFACES__NODE_LOGGING_INTERFACE_HPP_
