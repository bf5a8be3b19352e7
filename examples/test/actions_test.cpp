// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The docking robot as a process, and what docs/how-to/preempt-goals.md shows.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../actions/policies.hpp"
#include "eventually.hpp"
#include "program.hpp"

namespace
{

using namespace policies;
using rxros2::goal_update_kind;

TEST(Examples, ABetterDockPreempts)
{
  Program docking({"actions/docking"}, Program::With::pipes);
  EXPECT_EQ(docking.finish(), 0);
  EXPECT_EQ(
    docking.output(),
    "on the way\nrobot: turned round on the way to the dock at 1000\non the way\ndocked at 5\n");
}

class Policies : public testing::Test
{
protected:
  Policies()
  {
    rclcpp::init(0, nullptr);
    node = rxros2::create_node("how_to");
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>();
    executor->add_node(node);
  }
  ~Policies() override
  {
    node.reset();
    executor.reset();
    rclcpp::shutdown();
  }

  void send(int order)
  {
    Fibonacci::Goal goal;
    goal.order = order;
    goals.get_subscriber().on_next(goal);
  }
  /// The results of a stream of updates go to `results`, its error to `failure`.
  template <typename Updates>
  void follow(const Updates & updates)
  {
    updates.subscribe(
      [this](const auto & update) {
        ++seen;
        if (update.kind == goal_update_kind::result) {
          results.push_back(update.result->sequence.at(0));
        }
      },
      [this](const std::exception_ptr & error) {
        failure = rx::what(error);
        ended = true;
      },
      [this] { ended = true; });
  }
  template <typename Done>
  bool spin_until(Done done)
  {
    return test::spin_until(*executor, done);
  }
  bool ends()
  {
    return spin_until([this] { return ended; });
  }

  std::shared_ptr<rxros2::Node> node;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  rxcpp::subjects::subject<Fibonacci::Goal> goals;
  int seen = 0;
  std::vector<int> results;
  std::string failure;
  bool ended = false;
};

TEST_F(Policies, TheNewestWins)
{
  serve(node);
  follow(newest_wins(goals.get_observable(), node));
  send(1000);
  ASSERT_TRUE(spin_until([&] { return seen > 0; }));
  send(3);
  goals.get_subscriber().on_completed();
  ASSERT_TRUE(ends());
  EXPECT_EQ(results, (std::vector{3}));
}

TEST_F(Policies, OneAfterTheOther)
{
  serve(node);
  follow(one_after_the_other(goals.get_observable(), node));
  send(2);
  send(1);
  goals.get_subscriber().on_completed();
  ASSERT_TRUE(ends());
  EXPECT_EQ(results, (std::vector{2, 1}));
}

TEST_F(Policies, TheFirstWins)
{
  serve(node);
  follow(first_wins(goals.get_observable(), node));
  send(2);
  send(1);
  goals.get_subscriber().on_completed();
  ASSERT_TRUE(ends());
  EXPECT_EQ(results, (std::vector{2}));
}

TEST_F(Policies, TimeIsUp)
{
  serve(node);
  follow(within(50ms, goals.get_observable(), node));
  send(1000);
  ASSERT_TRUE(ends());
  EXPECT_EQ(failure, "send_goal: the goal of action 'drive' has not ended within 50.000000 ms");
}

TEST_F(Policies, ThreeAttempts)
{
  int begun = 0;
  rxros2::observable::serve_goals<Fibonacci>(node, "drive").subscribe([&](const auto & goal) {
    if (++begun == 5) {
      goal.answer([]() -> rx::task<Fibonacci::Result> {
        Fibonacci::Result result;
        result.sequence = {8};
        co_return result;
      });
    } else {
      goal.answer(rxcpp::observable<>::error<Fibonacci::Result>(std::runtime_error("stuck")));
    }
  });
  std::vector<std::string> updates;
  persistently(goals.get_observable(), node)
    .subscribe([&](const std::string & text) { updates.push_back(text); }, [&] { ended = true; });
  send(1);
  send(2);
  goals.get_subscriber().on_completed();
  ASSERT_TRUE(ends());
  EXPECT_EQ(begun, 5);
  EXPECT_EQ(
    updates, (std::vector<std::string>{
               "gave up: send_goal: the goal of action 'drive' was aborted", "drove 8"}));
}

TEST_F(Policies, ACoroutineDrives)
{
  serve(node);
  int driven = 0;
  rxros2::start(node, [&]() -> rx::task<> { driven = co_await drive_to(node, 4); });
  ASSERT_TRUE(spin_until([&] { return driven == 4; }));
}

}  // namespace
