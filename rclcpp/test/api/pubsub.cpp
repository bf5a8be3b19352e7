// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Publishers and subscriptions
#include "api.hpp"
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/create_generic_subscription.hpp"
#include "rclcpp/is_ros_compatible_type.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "rclcpp/subscription_traits.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "rclcpp/type_adapter.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "std_msgs/msg/string.hpp"

using String = std_msgs::msg::String;
using rclcpp::Node;
using rclcpp::PublisherBase;
using rclcpp::SerializedMessage;
using rclcpp::SubscriptionBase;
using PublisherOf = rclcpp::Publisher<String>;
using SubscriptionOf = rclcpp::Subscription<String>;
using Loaned = rclcpp::LoanedMessage<String>;
using OnNumber = std::function<void(std::size_t)>;

HEADER("rclcpp/publisher_base.hpp");
TYPE(rclcpp::PublisherBase);
METHOD(const char *, const PublisherBase, get_topic_name, ());
METHOD(std::size_t, const PublisherBase, get_queue_size, ());
METHOD(const rmw_gid_t &, const PublisherBase, get_gid, ());
METHOD(std::size_t, const PublisherBase, get_subscription_count, ());
METHOD(std::size_t, const PublisherBase, get_intra_process_subscription_count, ());
METHOD(bool, const PublisherBase, is_durability_transient_local, ());
METHOD(bool, const PublisherBase, assert_liveliness, ());
METHOD(rclcpp::QoS, const PublisherBase, get_actual_qos, ());
METHOD(bool, const PublisherBase, can_loan_messages, ());
METHOD(bool, const PublisherBase, operator==, (const rmw_gid_t &));
METHOD(bool, const PublisherBase, wait_for_all_acked, (std::chrono::seconds));
METHOD(
  std::vector<rclcpp::NetworkFlowEndpoint>, const PublisherBase, get_network_flow_endpoints, ());
METHOD(std::size_t, const PublisherBase, lowest_available_ipm_capacity, ());
METHOD(void, PublisherBase, set_on_new_qos_event_callback, (OnNumber, rcl_publisher_event_type_t));
METHOD(void, PublisherBase, clear_on_new_qos_event_callback, (rcl_publisher_event_type_t));
USE(get_event_handlers, auto & handlers = api::some<const PublisherBase>().get_event_handlers();
    handlers.begin());
MISSING_MEMBER(PublisherBase, get_publisher_handle, "there is no rcl below");
MISSING_MEMBER(PublisherBase, setup_intra_process, "the registry of a context's endpoints does it");

HEADER("rclcpp/publisher.hpp");
TYPE(rclcpp::Publisher<String>);
TYPE(PublisherOf::PublishedType);
TYPE(PublisherOf::ROSMessageType);
METHOD(void, PublisherOf, publish, (std::unique_ptr<String>));
METHOD(void, PublisherOf, publish, (const String &));
METHOD(void, PublisherOf, publish, (const SerializedMessage &));
METHOD(void, PublisherOf, publish, (const rcl_serialized_message_t &));
METHOD(void, PublisherOf, publish, (Loaned &&));
METHOD(Loaned, PublisherOf, borrow_loaned_message, ());
USE(
  get_published_type_allocator,
  auto allocator = api::some<const PublisherOf>().get_published_type_allocator());
USE(
  get_ros_message_type_allocator,
  auto allocator = api::some<const PublisherOf>().get_ros_message_type_allocator());

HEADER("rclcpp/publisher_options.hpp");
TYPE(rclcpp::PublisherOptionsBase);
FIELD(rclcpp::IntraProcessSetting, rclcpp::PublisherOptionsBase, use_intra_process_comm);
FIELD(rclcpp::PublisherEventCallbacks, rclcpp::PublisherOptionsBase, event_callbacks);
FIELD(bool, rclcpp::PublisherOptionsBase, use_default_callbacks);
FIELD(rclcpp::CallbackGroup::SharedPtr, rclcpp::PublisherOptionsBase, callback_group);
FIELD(rclcpp::QosOverridingOptions, rclcpp::PublisherOptionsBase, qos_overriding_options);
USE(
  require_unique_network_flow_endpoints,
  api::some<rclcpp::PublisherOptionsBase>().require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED);
DIFFERENT(
  PublisherOptionsBase::rmw_implementation_payload,
  "accepted and ignored: the middleware here has no such settings",
  api::some<rclcpp::PublisherOptionsBase>().rmw_implementation_payload = nullptr);
