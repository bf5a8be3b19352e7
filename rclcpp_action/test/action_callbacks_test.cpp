// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Callbacks of actions that throw, that destroy their client or server, and that abandon goals.
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "action_support.hpp"

using namespace action_test;  // NOLINT(build/namespaces)

namespace
{

TEST(Action, AServerThatLivesOnlyInItsCallback)
{
  Host host("host");
  Server::SharedPtr server;
  Mail<bool> gone;
  server = rclcpp_action::create_server<Fibonacci>(
    host.node, "fibonacci",
    [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&, text = std::string(100, 'x')](const std::shared_ptr<ServerGoal> &) {
      server.reset();
      gone.put(text.size() == 100);
    });
  const auto client = host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto goal = get(client->async_send_goal(goal_of(1)));
  EXPECT_TRUE(gone.get());
}

TEST(Action, AClientThatIsDroppedInItsCallback)
{
  Host host("host");
  GoalServer server(host);
  auto client = host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Mail<bool> called;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientGoal::SharedPtr & goal) {
    client.reset();
    called.put(goal->get_status() == GoalStatus::STATUS_UNKNOWN);
  };
  options.result_callback = [](const auto &) { ADD_FAILURE(); };
  (void)client->async_send_goal(goal_of(1), options);
  EXPECT_TRUE(called.get());
  server.goals.get()->succeed(result_of({}));
}

TEST(Action, AnExceptionOfACallbackLeavesSpinAndTheGoalIsRejected)
{
  auto context = make_context();
  rclcpp::NodeOptions options;
  options.context(context);
  auto node = std::make_shared<rclcpp::Node>("node", options);
  rclcpp::ExecutorOptions executor_options;
  executor_options.context = context;
  rclcpp::executors::SingleThreadedExecutor executor(executor_options);
  executor.add_node(node);
  const auto server = rclcpp_action::create_server<Fibonacci>(
    node, "fibonacci",
    [](const auto &, const auto &) -> GoalResponse { throw std::logic_error("the user's"); },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; }, [](const auto &) {});
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto future = client->async_send_goal(goal_of(1));
  EXPECT_THROW(executor.spin(), std::logic_error);
  EXPECT_EQ(executor.spin_until_future_complete(future), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get(), nullptr);
}

/// A node whose executor runs on the test's thread, for callbacks that throw.
class ThrowingCallbacks : public testing::Test
{
protected:
  /// Spins until the future is complete; returns how often spin threw.
  template <typename Future>
  int spin_until_complete(const Future & future)
  {
    int thrown = 0;
    for (;;) {
      try {
        EXPECT_EQ(
          executor->spin_until_future_complete(future, patience),
          rclcpp::FutureReturnCode::SUCCESS);
        return thrown;
      } catch (const std::runtime_error &) {
        ++thrown;
      } catch (int) {
        ++thrown;
      }
    }
  }

  rclcpp::Context::SharedPtr context = make_context();
  rclcpp::Node::SharedPtr node =
    std::make_shared<rclcpp::Node>("node", rclcpp::NodeOptions().context(context));
  std::unique_ptr<rclcpp::Executor> executor = [this] {
    rclcpp::ExecutorOptions options;
    options.context = context;
    auto made = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
    made->add_node(node);
    return made;
  }();
};

TEST_F(ThrowingCallbacks, ACancelCallbackThatThrowsRefusesAndOthersAreCalled)
{
  std::vector<std::shared_ptr<ServerGoal>> goals;
  int asked = 0;
  const auto server = rclcpp_action::create_server<Fibonacci>(
    node, "fibonacci", [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [&](const auto &) -> rclcpp_action::CancelResponse {
      switch (++asked % 4) {
        case 1:
          throw std::runtime_error("the user's");
        case 3:
          throw 7;
        default:
          return rclcpp_action::CancelResponse::ACCEPT;
      }
    },
    [&](const auto & goal) { goals.push_back(goal); });
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  std::vector<ClientGoal::SharedPtr> handles;
  for (int i = 0; i < 4; ++i) {
    const auto goal = client->async_send_goal(goal_of(1));
    EXPECT_EQ(spin_until_complete(goal), 0);
    handles.push_back(goal.get());
  }
  const auto all = client->async_cancel_all_goals();
  EXPECT_EQ(spin_until_complete(all), 1);
  EXPECT_EQ(all.get()->return_code, CancelService::Response::ERROR_NONE);
  EXPECT_EQ(all.get()->goals_canceling.size(), 2U);
  ASSERT_EQ(goals.size(), 4U);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    EXPECT_EQ(goals[i]->is_canceling(), i % 2 == 1);
    while (handles[i]->get_status() !=
           (i % 2 == 1 ? GoalStatus::STATUS_CANCELING : GoalStatus::STATUS_EXECUTING)) {
      executor->spin_once();  // the status arrives
    }
  }
  const auto one = client->async_cancel_goal(handles[0]);
  EXPECT_EQ(spin_until_complete(one), 1);
  EXPECT_EQ(one.get()->return_code, CancelService::Response::ERROR_REJECTED);
}

TEST_F(ThrowingCallbacks, AGoalIsAbortedIfItsAcceptedCallbackThrows)
{
  int accepted = 0;
  const auto server = rclcpp_action::create_server<Fibonacci>(
    node, "fibonacci", [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](const auto &) {
      if (++accepted == 1) {
        throw std::runtime_error("the user's");
      }
      throw 7;
    });
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  for (int i = 0; i < 2; ++i) {
    const auto goal = client->async_send_goal(goal_of(1));
    int thrown = spin_until_complete(goal);
    ASSERT_NE(goal.get(), nullptr);
    const auto result = client->async_get_result(goal.get());
    thrown += spin_until_complete(result);
    EXPECT_EQ(result.get().code, ResultCode::ABORTED);
    EXPECT_EQ(thrown, 1);
  }
}

TEST_F(ThrowingCallbacks, EachOfSeveralAbandonedGoalsIsReported)
{
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  std::vector<std::shared_future<ClientGoal::SharedPtr>> futures;
  int called = 0;
  for (int i = 0; i < 3; ++i) {
    Client::SendGoalOptions options;
    options.goal_response_timeout = 1ns;
    options.goal_response_callback = [&](const auto &) {
      ++called;
      throw std::runtime_error("the user's");
    };
    futures.push_back(client->async_send_goal(goal_of(1), options));
  }
  for (const auto & each : futures) {
    spin_until_complete(each);
    EXPECT_EQ(each.get(), nullptr);
  }
  EXPECT_EQ(called, 3);
}

TEST_F(ThrowingCallbacks, EachOfSeveralGoalsOfADestroyedServerIsReported)
{
  std::vector<std::shared_ptr<ServerGoal>> goals;
  auto server = rclcpp_action::create_server<Fibonacci>(
    node, "fibonacci", [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](const auto & goal) { goals.push_back(goal); });
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  std::vector<std::shared_future<ClientGoal::WrappedResult>> results;
  for (int i = 0; i < 3; ++i) {
    const auto goal = client->async_send_goal(goal_of(1));
    spin_until_complete(goal);
    results.push_back(client->async_get_result(
      goal.get(), [](const auto &) { throw std::runtime_error("the user's"); }));
  }
  server.reset();
  for (const auto & each : results) {
    spin_until_complete(each);
    EXPECT_EQ(each.get().code, ResultCode::UNKNOWN);
  }
}

}  // namespace
