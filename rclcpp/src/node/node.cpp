// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Node: puts its parts together and forwards to them.
#include "rclcpp/node.hpp"

#include <utility>

#include "logging/rosout.hpp"
#include "node/arguments.hpp"
#include "node/names.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/names.hpp"

namespace rclcpp
{

using node_interfaces::NodeBaseInterface;
using node_interfaces::NodeClockInterface;
using node_interfaces::NodeGraphInterface;
using node_interfaces::NodeLoggingInterface;
using node_interfaces::NodeParametersInterface;
using node_interfaces::NodeServicesInterface;
using node_interfaces::NodeTimersInterface;
using node_interfaces::NodeTimeSourceInterface;
using node_interfaces::NodeTopicsInterface;
using node_interfaces::NodeTypeDescriptionsInterface;
using node_interfaces::NodeWaitablesInterface;

namespace
{

std::string join_namespaces(const std::string & outer, const std::string & inner)
{
  if (inner.empty()) {
    return outer;
  }
  return outer.ends_with('/') || outer.empty() ? outer + inner : outer + "/" + inner;
}

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
: node_base_(std::make_shared<NodeBaseInterface>(node_name, namespace_, options)),
  node_graph_(std::make_shared<NodeGraphInterface>(node_base_)),
  node_logging_(std::make_shared<NodeLoggingInterface>(node_base_, options)),
  node_timers_(std::make_shared<NodeTimersInterface>(node_base_)),
  node_topics_(std::make_shared<NodeTopicsInterface>(node_base_, node_timers_)),
  node_services_(std::make_shared<NodeServicesInterface>(node_base_)),
  node_clock_(std::make_shared<NodeClockInterface>(options.clock_type())),
  node_parameters_(
    std::make_shared<NodeParametersInterface>(node_base_, node_topics_, node_clock_, options)),
  node_time_source_(std::make_shared<NodeTimeSourceInterface>(
    node_base_, node_topics_, node_logging_, node_clock_, node_parameters_, options.clock_qos(),
    options.use_clock_thread())),
  node_type_descriptions_(std::make_shared<NodeTypeDescriptionsInterface>(
    node_base_, node_logging_, node_parameters_, node_services_)),
  node_waitables_(std::make_shared<NodeWaitablesInterface>(node_base_)),
  life_(
    nullptr,
    [base = node_base_](void *) {
      base->node_destroyed();
      base->leave_executors();
    }),
  node_options_(options),
  effective_namespace_(get_namespace())
{
  if (options.start_parameter_services()) {
    node_parameters_->start_services(node_base_, node_services_);
  }
  if (options.enable_logger_service()) {
    node_logging_->create_logger_services(node_services_);
  }
}

Node::Node(const Node & other, const std::string & sub_namespace)
: node_base_(other.node_base_),
  node_graph_(other.node_graph_),
  node_logging_(other.node_logging_),
  node_timers_(other.node_timers_),
  node_topics_(other.node_topics_),
  node_services_(other.node_services_),
  node_clock_(other.node_clock_),
  node_parameters_(other.node_parameters_),
  node_time_source_(other.node_time_source_),
  node_type_descriptions_(other.node_type_descriptions_),
  node_waitables_(other.node_waitables_),
  life_(other.life_),
  node_options_(other.node_options_),
  sub_namespace_(join_namespaces(other.sub_namespace_, checked_sub_namespace(sub_namespace))),
  effective_namespace_(join_namespaces(get_namespace(), sub_namespace_))
{
}

Node::~Node() = default;

const char * Node::get_name() const
{
  return node_base_->get_name();
}
const char * Node::get_namespace() const
{
  return node_base_->get_namespace();
}
const char * Node::get_fully_qualified_name() const
{
  return node_base_->get_fully_qualified_name();
}
Logger Node::get_logger() const
{
  return node_logging_->get_logger();
}

CallbackGroup::SharedPtr Node::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  return node_base_->create_callback_group(group_type, automatically_add_to_executor_with_node);
}

void Node::for_each_callback_group(const NodeBaseInterface::CallbackGroupFunction & func)
{
  node_base_->for_each_callback_group(func);
}

std::string Node::with_sub_namespace(const std::string & name) const
{
  return extend_name_with_sub_namespace(name, sub_namespace_);
}

std::string Node::dotted(const std::string & namespace_, const std::string & name)
{
  return namespace_.empty() ? name : namespace_ + "." + name;
}

// --- parameters ---

const ParameterValue & Node::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return node_parameters_->declare_parameter(
    name, default_value, parameter_descriptor, ignore_override);
}