TYPE(rclcpp::PublisherOptionsWithAllocator<std::allocator<void>>);
TYPE(rclcpp::PublisherOptions);
FIELD(std::shared_ptr<std::allocator<void>>, rclcpp::PublisherOptions, allocator);
METHOD(std::shared_ptr<std::allocator<void>>, const rclcpp::PublisherOptions, get_allocator, ());

HEADER("rclcpp/create_publisher.hpp");
USE(create_publisher, Node & node = api::some<Node>();
    PublisherOf::SharedPtr publisher = node.create_publisher<String>("topic", 10);
    publisher = rclcpp::create_publisher<String>(node, "topic", rclcpp::QoS(10)));
HEADER("rclcpp/generic_publisher.hpp");
METHOD(void, rclcpp::GenericPublisher, publish, (const SerializedMessage &));
static_assert(std::is_member_function_pointer_v<decltype(&rclcpp::GenericPublisher::publish)>);
METHOD(void, rclcpp::GenericPublisher, publish_as_loaned_msg, (const SerializedMessage &));
HEADER("rclcpp/create_generic_publisher.hpp");
USE(create_generic_publisher, Node & node = api::some<Node>();
    rclcpp::GenericPublisher::SharedPtr publisher =
      node.create_generic_publisher("topic", "std_msgs/msg/String", 10);
    publisher = rclcpp::create_generic_publisher(
      node.get_node_topics_interface(), "topic", "std_msgs/msg/String", 10));

HEADER("rclcpp/subscription_base.hpp");
TYPE(rclcpp::SubscriptionBase);
METHOD(const char *, const SubscriptionBase, get_topic_name, ());
METHOD(rclcpp::QoS, const SubscriptionBase, get_actual_qos, ());
METHOD(bool, SubscriptionBase, take_type_erased, (void *, rclcpp::MessageInfo &));
METHOD(bool, SubscriptionBase, take_serialized, (SerializedMessage &, rclcpp::MessageInfo &));
METHOD(std::shared_ptr<void>, SubscriptionBase, create_message, ());
METHOD(std::shared_ptr<SerializedMessage>, SubscriptionBase, create_serialized_message, ());
METHOD(
  void, SubscriptionBase, handle_message, (std::shared_ptr<void> &, const rclcpp::MessageInfo &));
METHOD(void, SubscriptionBase, handle_loaned_message, (void *, const rclcpp::MessageInfo &));
METHOD(
  void, SubscriptionBase, handle_serialized_message,
  (const std::shared_ptr<SerializedMessage> &, const rclcpp::MessageInfo &));
METHOD(bool, const SubscriptionBase, is_serialized, ());
METHOD(std::size_t, const SubscriptionBase, get_publisher_count, ());
METHOD(bool, const SubscriptionBase, can_loan_messages, ());
METHOD(
  std::vector<rclcpp::NetworkFlowEndpoint>, const SubscriptionBase, get_network_flow_endpoints, ());
METHOD(void, SubscriptionBase, set_on_new_message_callback, (OnNumber));
METHOD(void, SubscriptionBase, clear_on_new_message_callback, ());
MISSING_MEMBER(
  SubscriptionBase, set_on_new_intra_process_message_callback,
  "local messages and those of DDS wait in one queue; set_on_new_message_callback() reports both");
MISSING_MEMBER(
  SubscriptionBase, clear_on_new_intra_process_message_callback,
  "local messages and those of DDS wait in one queue; set_on_new_message_callback() reports both");
METHOD(
  void, SubscriptionBase, set_on_new_qos_event_callback, (OnNumber, rcl_subscription_event_type_t));
METHOD(void, SubscriptionBase, clear_on_new_qos_event_callback, (rcl_subscription_event_type_t));
METHOD(bool, const SubscriptionBase, is_cft_enabled, ());
METHOD(
  void, SubscriptionBase, set_content_filter,
  (const std::string &, const std::vector<std::string> &));
METHOD(rclcpp::ContentFilterOptions, const SubscriptionBase, get_content_filter, ());
USE(get_event_handlers, auto & handlers = api::some<const SubscriptionBase>().get_event_handlers();
    handlers.begin());
MISSING_MEMBER(SubscriptionBase, get_subscription_handle, "there is no rcl below");
METHOD(bool, SubscriptionBase, exchange_in_use_by_wait_set_state, (void *, bool));
MISSING_MEMBER(
  SubscriptionBase, get_intra_process_waitable,
  "local messages and those of DDS wait in one queue");
