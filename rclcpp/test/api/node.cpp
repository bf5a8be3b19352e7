// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Nodes, names and the graph
#include "api.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/node_interfaces/get_node_base_interface.hpp"
#include "rclcpp/node_interfaces/get_node_clock_interface.hpp"
#include "rclcpp/node_interfaces/get_node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/get_node_timers_interface.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_base.hpp"
#include "rclcpp/node_interfaces/node_base_interface_traits.hpp"
#include "rclcpp/node_interfaces/node_interfaces.hpp"
#include "rclcpp/rclcpp.hpp"

using namespace rclcpp::node_interfaces;
using rclcpp::Node;
using rclcpp::NodeOptions;
using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

HEADER("rclcpp/node_options.hpp");
TYPE(rclcpp::NodeOptions);
CONSTRUCTOR(NodeOptions, ());
CONSTRUCTOR(NodeOptions, (const NodeOptions &));
METHOD(rclcpp::Context::SharedPtr, const NodeOptions, context, ());
METHOD(NodeOptions &, NodeOptions, context, (rclcpp::Context::SharedPtr));
METHOD(std::vector<std::string>, const NodeOptions, arguments, ());
METHOD(NodeOptions &, NodeOptions, arguments, (std::vector<std::string>));
METHOD(std::vector<rclcpp::Parameter>, const NodeOptions, parameter_overrides, ());
METHOD(NodeOptions &, NodeOptions, parameter_overrides, (std::vector<rclcpp::Parameter>));
METHOD(bool, const NodeOptions, use_global_arguments, ());
METHOD(NodeOptions &, NodeOptions, use_global_arguments, (bool));
METHOD(bool, const NodeOptions, enable_rosout, ());
METHOD(NodeOptions &, NodeOptions, enable_rosout, (bool));
METHOD(rclcpp::Logger::Level, const NodeOptions, log_level, ());
METHOD(NodeOptions &, NodeOptions, log_level, (rclcpp::Logger::Level));
DIFFERENT(log_level, "is Lyrical's; Level::Unset if none was set");
METHOD(bool, const NodeOptions, use_intra_process_comms, ());
METHOD(NodeOptions &, NodeOptions, use_intra_process_comms, (bool));
METHOD(bool, const NodeOptions, enable_topic_statistics, ());
METHOD(NodeOptions &, NodeOptions, enable_topic_statistics, (bool));
METHOD(bool, const NodeOptions, start_parameter_services, ());
METHOD(NodeOptions &, NodeOptions, start_parameter_services, (bool));
METHOD(bool, const NodeOptions, enable_logger_service, ());
METHOD(NodeOptions &, NodeOptions, enable_logger_service, (bool));
METHOD(bool, const NodeOptions, start_parameter_event_publisher, ());
METHOD(NodeOptions &, NodeOptions, start_parameter_event_publisher, (bool));
METHOD(rcl_clock_type_t, const NodeOptions, clock_type, ());
METHOD(NodeOptions &, NodeOptions, clock_type, (rcl_clock_type_t));
METHOD(rclcpp::QoS, const NodeOptions, clock_qos, ());
METHOD(NodeOptions &, NodeOptions, clock_qos, (rclcpp::QoS));
METHOD(bool, const NodeOptions, use_clock_thread, ());
METHOD(NodeOptions &, NodeOptions, use_clock_thread, (bool));
METHOD(rclcpp::QoS, const NodeOptions, parameter_event_qos, ());
METHOD(NodeOptions &, NodeOptions, parameter_event_qos, (rclcpp::QoS));
METHOD(rclcpp::QoS, const NodeOptions, rosout_qos, ());
METHOD(NodeOptions &, NodeOptions, rosout_qos, (rclcpp::QoS));
METHOD(bool, const NodeOptions, allow_undeclared_parameters, ());
METHOD(NodeOptions &, NodeOptions, allow_undeclared_parameters, (bool));
METHOD(bool, const NodeOptions, automatically_declare_parameters_from_overrides, ());
METHOD(NodeOptions &, NodeOptions, automatically_declare_parameters_from_overrides, (bool));
METHOD(std::vector<rclcpp::Parameter> &, NodeOptions, parameter_overrides, ());
USE(append_parameter_override, NodeOptions().append_parameter_override("gain", 2.0));
METHOD(rclcpp::PublisherOptionsBase, const NodeOptions, parameter_event_publisher_options, ());
METHOD(
  NodeOptions &, NodeOptions, parameter_event_publisher_options,
  (const rclcpp::PublisherOptionsBase &));