const ParameterValue & Node::declare_parameter(
  const std::string & name, ParameterType type,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return node_parameters_->declare_parameter(name, type, parameter_descriptor, ignore_override);
}

void Node::undeclare_parameter(const std::string & name)
{
  node_parameters_->undeclare_parameter(name);
}

bool Node::has_parameter(const std::string & name) const
{
  return node_parameters_->has_parameter(name);
}

rcl_interfaces::msg::SetParametersResult Node::set_parameter(const Parameter & parameter)
{
  return set_parameters_atomically({parameter});
}

std::vector<rcl_interfaces::msg::SetParametersResult> Node::set_parameters(
  const std::vector<Parameter> & parameters)
{
  return node_parameters_->set_parameters(parameters);
}

rcl_interfaces::msg::SetParametersResult Node::set_parameters_atomically(
  const std::vector<Parameter> & parameters)
{
  return node_parameters_->set_parameters_atomically(parameters);
}

Parameter Node::get_parameter(const std::string & name) const
{
  return node_parameters_->get_parameter(name);
}

bool Node::get_parameter(const std::string & name, Parameter & parameter) const
{
  return node_parameters_->get_parameter(name, parameter);
}

std::vector<Parameter> Node::get_parameters(const std::vector<std::string> & names) const
{
  return node_parameters_->get_parameters(names);
}

rcl_interfaces::msg::ParameterDescriptor Node::describe_parameter(const std::string & name) const
{
  return node_parameters_->describe_parameters({name}).front();
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> Node::describe_parameters(
  const std::vector<std::string> & names) const
{
  return node_parameters_->describe_parameters(names);
}

std::vector<std::uint8_t> Node::get_parameter_types(const std::vector<std::string> & names) const
{
  return node_parameters_->get_parameter_types(names);
}

rcl_interfaces::msg::ListParametersResult Node::list_parameters(
  const std::vector<std::string> & prefixes, std::uint64_t depth) const
{
  return node_parameters_->list_parameters(prefixes, depth);
}

Node::PreSetParametersCallbackHandle::SharedPtr Node::add_pre_set_parameters_callback(
  PreSetParametersCallbackType callback)
{
  return node_parameters_->add_pre_set_parameters_callback(std::move(callback));
}

Node::OnSetParametersCallbackHandle::SharedPtr Node::add_on_set_parameters_callback(
  OnSetParametersCallbackType callback)
{
  return node_parameters_->add_on_set_parameters_callback(std::move(callback));
}

Node::PostSetParametersCallbackHandle::SharedPtr Node::add_post_set_parameters_callback(
  PostSetParametersCallbackType callback)
{
  return node_parameters_->add_post_set_parameters_callback(std::move(callback));
}

void Node::remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_pre_set_parameters_callback(handler);
}

void Node::remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_on_set_parameters_callback(handler);
}

void Node::remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_post_set_parameters_callback(handler);
}

// --- graph ---

std::vector<std::string> Node::get_node_names() const
{
  return node_graph_->get_node_names();
}

std::map<std::string, std::vector<std::string>> Node::get_topic_names_and_types() const
{
  return node_graph_->get_topic_names_and_types();
}

std::map<std::string, std::vector<std::string>> Node::get_service_names_and_types() const
{
  return node_graph_->get_service_names_and_types();
}

std::map<std::string, std::vector<std::string>> Node::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return node_graph_->get_service_names_and_types_by_node(node_name, namespace_);
}

