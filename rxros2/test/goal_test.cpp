// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// send_goal: updates, typed errors, disposal as cancellation, the order of goals, the node's end.

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "ros_test.hpp"
#include "rxros2/actions/send_goal.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;
using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>::SharedPtr;
using Strings = std::vector<std::string>;
using Update = rxros2::goal_update<Fibonacci>;

namespace
{

Fibonacci::Goal order(int n)
{
  Fibonacci::Goal goal;
  goal.order = n;
  return goal;
}

std::shared_ptr<Fibonacci::Result> result(int n)
{
  auto made = std::make_shared<Fibonacci::Result>();
  made->sequence = {n};
  return made;
}

/// A server whose goals the test ends; it accepts orders of 0 or more.
struct GoalTest : RosTest
{
  GoalTest()
  {
    executor.add_node(node);
    executor.add_node(server_node);
  }

  void serve()
  {
    using rclcpp_action::CancelResponse;
    using rclcpp_action::GoalResponse;
    server = rclcpp_action::create_server<Fibonacci>(
      server_node, "count",
      [](const auto &, std::shared_ptr<const Fibonacci::Goal> goal) {
        return goal->order < 0 ? GoalResponse::REJECT : GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [this](const Handle &) {
        ++cancel_requests;
        return may_cancel ? CancelResponse::ACCEPT : CancelResponse::REJECT;
      },
      [this](const Handle & goal) { goals.push_back(goal); });
  }

  auto record_update()
  {
    return [this](const Update & update) {
      switch (update.kind) {
        case rxros2::goal_update_kind::accepted:
          seen.push_back("accepted");
          break;
        case rxros2::goal_update_kind::feedback:
          seen.push_back("feedback " + std::to_string(update.feedback->sequence.at(0)));
          break;
        case rxros2::goal_update_kind::result:
          seen.push_back("result " + std::to_string(update.result->sequence.at(0)));
          break;
      }
    };
  }
  auto to_error()
  {
    return [this](std::exception_ptr e) { error = e; };
  }
  auto to_completed()
  {
    return [this] { completed = true; };
  }

  template <typename Error>
  bool failed_with() const
  {
    try {
      if (error) {
        std::rethrow_exception(error);
      }
    } catch (const Error &) {
      return true;
    } catch (...) {
    }
    return false;
  }

  auto one(int n, const rxros2::goal_options & options = {})
  {
    return rxcpp::observable<>::just(order(n)) | send_goal<Fibonacci>(node, "count", options) |
           concat();
  }

  std::shared_ptr<rxros2::Node> node = rxros2::create_node("pilot");
  rclcpp::Node::SharedPtr server_node = std::make_shared<rclcpp::Node>("robot");
  rclcpp_action::Server<Fibonacci>::SharedPtr server;
  std::vector<Handle> goals;
  int cancel_requests = 0;
  bool may_cancel = true;
  Strings seen;
  std::exception_ptr error;
  bool completed = false;
};

TEST_F(GoalTest, AGoalIsAcceptedGivesFeedbackAndEnds)
{
  serve();
  one(7).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
  EXPECT_EQ(goals[0]->get_goal()->order, 7);
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  for (int i = 1; i < 3; ++i) {
    auto feedback = std::make_shared<Fibonacci::Feedback>();
    feedback->sequence = {i};
    goals[0]->publish_feedback(feedback);
  }
  ASSERT_TRUE(spin_until([&] { return seen.size() == 3; }));
  goals[0]->succeed(result(13));
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(seen, (Strings{"accepted", "feedback 1", "feedback 2", "result 13"}));
  EXPECT_EQ(cancel_requests, 0);
}

TEST_F(GoalTest, AGoalWaitsForItsServer)
{
  one(1).subscribe(record_update(), to_error(), to_completed());
  executor.spin_some();
  EXPECT_TRUE(seen.empty());
  serve();
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
}

TEST_F(GoalTest, AGoalThatTheServerDoesNotAcceptIsRejected)
{
  serve();
  one(-1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return failed_with<rxros2::goal_rejected>(); }));
  EXPECT_EQ(rx::what(error), "send_goal: action 'count' rejected the goal");
  EXPECT_TRUE(seen.empty());
}

TEST_F(GoalTest, AnAbortedGoalHasItsResult)
{
  serve();
  one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
  goals[0]->abort(result(5));
  ASSERT_TRUE(spin_until([&] { return error != nullptr; }));
  try {
    std::rethrow_exception(error);
  } catch (const rxros2::goal_aborted & aborted) {
    EXPECT_EQ(aborted.status(), rclcpp_action::GoalStatus::STATUS_ABORTED);
    EXPECT_EQ(aborted.result<Fibonacci>()->sequence, std::vector{5});
  }
}