MISSING_MEMBER(
  SubscriptionBase, get_message_type_support_handle, "messages carry their own support");

HEADER("rclcpp/subscription.hpp");
TYPE(rclcpp::Subscription<String>);
TYPE(SubscriptionOf::SubscribedType);
TYPE(SubscriptionOf::ROSMessageType);
TYPE(SubscriptionOf::MessageMemoryStrategyType);
METHOD(bool, SubscriptionOf, take, (String &, rclcpp::MessageInfo &));
HEADER("rclcpp/subscription_options.hpp");
TYPE(rclcpp::SubscriptionOptionsBase);
FIELD(rclcpp::SubscriptionEventCallbacks, rclcpp::SubscriptionOptionsBase, event_callbacks);
FIELD(bool, rclcpp::SubscriptionOptionsBase, use_default_callbacks);
FIELD(bool, rclcpp::SubscriptionOptionsBase, ignore_local_publications);
FIELD(rclcpp::CallbackGroup::SharedPtr, rclcpp::SubscriptionOptionsBase, callback_group);
FIELD(rclcpp::IntraProcessSetting, rclcpp::SubscriptionOptionsBase, use_intra_process_comm);
FIELD(rclcpp::IntraProcessBufferType, rclcpp::SubscriptionOptionsBase, intra_process_buffer_type);
FIELD(rclcpp::QosOverridingOptions, rclcpp::SubscriptionOptionsBase, qos_overriding_options);
FIELD(rclcpp::ContentFilterOptions, rclcpp::SubscriptionOptionsBase, content_filter_options);
USE(topic_stats_options,
    auto & options = api::some<rclcpp::SubscriptionOptionsBase>().topic_stats_options;
    options.state = rclcpp::TopicStatisticsState::Enable; options.publish_topic = "/statistics";
    options.publish_period = std::chrono::seconds(1));
USE(
  require_unique_network_flow_endpoints,
  api::some<rclcpp::SubscriptionOptionsBase>().require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED);
DIFFERENT(
  SubscriptionOptionsBase::rmw_implementation_payload,
  "accepted and ignored: the middleware here has no such settings",
  api::some<rclcpp::SubscriptionOptionsBase>().rmw_implementation_payload = nullptr);
TYPE(rclcpp::SubscriptionOptions);
TYPE(rclcpp::SubscriptionOptionsWithAllocator<std::allocator<void>>);
FIELD(std::shared_ptr<std::allocator<void>>, rclcpp::SubscriptionOptions, allocator);
METHOD(std::shared_ptr<std::allocator<void>>, const rclcpp::SubscriptionOptions, get_allocator, ());

HEADER("rclcpp/create_subscription.hpp");
USE(
  create_subscription, Node & node = api::some<Node>(); auto callback = [](const String &) {};
  SubscriptionOf::SharedPtr subscription = node.create_subscription<String>("topic", 10, callback);
  subscription = rclcpp::create_subscription<String>(node, "topic", rclcpp::QoS(10), callback));
HEADER("rclcpp/generic_subscription.hpp");
TYPE(rclcpp::GenericSubscription);
HEADER("rclcpp/create_generic_subscription.hpp");
USE(
  create_generic_subscription, Node & node = api::some<Node>();
  auto callback = [](std::shared_ptr<const SerializedMessage>) {};
  rclcpp::GenericSubscription::SharedPtr subscription =
    node.create_generic_subscription("topic", "std_msgs/msg/String", 10, callback);
  subscription = rclcpp::create_generic_subscription(
    node.get_node_topics_interface(), "topic", "std_msgs/msg/String", 10, callback));
HEADER("rclcpp/any_subscription_callback.hpp");
DIFFERENT(
  AnySubscriptionCallback, "is made with the callback; what it dispatches is internal",
  rclcpp::Subscription<String>::SharedPtr s = api::some<Node>().create_subscription<String>(
    "topic", 1, [](String::ConstSharedPtr, const rclcpp::MessageInfo &) {}));

