// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Lifecycle nodes (rclcpp_lifecycle)
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rclcpp_lifecycle/lifecycle_node_impl.hpp"
#include "rclcpp_lifecycle/type_traits/is_manageable_node.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/trigger.hpp"

using rclcpp_lifecycle::LifecycleNode;
using rclcpp_lifecycle::ManagedEntityInterface;
using rclcpp_lifecycle::SimpleManagedEntity;
using rclcpp_lifecycle::State;
using rclcpp_lifecycle::Transition;
using rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface;
using CallbackReturn = LifecycleNodeInterface::CallbackReturn;
using LifecyclePublisherOf = rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>;
using Trigger = std_srvs::srv::Trigger;
using CallbackOf = std::function<CallbackReturn(const State &)>;
using LifecycleNames = std::map<std::string, std::vector<std::string>>;

HEADER("rclcpp_lifecycle/lifecycle_node.hpp");
TYPE(rclcpp_lifecycle::LifecycleNode);
CONSTRUCTOR(LifecycleNode, (const std::string &, const rclcpp::NodeOptions &, bool));
CONSTRUCTOR(
  LifecycleNode, (const std::string &, const std::string &, const rclcpp::NodeOptions &, bool));
METHOD(const char *, const LifecycleNode, get_name, ());
METHOD(const char *, const LifecycleNode, get_namespace, ());
METHOD(const char *, const LifecycleNode, get_fully_qualified_name, ());
METHOD(rclcpp::Logger, const LifecycleNode, get_logger, ());
METHOD(
  rclcpp::CallbackGroup::SharedPtr, LifecycleNode, create_callback_group,
  (rclcpp::CallbackGroupType, bool));
METHOD(
  void, LifecycleNode, for_each_callback_group,
  (const rclcpp::node_interfaces::NodeBaseInterface::CallbackGroupFunction &));
USE(
  create_publisher, std::shared_ptr<LifecyclePublisherOf> publisher =
                      api::some<LifecycleNode>().create_publisher<std_msgs::msg::String>("a", 10));
USE(
  create_subscription,
  auto subscription = api::some<LifecycleNode>().create_subscription<std_msgs::msg::String>(
    "a", 10, [](const std_msgs::msg::String &) {}));
USE(
  create_wall_timer,
  rclcpp::TimerBase::SharedPtr timer =
    api::some<LifecycleNode>().create_wall_timer(std::chrono::seconds(1), [] {}));
USE(
  create_timer, rclcpp::TimerBase::SharedPtr timer =
                  api::some<LifecycleNode>().create_timer(std::chrono::seconds(1), [] {}));
USE(create_client, auto client = api::some<LifecycleNode>().create_client<Trigger>("a"));
USE(
  create_service, auto service = api::some<LifecycleNode>().create_service<Trigger>(
                    "a", [](const Trigger::Request::SharedPtr, Trigger::Response::SharedPtr) {}));
METHOD(
  std::shared_ptr<rclcpp::GenericPublisher>, LifecycleNode, create_generic_publisher,
  (const std::string &, const std::string &, const rclcpp::QoS &));
USE(
  create_generic_subscription,
  auto subscription = api::some<LifecycleNode>().create_generic_subscription(
    "a", "std_msgs/msg/String", 10, [](std::shared_ptr<rclcpp::SerializedMessage>) {}));
USE(
  declare_parameter,
  [[maybe_unused]] int rate = api::some<LifecycleNode>().declare_parameter("rate", 1));
USE(
  declare_parameter,
  [[maybe_unused]] int rate = api::some<LifecycleNode>().declare_parameter<int>("rate"));
USE(
  declare_parameters, std::vector<int> rates = api::some<LifecycleNode>().declare_parameters(
                        "rates", std::map<std::string, int>{{"left", 1}}));
