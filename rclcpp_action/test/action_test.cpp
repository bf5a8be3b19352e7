// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Action clients and servers as users see them, within one context and between two, which
// communicate over DDS.
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "action_support.hpp"
#include "rxros2_test_msgs/action/walk.hpp"

using namespace action_test;  // NOLINT(build/namespaces)
using rclcpp_action::exceptions::UnawareGoalHandleError;
using rclcpp_action::exceptions::UnknownGoalHandleError;

namespace
{

/// true: client and server are in two contexts.
class Actions : public testing::TestWithParam<bool>
{
protected:
  Host & server_host() { return GetParam() ? *second_ : first_; }
  Host & client_host() { return first_; }

  Client::SharedPtr make_client(const std::string & action = "fibonacci")
  {
    auto client = client_host().make_client(action);
    EXPECT_TRUE(client->wait_for_action_server(patience));
    return client;
  }

private:
  Host first_{"first"};
  std::optional<Host> second_storage_;
  Host * second_ = GetParam() ? &second_storage_.emplace("second") : nullptr;
};

INSTANTIATE_TEST_SUITE_P(Where, Actions, testing::Bool(), [](const auto & info) {
  return info.param ? "TwoContexts" : "OneContext";
});

TEST_P(Actions, AGoalHasAnAnswerThenFeedbackThenItsResult)
{
  GoalServer server(server_host());
  const auto client = make_client();
  std::vector<std::string> order;
  Mail<ClientGoal::WrappedResult> results;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientGoal::SharedPtr & goal) {
    order.push_back(goal ? "accepted" : "rejected");
  };
  options.feedback_callback = [&](const ClientGoal::SharedPtr &, const auto & feedback) {
    order.push_back("feedback " + std::to_string(feedback->sequence.back()));
  };
  options.result_callback = [&](const ClientGoal::WrappedResult & result) {
    order.push_back("result");
    results.put(result);
  };
  const auto future = client->async_send_goal(goal_of(3), options);
  const auto served = server.goals.get();
  EXPECT_TRUE(served->is_executing());
  EXPECT_EQ(served->get_goal()->order, 3);
  served->publish_feedback(feedback_of({1}));
  served->publish_feedback(feedback_of({1, 2}));
  served->succeed(result_of({1, 2, 3}));
  served->publish_feedback(feedback_of({99}));  // too late
  EXPECT_FALSE(served->is_active());
  const auto result = results.get();
  EXPECT_EQ(result.code, ResultCode::SUCCEEDED);
  EXPECT_EQ(result.result->sequence, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(order, (std::vector<std::string>{"accepted", "feedback 1", "feedback 2", "result"}));
  const auto goal = get(future);
  EXPECT_EQ(goal->get_goal_id(), served->get_goal_id());
  EXPECT_EQ(result.goal_id, served->get_goal_id());
  EXPECT_GT(goal->get_goal_stamp().nanoseconds(), 0);
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_TRUE(goal->is_result_aware());
  EXPECT_THROW(client->async_get_result(goal), UnknownGoalHandleError);
  EXPECT_THROW(client->async_cancel_goal(goal), UnknownGoalHandleError);
}

TEST_P(Actions, ARejectedGoalIsNull)
{
  GoalServer server(server_host());
  const auto client = make_client();
  Mail<ClientGoal::SharedPtr> answers;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientGoal::SharedPtr & goal) { answers.put(goal); };
  options.result_callback = [](const auto &) { ADD_FAILURE() << "a rejected goal has no result"; };
  EXPECT_EQ(get(client->async_send_goal(goal_of(-1), options)), nullptr);
  EXPECT_EQ(answers.get(), nullptr);
}

TEST_P(Actions, AGoalThatEndsInHandleAcceptedHasItsResult)
{
  GoalServer server(server_host());
  server.on_accepted = [](const std::shared_ptr<ServerGoal> & goal) {
    goal->succeed(result_of({goal->get_goal()->order}));
  };
  const auto client = make_client();
  const int goals = GetParam() ? 500 : 10000;
  Mail<ClientGoal::WrappedResult> results;
  Client::SendGoalOptions options;
  options.result_callback = [&](const ClientGoal::WrappedResult & result) { results.put(result); };
  for (int i = 1; i <= goals; ++i) {
    (void)client->async_send_goal(goal_of(i), options);
    const auto result = results.get();
    ASSERT_EQ(result.code, ResultCode::SUCCEEDED);
    ASSERT_EQ(result.result->sequence, std::vector<int>{i});
  }
}