TEST_F(GoalTest, AnotherClientMayCancel)
{
  serve();
  one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1 && seen.size() == 1; }));
  auto other = rclcpp_action::create_client<Fibonacci>(node, "count");
  ASSERT_TRUE(spin_until([&] { return other->action_server_is_ready(); }));
  other->async_cancel_all_goals();
  ASSERT_TRUE(spin_until([&] { return goals[0]->is_canceling(); }));
  goals[0]->canceled(result(1));
  ASSERT_TRUE(spin_until([&] { return failed_with<rxros2::goal_canceled>(); }));
}

TEST_F(GoalTest, AServerThatDiesLosesItsGoals)
{
  if (!own_rclcpp) {
    GTEST_SKIP() << "an installed ROS 2 does not report it";
  }
  serve();
  one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1 && seen.size() == 1; }));
  server.reset();
  goals.clear();
  ASSERT_TRUE(spin_until([&] { return error != nullptr; }));
  EXPECT_TRUE(failed_with<rxros2::goal_lost>()) << rx::what(error);
}

/// On the wire, a status can be any number.
TEST_F(GoalTest, AResultOfAnUnknownStatusAfterAnOddStampIsAnError)
{
  using Impl = Fibonacci::Impl;
  const auto feedback =
    server_node->create_publisher<Impl::FeedbackMessage>("count/_action/feedback", 10);
  const auto status = server_node->create_publisher<Impl::GoalStatusMessage>(
    "count/_action/status", rclcpp::QoS(1).transient_local());
  const auto send = server_node->create_service<Impl::SendGoalService>(
    "count/_action/send_goal", [](
                                 const Impl::SendGoalService::Request::SharedPtr,
                                 Impl::SendGoalService::Response::SharedPtr response) {
      response->accepted = true;
      response->stamp.sec = -7;
    });
  const auto cancel = server_node->create_service<Impl::CancelGoalService>(
    "count/_action/cancel_goal", [](
                                   const Impl::CancelGoalService::Request::SharedPtr,
                                   Impl::CancelGoalService::Response::SharedPtr) {});
  const auto get_result = server_node->create_service<Impl::GetResultService>(
    "count/_action/get_result",
    [](
      const Impl::GetResultService::Request::SharedPtr,
      Impl::GetResultService::Response::SharedPtr response) { response->status = 77; });
  one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return error != nullptr || completed; }));
  EXPECT_EQ(seen, Strings{"accepted"});
  EXPECT_TRUE(failed_with<rxros2::goal_lost>());
  EXPECT_NE(rx::what(error).find("sent the status 77"), std::string::npos) << rx::what(error);
}

TEST_F(GoalTest, AGoalWaitsForAllEarlierDisposedGoals)
{
  serve();
  rxcpp::subjects::subject<Fibonacci::Goal> orders;
  std::vector<rx::subscription> running;
  (orders.get_observable() | send_goal<Fibonacci>(node, "count")).subscribe([&](const auto & goal) {
    running.push_back(goal.subscribe(
      [this](const Update & update) {
        if (update.kind == rxros2::goal_update_kind::accepted) {
          seen.push_back("accepted");
        }
      },
      to_error(), to_completed()));
  });
  orders.get_subscriber().on_next(order(1));
  orders.get_subscriber().on_next(order(2));
  ASSERT_TRUE(spin_until([&] { return seen.size() == 2 && goals.size() == 2; }));
  running[0].dispose();
  orders.get_subscriber().on_next(order(3));  // waits for 1
  running[1].dispose();
  orders.get_subscriber().on_next(order(4));  // waits for 1 and 2
  ASSERT_TRUE(spin_until([&] { return goals[0]->is_canceling() && goals[1]->is_canceling(); }));
  goals[1]->canceled(result(0));
  executor.spin_some();
  EXPECT_EQ(goals.size(), 2u);
  goals[0]->canceled(result(0));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 4; }));
  EXPECT_EQ(goals[2]->get_goal()->order + goals[3]->get_goal()->order, 7);
}

TEST_F(GoalTest, AMissingServerIsAnError)
{
  one(1, {.server_timeout = 20ms}).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return failed_with<rxros2::no_action_server>(); }));
  EXPECT_EQ(
    rx::what(error), "send_goal: there was no server of action 'count' within 20.000000 ms");
}

TEST_F(GoalTest, AGoalThatTakesTooLongIsCanceled)
{
  serve();
  one(1, {.timeout = 100ms}).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return failed_with<rxros2::goal_timeout>(); }));
  ASSERT_TRUE(spin_until([&] { return cancel_requests == 1; }));
  EXPECT_TRUE(goals.at(0)->is_canceling());
}

