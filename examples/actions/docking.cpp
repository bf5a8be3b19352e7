// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A robot drives to a dock; a better dock is found on the way, and preempts it.
//
// A goal's order is the distance of a dock in steps, its feedback the steps that were made.
#include <cstdio>

#include "example_interfaces/action/fibonacci.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"
#include "rxros2/rxros2.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;
using rxros2::goal_update_kind;
using rxros2::observable::from_timer;
using rxros2::observable::serve_goals;
using Answer = rxros2::goal_answer<Fibonacci>;
using Request = rxros2::goal_request<Fibonacci>;
using Update = rxros2::goal_update<Fibonacci>;

namespace
{

constexpr auto step = 20ms;

// Emits a feedback after each step, and the result as its last item. Canceling ends it in co_await.
rx::task<> drive(Request goal, rx::subscriber<Answer> out)
{
  try {
    for (int leg = 1; leg <= goal->order; ++leg) {
      co_await rx::sleep_for(step);
      Fibonacci::Feedback feedback;
      feedback.sequence = {leg};
      out.on_next(feedback);
    }
    Fibonacci::Result result;
    result.sequence = {goal->order};
    out.on_next(result);
  } catch (const rx::cancelled &) {
    std::printf("robot: turned round on the way to the dock at %d\n", goal->order);
    throw;
  }
}

void print_update(const Update & update)
{
  if (update.kind == goal_update_kind::result) {
    std::printf("docked at %d\n", update.result->sequence[0]);
  } else if (update.kind == goal_update_kind::accepted) {
    std::printf("on the way\n");
  }
}

Fibonacci::Goal dock_at(int distance)
{
  Fibonacci::Goal goal;
  goal.order = distance;
  return goal;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto robot = rxros2::create_node("robot");
  serve_goals<Fibonacci>(robot, "dock", {.at_most = 1}).subscribe([](const Request & goal) {
    goal.answer([goal](rx::subscriber<Answer> out) { return drive(goal, out); });
  });

  auto pilot = rxros2::create_node("pilot");
  // a new goal cancels the last one, which ends before the new one is sent
  (from_timer(pilot, 2s) | take(1) | map([](long) { return dock_at(5); }) |
   start_with(dock_at(1000)) | send_goal<Fibonacci>(pilot, "dock", {.server_timeout = 10s}) |
   switch_on_next())
    .subscribe(
      print_update,
      [](const std::exception_ptr & error) {
        std::printf("not docked: %s\n", rxcpp::what(error).c_str());
      },
      [] { rclcpp::shutdown(); });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(robot);
  executor.add_node(pilot);
  executor.spin();
  return 0;
}