TEST_P(Actions, ADeferredGoalIsAcceptedUntilItIsExecuted)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto goal = get(client->async_send_goal(goal_of(0)));
  const auto served = server.goals.get();
  EXPECT_TRUE(served->is_active());
  EXPECT_FALSE(served->is_executing());
  served->execute();
  EXPECT_TRUE(served->is_executing());
  const auto result = client->async_get_result(goal);
  EXPECT_EQ(client->async_get_result(goal).valid(), result.valid());
  served->abort(result_of({5}));
  EXPECT_EQ(get(result).code, ResultCode::ABORTED);
  EXPECT_EQ(get(result).result->sequence, std::vector<int>{5});
}

TEST_P(Actions, ACanceledGoal)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto goal = get(client->async_send_goal(goal_of(1)));
  const auto served = server.goals.get();
  const auto result = client->async_get_result(goal);
  Mail<int> codes;
  const auto cancel = client->async_cancel_goal(
    goal, [&](const CancelService::Response::SharedPtr & r) { codes.put(r->return_code); });
  const auto response = get(cancel);
  EXPECT_EQ(response->return_code, CancelService::Response::ERROR_NONE);
  ASSERT_EQ(response->goals_canceling.size(), 1U);
  EXPECT_EQ(response->goals_canceling[0].goal_id.uuid, goal->get_goal_id());
  EXPECT_EQ(rclcpp::Time(response->goals_canceling[0].stamp), goal->get_goal_stamp());
  EXPECT_EQ(codes.get(), CancelService::Response::ERROR_NONE);
  EXPECT_TRUE(served->is_canceling());
  served->canceled(result_of({}));
  EXPECT_EQ(get(result).code, ResultCode::CANCELED);
}

TEST_P(Actions, GoalsAcceptedBeforeAStampAreCanceledAndOthersNot)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto first = get(client->async_send_goal(goal_of(1)));
  const auto second = get(client->async_send_goal(goal_of(2)));
  ASSERT_LT(first->get_goal_stamp(), second->get_goal_stamp());
  const auto some = get(client->async_cancel_goals_before(first->get_goal_stamp()));
  ASSERT_EQ(some->goals_canceling.size(), 1U);
  EXPECT_EQ(some->goals_canceling[0].goal_id.uuid, first->get_goal_id());
  const auto all = get(client->async_cancel_all_goals());
  ASSERT_EQ(all->goals_canceling.size(), 1U);
  EXPECT_EQ(all->goals_canceling[0].goal_id.uuid, second->get_goal_id());
}

// One of the two racing threads wins; nothing is thrown.
TEST_P(Actions, ACancelRequestRacesWithTheEnd)
{
  GoalServer server(server_host());
  const auto client = make_client();
  for (int i = 0; i < 200; ++i) {
    const auto goal = get(client->async_send_goal(goal_of(1)));
    const auto served = server.goals.get();
    const auto result = client->async_get_result(goal);
    std::thread user([&] { served->succeed(result_of({})); });
    std::int8_t code = -1;
    try {
      code = get(client->async_cancel_goal(goal))->return_code;
    } catch (const UnknownGoalHandleError &) {
      code = CancelService::Response::ERROR_GOAL_TERMINATED;
    }
    user.join();
    ASSERT_EQ(get(result).code, ResultCode::SUCCEEDED);
    ASSERT_GE(code, 0);
    ASSERT_LE(code, 3);
  }
}

TEST_P(Actions, FeedbackReachesItsGoal)
{
  GoalServer server(server_host());
  const auto one = make_client();
  const auto two = make_client();
  Mail<int> first, second;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](const auto &, const auto & f) { first.put(f->sequence[0]); };
  const auto goal_one = get(one->async_send_goal(goal_of(1), options));
  options.feedback_callback = [&](const auto &, const auto & f) { second.put(f->sequence[0]); };
  const auto goal_two = get(two->async_send_goal(goal_of(2), options));
  const auto served_one = server.goals.get();
  const auto served_two = server.goals.get();
  for (int i = 0; i < 5; ++i) {
    served_one->publish_feedback(feedback_of({10 + i}));
    served_two->publish_feedback(feedback_of({20 + i}));
    ASSERT_EQ(first.get(), 10 + i);
    ASSERT_EQ(second.get(), 20 + i);
  }
  EXPECT_TRUE(first.empty() && second.empty());
}