HEADER("rclcpp/event_handler.hpp");
TYPE(rclcpp::QOSDeadlineRequestedInfo);
TYPE(rclcpp::QOSDeadlineOfferedInfo);
TYPE(rclcpp::QOSLivelinessChangedInfo);
TYPE(rclcpp::QOSLivelinessLostInfo);
TYPE(rclcpp::QOSMessageLostInfo);
TYPE(rclcpp::QOSOfferedIncompatibleQoSInfo);
TYPE(rclcpp::QOSRequestedIncompatibleQoSInfo);
TYPE(rclcpp::IncompatibleTypeInfo);
TYPE(rclcpp::MatchedInfo);
TYPE(rclcpp::QOSDeadlineRequestedCallbackType);
TYPE(rclcpp::QOSDeadlineOfferedCallbackType);
TYPE(rclcpp::QOSLivelinessChangedCallbackType);
TYPE(rclcpp::QOSLivelinessLostCallbackType);
TYPE(rclcpp::QOSMessageLostCallbackType);
TYPE(rclcpp::QOSOfferedIncompatibleQoSCallbackType);
TYPE(rclcpp::QOSRequestedIncompatibleQoSCallbackType);
TYPE(rclcpp::IncompatibleTypeCallbackType);
TYPE(rclcpp::PublisherMatchedCallbackType);
TYPE(rclcpp::SubscriptionMatchedCallbackType);
FIELD(rclcpp::QOSDeadlineOfferedCallbackType, rclcpp::PublisherEventCallbacks, deadline_callback);
FIELD(rclcpp::QOSLivelinessLostCallbackType, rclcpp::PublisherEventCallbacks, liveliness_callback);
FIELD(
  rclcpp::QOSOfferedIncompatibleQoSCallbackType, rclcpp::PublisherEventCallbacks,
  incompatible_qos_callback);
FIELD(
  rclcpp::IncompatibleTypeCallbackType, rclcpp::PublisherEventCallbacks,
  incompatible_type_callback);
FIELD(rclcpp::PublisherMatchedCallbackType, rclcpp::PublisherEventCallbacks, matched_callback);
FIELD(
  rclcpp::QOSDeadlineRequestedCallbackType, rclcpp::SubscriptionEventCallbacks, deadline_callback);
FIELD(
  rclcpp::QOSLivelinessChangedCallbackType, rclcpp::SubscriptionEventCallbacks,
  liveliness_callback);
FIELD(
  rclcpp::QOSRequestedIncompatibleQoSCallbackType, rclcpp::SubscriptionEventCallbacks,
  incompatible_qos_callback);
FIELD(
  rclcpp::QOSMessageLostCallbackType, rclcpp::SubscriptionEventCallbacks, message_lost_callback);
FIELD(
  rclcpp::IncompatibleTypeCallbackType, rclcpp::SubscriptionEventCallbacks,
  incompatible_type_callback);
FIELD(
  rclcpp::SubscriptionMatchedCallbackType, rclcpp::SubscriptionEventCallbacks, matched_callback);
CONSTRUCTOR(
  rclcpp::UnsupportedEventTypeException,
  (const rclcpp::exceptions::RCLErrorBase &, const std::string &));
TYPE(rclcpp::EventHandlerBase);
METHOD(std::size_t, rclcpp::EventHandlerBase, get_number_of_ready_events, ());
METHOD(void, rclcpp::EventHandlerBase, add_to_wait_set, (rcl_wait_set_t &));
METHOD(bool, rclcpp::EventHandlerBase, is_ready, (const rcl_wait_set_t &));
METHOD(
  void, rclcpp::EventHandlerBase, set_on_ready_callback, (std::function<void(std::size_t, int)>));
METHOD(void, rclcpp::EventHandlerBase, clear_on_ready_callback, ());
MISSING(rclcpp, EventHandler, "the handlers are made with the endpoint");

HEADER("rclcpp/intra_process_setting.hpp");
ENUMERATORS(rclcpp::IntraProcessSetting, Enable, Disable, NodeDefault);
HEADER("rclcpp/intra_process_buffer_type.hpp");
ENUMERATORS(rclcpp::IntraProcessBufferType, SharedPtr, UniquePtr, CallbackDefault);

HEADER("rclcpp/message_info.hpp");
CONSTRUCTOR(rclcpp::MessageInfo, ());
CONSTRUCTOR(rclcpp::MessageInfo, (const rmw_message_info_t &));
METHOD(const rmw_message_info_t &, const rclcpp::MessageInfo, get_rmw_message_info, ());
METHOD(rmw_message_info_t &, rclcpp::MessageInfo, get_rmw_message_info, ());

HEADER("rclcpp/loaned_message.hpp");
TYPE(rclcpp::LoanedMessage<String>);
METHOD(bool, const Loaned, is_valid, ());
METHOD(String &, const Loaned, get, ());
USE(release, String::UniquePtr message = api::some<Loaned>().release());

