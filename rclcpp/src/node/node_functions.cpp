// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeFunctions: creates a node's interfaces and forwards to them.
#include "rclcpp/extension/node_functions.hpp"

#include <utility>

#include "node/names.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp::extension
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

NodeFunctions::NodeFunctions(
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
  node_options_(options)
{
  if (options.start_parameter_services()) {
    node_parameters_->start_services(node_base_, node_services_);
  }
  if (options.enable_logger_service()) {
    node_logging_->create_logger_services(node_services_);
  }
}

NodeFunctions::NodeFunctions(const NodeFunctions & other, const std::string & sub_namespace)
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
  sub_namespace_(detail::join_namespaces(other.sub_namespace_, sub_namespace))
{
}

NodeFunctions::~NodeFunctions() = default;

const char * NodeFunctions::get_name() const
{
  return node_base_->get_name();
}
const char * NodeFunctions::get_namespace() const
{
  return node_base_->get_namespace();
}
const char * NodeFunctions::get_fully_qualified_name() const
{
  return node_base_->get_fully_qualified_name();
}
Logger NodeFunctions::get_logger() const
{
  return node_logging_->get_logger();
}

CallbackGroup::SharedPtr NodeFunctions::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  return node_base_->create_callback_group(group_type, automatically_add_to_executor_with_node);
}

void NodeFunctions::for_each_callback_group(const NodeBaseInterface::CallbackGroupFunction & func)
{
  node_base_->for_each_callback_group(func);
}

std::string NodeFunctions::with_sub_namespace(const std::string & name) const
{
  return extend_name_with_sub_namespace(name, sub_namespace_);
}

std::string NodeFunctions::dotted(const std::string & namespace_, const std::string & name)
{
  return namespace_.empty() ? name : namespace_ + "." + name;
}

// --- parameters ---

const ParameterValue & NodeFunctions::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return node_parameters_->declare_parameter(
    name, default_value, parameter_descriptor, ignore_override);
}

const ParameterValue & NodeFunctions::declare_parameter(
  const std::string & name, ParameterType type,
  const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return node_parameters_->declare_parameter(name, type, parameter_descriptor, ignore_override);
}

void NodeFunctions::undeclare_parameter(const std::string & name)
{
  node_parameters_->undeclare_parameter(name);
}

bool NodeFunctions::has_parameter(const std::string & name) const
{
  return node_parameters_->has_parameter(name);
}

rcl_interfaces::msg::SetParametersResult NodeFunctions::set_parameter(const Parameter & parameter)
{
  return set_parameters_atomically({parameter});
}

std::vector<rcl_interfaces::msg::SetParametersResult> NodeFunctions::set_parameters(
  const std::vector<Parameter> & parameters)
{
  return node_parameters_->set_parameters(parameters);
}

rcl_interfaces::msg::SetParametersResult NodeFunctions::set_parameters_atomically(
  const std::vector<Parameter> & parameters)
{
  return node_parameters_->set_parameters_atomically(parameters);
}

Parameter NodeFunctions::get_parameter(const std::string & name) const
{
  return node_parameters_->get_parameter(name);
}

bool NodeFunctions::get_parameter(const std::string & name, Parameter & parameter) const
{
  return node_parameters_->get_parameter(name, parameter);
}

std::vector<Parameter> NodeFunctions::get_parameters(const std::vector<std::string> & names) const
{
  return node_parameters_->get_parameters(names);
}

rcl_interfaces::msg::ParameterDescriptor NodeFunctions::describe_parameter(
  const std::string & name) const
{
  return node_parameters_->describe_parameters({name}).front();
}

std::vector<rcl_interfaces::msg::ParameterDescriptor> NodeFunctions::describe_parameters(
  const std::vector<std::string> & names) const
{
  return node_parameters_->describe_parameters(names);
}

std::vector<std::uint8_t> NodeFunctions::get_parameter_types(
  const std::vector<std::string> & names) const
{
  return node_parameters_->get_parameter_types(names);
}

rcl_interfaces::msg::ListParametersResult NodeFunctions::list_parameters(
  const std::vector<std::string> & prefixes, std::uint64_t depth) const
{
  return node_parameters_->list_parameters(prefixes, depth);
}

NodeFunctions::PreSetParametersCallbackHandle::SharedPtr
NodeFunctions::add_pre_set_parameters_callback(PreSetParametersCallbackType callback)
{
  return node_parameters_->add_pre_set_parameters_callback(std::move(callback));
}