METHOD(void, LifecycleNode, undeclare_parameter, (const std::string &));
METHOD(bool, const LifecycleNode, has_parameter, (const std::string &));
METHOD(
  rcl_interfaces::msg::SetParametersResult, LifecycleNode, set_parameter,
  (const rclcpp::Parameter &));
METHOD(
  std::vector<rcl_interfaces::msg::SetParametersResult>, LifecycleNode, set_parameters,
  (const std::vector<rclcpp::Parameter> &));
METHOD(
  rcl_interfaces::msg::SetParametersResult, LifecycleNode, set_parameters_atomically,
  (const std::vector<rclcpp::Parameter> &));
METHOD(rclcpp::Parameter, const LifecycleNode, get_parameter, (const std::string &));
METHOD(bool, const LifecycleNode, get_parameter, (const std::string &, rclcpp::Parameter &));
METHOD(bool, const LifecycleNode, get_parameter, (const std::string &, int &));
METHOD(bool, const LifecycleNode, get_parameter_or, (const std::string &, int &, const int &));
METHOD(
  std::vector<rclcpp::Parameter>, const LifecycleNode, get_parameters,
  (const std::vector<std::string> &));
METHOD(
  bool, const LifecycleNode, get_parameters, (const std::string &, std::map<std::string, int> &));
METHOD(
  rcl_interfaces::msg::ParameterDescriptor, const LifecycleNode, describe_parameter,
  (const std::string &));
METHOD(
  std::vector<rcl_interfaces::msg::ParameterDescriptor>, const LifecycleNode, describe_parameters,
  (const std::vector<std::string> &));
METHOD(
  std::vector<std::uint8_t>, const LifecycleNode, get_parameter_types,
  (const std::vector<std::string> &));
METHOD(
  rcl_interfaces::msg::ListParametersResult, const LifecycleNode, list_parameters,
  (const std::vector<std::string> &, std::uint64_t));
METHOD(
  LifecycleNode::PreSetParametersCallbackHandle::SharedPtr, LifecycleNode,
  add_pre_set_parameters_callback, (LifecycleNode::PreSetParametersCallbackType));
METHOD(
  LifecycleNode::OnSetParametersCallbackHandle::SharedPtr, LifecycleNode,
  add_on_set_parameters_callback, (LifecycleNode::OnSetParametersCallbackType));
METHOD(
  LifecycleNode::PostSetParametersCallbackHandle::SharedPtr, LifecycleNode,
  add_post_set_parameters_callback, (LifecycleNode::PostSetParametersCallbackType));
METHOD(
  void, LifecycleNode, remove_pre_set_parameters_callback,
  (const LifecycleNode::PreSetParametersCallbackHandle *));
METHOD(
  void, LifecycleNode, remove_on_set_parameters_callback,
  (const LifecycleNode::OnSetParametersCallbackHandle *));
METHOD(
  void, LifecycleNode, remove_post_set_parameters_callback,
  (const LifecycleNode::PostSetParametersCallbackHandle *));
METHOD(std::vector<std::string>, const LifecycleNode, get_node_names, ());
METHOD(LifecycleNames, const LifecycleNode, get_topic_names_and_types, (bool));
METHOD(LifecycleNames, const LifecycleNode, get_service_names_and_types, ());
METHOD(
  LifecycleNames, const LifecycleNode, get_service_names_and_types_by_node,
  (const std::string &, const std::string &));
METHOD(std::size_t, const LifecycleNode, count_publishers, (const std::string &));
METHOD(std::size_t, const LifecycleNode, count_subscribers, (const std::string &));
METHOD(std::size_t, const LifecycleNode, count_clients, (const std::string &));
METHOD(std::size_t, const LifecycleNode, count_services, (const std::string &));
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const LifecycleNode, get_publishers_info_by_topic,
  (const std::string &, bool));
METHOD(
  std::vector<rclcpp::TopicEndpointInfo>, const LifecycleNode, get_subscriptions_info_by_topic,
  (const std::string &, bool));
