// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// serve_goals: answers of every kind, cancellation, the number of goals that run at a time, ends.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "ros_test.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;
using rxros2::when_busy;
using rxros2::observable::serve_goals;
using Answer = rxros2::goal_answer<Fibonacci>;
using Client = rclcpp_action::Client<Fibonacci>;
using Feedback = Fibonacci::Feedback;
using Request = rxros2::goal_request<Fibonacci>;
using Result = Fibonacci::Result;
using Strings = std::vector<std::string>;

namespace
{

Feedback feedback(int n)
{
  Feedback made;
  made.sequence = {n};
  return made;
}

Result result(int n)
{
  Result made;
  made.sequence = {n};
  return made;
}

/// Reports its destruction.
struct Farewell
{
  Farewell(Strings & to, std::string what) : log(&to), text(std::move(what)) {}
  Farewell(const Farewell &) = delete;
  Farewell & operator=(const Farewell &) = delete;
  ~Farewell() { log->push_back(text); }

  Strings * log;
  std::string text;
};

/// Goals of the order 1, 2, … go to `answer`; their events are in `log`: "1 begun", "1 feedback
/// 7", "1 succeeded 9", "2 rejected", …
struct ServeGoalsTest : RosTest
{
  ServeGoalsTest()
  {
    executor.add_node(node);
    executor.add_node(client_node);
  }

  template <typename F>
  rx::subscription serve(F answer, const rxros2::goal_server_options<Fibonacci> & options = {})
  {
    return serve_goals<Fibonacci>(node, "count", options)
      .subscribe(
        [this, answer](const Request & goal) {
          log.push_back(std::to_string(goal->order) + " begun");
          answer(goal);
        },
        [this](const std::exception_ptr & error) { log.push_back("error " + rx::what(error)); },
        [this] { log.push_back("completed"); });
  }

  /// Answers by subjects that the test feeds.
  auto by_subjects()
  {
    return [this](const Request & goal) {
      const int order = goal->order;
      goal.answer(subjects[order].get_observable() | finally([this, order] {
                    log.push_back(std::to_string(order) + " disposed");
                  }));
    };
  }
  auto feed(int order) { return subjects[order].get_subscriber(); }
  void succeed(int order)
  {
    feed(order).on_next(result(order));
    feed(order).on_completed();
  }

  void send(int order)
  {
    ASSERT_TRUE(spin_until([&] { return client->action_server_is_ready(); }));
    Fibonacci::Goal goal;
    goal.order = order;
    const std::string name = std::to_string(order) + " ";
    Client::SendGoalOptions options;
    options.goal_response_callback = [this, name, order](const auto & handle) {
      if (handle) {
        handles[order] = handle;
      } else {
        log.push_back(name + "rejected");
      }
    };
    options.feedback_callback = [this, name](const auto &, const auto & update) {
      log.push_back(name + "feedback " + std::to_string(update->sequence.at(0)));
    };
    options.result_callback = [this, name](const auto & ended) {
      const std::map<rclcpp_action::ResultCode, std::string> codes{
        {rclcpp_action::ResultCode::SUCCEEDED, "succeeded"},
        {rclcpp_action::ResultCode::CANCELED, "canceled"},
        {rclcpp_action::ResultCode::ABORTED, "aborted"},
        {rclcpp_action::ResultCode::UNKNOWN, "lost"}};
      const auto & sequence = ended.result->sequence;
      log.push_back(
        name + codes.at(ended.code) + (sequence.empty() ? "" : " " + std::to_string(sequence[0])));
    };
    client->async_send_goal(goal, options);
  }
  /// The client knows the goal: an earlier message may not reach it on an installed ROS 2.
  bool is_known(int order)
  {
    return spin_until([&] { return handles.count(order) == 1; });
  }
  bool logged(const std::string & text, std::ptrdiff_t times = 1)
  {
    return spin_until([&] { return std::count(log.begin(), log.end(), text) == times; });
  }
  /// Cancels a goal and returns whether the server agreed.
  bool cancel(int order)
  {
    EXPECT_TRUE(is_known(order));
    auto response = client->async_cancel_goal(handles[order]);
    EXPECT_TRUE(spin_until([&] { return response.wait_for(0s) == std::future_status::ready; }));
    return !response.get()->goals_canceling.empty();
  }

