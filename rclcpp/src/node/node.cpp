// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Node: names of sub-nodes; and the small node interfaces.
#include "rclcpp/node.hpp"

#include <utility>

#include "context/arguments.hpp"
#include "logging/rosout.hpp"
#include "node/names.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/names.hpp"

namespace rclcpp
{

namespace
{

const std::string & checked_sub_namespace(const std::string & sub_namespace)
{
  const auto fail = [&](const char * reason, std::size_t index) {
    throw exceptions::NameValidationError("sub_namespace", sub_namespace.c_str(), reason, index);
  };
  if (sub_namespace.empty()) {
    fail("a sub-node needs a sub-namespace, this one is empty", 0);
  }
  if (sub_namespace.front() == '/') {
    fail("a sub-namespace is relative to its node, so it does not begin with '/'", 0);
  }
  if (const auto fault = rmw::validate_namespace("/" + sub_namespace)) {
    throw exceptions::InvalidNamespaceError(sub_namespace.c_str(), fault->reason, fault->index - 1);
  }
  return sub_namespace;
}

/// Makes the QoS of a Node's parameter events overridable by parameters; other kinds of nodes do
/// not allow that.
NodeOptions with_event_overrides(NodeOptions options)
{
  PublisherOptionsBase events = options.parameter_event_publisher_options();
  events.qos_overriding_options = {
    QosPolicyKind::Depth, QosPolicyKind::Durability, QosPolicyKind::History,
    QosPolicyKind::Reliability};
  options.parameter_event_publisher_options(events);
  return options;
}

}  // namespace

std::string extend_name_with_sub_namespace(
  const std::string & name, const std::string & sub_namespace)
{
  const bool relative = !name.empty() && name.front() != '/' && name.front() != '~';
  return sub_namespace.empty() || !relative ? name : sub_namespace + "/" + name;
}

Node::Node(const std::string & node_name, const NodeOptions & options)
: Node(node_name, "", options)
{
}

Node::Node(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: NodeFunctions(node_name, namespace_, with_event_overrides(options)),
  effective_namespace_(get_namespace())
{
}

Node::Node(const Node & other, const std::string & sub_namespace)
: NodeFunctions(other, checked_sub_namespace(sub_namespace)),
  effective_namespace_(detail::join_namespaces(get_namespace(), get_sub_namespace()))
{
}

Node::~Node() = default;

const std::string & Node::get_sub_namespace() const
{
  return NodeFunctions::sub_namespace();
}
const std::string & Node::get_effective_namespace() const
{
  return effective_namespace_;
}

Node::SharedPtr Node::create_sub_node(const std::string & sub_namespace)
{
  return Node::SharedPtr(new Node(*this, sub_namespace));  // that constructor is protected
}

namespace node_interfaces
{

NodeClockInterface::NodeClockInterface(rcl_clock_type_t clock_type)
: clock_(std::make_shared<Clock>(clock_type))
{
}

NodeLoggingInterface::NodeLoggingInterface(NodeBaseInterface::SharedPtr node_base)
: NodeLoggingInterface(node_base, NodeOptions().enable_rosout(false))
{
}

NodeLoggingInterface::NodeLoggingInterface(
  NodeBaseInterface::SharedPtr node_base, const NodeOptions & options)
: node_base_(node_base),
  logger_(rclcpp::get_logger(detail::logger_name(node_base->get_fully_qualified_name())))
{
  if (options.log_level() != Logger::Level::Unset) {
    logger_.set_level(options.log_level());
  }
  // --log-level among the node's own arguments applies to the node.
  for (const auto & [logger, level] : node_base->local_arguments().log_levels) {
    Logger of = logger.empty() ? logger_ : rclcpp::get_logger(logger);
    of.set_level(static_cast<Logger::Level>(level));
  }
  if (options.enable_rosout() && node_base->get_context()->arguments()->rosout_logs) {
    rosout_ = detail::Rosout::create(*node_base, options.rosout_qos());
    if (logger_.publish_by(rosout_)) {
      RCLCPP_WARN(
        logger_,
        "this process has several nodes named '%s': their parameters and services are mixed up, "
        "and "
        "only the oldest of them publishes log messages on /rosout; give each a name of its own",
        node_base->get_fully_qualified_name());
    }
  }
}

NodeTimeSourceInterface::NodeTimeSourceInterface(
  NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
  NodeLoggingInterface::SharedPtr node_logging, NodeClockInterface::SharedPtr node_clock,
  NodeParametersInterface::SharedPtr node_parameters, const QoS & qos, bool use_clock_thread)
: time_source_(qos, use_clock_thread)
{
  time_source_.attachNode(
    std::move(node_base), std::move(node_topics), std::move(node_logging),
    std::move(node_parameters));
  time_source_.attachClock(node_clock->get_clock());
}

}  // namespace node_interfaces
}  // namespace rclcpp