MISSING_MEMBER(NodeOptions, get_rcl_node_options, "there is no rcl below");
METHOD(const rcl_allocator_t &, const NodeOptions, allocator, ());
METHOD(NodeOptions &, NodeOptions, allocator, (rcl_allocator_t));

HEADER("rclcpp/node.hpp");
TYPE(rclcpp::Node);
CONSTRUCTOR(Node, (const std::string &, const NodeOptions &));
CONSTRUCTOR(Node, (const std::string &, const std::string &, const NodeOptions &));
METHOD(const char *, const Node, get_name, ());
METHOD(const char *, const Node, get_namespace, ());
METHOD(const char *, const Node, get_fully_qualified_name, ());
METHOD(rclcpp::Logger, const Node, get_logger, ());
METHOD(
  rclcpp::CallbackGroup::SharedPtr, Node, create_callback_group, (rclcpp::CallbackGroupType, bool));
METHOD(void, Node, for_each_callback_group, (const NodeBaseInterface::CallbackGroupFunction &));
USE(
  create_wall_timer, rclcpp::TimerBase::SharedPtr timer =
                       api::some<Node>().create_wall_timer(std::chrono::seconds(1), [] {}));
USE(
  create_timer,
  rclcpp::TimerBase::SharedPtr timer = api::some<Node>().create_timer(std::chrono::seconds(1), [] {
  }));
METHOD(std::vector<std::string>, const Node, get_node_names, ());
METHOD(NamesAndTypes, const Node, get_topic_names_and_types, ());
METHOD(NamesAndTypes, const Node, get_service_names_and_types, ());
METHOD(
  NamesAndTypes, const Node, get_service_names_and_types_by_node,
  (const std::string &, const std::string &));
METHOD(std::size_t, const Node, count_publishers, (const std::string &));
METHOD(std::size_t, const Node, count_subscribers, (const std::string &));
METHOD(std::size_t, const Node, count_clients, (const std::string &));
METHOD(std::size_t, const Node, count_services, (const std::string &));
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const Node, get_publishers_info_by_topic,
  (const std::string &, bool));
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const Node, get_subscriptions_info_by_topic,
  (const std::string &, bool));
METHOD(rclcpp::Event::SharedPtr, Node, get_graph_event, ());
METHOD(void, Node, wait_for_graph_change, (rclcpp::Event::SharedPtr, std::chrono::nanoseconds));
METHOD(rclcpp::Clock::SharedPtr, Node, get_clock, ());
METHOD(rclcpp::Clock::ConstSharedPtr, const Node, get_clock, ());
METHOD(rclcpp::Time, const Node, now, ());
METHOD(NodeBaseInterface::SharedPtr, Node, get_node_base_interface, ());
METHOD(NodeClockInterface::SharedPtr, Node, get_node_clock_interface, ());
METHOD(NodeGraphInterface::SharedPtr, Node, get_node_graph_interface, ());
METHOD(NodeLoggingInterface::SharedPtr, Node, get_node_logging_interface, ());
METHOD(NodeTimersInterface::SharedPtr, Node, get_node_timers_interface, ());
METHOD(NodeTopicsInterface::SharedPtr, Node, get_node_topics_interface, ());
METHOD(NodeWaitablesInterface::SharedPtr, Node, get_node_waitables_interface, ());
METHOD(NodeParametersInterface::SharedPtr, Node, get_node_parameters_interface, ());
METHOD(NodeTimeSourceInterface::SharedPtr, Node, get_node_time_source_interface, ());
METHOD(const std::string &, const Node, get_sub_namespace, ());
METHOD(const std::string &, const Node, get_effective_namespace, ());
METHOD(Node::SharedPtr, Node, create_sub_node, (const std::string &));
METHOD(const NodeOptions &, const Node, get_node_options, ());
FUNCTION(
  std::string, rclcpp::extend_name_with_sub_namespace, (const std::string &, const std::string &));