METHOD(rclcpp::Event::SharedPtr, LifecycleNode, get_graph_event, ());
METHOD(
  void, LifecycleNode, wait_for_graph_change, (rclcpp::Event::SharedPtr, std::chrono::nanoseconds));
METHOD(rclcpp::Clock::SharedPtr, LifecycleNode, get_clock, ());
METHOD(rclcpp::Clock::ConstSharedPtr, const LifecycleNode, get_clock, ());
METHOD(rclcpp::Time, const LifecycleNode, now, ());
USE(
  get_node_base_interface and the ten others,
  const auto parts = std::tuple(
    api::some<LifecycleNode>().get_node_base_interface(),
    api::some<LifecycleNode>().get_node_clock_interface(),
    api::some<LifecycleNode>().get_node_graph_interface(),
    api::some<LifecycleNode>().get_node_logging_interface(),
    api::some<LifecycleNode>().get_node_timers_interface(),
    api::some<LifecycleNode>().get_node_topics_interface(),
    api::some<LifecycleNode>().get_node_services_interface(),
    api::some<LifecycleNode>().get_node_parameters_interface(),
    api::some<LifecycleNode>().get_node_time_source_interface(),
    api::some<LifecycleNode>().get_node_type_descriptions_interface(),
    api::some<LifecycleNode>().get_node_waitables_interface()));
METHOD(const rclcpp::NodeOptions &, const LifecycleNode, get_node_options, ());
METHOD(const State &, const LifecycleNode, get_current_state, ());
METHOD(std::vector<State>, const LifecycleNode, get_available_states, ());
METHOD(std::vector<Transition>, const LifecycleNode, get_available_transitions, ());
METHOD(std::vector<Transition>, const LifecycleNode, get_transition_graph, ());
METHOD(const State &, LifecycleNode, trigger_transition, (const Transition &));
METHOD(const State &, LifecycleNode, trigger_transition, (const Transition &, CallbackReturn &));
METHOD(const State &, LifecycleNode, trigger_transition, (std::uint8_t));
METHOD(const State &, LifecycleNode, trigger_transition, (std::uint8_t, CallbackReturn &));
METHOD(const State &, LifecycleNode, configure, ());
METHOD(const State &, LifecycleNode, configure, (CallbackReturn &));
METHOD(const State &, LifecycleNode, cleanup, ());
METHOD(const State &, LifecycleNode, cleanup, (CallbackReturn &));
METHOD(const State &, LifecycleNode, activate, ());
METHOD(const State &, LifecycleNode, activate, (CallbackReturn &));
METHOD(const State &, LifecycleNode, deactivate, ());
METHOD(const State &, LifecycleNode, deactivate, (CallbackReturn &));
METHOD(const State &, LifecycleNode, shutdown, ());
METHOD(const State &, LifecycleNode, shutdown, (CallbackReturn &));
METHOD(bool, LifecycleNode, register_on_configure, (CallbackOf));
METHOD(bool, LifecycleNode, register_on_cleanup, (CallbackOf));
METHOD(bool, LifecycleNode, register_on_shutdown, (CallbackOf));
METHOD(bool, LifecycleNode, register_on_activate, (CallbackOf));
METHOD(bool, LifecycleNode, register_on_deactivate, (CallbackOf));
METHOD(bool, LifecycleNode, register_on_error, (CallbackOf));
METHOD(CallbackReturn, LifecycleNode, on_activate, (const State &));
METHOD(CallbackReturn, LifecycleNode, on_deactivate, (const State &));
USE(
  create_default_publisher_options,
  const auto options = rclcpp_lifecycle::create_default_publisher_options<std::allocator<void>>());
USE(
  create_default_subscription_options,
  const auto options =
    rclcpp_lifecycle::create_default_subscription_options<std::allocator<void>>());
DIFFERENT(
  ~LifecycleNode,
  "publishes on ~/transition_event that the node is finalized; as in ROS 2, it calls no callback");