TEST_P(Actions, ADestroyedClientDoesNotDisturbTheOther)
{
  GoalServer server(server_host());
  auto dead = make_client();
  const auto living = make_client();
  auto dead_goal = get(dead->async_send_goal(goal_of(1)));
  const auto dead_result = dead->async_get_result(dead_goal);
  const auto goal = get(living->async_send_goal(goal_of(2)));
  const auto result = living->async_get_result(goal);
  const auto served_dead = server.goals.get();
  const auto served = server.goals.get();
  dead.reset();
  EXPECT_EQ(dead_goal->get_status(), GoalStatus::STATUS_UNKNOWN);
  EXPECT_THROW(get(dead_result), UnawareGoalHandleError);
  served_dead->succeed(result_of({1}));
  served->succeed(result_of({2}));
  EXPECT_EQ(get(result).result->sequence, std::vector<int>{2});
}

TEST_P(Actions, AServerThatDiesCompletesItsGoals)
{
  std::optional<GoalServer> server(std::in_place, server_host());
  const auto client = make_client();
  Mail<ResultCode> codes;
  Client::SendGoalOptions options;
  options.result_callback = [&](const ClientGoal::WrappedResult & r) { codes.put(r.code); };
  const auto goal = get(client->async_send_goal(goal_of(1), options));
  const auto result = client->async_get_result(goal);
  auto served = server->goals.get();
  server.reset();
  EXPECT_EQ(get(result).code, ResultCode::UNKNOWN);
  EXPECT_NE(get(result).result, nullptr);
  EXPECT_EQ(codes.get(), ResultCode::UNKNOWN);
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_UNKNOWN);
  served->succeed(result_of({}));  // no client is notified
  EXPECT_FALSE(served->is_active());

  // A server that starts later is found.
  server.emplace(server_host());
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto next = get(client->async_send_goal(goal_of(1), options));
  ASSERT_NE(next, nullptr);
  server->goals.get()->succeed(result_of({7}));
  EXPECT_EQ(codes.get(), ResultCode::SUCCEEDED);
}

TEST_P(Actions, UnansweredRequestsTimeOutOrAreRemoved)
{
  const auto client = client_host().make_client();  // there is no server
  EXPECT_FALSE(client->action_server_is_ready());
  EXPECT_FALSE(client->wait_for_action_server(1ms));
  Mail<ClientGoal::SharedPtr> answers;
  Client::SendGoalOptions options;
  options.goal_response_timeout = 1ms;
  options.goal_response_callback = [&](const ClientGoal::SharedPtr & goal) { answers.put(goal); };
  EXPECT_EQ(get(client->async_send_goal(goal_of(1), options)), nullptr);
  EXPECT_EQ(answers.get(), nullptr);
  options.goal_response_timeout = 0ms;
  const auto forgotten = client->async_send_goal(goal_of(1), options);
  const auto cancel = client->async_cancel_all_goals();
  EXPECT_EQ(client->prune_pending_requests(), 2U);
  EXPECT_THROW(get(forgotten), std::future_error);
  EXPECT_THROW(get(cancel), std::future_error);
  EXPECT_TRUE(answers.empty());
}

TEST_P(Actions, AGoalThatMayWaitForEverLeavesTheTimeoutsOfOthersAsTheyAre)
{
  const auto client = client_host().make_client();  // there is no server
  using std::chrono::nanoseconds;
  std::vector<std::shared_future<ClientGoal::SharedPtr>> waiting;
  for (const auto timeout :
       {nanoseconds::max(), nanoseconds::max() / 2, nanoseconds::min(), nanoseconds(-1)}) {
    Client::SendGoalOptions options;
    options.goal_response_timeout = timeout;
    waiting.push_back(client->async_send_goal(goal_of(1), options));
  }
  Client::SendGoalOptions options;
  options.goal_response_timeout = 1ms;
  EXPECT_EQ(get(client->async_send_goal(goal_of(1), options)), nullptr);
  for (const auto & each : waiting) {
    EXPECT_EQ(each.wait_for(0s), std::future_status::timeout);
  }
  EXPECT_EQ(client->prune_pending_requests(), waiting.size());
}

