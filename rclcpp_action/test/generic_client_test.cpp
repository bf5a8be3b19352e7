// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Action clients of types that are known by name only, and the service events of all clients.
#include <algorithm>
#include <optional>
#include <set>

#include "action_support.hpp"
#include "rclcpp_action/create_generic_client.hpp"
#include "test_msgs/action/nested_message.hpp"

using namespace action_test;  // NOLINT(build/namespaces)
using GenericHandle = rclcpp_action::GenericClientGoalHandle;
using GenericClient = rclcpp_action::GenericClient;
using test_msgs::action::NestedMessage;

namespace
{

constexpr char fibonacci[] = "test_msgs/action/Fibonacci";

/// Client and server of one context, or of two, which communicate over DDS.
class Generic : public testing::TestWithParam<bool>
{
protected:
  Host host{"server"};
  std::optional<Host> far;
  Host & client_host = GetParam() ? far.emplace("client") : host;
};

TEST_P(Generic, AGoalItsFeedbackAndItsResult)
{
  GoalServer server(host);
  const auto client =
    rclcpp_action::create_generic_client(client_host.node, "fibonacci", fibonacci);
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Mail<std::vector<int>> feedback;
  Mail<GenericHandle::WrappedResult> results;
  GenericClient::SendGoalOptions options;
  options.feedback_callback = [&](const GenericHandle::SharedPtr &, const void * given) {
    feedback.put(static_cast<const Fibonacci::Feedback *>(given)->sequence);
  };
  options.result_callback = [&](const auto & result) { results.put(result); };
  Fibonacci::Goal goal = goal_of(7);
  const auto handle = get(client->async_send_goal(&goal, sizeof(goal), options));
  ASSERT_NE(handle, nullptr);
  const auto served = server.goals.get();
  EXPECT_EQ(served->get_goal()->order, 7);
  EXPECT_EQ(served->get_goal_id(), handle->get_goal_id());
  EXPECT_TRUE(handle->is_feedback_aware());
  served->publish_feedback(feedback_of({1, 2}));
  EXPECT_EQ(feedback.get(), (std::vector<int>{1, 2}));
  served->succeed(result_of({3, 4, 5}));
  const auto result = results.get();
  EXPECT_EQ(result.code, GenericHandle::ResultCode::SUCCEEDED);
  EXPECT_EQ(result.goal_id, handle->get_goal_id());
  EXPECT_EQ(
    static_cast<const Fibonacci::Result *>(result.result)->sequence, (std::vector<int>{3, 4, 5}));
}

TEST_P(Generic, ARequestOfOnesOwnIdAndACanceledGoal)
{
  GoalServer server(host);
  const auto client =
    rclcpp_action::create_generic_client(client_host.node, "fibonacci", fibonacci);
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Fibonacci::Impl::SendGoalService::Request request;
  request.goal_id.uuid.fill(9);
  request.goal.order = 3;
  const auto handle = get(client->async_send_goal(&request));
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(handle->get_goal_id(), request.goal_id.uuid);
  const auto served = server.goals.get();
  EXPECT_EQ(served->get_goal()->order, 3);
  const auto result = client->async_get_result(handle);
  EXPECT_EQ(get(client->async_cancel_goal(handle))->goals_canceling.size(), 1U);
  served->canceled(result_of({1}));
  EXPECT_EQ(get(result).code, GenericHandle::ResultCode::CANCELED);
  request.goal.order = -1;
  request.goal_id.uuid.fill(10);
  EXPECT_EQ(get(client->async_send_goal(&request)), nullptr);
}

// Its parts have other offsets in their messages than Fibonacci's.
TEST_P(Generic, AnotherType)
{
  Mail<std::shared_ptr<rclcpp_action::ServerGoalHandle<NestedMessage>>> goals;
  const auto server = rclcpp_action::create_server<NestedMessage>(
    host.node, "nested",
    [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](const auto & goal) { goals.put(goal); });
  const auto client = rclcpp_action::create_generic_client(
    client_host.node, "nested", "test_msgs/action/NestedMessage");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  NestedMessage::Goal goal;
  goal.nested_field_no_pkg.duration_value.sec = 5;
  goal.nested_different_pkg.sec = 6;
  const auto handle = get(client->async_send_goal(&goal, sizeof(goal)));
  const auto served = goals.get();
  EXPECT_EQ(*served->get_goal(), goal);
  const auto future = client->async_get_result(handle);
  auto result = std::make_shared<NestedMessage::Result>();
  result->nested_field.int32_value = 8;
  const NestedMessage::Result expected = *result;
  served->abort(std::move(result));
  EXPECT_EQ(*static_cast<const NestedMessage::Result *>(get(future).result), expected);
}

TEST_P(Generic, AServerThatDiesCausesADefaultResult)
{
  std::optional<GoalServer> server(std::in_place, host);
  const auto client =
    rclcpp_action::create_generic_client(client_host.node, "fibonacci", fibonacci);
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Fibonacci::Goal goal = goal_of(1);
  const auto handle = get(client->async_send_goal(&goal, sizeof(goal)));
  const auto result = client->async_get_result(handle);
  const auto served = server->goals.get();  // if it were dropped, it would be canceled
  server.reset();
  EXPECT_EQ(get(result).code, GenericHandle::ResultCode::UNKNOWN);
  EXPECT_TRUE(static_cast<const Fibonacci::Result *>(get(result).result)->sequence.empty());
}

INSTANTIATE_TEST_SUITE_P(InOneContextAndByDds, Generic, testing::Bool(), [](const auto & info) {
  return info.param ? "ByDds" : "InOneContext";
});

TEST(GenericClient, RefusesTypesThatAreNotActions)
{
  Host host("host");
  const auto make = [&](const char * type) {
    return rclcpp_action::create_generic_client(host.node, "fibonacci", type);
  };
  EXPECT_THROW(make("Fibonacci"), std::runtime_error);
  EXPECT_THROW(make("no_such_package/action/Fibonacci"), std::runtime_error);
  EXPECT_THROW(make("test_msgs/action/NoSuchAction"), std::runtime_error);
  EXPECT_THROW(make("test_msgs/msg/BasicTypes"), std::runtime_error);
  EXPECT_THROW(make(fibonacci)->async_send_goal(nullptr, 4), std::invalid_argument);
}

// The events of the three services show what clients and servers do.
TEST(Introspection, EventsOfAGoal)
{
  Host host("host");
  GoalServer server(host);
  const auto client = host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  using service_msgs::msg::ServiceEventInfo;
  using SendGoal = Fibonacci::Impl::SendGoalService;
  using GetResult = Fibonacci::Impl::GetResultService;
  Mail<SendGoal::Event> goals;
  Mail<CancelService::Event> cancels;
  Mail<GetResult::Event> results;
  const auto on_goal = host.node->create_subscription<SendGoal::Event>(
    "fibonacci/_action/send_goal/_service_event", 100,
    [&](const SendGoal::Event & event) { goals.put(event); });
  const auto on_cancel = host.node->create_subscription<CancelService::Event>(
    "fibonacci/_action/cancel_goal/_service_event", 100,
    [&](const CancelService::Event & event) { cancels.put(event); });
  const auto on_result = host.node->create_subscription<GetResult::Event>(
    "fibonacci/_action/get_result/_service_event", 100,
    [&](const GetResult::Event & event) { results.put(event); });

  const auto clock = host.node->get_clock();
  EXPECT_THROW(
    client->configure_introspection(nullptr, 100, RCL_SERVICE_INTROSPECTION_METADATA),
    std::invalid_argument);
  EXPECT_THROW(
    server.server->configure_introspection(nullptr, 100, RCL_SERVICE_INTROSPECTION_METADATA),
    std::invalid_argument);
  client->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_CONTENTS);
  server.server->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_METADATA);

  const auto handle = get(client->async_send_goal(goal_of(6)));
  const auto result = client->async_get_result(handle);
  ASSERT_EQ(get(client->async_cancel_goal(handle))->goals_canceling.size(), 1U);
  server.goals.get()->canceled(result_of({1, 2}));
  EXPECT_EQ(get(result).code, ResultCode::CANCELED);

  // One event of each of the four kinds; only the client's have contents.
  const auto kinds_and_contents = [](auto & events) {
    std::set<int> kinds;
    std::size_t requests = 0, responses = 0;
    for (int i = 0; i < 4; ++i) {
      const auto event = events.get();
      kinds.insert(event.info.event_type);
      requests += event.request.size();
      responses += event.response.size();
      EXPECT_EQ(event.info.sequence_number, 1);
    }
    EXPECT_EQ(kinds, (std::set<int>{0, 1, 2, 3}));
    EXPECT_EQ(requests, 1U);
    EXPECT_EQ(responses, 1U);
  };
  kinds_and_contents(goals);
  kinds_and_contents(cancels);
  kinds_and_contents(results);

  client->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_OFF);
  server.server->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_OFF);
  ASSERT_NE(get(client->async_send_goal(goal_of(6))), nullptr);
  EXPECT_TRUE(goals.empty());
}