HEADER("rclcpp/expand_topic_or_service_name.hpp");
FUNCTION(
  std::string, rclcpp::expand_topic_or_service_name,
  (const std::string &, const std::string &, const std::string &, bool));

HEADER("rclcpp/event.hpp");
TYPE(rclcpp::Event);
METHOD(bool, rclcpp::Event, set, ());
METHOD(bool, rclcpp::Event, check, ());
METHOD(bool, rclcpp::Event, check_and_clear, ());

HEADER("rclcpp/node_interfaces/node_interfaces.hpp");
USE(NodeInterfaces, NodeInterfaces<NodeBaseInterface, NodeClockInterface> parts(api::some<Node>());
    parts.get<NodeClockInterface>(); parts.get_node_base_interface());
CONSTRUCTOR(NodeInterfaces<NodeBaseInterface>, ());
USE(ALL_RCLCPP_NODE_INTERFACES, NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES> all(api::some<Node>()));

HEADER("rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp");
namespace api
{
struct Claw;
}
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(api::Claw, claw)
DIFFERENT(
  RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT,
  "declares the same, by another template: a NodeInterfacesSupports that a program specialises by "
  "hand has no effect",
  static_assert(rclcpp::detail::NodeInterfaceAccess<api::Claw>::is_supported));

HEADER("rclcpp/node_interfaces/get_node_base_interface.hpp");
FUNCTION(NodeBaseInterface::SharedPtr, get_node_base_interface, (Node::SharedPtr));
HEADER("rclcpp/node_interfaces/get_node_clock_interface.hpp");
FUNCTION(NodeClockInterface::SharedPtr, get_node_clock_interface, (Node &));
HEADER("rclcpp/node_interfaces/get_node_parameters_interface.hpp");
FUNCTION(NodeParametersInterface::SharedPtr, get_node_parameters_interface, (Node *));
HEADER("rclcpp/node_interfaces/get_node_timers_interface.hpp");
FUNCTION(
  NodeTimersInterface::SharedPtr, get_node_timers_interface, (NodeTimersInterface::SharedPtr));
HEADER("rclcpp/node_interfaces/get_node_topics_interface.hpp");
FUNCTION(NodeTopicsInterface::SharedPtr, get_node_topics_interface, (Node::SharedPtr &));

HEADER("rclcpp/node_interfaces/node_base_interface.hpp");
DIFFERENT(
  NodeBaseInterface,
  "the interfaces of a node are classes, not abstract: NodeBase and so on are their other names, "
  "their constructors are ours; there is nothing to derive from",
  static_assert(std::is_same_v<NodeBaseInterface, NodeBase>));
METHOD(const char *, const NodeBaseInterface, get_name, ());
METHOD(const char *, const NodeBaseInterface, get_namespace, ());
METHOD(const char *, const NodeBaseInterface, get_fully_qualified_name, ());
METHOD(rclcpp::Context::SharedPtr, NodeBaseInterface, get_context, ());
METHOD(
  rclcpp::CallbackGroup::SharedPtr, NodeBaseInterface, create_callback_group,
  (rclcpp::CallbackGroupType, bool));