  Strings log;  // before the members that end with the nodes
  std::map<int, rxcpp::subjects::subject<Answer>> subjects;
  std::shared_ptr<rxros2::Node> node = rxros2::create_node("robot");
  rclcpp::Node::SharedPtr client_node = std::make_shared<rclcpp::Node>("pilot");
  Client::SharedPtr client = rclcpp_action::create_client<Fibonacci>(client_node, "count");
  std::map<int, Client::GoalHandle::SharedPtr> handles;
};

TEST_F(ServeGoalsTest, AStreamIsFeedbackAndTheResultAtItsEnd)
{
  serve(by_subjects());
  send(1);
  ASSERT_TRUE(logged("1 begun") && is_known(1));
  feed(1).on_next(feedback(7));
  feed(1).on_next(result(8));
  feed(1).on_next(feedback(9));
  ASSERT_TRUE(logged("1 feedback 9"));
  EXPECT_EQ(
    log, (Strings{"1 begun", "1 feedback 7", "1 feedback 9"}));  // the result waits for the end
  feed(1).on_completed();
  ASSERT_TRUE(logged("1 succeeded 8"));
  EXPECT_EQ(log.back(), "1 succeeded 8");
}

TEST_F(ServeGoalsTest, ItemsMayBePointersAndOfOneKind)
{
  rxcpp::subjects::subject<std::shared_ptr<const Feedback>> update;
  serve([&](const Request & goal) {
    if (goal->order == 1) {
      goal.answer(rxcpp::observable<>::just(std::make_shared<Result>(result(1))));
    } else {
      goal.answer(update.get_observable());
    }
  });
  send(1);
  ASSERT_TRUE(logged("1 succeeded 1"));
  send(2);
  ASSERT_TRUE(logged("2 begun") && is_known(2));
  update.get_subscriber().on_next(std::make_shared<const Feedback>(feedback(2)));
  ASSERT_TRUE(logged("2 feedback 2"));
  update.get_subscriber().on_completed();
  ASSERT_TRUE(logged("2 succeeded"));
  EXPECT_EQ(std::count(log.begin(), log.end(), "2 feedback 2"), 1);
}

TEST_F(ServeGoalsTest, ACoroutineReturnsTheResult)
{
  serve([this](const Request & goal) {
    goal.answer([this, goal]() -> rx::task<Result> {
      co_await rx::sleep_for(1ms);
      log.push_back("woken");
      co_return result(goal->order + 10);
    });
  });
  send(1);
  ASSERT_TRUE(logged("1 succeeded 11"));
  EXPECT_EQ(log, (Strings{"1 begun", "woken", "1 succeeded 11"}));
}

rx::task<std::shared_ptr<Result>> doubled(int n)
{
  co_await rx::sleep_for(1ms);
  co_return std::make_shared<Result>(result(2 * n));
}

TEST_F(ServeGoalsTest, ATaskReturnsTheResult)
{
  serve([](const Request & goal) { goal.answer(doubled(goal->order)); });
  send(4);
  ASSERT_TRUE(logged("4 succeeded 8"));
}

TEST_F(ServeGoalsTest, ACoroutineThatEmitsIsAStream)
{
  serve([this](const Request & goal) {
    goal.answer([this, goal](rx::subscriber<Answer> out) -> rx::task<> {
      while (handles.count(goal->order) == 0) {
        co_await rx::sleep_for(1ms);
      }
      for (int i = 1; i <= goal->order; ++i) {
        co_await rx::sleep_for(1ms);
        out.on_next(feedback(i));
      }
      out.on_next(result(goal->order));
    });
  });
  send(2);
  ASSERT_TRUE(logged("2 succeeded 2"));
  EXPECT_EQ(log, (Strings{"2 begun", "2 feedback 1", "2 feedback 2", "2 succeeded 2"}));
}

TEST_F(ServeGoalsTest, AnAnswerThatEndsWithoutAResultAborts)
{
  const std::vector<std::function<void(const Request &)>> answers{
    [](const Request & goal) {
      goal.answer([](rx::subscriber<Answer> out) -> rx::task<> {
        co_await rx::sleep_for(1ms);
        out.on_next(feedback(1));
      });
    },
    [](const Request & goal) { goal.answer([]() -> rx::task<> { co_await rx::sleep_for(1ms); }); },
    [](const Request & goal) {
      goal.answer([]() -> rx::task<std::shared_ptr<Result>> { co_return nullptr; });
    },
    [](const Request & goal) { goal.answer(rxcpp::observable<>::just(Answer(feedback(1)))); },
    [](const Request & goal) { goal.answer(rxcpp::observable<>::empty<Result>()); },
    [](const Request & goal) { goal.answer(std::shared_ptr<Result>()); }};
  serve([&](const Request & goal) { answers.at(static_cast<std::size_t>(goal->order))(goal); });
  for (int i = 0; i < static_cast<int>(answers.size()); ++i) {
    testing::internal::CaptureStderr();
    send(i);
    EXPECT_TRUE(logged(std::to_string(i) + " aborted"));
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(
      text.find("a goal of action 'count' ended without a result, it is aborted"),
      std::string::npos)
      << i << ": " << text;
  }
}

TEST_F(ServeGoalsTest, AResultWithoutFieldsIsOptional)
{
  struct Fieldless
  {
    std::uint8_t structure_needs_at_least_one_member = 0;
  };
  EXPECT_TRUE(rxros2::detail::has_fields<Result>);
  EXPECT_FALSE(rxros2::detail::has_fields<Fieldless>);
}

TEST_F(ServeGoalsTest, GoalsThatRunAndGoalsThatWaitAreCanceledAtOnce)
{
  constexpr int count = 8;  // as many results as an installed ROS 2 keeps for a client
  serve(by_subjects(), {.at_most = count / 2});
  for (int i = 1; i <= count; ++i) {
    send(i);
  }
  ASSERT_TRUE(spin_until([&] { return handles.size() == count; }));
  client->async_cancel_all_goals();
  for (int i = 1; i <= count; ++i) {
    ASSERT_TRUE(logged(std::to_string(i) + " canceled"));
  }
  EXPECT_EQ(std::count(log.begin(), log.end(), std::to_string(count) + " begun"), 0);
}

TEST_F(ServeGoalsTest, ShutdownEndsGoalsThatRunAndGoalsThatWait)
{
  serve(by_subjects(), {.at_most = 1});
  send(1);
  send(2);
  ASSERT_TRUE(is_known(1) && is_known(2));
  rclcpp::shutdown();
  for (const char * text : {"1 disposed", "completed"}) {
    EXPECT_TRUE(eventually([&] { return std::count(log.begin(), log.end(), text) == 1; })) << text;
  }
}

TEST_F(ServeGoalsTest, AResultAnswersAtOnceAndOnlyOnce)
{
  serve([this](const Request & goal) {
    goal.answer(result(3));
    EXPECT_THROW(goal.answer(result(4)), std::logic_error);
    log.push_back("answered");
  });
  send(1);
  ASSERT_TRUE(logged("1 succeeded 3"));
}

TEST_F(ServeGoalsTest, CancelDisposesTheStreamAndTheLastResultIsSent)
{
  serve(by_subjects());
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  feed(1).on_next(result(5));
  EXPECT_TRUE(cancel(1));
  ASSERT_TRUE(logged("1 canceled 5"));
  EXPECT_EQ(log, (Strings{"1 begun", "1 disposed", "1 canceled 5"}));
}

TEST_F(ServeGoalsTest, CancelEndsACoroutineBeforeTheGoal)
{
  serve([this](const Request & goal) {
    goal.answer([this, goal](rx::subscriber<Answer> out) -> rx::task<> {
      const Farewell farewell(log, "cleaned up");
      try {
        co_await rx::sleep_for(1h);
      } catch (const rx::cancelled &) {
        EXPECT_TRUE(goal.cancel_requested());
        out.on_next(result(6));
        throw;
      }
    });
  });
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  EXPECT_TRUE(cancel(1));
  ASSERT_TRUE(logged("1 canceled 6"));
  EXPECT_EQ(log, (Strings{"1 begun", "cleaned up", "1 canceled 6"}));
}

TEST_F(ServeGoalsTest, AGoalThatIsCanceledBeforeItIsAnsweredEnds)
{
  std::vector<Request> kept;
  serve([&](const Request & goal) { kept.push_back(goal); });
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  EXPECT_TRUE(cancel(1));
  ASSERT_TRUE(logged("1 canceled"));
  kept.at(0).answer(rxcpp::observable<>::defer([this] {
    log.push_back("subscribed");
    return rxcpp::observable<>::just(result(1));
  }));
  EXPECT_EQ(log, (Strings{"1 begun", "1 canceled"}));
}

TEST_F(ServeGoalsTest, AGoalThatMayNotBeCanceledContinues)
{
  serve(by_subjects(), {.may_cancel = [](const Fibonacci::Goal & goal) {
          return goal.order == 1 ? false : throw std::runtime_error("no idea");
        }});
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  EXPECT_FALSE(cancel(1));
  succeed(1);
  ASSERT_TRUE(logged("1 succeeded 1"));
  send(2);
  ASSERT_TRUE(logged("2 begun"));
  testing::internal::CaptureStderr();
  EXPECT_FALSE(cancel(2));
  EXPECT_NE(
    testing::internal::GetCapturedStderr().find(
      "action 'count': may_cancel failed, the goal goes on: no idea"),
    std::string::npos);
  succeed(2);
  ASSERT_TRUE(logged("2 succeeded 2"));
}

TEST_F(ServeGoalsTest, RejectsGoalsThatAreNotAccepted)
{
  serve(by_subjects(), {.accept = [](const Fibonacci::Goal & goal) {
          return goal.order == 1 ? false : throw std::runtime_error("no idea");
        }});
  send(1);
  ASSERT_TRUE(logged("1 rejected"));
  testing::internal::CaptureStderr();
  send(2);
  EXPECT_TRUE(logged("2 rejected"));
  EXPECT_NE(
    testing::internal::GetCapturedStderr().find(
      "action 'count': accept failed, the goal is rejected: no idea"),
    std::string::npos);
}

TEST_F(ServeGoalsTest, AnErrorAbortsItsGoalAndIsLogged)
{
  serve([](const Request & goal) {
    if (goal->order == 1) {
      goal.answer([]() -> rx::task<Result> {
        co_await rx::sleep_for(1ms);
        throw std::runtime_error("no way");
      });
    } else if (goal->order == 2) {
      goal.answer(
        rxcpp::observable<>::just(result(5)) |
        concat(rxcpp::observable<>::error<Result>(std::runtime_error("broken"))));
    } else {
      goal.answer(rxcpp::observable<>::just(std::shared_ptr<Feedback>()));
    }
  });
  testing::internal::CaptureStderr();
  for (int i = 1; i <= 3; ++i) {
    send(i);
  }
  EXPECT_TRUE(logged("1 aborted") && logged("2 aborted 5") && logged("3 aborted"));
  const std::string text = testing::internal::GetCapturedStderr();
  for (const char * why : {"no way", "broken", "got a null pointer instead of feedback"}) {
    EXPECT_NE(
      text.find(std::string("a goal of action 'count' failed, it is aborted: ") + why),
      std::string::npos)
      << text;
  }
}

TEST_F(ServeGoalsTest, AnExceptionAtTheStartOfAnAnswerAbortsOnlyItsGoal)
{
  serve([](const Request & goal) {
    if (goal->order == 1) {
      goal.answer(
        [](rx::subscriber<Answer>) -> rx::task<> { throw std::runtime_error("at once"); });
    } else if (goal->order == 2) {
      goal.answer([]() -> rx::task<Result> { throw 7; });
    } else {
      goal.answer(result(3));
    }
  });
  testing::internal::CaptureStderr();
  for (int i = 1; i <= 3; ++i) {
    send(i);
  }
  EXPECT_TRUE(logged("1 aborted") && logged("2 aborted") && logged("3 succeeded 3"));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("failed, it is aborted: at once"), std::string::npos) << text;
}