HEADER("rclcpp/serialized_message.hpp");
CONSTRUCTOR(SerializedMessage, (const rcl_allocator_t &));
CONSTRUCTOR(SerializedMessage, (std::size_t, const rcl_allocator_t &));
CONSTRUCTOR(SerializedMessage, ());
CONSTRUCTOR(SerializedMessage, (std::size_t));
CONSTRUCTOR(SerializedMessage, (const SerializedMessage &));
CONSTRUCTOR(SerializedMessage, (SerializedMessage &&));
CONSTRUCTOR(SerializedMessage, (const rcl_serialized_message_t &));
METHOD(rcl_serialized_message_t &, SerializedMessage, get_rcl_serialized_message, ());
METHOD(const rcl_serialized_message_t &, const SerializedMessage, get_rcl_serialized_message, ());
METHOD(std::size_t, const SerializedMessage, size, ());
METHOD(std::size_t, const SerializedMessage, capacity, ());
METHOD(void, SerializedMessage, reserve, (std::size_t));
METHOD(rcl_serialized_message_t, SerializedMessage, release_rcl_serialized_message, ());
HEADER("rclcpp/serialization.hpp");
CONSTRUCTOR(rclcpp::SerializationBase, (const rosidl_message_type_support_t *));
CONSTRUCTOR(rclcpp::Serialization<String>, ());
METHOD(
  void, const rclcpp::SerializationBase, serialize_message, (const void *, SerializedMessage *));
METHOD(
  void, const rclcpp::SerializationBase, deserialize_message, (const SerializedMessage *, void *));

HEADER("rclcpp/message_memory_strategy.hpp");
using Strategy = rclcpp::message_memory_strategy::MessageMemoryStrategy<String>;
TYPE(rclcpp::message_memory_strategy::MessageMemoryStrategy<String>);
FIELD(std::shared_ptr<Strategy::BufferAlloc>, Strategy, buffer_allocator_);
CONSTRUCTOR(Strategy, (std::shared_ptr<std::allocator<void>>));
FUNCTION(Strategy::SharedPtr, Strategy::create_default, ());
METHOD(std::shared_ptr<String>, Strategy, borrow_message, ());
METHOD(std::shared_ptr<SerializedMessage>, Strategy, borrow_serialized_message, (std::size_t));
METHOD(std::shared_ptr<SerializedMessage>, Strategy, borrow_serialized_message, ());
METHOD(void, Strategy, set_default_buffer_capacity, (std::size_t));
METHOD(void, Strategy, return_message, (std::shared_ptr<String> &));
METHOD(void, Strategy, return_serialized_message, (std::shared_ptr<SerializedMessage> &));
HEADER("rclcpp/strategies/message_pool_memory_strategy.hpp");
USE(MessagePoolMemoryStrategy,
    rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy<String, 4> pool;
    pool.borrow_message());
HEADER("rclcpp/allocator/allocator_common.hpp");
TYPE(rclcpp::allocator::AllocRebind<String, std::allocator<void>>::allocator_type);
USE(
  get_rcl_allocator, rclcpp::allocator::get_rcl_allocator<char>(api::some<std::allocator<char>>()));
FUNCTION(void *, rclcpp::allocator::retyped_allocate<std::allocator<char>>, (std::size_t, void *));
FUNCTION(
  void *, rclcpp::allocator::retyped_zero_allocate<std::allocator<char>>,
  (std::size_t, std::size_t, void *));
USE(
  retyped_deallocate,
  rclcpp::allocator::retyped_deallocate<char, std::allocator<char>>(nullptr, nullptr));
USE(
  retyped_reallocate,
  rclcpp::allocator::retyped_reallocate<char, std::allocator<char>>(nullptr, 2u, nullptr));
HEADER("rclcpp/allocator/allocator_deleter.hpp");
DIFFERENT(
  AllocatorDeleter,
  "keeps a copy of the allocator, which get_allocator() returns: the allocator given need not "
  "outlive it",
  rclcpp::allocator::AllocatorDeleter<std::allocator<String>> deleter;
  deleter.get_allocator());
TYPE(rclcpp::allocator::Deleter<std::allocator<String>, String>);
USE(
  set_allocator_for_deleter,
  rclcpp::allocator::set_allocator_for_deleter(
    &api::some<rclcpp::allocator::AllocatorDeleter<std::allocator<String>>>(),
    &api::some<std::allocator<String>>()));