METHOD(rclcpp::CallbackGroup::SharedPtr, NodeBaseInterface, get_default_callback_group, ());
METHOD(bool, NodeBaseInterface, callback_group_in_node, (rclcpp::CallbackGroup::SharedPtr));
METHOD(
  void, NodeBaseInterface, for_each_callback_group,
  (const NodeBaseInterface::CallbackGroupFunction &));
METHOD(std::atomic_bool &, NodeBaseInterface, get_associated_with_executor_atomic, ());
METHOD(rclcpp::GuardCondition &, NodeBaseInterface, get_notify_guard_condition, ());
METHOD(rclcpp::GuardCondition::SharedPtr, NodeBaseInterface, get_shared_notify_guard_condition, ());
METHOD(void, NodeBaseInterface, trigger_notify_guard_condition, ());
METHOD(bool, const NodeBaseInterface, get_use_intra_process_default, ());
METHOD(bool, const NodeBaseInterface, get_enable_topic_statistics_default, ());
METHOD(
  std::string, const NodeBaseInterface, resolve_topic_or_service_name,
  (const std::string &, bool, bool));
METHOD(rcl_node_t *, NodeBaseInterface, get_rcl_node_handle, ());
METHOD(const rcl_node_t *, const NodeBaseInterface, get_rcl_node_handle, ());
METHOD(std::shared_ptr<rcl_node_t>, NodeBaseInterface, get_shared_rcl_node_handle, ());
HEADER("rclcpp/node_interfaces/node_base_interface_traits.hpp");
USE(
  has_node_base_interface,
  static_assert(
    rclcpp::node_interfaces::has_node_base_interface<rclcpp::Node>::value &&
    !rclcpp::node_interfaces::has_node_base_interface<int>::value));

HEADER("rclcpp/node_interfaces/node_clock_interface.hpp");
METHOD(rclcpp::Clock::SharedPtr, NodeClockInterface, get_clock, ());
METHOD(rclcpp::Clock::ConstSharedPtr, const NodeClockInterface, get_clock, ());

HEADER("rclcpp/node_interfaces/node_graph_interface.hpp");
ENUMERATORS(rclcpp::EndpointType, Invalid, Publisher, Subscription);
TYPE(rclcpp::TopicEndpointInfo);
METHOD(std::string &, rclcpp::TopicEndpointInfo, node_name, ());
METHOD(std::string &, rclcpp::TopicEndpointInfo, node_namespace, ());
METHOD(std::string &, rclcpp::TopicEndpointInfo, topic_type, ());
METHOD(rclcpp::EndpointType &, rclcpp::TopicEndpointInfo, endpoint_type, ());
using EndpointGid = std::array<std::uint8_t, RMW_GID_STORAGE_SIZE>;
METHOD(EndpointGid &, rclcpp::TopicEndpointInfo, endpoint_gid, ());
METHOD(rclcpp::QoS &, rclcpp::TopicEndpointInfo, qos_profile, ());
METHOD(rosidl_type_hash_t &, rclcpp::TopicEndpointInfo, topic_type_hash, ());
METHOD(NamesAndTypes, const NodeGraphInterface, get_topic_names_and_types, (bool));
METHOD(NamesAndTypes, const NodeGraphInterface, get_service_names_and_types, ());
METHOD(
  NamesAndTypes, const NodeGraphInterface, get_service_names_and_types_by_node,
  (const std::string &, const std::string &));
METHOD(
  NamesAndTypes, const NodeGraphInterface, get_client_names_and_types_by_node,
  (const std::string &, const std::string &));
METHOD(
  NamesAndTypes, const NodeGraphInterface, get_publisher_names_and_types_by_node,
  (const std::string &, const std::string &, bool));
METHOD(
  NamesAndTypes, const NodeGraphInterface, get_subscriber_names_and_types_by_node,
  (const std::string &, const std::string &, bool));