TEST_P(Actions, AllMayBeCalledFromAllCallbacks)
{
  GoalServer server(server_host());
  server.on_accepted = [&](const std::shared_ptr<ServerGoal> & goal) {
    goal->publish_feedback(feedback_of({goal->get_goal()->order}));
    server.goals.put(goal);
  };
  const auto client = make_client();
  Mail<int> steps;
  Client::SendGoalOptions inner;
  inner.result_callback = [&](const ClientGoal::WrappedResult & r) {
    steps.put(r.code == ResultCode::SUCCEEDED ? 100 : 0);
  };
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](const ClientGoal::SharedPtr & goal) {
    (void)client->async_send_goal(goal_of(2), inner);
    (void)client->async_get_result(goal, [&, goal](const ClientGoal::WrappedResult &) {
      EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_SUCCEEDED);
      (void)client->async_send_goal(goal_of(4), inner);
    });
    steps.put(1);
  };
  options.feedback_callback = [&](const ClientGoal::SharedPtr & goal, const auto &) {
    EXPECT_GE(goal->get_status(), GoalStatus::STATUS_ACCEPTED);
    (void)client->async_send_goal(goal_of(3), inner);
    (void)client->async_cancel_goal(goal, [&](const auto &) { steps.put(2); });
  };
  (void)client->async_send_goal(goal_of(1), options);
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    server.goals.get()->succeed(result_of({}));
  }
  for (int i = 0; i < 5; ++i) {
    sum += steps.get();
  }
  EXPECT_EQ(sum, 1 + 2 + 3 * 100);
}

TEST_P(Actions, AfterStopCallbacksNoCallbackIsCalled)
{
  GoalServer server(server_host());
  const auto client = make_client();
  Client::SendGoalOptions options;
  options.feedback_callback = [](const auto &, const auto &) { ADD_FAILURE(); };
  options.result_callback = [](const auto &) { ADD_FAILURE(); };
  const auto goal = get(client->async_send_goal(goal_of(1), options));
  const auto other = get(client->async_send_goal(goal_of(1), options));
  client->stop_callbacks(goal);
  client->stop_callbacks(other->get_goal_id());
  EXPECT_FALSE(goal->is_feedback_aware() || other->is_feedback_aware());
  EXPECT_THROW(client->async_cancel_goal(goal), UnknownGoalHandleError);
  for (int i = 0; i < 2; ++i) {
    const auto served = server.goals.get();
    served->publish_feedback(feedback_of({1}));
    served->succeed(result_of({}));
  }
  // A goal after them: events of the earlier goals have arrived.
  const auto last = get(client->async_send_goal(goal_of(1)));
  const auto result = client->async_get_result(last);
  server.goals.get()->succeed(result_of({}));
  EXPECT_EQ(get(result).code, ResultCode::SUCCEEDED);
}

TEST_P(Actions, ADroppedGoalIsAbortedWithAWarning)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto code_of = [&](int order, bool cancels) {
    const auto goal = get(client->async_send_goal(goal_of(order)));
    const auto result = client->async_get_result(goal);
    auto served = server.goals.get();
    if (cancels) {
      EXPECT_EQ(get(client->async_cancel_goal(goal))->goals_canceling.size(), 1U);
    }
    served.reset();
    EXPECT_NE(get(result).result, nullptr);
    return get(result).code;
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(code_of(1, false), ResultCode::ABORTED);
  EXPECT_EQ(code_of(1, true), ResultCode::CANCELED);  // requested by its client
  EXPECT_EQ(code_of(0, true), ResultCode::CANCELED);
  EXPECT_EQ(code_of(0, false), ResultCode::CANCELED);  // it was never executed
  // Its message was written when it was dropped, before the message of this one.
  RCLCPP_WARN(server_host().node->get_logger(), "the last");
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("action '/fibonacci': goal "), std::string::npos) << text;
  EXPECT_NE(text.find(" is aborted: its last handle was destroyed"), std::string::npos) << text;
  EXPECT_NE(text.find(" is canceled: its last handle was destroyed"), std::string::npos) << text;

  server.server->set_dropped_goal_policy(rclcpp_action::DroppedGoalPolicy::cancel_as_jazzy);
  EXPECT_EQ(code_of(1, false), ResultCode::CANCELED);
  EXPECT_EQ(code_of(0, false), ResultCode::CANCELED);
}