TEST_F(ServeGoalsTest, AnUnansweredGoalIsAbortedAndTheNextBegins)
{
  serve([](const Request &) {}, {.at_most = 1});
  testing::internal::CaptureStderr();
  send(1);
  send(2);
  EXPECT_TRUE(logged("1 aborted") && logged("2 aborted"));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(
    text.find("a goal of action 'count' was dropped without an answer, it is aborted"),
    std::string::npos)
    << text;
}

TEST_F(ServeGoalsTest, FurtherGoalsWaitInOrder)
{
  serve(by_subjects(), {.at_most = 2});
  for (int i = 1; i <= 5; ++i) {
    send(i);
  }
  ASSERT_TRUE(spin_until([&] { return handles.size() == 5; }));
  EXPECT_EQ(log, (Strings{"1 begun", "2 begun"}));
  EXPECT_TRUE(cancel(4));
  ASSERT_TRUE(logged("4 canceled"));
  succeed(2);
  ASSERT_TRUE(logged("3 begun"));
  succeed(1);
  ASSERT_TRUE(logged("5 begun"));
  succeed(3);
  succeed(5);
  ASSERT_TRUE(logged("5 succeeded 5") && logged("3 succeeded 3"));
  EXPECT_EQ(std::count(log.begin(), log.end(), "4 begun"), 0);
}