DIFFERENT(
  get_current_state,
  "refers to a constant: a reference that was taken before a transition still names the state "
  "before it");
DIFFERENT(
  for_each_callback_group,
  "also passes the two groups of the services: that of ~/change_state and that of the queries");

HEADER("rclcpp_lifecycle/lifecycle_node_impl.hpp");

HEADER("rclcpp_lifecycle/lifecycle_publisher.hpp");
TYPE(rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>);
METHOD(void, LifecyclePublisherOf, publish, (LifecyclePublisherOf::MessageUniquePtr));
METHOD(void, LifecyclePublisherOf, publish, (const std_msgs::msg::String &));
METHOD(void, LifecyclePublisherOf, publish, (rclcpp::LoanedMessage<std_msgs::msg::String> &&));
METHOD(void, LifecyclePublisherOf, on_activate, ());
METHOD(void, LifecyclePublisherOf, on_deactivate, ());
METHOD(bool, const LifecyclePublisherOf, is_activated, ());

HEADER("rclcpp_lifecycle/managed_entity.hpp");
TYPE(rclcpp_lifecycle::ManagedEntityInterface);
METHOD(void, ManagedEntityInterface, on_activate, ());
METHOD(void, ManagedEntityInterface, on_deactivate, ());
TYPE(rclcpp_lifecycle::SimpleManagedEntity);
METHOD(bool, const SimpleManagedEntity, is_activated, ());

HEADER("rclcpp_lifecycle/state.hpp");
TYPE(rclcpp_lifecycle::State);
CONSTRUCTOR(State, ());
CONSTRUCTOR(State, (std::uint8_t, const std::string &, rcutils_allocator_t));
CONSTRUCTOR(State, (const rcl_lifecycle_state_t *, rcutils_allocator_t));
METHOD(std::uint8_t, const State, id, ());
METHOD(std::string, const State, label, ());

HEADER("rclcpp_lifecycle/transition.hpp");
TYPE(rclcpp_lifecycle::Transition);
CONSTRUCTOR(Transition, (std::uint8_t, const std::string &, rcutils_allocator_t));
CONSTRUCTOR(
  Transition, (std::uint8_t, const std::string &, State &&, State &&, rcutils_allocator_t));
CONSTRUCTOR(Transition, (const rcl_lifecycle_transition_t *, rcutils_allocator_t));
METHOD(std::uint8_t, const Transition, id, ());
METHOD(std::string, const Transition, label, ());
METHOD(State, const Transition, start_state, ());
METHOD(State, const Transition, goal_state, ());

HEADER("rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp");
TYPE(rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface);
ENUMERATORS(LifecycleNodeInterface::CallbackReturn, SUCCESS, FAILURE, ERROR);
METHOD(CallbackReturn, LifecycleNodeInterface, on_configure, (const State &));
METHOD(CallbackReturn, LifecycleNodeInterface, on_cleanup, (const State &));
METHOD(CallbackReturn, LifecycleNodeInterface, on_shutdown, (const State &));
METHOD(CallbackReturn, LifecycleNodeInterface, on_activate, (const State &));
METHOD(CallbackReturn, LifecycleNodeInterface, on_deactivate, (const State &));
METHOD(CallbackReturn, LifecycleNodeInterface, on_error, (const State &));

HEADER("rclcpp_lifecycle/type_traits/is_manageable_node.hpp");
USE(has_on_activate, static_assert(has_on_activate<SimpleManagedEntity>::value));
USE(has_on_deactivate, static_assert(has_on_deactivate<SimpleManagedEntity>::value));
USE(is_manageable_node, static_assert(is_manageable_node<LifecyclePublisherOf>::value));

HEADER("rclcpp_lifecycle/visibility_control.h");
USE(RCLCPP_LIFECYCLE_PUBLIC, struct RCLCPP_LIFECYCLE_PUBLIC Visible{});
