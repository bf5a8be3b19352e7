// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Actions in each kind of executor, and in a wait set.
#include <memory>
#include <utility>

#include "action_support.hpp"

using namespace action_test;  // NOLINT(build/namespaces)

namespace
{

// Each kind of executor must run a goal to its end and remove it after its time.
class Executors : public testing::TestWithParam<std::pair<const char *, MakeExecutor>>
{
};

using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;
using rclcpp::executors::StaticSingleThreadedExecutor;
using rclcpp::experimental::executors::EventsExecutor;

INSTANTIATE_TEST_SUITE_P(
  All, Executors,
  testing::Values(
    std::pair("Single", &make_executor<SingleThreadedExecutor>),
    std::pair("Multi", &make_executor<MultiThreadedExecutor>),
    std::pair("StaticSingle", &make_executor<StaticSingleThreadedExecutor>),
    std::pair("Events", &make_executor<EventsExecutor>)),
  [](const auto & info) { return info.param.first; });

TEST_P(Executors, RunAGoalAndForgetIt)
{
  auto context = make_context();
  Host host("host", context, {}, GetParam().second);
  rcl_clock_t * const clock = host.node->get_clock()->get_clock_handle();
  ASSERT_EQ(rcl_enable_ros_time_override(clock), RCL_RET_OK);
  ASSERT_EQ(rcl_set_ros_time_override(clock, RCL_S_TO_NS(100)), RCL_RET_OK);
  GoalServer server(host);
  const auto client = host.make_client();
  const auto asker =
    host.node->create_client<Fibonacci::Impl::GetResultService>("fibonacci/_action/get_result");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  ASSERT_TRUE(asker->wait_for_service(patience));
  Mail<int> feedback;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](const auto &, const auto & f) { feedback.put(f->sequence[0]); };
  const auto goal = get(client->async_send_goal(goal_of(1), options));
  EXPECT_EQ(goal->get_goal_stamp(), rclcpp::Time(100, 0, RCL_ROS_TIME));
  const auto result = client->async_get_result(goal);
  std::weak_ptr<const Fibonacci::Goal> request;
  {
    const auto served = server.goals.get();
    request = served->get_goal();
    served->publish_feedback(feedback_of({4}));
    EXPECT_EQ(feedback.get(), 4);
    served->succeed(result_of({1, 1}));
  }
  EXPECT_EQ(get(result).code, ResultCode::SUCCEEDED);

  const auto ask = [&] {
    auto question = std::make_shared<Fibonacci::Impl::GetResultService::Request>();
    question->goal_id.uuid = goal->get_goal_id();
    return get(asker->async_send_request(question).share())->status;
  };
  EXPECT_EQ(ask(), GoalStatus::STATUS_SUCCEEDED);
  ASSERT_EQ(rcl_set_ros_time_override(clock, RCL_S_TO_NS(109)), RCL_RET_OK);
  EXPECT_EQ(ask(), GoalStatus::STATUS_SUCCEEDED);
  ASSERT_EQ(rcl_set_ros_time_override(clock, RCL_S_TO_NS(111)), RCL_RET_OK);
  while (ask() != GoalStatus::STATUS_UNKNOWN) {  // the timer gets its turn
  }
}

// The work of an executor, done by hand with a wait set.
TEST(Action, InAWaitSet)
{
  auto context = make_context();
  rclcpp::NodeOptions options;
  options.context(context);
  const auto node = std::make_shared<rclcpp::Node>("node", options);
  std::shared_ptr<ServerGoal> served;
  const auto server = std::make_shared<Server>(
    node->get_node_base_interface(), node->get_node_clock_interface(),
    node->get_node_logging_interface(), "fibonacci", rcl_action_server_get_default_options(),
    [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](const auto & goal) {
      served = goal;
      goal->publish_feedback(feedback_of({1}));
      goal->succeed(result_of({2}));
    });
  const auto client = std::make_shared<Client>(
    node->get_node_base_interface(), node->get_node_graph_interface(),
    node->get_node_logging_interface(), "fibonacci");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  rclcpp::WaitSet wait_set({}, {}, {}, {}, {}, {}, context);
  wait_set.add_waitable(server);
  wait_set.add_waitable(client);
  int feedback = 0, result = 0;
  Client::SendGoalOptions send_options;
  send_options.feedback_callback = [&](const auto &, const auto & f) { feedback = f->sequence[0]; };
  send_options.result_callback = [&](const auto & r) { result = r.result->sequence[0]; };
  (void)client->async_send_goal(goal_of(1), send_options);
  while (result == 0) {
    auto ready = wait_set.wait(patience);
    ASSERT_EQ(ready.kind(), rclcpp::WaitResultKind::Ready);
    while (const auto waitable = ready.next_ready_waitable()) {
      waitable->execute(waitable->take_data());
    }
  }
  EXPECT_EQ(feedback, 1);
  EXPECT_EQ(result, 2);
}

}  // namespace