TEST_F(ServeGoalsTest, FurtherGoalsAreRejected)
{
  serve(by_subjects(), {.at_most = 1, .when_busy = when_busy::reject});
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  send(2);
  ASSERT_TRUE(logged("2 rejected"));
  succeed(1);
  ASSERT_TRUE(logged("1 succeeded 1"));
  send(3);
  ASSERT_TRUE(logged("3 begun"));
}

TEST_F(ServeGoalsTest, FurtherGoalsPreemptTheOldest)
{
  serve(by_subjects(), {.at_most = 2, .when_busy = when_busy::preempt});
  send(1);
  send(2);
  ASSERT_TRUE(logged("2 begun"));
  feed(1).on_next(result(7));
  send(3);
  ASSERT_TRUE(logged("1 aborted 7") && logged("3 begun"));
  EXPECT_EQ(std::count(log.begin(), log.end(), "2 disposed"), 0);
  send(4);
  ASSERT_TRUE(logged("2 aborted") && logged("4 begun"));
}

TEST_F(ServeGoalsTest, APreemptedCoroutineEndsFirstAndWaitingGoalsAreCanceled)
{
  serve(
    [&](const Request & goal) {
      goal.answer([&, goal]() -> rx::task<Result> {
        const Farewell farewell(log, std::to_string(goal->order) + " cleaned up");
        co_await rx::sleep_for(1h);
        co_return result(1);
      });
    },
    {.at_most = 1, .when_busy = when_busy::preempt});
  send(1);
  ASSERT_TRUE(logged("1 begun"));
  send(2);
  send(3);  // arrives before the coroutine of 1 has its next turn
  ASSERT_TRUE(logged("3 begun"));
  ASSERT_TRUE(logged("1 aborted") && logged("2 canceled"));
  log.erase(std::remove(log.begin(), log.end(), "2 canceled"), log.end());
  log.erase(std::remove(log.begin(), log.end(), "1 aborted"), log.end());
  EXPECT_EQ(log, (Strings{"1 begun", "1 cleaned up", "3 begun"}));
  EXPECT_TRUE(cancel(3));
  ASSERT_TRUE(logged("3 canceled"));
}