// ROS 2 dereferences these pointers.
TEST_P(Actions, NullPointersAreRefusedWithoutEffect)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto goal = get(client->async_send_goal(goal_of(1)));
  const auto result = client->async_get_result(goal);
  const auto served = server.goals.get();
  EXPECT_THROW(served->publish_feedback(nullptr), std::invalid_argument);
  EXPECT_THROW(served->succeed(nullptr), std::invalid_argument);
  EXPECT_THROW(served->abort(nullptr), std::invalid_argument);
  ASSERT_EQ(get(client->async_cancel_goal(goal))->goals_canceling.size(), 1U);
  EXPECT_THROW(served->canceled(nullptr), std::invalid_argument);
  EXPECT_TRUE(served->is_canceling());
  served->succeed(result_of({7}));
  EXPECT_EQ(get(result).code, ResultCode::SUCCEEDED);
  EXPECT_THROW(served->publish_feedback(nullptr), std::invalid_argument);

  const ClientGoal::SharedPtr rejected;
  EXPECT_THROW(client->async_get_result(rejected), std::invalid_argument);
  EXPECT_THROW(client->async_cancel_goal(rejected), std::invalid_argument);
  EXPECT_THROW(client->stop_callbacks(rejected), std::invalid_argument);
}

TEST_P(Actions, AGoalIsKnownToItsClientOnly)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto other = make_client();
  const auto goal = get(client->async_send_goal(goal_of(1)));
  EXPECT_THROW(other->async_get_result(goal), UnknownGoalHandleError);
  EXPECT_THROW(other->async_cancel_goal(goal), UnknownGoalHandleError);
}

// The table has state, event, allowed.
TEST_P(Actions, StateMachine)
{
  GoalServer server(server_host());
  const auto client = make_client();
  const auto make = [&](std::int8_t state) {
    const bool deferred = state == GoalStatus::STATUS_ACCEPTED;
    const auto goal = get(client->async_send_goal(goal_of(deferred ? 0 : 1)));
    auto served = server.goals.get();
    if (state == GoalStatus::STATUS_CANCELING || state == GoalStatus::STATUS_CANCELED) {
      EXPECT_EQ(get(client->async_cancel_goal(goal))->goals_canceling.size(), 1U);
    }
    switch (state) {
      case GoalStatus::STATUS_SUCCEEDED:
        served->succeed(result_of({}));
        break;
      case GoalStatus::STATUS_CANCELED:
        served->canceled(result_of({}));
        break;
      case GoalStatus::STATUS_ABORTED:
        served->abort(result_of({}));
        break;
      default:
        break;
    }
    return served;
  };
  using Event = std::function<void(ServerGoal &)>;
  const std::vector<Event> events{
    [](ServerGoal & goal) { goal.execute(); },
    [](ServerGoal & goal) { goal.succeed(result_of({})); },
    [](ServerGoal & goal) { goal.abort(result_of({})); },
    [](ServerGoal & goal) { goal.canceled(result_of({})); }};
  // execute, succeed, abort, canceled
  const std::map<std::int8_t, std::vector<bool>> allowed{
    {GoalStatus::STATUS_ACCEPTED, {true, false, false, false}},
    {GoalStatus::STATUS_EXECUTING, {false, true, true, false}},
    {GoalStatus::STATUS_CANCELING, {false, true, true, true}},
    {GoalStatus::STATUS_SUCCEEDED, {false, false, false, false}},
    {GoalStatus::STATUS_CANCELED, {false, false, false, false}},
    {GoalStatus::STATUS_ABORTED, {false, false, false, false}}};
  for (const auto & [state, expected] : allowed) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const auto served = make(state);
      EXPECT_EQ(served->is_canceling(), state == GoalStatus::STATUS_CANCELING);
      EXPECT_EQ(served->is_active(), state <= GoalStatus::STATUS_CANCELING);
      if (expected[i]) {
        EXPECT_NO_THROW(events[i](*served)) << "state " << int{state} << ", event " << i;
      } else {
        EXPECT_THROW(events[i](*served), rclcpp::exceptions::RCLError)
          << "state " << int{state} << ", event " << i;
      }
    }
  }
}

TEST(Action, AtShutdownGoalsAreAbortedAndTheClientIsNotified)
{
  Host client_host("client");
  auto context = make_context();
  Host server_host("server", context);
  GoalServer server(server_host);
  const auto client = client_host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  const auto executing = get(client->async_send_goal(goal_of(1)));
  const auto deferred = get(client->async_send_goal(goal_of(0)));
  const auto served = server.goals.get();
  const auto served_deferred = server.goals.get();
  const auto result = client->async_get_result(executing);
  const auto deferred_result = client->async_get_result(deferred);
  // The requests for results have arrived when a later one is answered.
  const auto third = get(client->async_send_goal(goal_of(1)));
  context->shutdown("the test says so");
  EXPECT_EQ(get(result).code, ResultCode::ABORTED);
  EXPECT_EQ(get(deferred_result).code, ResultCode::CANCELED);
  EXPECT_NO_THROW(served->succeed(result_of({})));
  EXPECT_NO_THROW(served_deferred->execute());
  EXPECT_FALSE(served->is_active());
}