NodeFunctions::OnSetParametersCallbackHandle::SharedPtr
NodeFunctions::add_on_set_parameters_callback(OnSetParametersCallbackType callback)
{
  return node_parameters_->add_on_set_parameters_callback(std::move(callback));
}

NodeFunctions::PostSetParametersCallbackHandle::SharedPtr
NodeFunctions::add_post_set_parameters_callback(PostSetParametersCallbackType callback)
{
  return node_parameters_->add_post_set_parameters_callback(std::move(callback));
}

void NodeFunctions::remove_pre_set_parameters_callback(
  const PreSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_pre_set_parameters_callback(handler);
}

void NodeFunctions::remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_on_set_parameters_callback(handler);
}

void NodeFunctions::remove_post_set_parameters_callback(
  const PostSetParametersCallbackHandle * handler)
{
  node_parameters_->remove_post_set_parameters_callback(handler);
}

// --- graph ---

std::vector<std::string> NodeFunctions::get_node_names() const
{
  return node_graph_->get_node_names();
}

std::map<std::string, std::vector<std::string>> NodeFunctions::get_topic_names_and_types() const
{
  return node_graph_->get_topic_names_and_types();
}

std::map<std::string, std::vector<std::string>> NodeFunctions::get_service_names_and_types() const
{
  return node_graph_->get_service_names_and_types();
}

std::map<std::string, std::vector<std::string>> NodeFunctions::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return node_graph_->get_service_names_and_types_by_node(node_name, namespace_);
}

std::size_t NodeFunctions::count_publishers(const std::string & topic_name) const
{
  return node_graph_->count_publishers(topic_name);
}

std::size_t NodeFunctions::count_subscribers(const std::string & topic_name) const
{
  return node_graph_->count_subscribers(topic_name);
}

std::size_t NodeFunctions::count_clients(const std::string & service_name) const
{
  return node_graph_->count_clients(service_name);
}

std::size_t NodeFunctions::count_services(const std::string & service_name) const
{
  return node_graph_->count_services(service_name);
}

std::vector<TopicEndpointInfo> NodeFunctions::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return node_graph_->get_publishers_info_by_topic(topic_name, no_mangle);
}

std::vector<TopicEndpointInfo> NodeFunctions::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return node_graph_->get_subscriptions_info_by_topic(topic_name, no_mangle);
}

Event::SharedPtr NodeFunctions::get_graph_event()
{
  return node_graph_->get_graph_event();
}

void NodeFunctions::wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout)
{
  node_graph_->wait_for_graph_change(std::move(event), timeout);
}

// --- time and interfaces ---

Clock::SharedPtr NodeFunctions::get_clock()
{
  return node_clock_->get_clock();
}
Clock::ConstSharedPtr NodeFunctions::get_clock() const
{
  return std::as_const(*node_clock_).get_clock();
}
Time NodeFunctions::now() const
{
  return node_clock_->get_clock()->now();
}

NodeBaseInterface::SharedPtr NodeFunctions::get_node_base_interface()
{
  return node_base_;
}
NodeClockInterface::SharedPtr NodeFunctions::get_node_clock_interface()
{
  return node_clock_;
}
NodeGraphInterface::SharedPtr NodeFunctions::get_node_graph_interface()
{
  return node_graph_;
}
NodeLoggingInterface::SharedPtr NodeFunctions::get_node_logging_interface()
{
  return node_logging_;
}
NodeServicesInterface::SharedPtr NodeFunctions::get_node_services_interface()
{
  return node_services_;
}
NodeTimersInterface::SharedPtr NodeFunctions::get_node_timers_interface()
{
  return node_timers_;
}
NodeTopicsInterface::SharedPtr NodeFunctions::get_node_topics_interface()
{
  return node_topics_;
}
NodeWaitablesInterface::SharedPtr NodeFunctions::get_node_waitables_interface()
{
  return node_waitables_;
}
NodeParametersInterface::SharedPtr NodeFunctions::get_node_parameters_interface()
{
  return node_parameters_;
}
NodeTimeSourceInterface::SharedPtr NodeFunctions::get_node_time_source_interface()
{
  return node_time_source_;
}
NodeTypeDescriptionsInterface::SharedPtr NodeFunctions::get_node_type_descriptions_interface()
{
  return node_type_descriptions_;
}

const NodeOptions & NodeFunctions::get_node_options() const
{
  return node_options_;
}

}  // namespace rclcpp::extension