TEST_F(GoalTest, DisposalCancels)
{
  serve();
  auto running = one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  running.dispose();
  ASSERT_TRUE(spin_until([&] { return !goals.empty() && goals[0]->is_canceling(); }));
  EXPECT_EQ(cancel_requests, 1);
}

TEST_F(GoalTest, DisposalBeforeTheResponseCancelsAnAcceptedGoal)
{
  serve();
  executor.remove_node(server_node);
  rclcpp::executors::SingleThreadedExecutor server_executor;
  server_executor.add_node(server_node);
  auto running = one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(eventually([&] {
    executor.spin_some();
    server_executor.spin_some();
    return !goals.empty();
  }));
  running.dispose();  // the response waits
  ASSERT_TRUE(eventually([&] {
    executor.spin_some();
    server_executor.spin_some();
    return goals[0]->is_canceling();
  }));
  EXPECT_TRUE(seen.empty());
}

TEST_F(GoalTest, ANewGoalCancelsTheLastOneAndWaitsForItsEnd)
{
  serve();
  rxcpp::subjects::subject<Fibonacci::Goal> orders;
  (orders.get_observable() | send_goal<Fibonacci>(node, "count") | switch_on_next())
    .subscribe(record_update(), to_error(), to_completed());
  orders.get_subscriber().on_next(order(1));
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  orders.get_subscriber().on_next(order(2));
  orders.get_subscriber().on_next(order(3));
  orders.get_subscriber().on_completed();
  ASSERT_TRUE(spin_until([&] { return goals.at(0)->is_canceling(); }));
  executor.spin_some();
  EXPECT_EQ(goals.size(), 1u);  // the second and third have not been sent yet
  goals[0]->canceled(result(0));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 2; }));
  EXPECT_EQ(goals[1]->get_goal()->order, 3);
  ASSERT_TRUE(spin_until([&] { return seen.size() == 2; }));
  goals[1]->succeed(result(9));
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(seen, (Strings{"accepted", "accepted", "result 9"}));
  EXPECT_EQ(error, nullptr);
}

TEST_F(GoalTest, WaitsForACanceledGoalOnlyUpToALimit)
{
  serve();
  may_cancel = false;
  rxcpp::subjects::subject<Fibonacci::Goal> orders;
  (orders.get_observable() | send_goal<Fibonacci>(node, "count", {.cancel_timeout = 30ms}) |
   switch_on_next())
    .subscribe(record_update(), to_error(), to_completed());
  orders.get_subscriber().on_next(order(1));
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  orders.get_subscriber().on_next(order(2));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 2; }));
  EXPECT_EQ(cancel_requests, 1);
  EXPECT_TRUE(goals[0]->is_active());
}

TEST_F(GoalTest, DropsAGoalThatArrivesTooEarly)
{
  serve();
  rxcpp::subjects::subject<Fibonacci::Goal> orders;
  (orders.get_observable() | send_goal<Fibonacci>(node, "count") |
   exhaust_map([](auto goal) { return goal; }))
    .subscribe(record_update(), to_error(), to_completed());
  orders.get_subscriber().on_next(order(1));
  orders.get_subscriber().on_next(order(2));
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  goals.at(0)->succeed(result(1));
  ASSERT_TRUE(spin_until([&] { return seen.size() == 2; }));
  orders.get_subscriber().on_next(order(3));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 2; }));
  EXPECT_EQ(goals[1]->get_goal()->order, 3);
}

TEST_F(GoalTest, GoalsOneAfterTheOther)
{
  serve();
  (rxcpp::observable<>::range(1, 3) |
   map([](int n) { return std::make_shared<Fibonacci::Goal>(order(n)); }) |
   send_goal<Fibonacci>(node, "count") | concat())
    .subscribe(record_update(), to_error(), to_completed());
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(spin_until([&] { return goals.size() == i + 1; }));
    EXPECT_EQ(goals[i]->get_goal()->order, static_cast<int>(i) + 1);
    goals[i]->succeed(result(static_cast<int>(i)));
  }
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(
    seen, (Strings{"accepted", "result 0", "accepted", "result 1", "accepted", "result 2"}));
}

TEST_F(GoalTest, TakingPartOfAGoalEndsItBeforeTheNext)
{
  serve();
  (rxcpp::observable<>::range(1, 2) | map([](int n) { return order(n); }) |
   send_goal<Fibonacci>(node, "count") |
   concat_map([](const auto & goal) { return goal | take(1); }))
    .subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1 && goals[0]->is_canceling(); }));
  EXPECT_EQ(seen, (Strings{"accepted"}));  // the second has not been sent yet
  EXPECT_EQ(goals.size(), 1u);
  goals[0]->canceled(result(0));
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(seen, (Strings{"accepted", "accepted"}));
}