// For a type that is known by name, and through the base classes of client and server.
TEST(Introspection, EventsOfAGenericClientAndOfTheBases)
{
  Host host("host");
  using GetResult = NestedMessage::Impl::GetResultService;
  using SendGoal = NestedMessage::Impl::SendGoalService;
  const auto server = rclcpp_action::create_server<NestedMessage>(
    host.node, "nested",
    [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [](const auto & goal) {
      auto result = std::make_shared<NestedMessage::Result>();
      result->nested_field.float64_value = 0.25;
      goal->succeed(std::move(result));
    });
  const rclcpp_action::ClientBase::SharedPtr client =
    rclcpp_action::create_generic_client(host.node, "nested", "test_msgs/action/NestedMessage");
  Mail<SendGoal::Event> goals;
  Mail<GetResult::Event> results;
  const auto on_goal = host.node->create_subscription<SendGoal::Event>(
    "nested/_action/send_goal/_service_event", 100,
    [&](const SendGoal::Event & event) { goals.put(event); });
  const auto on_result = host.node->create_subscription<GetResult::Event>(
    "nested/_action/get_result/_service_event", 100,
    [&](const GetResult::Event & event) { results.put(event); });

  const auto clock = host.node->get_clock();
  const rclcpp_action::ServerBase::SharedPtr base = server;
  EXPECT_THROW(
    client->configure_introspection(nullptr, 100, RCL_SERVICE_INTROSPECTION_CONTENTS),
    std::invalid_argument);
  client->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_METADATA);
  base->configure_introspection(clock, 100, RCL_SERVICE_INTROSPECTION_CONTENTS);
  ASSERT_EQ(on_result->get_publisher_count(), 2U);
  const auto publishers = host.node->get_publishers_info_by_topic(on_result->get_topic_name());
  ASSERT_EQ(publishers.size(), 2U);
  const rosidl_type_hash_t expected =
    host.node->get_subscriptions_info_by_topic(on_result->get_topic_name()).at(0).topic_type_hash();
  for (const auto & info : publishers) {
    EXPECT_EQ(info.topic_type(), "test_msgs/action/NestedMessage_GetResult_Event");
    EXPECT_TRUE(std::ranges::equal(info.topic_type_hash().value, expected.value));
  }

  ASSERT_TRUE(client->wait_for_action_server(patience));
  NestedMessage::Goal goal;
  goal.nested_different_pkg.sec = 6;
  const auto generic = std::static_pointer_cast<GenericClient>(client);
  const auto handle = get(generic->async_send_goal(&goal, sizeof(goal)));
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(get(generic->async_get_result(handle)).code, GenericHandle::ResultCode::SUCCEEDED);
  using service_msgs::msg::ServiceEventInfo;
  std::set<int> with_contents;
  for (int i = 0; i < 4; ++i) {
    const auto of_goal = goals.get();
    for (const auto & request : of_goal.request) {
      EXPECT_EQ(request.goal, goal);
      EXPECT_EQ(request.goal_id.uuid, handle->get_goal_id());
      with_contents.insert(of_goal.info.event_type);
    }
    const auto of_result = results.get();
    for (const auto & response : of_result.response) {
      EXPECT_EQ(response.status, GoalStatus::STATUS_SUCCEEDED);
      EXPECT_EQ(response.result.nested_field.float64_value, 0.25);
      with_contents.insert(of_result.info.event_type);
    }
  }
  EXPECT_EQ(
    with_contents,
    (std::set<int>{ServiceEventInfo::REQUEST_RECEIVED, ServiceEventInfo::RESPONSE_SENT}));
}

}  // namespace