TEST_F(ServeGoalsTest, TheEndOfTheStreamAbortsRunningAndCancelsWaitingGoals)
{
  auto server = serve(by_subjects(), {.at_most = 1});
  send(1);
  send(2);
  ASSERT_TRUE(spin_until([&] { return handles.size() == 2; }));
  feed(1).on_next(feedback(3));
  ASSERT_TRUE(logged("1 feedback 3"));  // it arrived after the requests for the results
  server.dispose();
  EXPECT_EQ(std::count(log.begin(), log.end(), "1 disposed"), 1);
  ASSERT_TRUE(spin_until([&] { return log.size() == 5; }));
  EXPECT_EQ(std::count(log.begin(), log.end(), "1 aborted"), 1);
  EXPECT_EQ(std::count(log.begin(), log.end(), "2 canceled"), 1);
  EXPECT_TRUE(becomes(0, [&] { return node->count_publishers("/count/_action/feedback"); }));
}

TEST_F(ServeGoalsTest, CompletesWithItsNode)
{
  serve([this](const Request & goal) {
    goal.answer([this]() -> rx::task<Result> {
      const Farewell farewell(log, "cleaned up");
      log.push_back("works");
      co_await rx::sleep_for(1h);
      co_return result(1);
    });
  });
  send(1);
  ASSERT_TRUE(logged("works"));
  ASSERT_TRUE(spin_until([&] { return handles.size() == 1; }));
  executor.remove_node(node);
  node.reset();
  ASSERT_TRUE(logged("completed") && logged("cleaned up"));
  EXPECT_EQ(std::count(log.begin(), log.end(), "1 succeeded 1"), 0);
}

TEST_F(ServeGoalsTest, AnErrorOfTheSubscriberEndsTheServer)
{
  serve([](const Request &) { throw std::runtime_error("broken"); });
  send(1);
  ASSERT_TRUE(logged("error broken"));
}