HEADER("rclcpp/type_adapter.hpp");
TYPE(rclcpp::TypeAdapter<int, String>);
TYPE(rclcpp::is_type_adapter<rclcpp::TypeAdapter<int, String>>);
TYPE(rclcpp::adapt_type<int>::as<String>);
TYPE(rclcpp::ImplicitTypeAdapter<int>);
HEADER("rclcpp/is_ros_compatible_type.hpp");
USE(is_ros_compatible_type, static_assert(rclcpp::is_ros_compatible_type<String>::value));

HEADER("rclcpp/subscription_content_filter_options.hpp");
FIELD(std::string, rclcpp::ContentFilterOptions, filter_expression);
FIELD(std::vector<std::string>, rclcpp::ContentFilterOptions, expression_parameters);
HEADER("rclcpp/topic_statistics_state.hpp");
ENUMERATORS(rclcpp::TopicStatisticsState, Enable, Disable, NodeDefault);
HEADER("rclcpp/topic_statistics/subscription_topic_statistics.hpp");
using Statistics = rclcpp::topic_statistics::SubscriptionTopicStatistics;
USE(kDefaultPublishTopicName,
    const char * name = rclcpp::topic_statistics::kDefaultPublishTopicName;
    (void)name);
USE(kDefaultPublishingPeriod,
    std::chrono::milliseconds period = rclcpp::topic_statistics::kDefaultPublishingPeriod;
    (void)period);
CONSTRUCTOR(
  Statistics,
  (const std::string &, rclcpp::Publisher<statistics_msgs::msg::MetricsMessage>::SharedPtr));
METHOD(void, const Statistics, handle_message, (const rmw_message_info_t &, rclcpp::Time));
METHOD(void, Statistics, publish_message_and_reset_measurements, ());
METHOD(void, Statistics, set_publisher_timer, (rclcpp::TimerBase::SharedPtr));
HEADER("rclcpp/network_flow_endpoint.hpp");
TYPE(rclcpp::NetworkFlowEndpoint);
METHOD(const std::string &, const rclcpp::NetworkFlowEndpoint, transport_protocol, ());
METHOD(const std::string &, const rclcpp::NetworkFlowEndpoint, internet_protocol, ());
METHOD(std::uint16_t, const rclcpp::NetworkFlowEndpoint, transport_port, ());
METHOD(std::uint32_t, const rclcpp::NetworkFlowEndpoint, flow_label, ());
METHOD(std::uint8_t, const rclcpp::NetworkFlowEndpoint, dscp, ());
METHOD(const std::string &, const rclcpp::NetworkFlowEndpoint, internet_address, ());
FUNCTION(std::ostream &, rclcpp::operator<<, (std::ostream &, const rclcpp::NetworkFlowEndpoint &));

HEADER("rclcpp/wait_for_message.hpp");
USE(wait_for_message, String message; rclcpp::wait_for_message(
      message, api::some<Node::SharedPtr>(), "topic", std::chrono::seconds(1));
    rclcpp::wait_for_message(
      message, api::some<SubscriptionOf::SharedPtr>(), api::some<rclcpp::Context::SharedPtr>(),
      std::chrono::seconds(1)));

HEADER("rclcpp/experimental/buffers/intra_process_buffer.hpp");
MISSING(
  rclcpp::experimental, buffers,
  "another design: each subscription has one queue; the header is there because programs include "
  "it and use nothing of it");

MISSING_HEADER("rclcpp/publisher_factory.hpp", "create_publisher() needs no factory");
MISSING_HEADER("rclcpp/subscription_factory.hpp", "create_subscription() needs no factory");
HEADER("rclcpp/subscription_traits.hpp");
TYPE(rclcpp::subscription_traits::extract_message_type<std::shared_ptr<const String>>::type);
TYPE(rclcpp::subscription_traits::has_message_type<void (*)(const String &)>::type);
USE(
  is_serialized_callback, static_assert(rclcpp::subscription_traits::is_serialized_callback<
                                        void (*)(rclcpp::SerializedMessage)>::value));
MISSING_HEADER(
  "rclcpp/experimental/intra_process_manager.hpp",
  "another design: the registry of a context's endpoints");
MISSING_HEADER(
  "rclcpp/experimental/buffers/ring_buffer_implementation.hpp",
  "another design: each subscription has one queue");