std::size_t Node::count_publishers(const std::string & topic_name) const
{
  return node_graph_->count_publishers(topic_name);
}

std::size_t Node::count_subscribers(const std::string & topic_name) const
{
  return node_graph_->count_subscribers(topic_name);
}

std::size_t Node::count_clients(const std::string & service_name) const
{
  return node_graph_->count_clients(service_name);
}

std::size_t Node::count_services(const std::string & service_name) const
{
  return node_graph_->count_services(service_name);
}

std::vector<TopicEndpointInfo> Node::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return node_graph_->get_publishers_info_by_topic(topic_name, no_mangle);
}

std::vector<TopicEndpointInfo> Node::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return node_graph_->get_subscriptions_info_by_topic(topic_name, no_mangle);
}

Event::SharedPtr Node::get_graph_event()
{
  return node_graph_->get_graph_event();
}

void Node::wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout)
{
  node_graph_->wait_for_graph_change(std::move(event), timeout);
}

// --- time and parts ---

Clock::SharedPtr Node::get_clock()
{
  return node_clock_->get_clock();
}
Clock::ConstSharedPtr Node::get_clock() const
{
  return std::as_const(*node_clock_).get_clock();
}
Time Node::now() const
{
  return node_clock_->get_clock()->now();
}

NodeBaseInterface::SharedPtr Node::get_node_base_interface()
{
  return node_base_;
}
NodeClockInterface::SharedPtr Node::get_node_clock_interface()
{
  return node_clock_;
}
NodeGraphInterface::SharedPtr Node::get_node_graph_interface()
{
  return node_graph_;
}
NodeLoggingInterface::SharedPtr Node::get_node_logging_interface()
{
  return node_logging_;
}
NodeServicesInterface::SharedPtr Node::get_node_services_interface()
{
  return node_services_;
}
NodeTimersInterface::SharedPtr Node::get_node_timers_interface()
{
  return node_timers_;
}
NodeTopicsInterface::SharedPtr Node::get_node_topics_interface()
{
  return node_topics_;
}
NodeWaitablesInterface::SharedPtr Node::get_node_waitables_interface()
{
  return node_waitables_;
}
NodeParametersInterface::SharedPtr Node::get_node_parameters_interface()
{
  return node_parameters_;
}
NodeTimeSourceInterface::SharedPtr Node::get_node_time_source_interface()
{
  return node_time_source_;
}
NodeTypeDescriptionsInterface::SharedPtr Node::get_node_type_descriptions_interface()
{
  return node_type_descriptions_;
}

const std::string & Node::get_sub_namespace() const
{
  return sub_namespace_;
}
const std::string & Node::get_effective_namespace() const
{
  return effective_namespace_;
}

Node::SharedPtr Node::create_sub_node(const std::string & sub_namespace)
{
  return Node::SharedPtr(new Node(*this, sub_namespace));  // that constructor is protected
}

const NodeOptions & Node::get_node_options() const
{
  return node_options_;
}

namespace node_interfaces
{

NodeClockInterface::NodeClockInterface(rcl_clock_type_t clock_type)
: clock_(std::make_shared<Clock>(clock_type))
{
}

NodeLoggingInterface::NodeLoggingInterface(NodeBaseInterface::SharedPtr node_base)
: node_base_(node_base),
  logger_(rclcpp::get_logger(detail::logger_name(node_base->get_fully_qualified_name())))
{
}

NodeLoggingInterface::NodeLoggingInterface(
  NodeBaseInterface::SharedPtr node_base, const NodeOptions & options)
: NodeLoggingInterface(node_base)
{
  if (options.enable_rosout() && node_base->get_context()->arguments()->rosout_logs) {
    rosout_ = detail::Rosout::create(*node_base, options.rosout_qos());
    if (logger_.publish_by(rosout_)) {
      RCLCPP_WARN(
        logger_,
        "this process has several nodes named '%s'; their log messages are published on /rosout by "
        "the oldest of them",
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