TEST_F(ServeGoalsTest, RejectsMisuse)
{
  EXPECT_THROW(
    static_cast<void>(serve_goals<Fibonacci>(node, "count", {.at_most = 0})),
    std::invalid_argument);
  EXPECT_THROW(
    static_cast<void>(serve_goals<Fibonacci>(node, "count", {.result_timeout = -1ns})),
    std::invalid_argument);
  bool failed = false;
  serve_goals<Fibonacci>(node, "no name")
    .subscribe([](const Request &) {}, [&](const std::exception_ptr &) { failed = true; });
  EXPECT_TRUE(failed);
}

TEST_F(ServeGoalsTest, ANewGoalOfOneOperatorWaitsForTheEndOfTheLastOne)
{
  serve(
    [this](const Request & goal) {
      goal.answer([this, goal]() -> rx::task<Result> {
        const Farewell farewell(log, std::to_string(goal->order) + " cleaned up");
        if (goal->order == 1) {
          co_await rx::sleep_for(1h);
        }
        co_return result(goal->order);
      });
    },
    {.at_most = 1, .when_busy = when_busy::reject});
  rxcpp::subjects::subject<Fibonacci::Goal> orders;
  bool completed = false;
  (orders.get_observable() | send_goal<Fibonacci>(client_node, "count") | switch_on_next())
    .subscribe([](const auto &) {}, [&] { completed = true; });
  Fibonacci::Goal goal;
  goal.order = 1;
  orders.get_subscriber().on_next(goal);
  ASSERT_TRUE(logged("1 begun"));
  goal.order = 2;
  orders.get_subscriber().on_next(goal);
  orders.get_subscriber().on_completed();
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(log, (Strings{"1 begun", "1 cleaned up", "2 begun", "2 cleaned up"}));
}

/// Many threads: goals are canceled and preempted, and their servers ended, at any time. Each goal
/// ends once, and no more than the maximum run.
/** An installed ROS 2 loses results: all clients of an action read its answers from one topic, and
 *  each keeps the last ten answers that it has not taken. So the senders share one client there,
 *  and few goals are on their way at a time. It does not report either that a server has ended,
 *  so only the goals of the last server must all end at the client. */