TEST(Action, AGoalOfOneContextIsNotCopied)
{
  using rxros2_test_msgs::action::Walk;
  Host host("host");
  Mail<std::shared_ptr<rclcpp_action::ServerGoalHandle<Walk>>> goals;
  const auto server = rclcpp_action::create_server<Walk>(
    host.node, "walk", [](const auto &, const auto &) { return GoalResponse::ACCEPT_AND_EXECUTE; },
    [](const auto &) { return rclcpp_action::CancelResponse::ACCEPT; },
    [&](const auto & goal) { goals.put(goal); });
  const auto client = rclcpp_action::create_client<Walk>(host.node, "walk");
  ASSERT_TRUE(client->wait_for_action_server(patience));
  Walk::Goal goal;
  goal.path.resize(10);
  const void * const path = goal.path.data();
  const auto handle = get(client->async_send_goal(std::move(goal)));
  EXPECT_EQ(goals.get()->get_goal()->path.data(), path);
}

TEST(Action, TheNameIsRemappedAsOne)
{
  Host server_host("server");
  GoalServer server(server_host, "/robot/run");
  Host client_host(
    "client", server_host.context, {"--ros-args", "-r", "walk:=/robot/run", "-r", "__ns:=/here"});
  const auto client = client_host.make_client("walk");
  EXPECT_TRUE(client->wait_for_action_server(patience));
  EXPECT_NE(get(client->async_send_goal(goal_of(1))), nullptr);
}

TEST(Action, AWrongNameIsRefused)
{
  Host host("host");
  EXPECT_THROW(host.make_client(""), rclcpp::exceptions::RCLError);
  EXPECT_THROW(host.make_client("no good"), rclcpp::exceptions::RCLError);
  EXPECT_THROW(GoalServer(host, "no good"), rclcpp::exceptions::RCLError);
  EXPECT_THROW(GoalServer(host, "a/" + std::string(240, 'x')), rclcpp::exceptions::RCLError);
}

TEST(Action, WaitingForAServerOfADestroyedNode)
{
  auto context = make_context();
  rclcpp::NodeOptions options;
  options.context(context);
  auto node = std::make_shared<rclcpp::Node>("node", options);
  const auto client = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  EXPECT_FALSE(client->wait_for_action_server(0ms));
  node.reset();
  EXPECT_THROW((void)client->wait_for_action_server(0ms), rclcpp::exceptions::InvalidNodeError);
}

TEST(Action, WaitingForAServerEndsWithTheContext)
{
  Host host("host");
  const auto client = host.make_client();
  auto waiting = std::async(std::launch::async, [&] { return client->wait_for_action_server(); });
  host.context->shutdown("the test says so");
  EXPECT_FALSE(get(waiting.share()));
}

TEST(Action, GoalIdsAreRandom)
{
  Host host("host");
  GoalServer server(host);
  const auto client = host.make_client();
  ASSERT_TRUE(client->wait_for_action_server(patience));
  std::set<GoalUUID> ids;
  for (int i = 0; i < 100; ++i) {
    ids.insert(get(client->async_send_goal(goal_of(1)))->get_goal_id());
  }
  EXPECT_EQ(ids.size(), 100U);
}

// Ids are fetched in batches; a child process must not use those that the parent has fetched.
TEST(Action, AForkedProcessHasGoalIdsOfItsOwn)
{
  struct IdSource : Client
  {
    using Client::Client;
    using Client::generate_goal_id;
  };
  Host host("host");
  IdSource source(
    host.node->get_node_base_interface(), host.node->get_node_graph_interface(),
    host.node->get_node_logging_interface(), "fibonacci");
  (void)source.generate_goal_id();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const GoalUUID id = source.generate_goal_id();
    _exit(write(ends[1], id.data(), id.size()) == static_cast<ssize_t>(id.size()) ? 0 : 1);
  }
  GoalUUID of_child;
  ASSERT_EQ(read(ends[0], of_child.data(), of_child.size()), static_cast<ssize_t>(of_child.size()));
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_NE(source.generate_goal_id(), of_child);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