METHOD(std::vector<std::string>, const NodeGraphInterface, get_node_names, ());
using NameAndNamespace = std::pair<std::string, std::string>;
METHOD(std::vector<NameAndNamespace>, const NodeGraphInterface, get_node_names_and_namespaces, ());
using NameNamespaceEnclave = std::tuple<std::string, std::string, std::string>;
METHOD(
  std::vector<NameNamespaceEnclave>, const NodeGraphInterface, get_node_names_with_enclaves, ());
METHOD(std::size_t, const NodeGraphInterface, count_publishers, (const std::string &));
METHOD(std::size_t, const NodeGraphInterface, count_subscribers, (const std::string &));
METHOD(std::size_t, const NodeGraphInterface, count_clients, (const std::string &));
METHOD(std::size_t, const NodeGraphInterface, count_services, (const std::string &));
METHOD(rclcpp::Event::SharedPtr, NodeGraphInterface, get_graph_event, ());
METHOD(
  void, NodeGraphInterface, wait_for_graph_change,
  (rclcpp::Event::SharedPtr, std::chrono::nanoseconds));
METHOD(void, NodeGraphInterface, notify_graph_change, ());
METHOD(void, NodeGraphInterface, notify_shutdown, ());
METHOD(std::size_t, const NodeGraphInterface, count_graph_users, ());
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const NodeGraphInterface, get_publishers_info_by_topic,
  (const std::string &, bool));
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const NodeGraphInterface, get_subscriptions_info_by_topic,
  (const std::string &, bool));
MISSING(rclcpp, convert_to_topic_info_list, "there is no rcl below, whose list it converts");

HEADER("rclcpp/node_interfaces/node_logging_interface.hpp");
METHOD(rclcpp::Logger, const NodeLoggingInterface, get_logger, ());
METHOD(const char *, const NodeLoggingInterface, get_logger_name, ());
METHOD(
  void, NodeLoggingInterface, create_logger_services,
  (rclcpp::node_interfaces::NodeServicesInterface::SharedPtr));

HEADER("rclcpp/node_interfaces/node_timers_interface.hpp");
METHOD(
  void, NodeTimersInterface, add_timer,
  (rclcpp::TimerBase::SharedPtr, rclcpp::CallbackGroup::SharedPtr));

HEADER("rclcpp/node_interfaces/node_topics_interface.hpp");
METHOD(
  void, NodeTopicsInterface, add_publisher,
  (rclcpp::PublisherBase::SharedPtr, rclcpp::CallbackGroup::SharedPtr));
METHOD(
  void, NodeTopicsInterface, add_subscription,
  (rclcpp::SubscriptionBase::SharedPtr, rclcpp::CallbackGroup::SharedPtr));
METHOD(NodeBaseInterface *, const NodeTopicsInterface, get_node_base_interface, ());
METHOD(NodeTimersInterface *, const NodeTopicsInterface, get_node_timers_interface, ());
METHOD(std::string, const NodeTopicsInterface, resolve_topic_name, (const std::string &, bool));
MISSING_MEMBER(
  NodeTopicsInterface, create_publisher, "create_publisher() makes it without a factory");
MISSING_MEMBER(
  NodeTopicsInterface, create_subscription, "create_subscription() makes it without a factory");

HEADER("rclcpp/node_interfaces/node_waitables_interface.hpp");
METHOD(
  void, NodeWaitablesInterface, add_waitable,
  (rclcpp::Waitable::SharedPtr, rclcpp::CallbackGroup::SharedPtr));
METHOD(
  void, NodeWaitablesInterface, remove_waitable,
  (rclcpp::Waitable::SharedPtr, rclcpp::CallbackGroup::SharedPtr));

HEADER("rclcpp/node_interfaces/node_time_source_interface.hpp");
TYPE(NodeTimeSourceInterface);

MISSING_HEADER(
  "rclcpp/graph_listener.hpp", "graph changes are events of the participant: no thread listens");