TEST(ServeGoalsThreads, GoalsAreCanceledPreemptedAndTheirServersEndedWhileTheyRun)
{
  const RosContext context;
  constexpr std::size_t at_most = 3;
  constexpr std::size_t senders = 4;
  constexpr std::size_t client_count = RosTest::own_rclcpp ? senders : 1;
  constexpr int at_most_on_their_way = RosTest::own_rclcpp ? 100 : 2;  // of one sender
#ifdef __SANITIZE_THREAD__
  constexpr int goals = 60;
#else
  constexpr int goals = 300;
#endif
  auto node = rxros2::create_node("robot");
  rclcpp::executors::MultiThreadedExecutor executor({}, 4);
  executor.add_node(node);
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<Client::SharedPtr> clients;
  std::array<std::mutex, client_count> sending;  // ROS 2 makes the ids of goals without a lock
  for (std::size_t i = 0; i < client_count; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>("pilot_" + std::to_string(i)));
    clients.push_back(rclcpp_action::create_client<Fibonacci>(nodes.back(), "count"));
    executor.add_node(nodes.back());
  }
  /// The coroutines of one server. One that was canceled before its first turn still begins,
  /// possibly together with those of the next server.
  struct Coroutines
  {
    std::atomic<std::size_t> running = 0;
    std::atomic<std::size_t> most = 0;
  };
  struct Place
  {
    explicit Place(Coroutines & of) : all(of)
    {
      const std::size_t now = ++all.running;
      for (std::size_t before = all.most; before < now;) {
        if (all.most.compare_exchange_weak(before, now)) {
          break;
        }
      }
    }
    Place(const Place &) = delete;
    Place & operator=(const Place &) = delete;
    ~Place() { --all.running; }
    Coroutines & all;
  };
  /// The goals that were sent while one server was there.
  struct Goals
  {
    std::atomic<int> accepted = 0;
    std::atomic<int> ended = 0;
    std::array<std::atomic<int>, senders> on_their_way{};
  };
  std::array<Coroutines, 4> servers;
  std::array<Goals, servers.size()> sent_to;
  std::atomic<std::size_t> current = 0;  // the index of the server that is there
  const auto running = [&] {
    return std::accumulate(
      servers.begin(), servers.end(), std::size_t{0},
      [](std::size_t sum, const Coroutines & each) { return sum + each.running; });
  };
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  const auto serve = [&](when_busy policy, Coroutines & coroutines) {
    const auto answer = [&coroutines](const Request & goal) {
      goal.answer([&coroutines, goal](rx::subscriber<Answer> out) -> rx::task<> {
        const Place place(coroutines);
        for (int i = 0; i < goal->order; ++i) {
          co_await rx::sleep_for(100us);
          out.on_next(feedback(i));
        }
        out.on_next(result(goal->order));
      });
    };
    return serve_goals<Fibonacci>(
             node, "count", {.at_most = at_most, .when_busy = policy, .callback_group = group})
      .subscribe(answer, [](const std::exception_ptr & e) { ADD_FAILURE() << rx::what(e); });
  };
  auto server = serve(when_busy::queue, servers[0]);
  std::thread spinning([&] { executor.spin(); });
  const auto sum = [&](std::atomic<int> Goals::*count) {
    return std::accumulate(
      sent_to.begin(), sent_to.end(), 0,
      [count](int so_far, const Goals & each) { return so_far + each.*count; });
  };
  const auto all_ended = [&] {
    const auto & on_their_way = sent_to.back().on_their_way;
    return std::all_of(
             on_their_way.begin(), on_their_way.end(), [](const auto & n) { return n == 0; }) &&
           (!RosTest::own_rclcpp || sum(&Goals::ended) == sum(&Goals::accepted));
  };
  std::atomic<bool> sent = false;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < senders; ++i) {
    threads.emplace_back([&, i] {
      const Client::SharedPtr client = clients[i % client_count];
      std::minstd_rand random(static_cast<unsigned>(i) + 1);
      for (int n = 0; n < goals; ++n) {
        Fibonacci::Goal goal;
        goal.order = static_cast<int>(random() % 4);
        const bool cancels = random() % 2 == 0;
        // Goals of an earlier server are not waited for: they may have no end.
        ASSERT_TRUE(
          eventually([&] { return sent_to[current].on_their_way[i] < at_most_on_their_way; }));
        Goals & with = sent_to[current];
        Client::SendGoalOptions options;
        options.goal_response_callback = [&with, client, i, cancels](const auto & handle) {
          if (!handle) {
            --with.on_their_way[i];
            return;
          }
          ++with.accepted;
          if (cancels) {
            client->async_cancel_goal(handle);
          }
        };
        options.result_callback = [&with, i](const auto &) {
          ++with.ended;
          --with.on_their_way[i];
        };
        ASSERT_TRUE(client->wait_for_action_server(60s));
        ++with.on_their_way[i];
        const auto response = [&] {
          const std::lock_guard lock(sending[i % client_count]);
          return client->async_send_goal(goal, options);
        }();
        response.wait_for(100ms);  // a server that ends may not respond
      }
      if (i == 0) {
        sent = true;
      }
    });
  }
  const when_busy policies[] = {when_busy::preempt, when_busy::reject, when_busy::queue};
  for (std::size_t i = 0; i < 3; ++i) {
    eventually([&] { return sent_to[i].ended >= goals / 10 || sent; });
    server.dispose();
    EXPECT_TRUE(eventually([&] { return running() == 0; }));  // all canceled goals have ended
    server = serve(policies[i], servers[i + 1]);
    current = i + 1;
  }
  for (std::thread & each : threads) {
    each.join();
  }
  EXPECT_TRUE(eventually([&] { return running() == 0 && all_ended(); }))
    << running() << " run, " << sum(&Goals::ended) << " of " << sum(&Goals::accepted)
    << " have ended, of the last server " << sent_to.back().ended << " of "
    << sent_to.back().accepted;
  server.dispose();
  executor.cancel();
  spinning.join();
  EXPECT_TRUE(all_ended());  // none has ended a second time
  for (const Goals & each : sent_to) {
    EXPECT_LE(each.ended, each.accepted);
  }
  EXPECT_GT(sum(&Goals::accepted), 0);
  std::size_t most = 0;
  for (const Coroutines & each : servers) {
    most = std::max(most, each.most.load());
  }
  EXPECT_LE(most, at_most);
  EXPECT_GT(most, 1u);
}

}  // namespace