TEST_F(GoalTest, EachAttemptSendsTheGoalAnew)
{
  serve();
  (rxcpp::observable<>::just(order(4)) | send_goal<Fibonacci>(node, "count") |
   concat_map([](auto goal) { return goal | retry(2); }))
    .subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
  goals[0]->abort(result(0));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 2; }));
  EXPECT_EQ(goals[1]->get_goal()->order, 4);
  goals[1]->succeed(result(1));
  ASSERT_TRUE(spin_until([&] { return completed; }));
}

TEST_F(GoalTest, GoalsThatSeveralThreadsSendHaveIdsOfTheirOwn)
{
  constexpr std::size_t senders = 4;
  constexpr std::size_t goals_of_one = 100;
  std::set<rclcpp_action::GoalUUID> ids;
  server = rclcpp_action::create_server<Fibonacci>(
    server_node, "count",
    [&](const rclcpp_action::GoalUUID & id, const std::shared_ptr<const Fibonacci::Goal> &) {
      ids.insert(id);
      return rclcpp_action::GoalResponse::REJECT;
    },
    [](const Handle &) { return rclcpp_action::CancelResponse::REJECT; }, [](const Handle &) {});
  std::vector<rxros2::goal_observable<Fibonacci>> streams;
  (rxcpp::observable<>::range(1, static_cast<int>(senders * goals_of_one)) | map(order) |
   send_goal<Fibonacci>(node, "count"))
    .subscribe([&](const auto & goal) { streams.push_back(goal); });
  ASSERT_EQ(streams.size(), senders * goals_of_one);
  std::array<std::atomic<std::size_t>, senders> rejected{};
  std::barrier at_once(static_cast<std::ptrdiff_t>(senders));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < senders; ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t n = 0; n < goals_of_one; ++n) {
        at_once.arrive_and_wait();
        streams[i * goals_of_one + n].subscribe(
          [](const Update &) {}, [&rejected, i](const std::exception_ptr &) { ++rejected[i]; });
        EXPECT_TRUE(eventually([&] { return rejected[i] == n + 1; }));
      }
    });
  }
  const auto all_are_rejected = [&] {
    return std::all_of(
      rejected.begin(), rejected.end(), [](const auto & count) { return count == goals_of_one; });
  };
  EXPECT_TRUE(spin_until(all_are_rejected));
  for (std::thread & each : threads) {
    each.join();
  }
  EXPECT_EQ(ids.size(), senders * goals_of_one);
}

rx::task<std::string> outcome_of(rxros2::goal_observable<Fibonacci> goal)
{
  try {
    const auto result = co_await goal.result();
    co_return "result " + std::to_string(result->sequence.at(0));
  } catch (const rxros2::goal_aborted & aborted) {
    co_return "aborted " + std::to_string(aborted.result<Fibonacci>()->sequence.at(0));
  }
}

TEST_F(GoalTest, ACoroutineAwaitsTheResult)
{
  serve();
  const auto pilot = rxros2::start(node, [this]() -> rx::task<> {
    for (int n = 1; n < 4; ++n) {
      const auto goal =
        co_await (rxcpp::observable<>::just(order(n)) | send_goal<Fibonacci>(node, "count"));
      seen.push_back(co_await outcome_of(goal));
    }
  });
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
  goals[0]->succeed(result(5));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 2; }));
  EXPECT_EQ(goals[1]->get_goal()->order, 2);
  goals[1]->abort(result(6));
  ASSERT_TRUE(spin_until([&] { return goals.size() == 3; }));
  EXPECT_EQ(seen, (Strings{"result 5", "aborted 6"}));
  pilot.dispose();  // the coroutine is canceled, and its goal with it
  ASSERT_TRUE(spin_until([&] { return goals[2]->is_canceling(); }));
}

TEST_F(GoalTest, StreamsCompleteWithTheirNodeAndTheGoalIsCanceled)
{
  serve();
  one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return seen.size() == 1; }));
  executor.remove_node(node);
  node.reset();
  EXPECT_TRUE(completed);
  ASSERT_TRUE(spin_until([&] { return cancel_requests == 1; }));
}

TEST_F(GoalTest, AnEndedGoalIsReleased)
{
  serve();
  auto held = one(1).subscribe(record_update(), to_error(), to_completed());
  ASSERT_TRUE(spin_until([&] { return goals.size() == 1; }));
  goals[0]->succeed(result(1));
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_TRUE(becomes(0, [&] { return node->count_subscribers("/count/_action/feedback"); }));
}

}  // namespace
