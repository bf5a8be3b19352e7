// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS overrides by parameters: which parameters are declared, their valid values, and the QoS that
// the endpoint uses.
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/qos_overriding_options.hpp"
#include "std_msgs/msg/string.hpp"

using rclcpp::QosOverridingOptions;
using rclcpp::QosPolicyKind;
using std_msgs::msg::String;

namespace
{

class QosOverrides : public pubsub_test::PubSub
{
protected:
  std::shared_ptr<rclcpp::Node> node_with(std::vector<rclcpp::Parameter> overrides)
  {
    rclcpp::NodeOptions options;
    options.context(context).parameter_overrides(std::move(overrides)).enable_rosout(false);
    nodes.push_back(std::make_shared<rclcpp::Node>("node", "ns", options));
    return nodes.back();
  }

  static rclcpp::PublisherOptions publisher_options(QosOverridingOptions overriding)
  {
    rclcpp::PublisherOptions options;
    options.qos_overriding_options = std::move(overriding);
    return options;
  }

  static std::string error_of(const std::function<void()> & create)
  {
    try {
      create();
    } catch (const rclcpp::exceptions::InvalidQosOverridesException & error) {
      return error.what();
    }
    ADD_FAILURE() << "not refused";
    return {};
  }
};

TEST_F(QosOverrides, DeclareOnlyTheChosenPolicies)
{
  auto node = node_with({{"qos_overrides./ns/topic.publisher.depth", 3}});
  auto publisher = node->create_publisher<String>("topic", 10);
  EXPECT_EQ(publisher->get_actual_qos().depth(), 10u);
  EXPECT_FALSE(node->has_parameter("qos_overrides./ns/topic.publisher.depth"));
}

TEST_F(QosOverrides, OverrideTheDefaultPoliciesOfAPublisher)
{
  auto node = node_with(
    {{"qos_overrides./ns/topic.publisher.depth", 3},
     {"qos_overrides./ns/topic.publisher.reliability", "best_effort"}});
  auto publisher = node->create_publisher<String>(
    "topic", 10, publisher_options(QosOverridingOptions::with_default_policies()));
  EXPECT_EQ(publisher->get_actual_qos().depth(), 3u);
  EXPECT_EQ(publisher->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  const auto history = node->get_parameter("qos_overrides./ns/topic.publisher.history");
  EXPECT_EQ(history.as_string(), "keep_last") << "the default is the QoS given";
  const auto descriptor = node->describe_parameter("qos_overrides./ns/topic.publisher.reliability");
  EXPECT_TRUE(descriptor.read_only);
  EXPECT_EQ(descriptor.type, rclcpp::PARAMETER_STRING);
  EXPECT_FALSE(node->set_parameter({"qos_overrides./ns/topic.publisher.depth", 4}).successful);
  EXPECT_EQ(node->list_parameters({"qos_overrides./ns/topic"}, 0).names.size(), 3u);
}

TEST_F(QosOverrides, OverrideEveryPolicyOfASubscriptionWithAnId)
{
  const std::string prefix = "qos_overrides./ns/topic.subscription_left.";
  auto node = node_with(
    {{prefix + "avoid_ros_namespace_conventions", true},
     {prefix + "deadline", 1'000'000'001},
     {prefix + "durability", "transient_local"},
     {prefix + "history", "keep_all"},
     {prefix + "liveliness", "manual_by_topic"},
     {prefix + "liveliness_lease_duration", 2'000'000'000},
     {prefix + "reliability", "reliable"}});
  rclcpp::SubscriptionOptions options;
  options.qos_overriding_options = QosOverridingOptions(
    {QosPolicyKind::AvoidRosNamespaceConventions, QosPolicyKind::Deadline, QosPolicyKind::Depth,
     QosPolicyKind::Durability, QosPolicyKind::History, QosPolicyKind::Lifespan,
     QosPolicyKind::Liveliness, QosPolicyKind::LivelinessLeaseDuration, QosPolicyKind::Reliability},
    nullptr, "left");
  auto subscription = node->create_subscription<String>(
    "topic", rclcpp::SensorDataQoS(), [](const String &) {}, options);
  const rclcpp::QoS qos = subscription->get_actual_qos();
  EXPECT_EQ(qos.deadline().nanoseconds(), 1'000'000'001);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.history(), rclcpp::HistoryPolicy::KeepAll);
  EXPECT_EQ(qos.liveliness(), rclcpp::LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(qos.liveliness_lease_duration().nanoseconds(), 2'000'000'000);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_TRUE(qos.avoid_ros_namespace_conventions());
  EXPECT_EQ(node->get_parameter(prefix + "depth").as_int(), 5);
  EXPECT_FALSE(node->has_parameter(prefix + "lifespan")) << "subscriptions have none";
}

TEST_F(QosOverrides, OverrideLifespanAndUnlimitedDurations)
{
  const std::string prefix = "qos_overrides./ns/topic.publisher.";
  auto node = node_with({{prefix + "lifespan", 5'000}});
  const rmw_time_t without_limit = RMW_DURATION_INFINITE;
  auto publisher = node->create_publisher<String>(
    "topic", rclcpp::QoS(1).deadline(without_limit),
    publisher_options({QosPolicyKind::Lifespan, QosPolicyKind::Deadline}));
  EXPECT_EQ(publisher->get_actual_qos().lifespan().nanoseconds(), 5'000);
  EXPECT_EQ(node->get_parameter(prefix + "deadline").as_int(), INT64_MAX);
}

TEST_F(QosOverrides, AreNamedByTheRemappedTopic)
{
  rclcpp::NodeOptions options;
  options.context(context).arguments(
    {"--ros-args", "-r", "topic:=/else/where", "-p",
     "qos_overrides./else/where.publisher.depth:=7"});
  nodes.push_back(std::make_shared<rclcpp::Node>("node", options));
  auto publisher = nodes.back()->create_publisher<String>(
    "topic", 1, publisher_options(QosOverridingOptions::with_default_policies()));
  EXPECT_EQ(publisher->get_actual_qos().depth(), 7u);
}

TEST_F(QosOverrides, AreSharedByEndpointsWithTheSameId)
{
  auto node = node_with({{"qos_overrides./ns/topic.publisher.depth", 3}});
  const auto options = publisher_options(QosOverridingOptions::with_default_policies());
  auto first = node->create_publisher<String>("topic", 10, options);
  auto second = node->create_publisher<String>("topic", 20, options);
  EXPECT_EQ(second->get_actual_qos().depth(), 3u);
  auto other = node->create_publisher<String>(
    "topic", 20, publisher_options(QosOverridingOptions::with_default_policies(nullptr, "other")));
  EXPECT_EQ(other->get_actual_qos().depth(), 20u);
}

TEST_F(QosOverrides, CallTheValidationCallbackWithTheResult)
{
  auto node = node_with({{"qos_overrides./ns/topic.publisher.depth", 3}});
  const auto at_least_ten = [](const rclcpp::QoS & qos) {
    rclcpp::QosCallbackResult result;
    result.successful = qos.depth() >= 10;
    result.reason = "depth " + std::to_string(qos.depth()) + " is too small";
    return result;
  };
  const std::string text = error_of([&] {
    node->create_publisher<String>(
      "topic", 20, publisher_options(QosOverridingOptions::with_default_policies(at_least_ten)));
  });
  EXPECT_EQ(
    text,
    "QoS overrides of the publisher on '/ns/topic' are refused by its validation callback: depth "
    "3 is too small");
  EXPECT_NO_THROW(node->create_publisher<String>(
    "other", 20, publisher_options(QosOverridingOptions::with_default_policies(at_least_ten))));
}

TEST_F(QosOverrides, RejectInvalidValues)
{
  const std::string prefix = "qos_overrides./ns/topic.publisher.";
  const auto create = [&](rclcpp::Parameter parameter, QosPolicyKind kind) {
    auto node = node_with({std::move(parameter)});
    node->create_publisher<String>("topic", 10, publisher_options({kind}));
  };
  try {
    create({prefix + "reliability", "sometimes"}, QosPolicyKind::Reliability);
    ADD_FAILURE();
  } catch (const std::invalid_argument & error) {
    EXPECT_EQ(
      error.what(),
      "parameter '" + prefix + "reliability': 'sometimes' is not a reliability policy of ROS 2");
  }
  EXPECT_EQ(
    error_of([&] { create({prefix + "depth", -1}, QosPolicyKind::Depth); }),
    "parameter '" + prefix + "depth': depth must not be negative, but is -1");
  EXPECT_THROW(
    create({prefix + "depth", "ten"}, QosPolicyKind::Depth),
    rclcpp::exceptions::InvalidParameterTypeException);
}

// Libraries with their own kinds of endpoints use these functions.
TEST_F(QosOverrides, WorkWithoutAnEndpoint)
{
  auto node = node_with({{"qos_overrides./camera.subscription.durability", "transient_local"}});
  const QosOverridingOptions options({QosPolicyKind::Durability});
  const rclcpp::QoS given(5);
  const rclcpp::detail::SubscriptionQosParametersTraits subscription;
  const rclcpp::QoS qos =
    rclcpp::detail::declare_qos_parameters(options, node, "/camera", given, subscription);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.depth(), 5u);
  auto base = node->get_node_base_interface();
  EXPECT_THROW(
    rclcpp::detail::declare_qos_parameters(options, base, "/camera", given, subscription),
    std::runtime_error);
  EXPECT_EQ(
    rclcpp::detail::declare_qos_parameters({}, base, "/camera", given, subscription), given);

  rclcpp::QoS changed = given;
  rclcpp::detail::apply_qos_override(QosPolicyKind::Depth, rclcpp::ParameterValue(6), changed);
  EXPECT_EQ(changed.depth(), 6u);
  EXPECT_EQ(
    rclcpp::detail::get_default_qos_param_value(QosPolicyKind::Depth, changed).get<int>(), 6);
  EXPECT_THROW(
    rclcpp::detail::apply_qos_override(QosPolicyKind::Invalid, rclcpp::ParameterValue(6), changed),
    std::invalid_argument);
  EXPECT_THROW(
    rclcpp::detail::get_default_qos_param_value(QosPolicyKind::Invalid, changed),
    std::invalid_argument);
}

TEST_F(QosOverrides, WorkWithNodeInterfaces)
{
  auto node = node_with(
    {{"qos_overrides./ns/topic.publisher.depth", 3},
     {"qos_overrides./ns/topic.subscription.depth", 4}});
  auto parameters = node->get_node_parameters_interface();
  auto topics = node->get_node_topics_interface();
  const auto options = publisher_options(QosOverridingOptions::with_default_policies());
  EXPECT_THROW(rclcpp::create_publisher<String>(topics, "topic", 10, options), std::runtime_error)
    << "no parameters interface was passed";
  EXPECT_NO_THROW(rclcpp::create_publisher<String>(topics, "topic", 10));
  auto publisher = rclcpp::create_publisher<String>(parameters, topics, "topic", 10, options);
  EXPECT_EQ(publisher->get_actual_qos().depth(), 3u);
  rclcpp::SubscriptionOptions subscription_options;
  subscription_options.qos_overriding_options = QosOverridingOptions::with_default_policies();
  auto subscription = rclcpp::create_subscription<String>(
    parameters, topics, "topic", 10, [](const String &) {}, subscription_options);
  EXPECT_EQ(subscription->get_actual_qos().depth(), 4u);
}

TEST_F(QosOverrides, KindsAreNamedLikeTheParameters)
{
  EXPECT_STREQ(
    rclcpp::qos_policy_kind_to_cstr(QosPolicyKind::LivelinessLeaseDuration),
    "liveliness_lease_duration");
  EXPECT_THROW(
    (void)rclcpp::qos_policy_kind_to_cstr(QosPolicyKind::Invalid), std::invalid_argument);
  std::ostringstream text;
  text << QosPolicyKind::Durability << ' ' << QosPolicyKind::Invalid;
  EXPECT_EQ(text.str(), "durability invalid");
}

}  // namespace
