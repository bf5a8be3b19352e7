// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t11: long tasks: goals, feedback, results, and what cancels them.

// snippet program
#include <cstdio>

#include <example_interfaces/action/fibonacci.hpp>
#include <rxros2/rxros2.hpp>
#include <rxros2/actions/send_goal.hpp>
#include <rxros2/actions/serve_goals.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using Mow = example_interfaces::action::Fibonacci;  // order: strips to mow; sequence: those mown

// A coroutine: what it emits first is feedback, the result comes last.
rx::task<> mow(rxros2::goal_request<Mow> goal, rx::subscriber<rxros2::goal_answer<Mow>> out)
{
  Mow::Feedback mown;
  try {
    for (int strip = 1; strip <= goal->order; ++strip) {
      co_await rx::sleep_for(10ms);
      mown.sequence.push_back(strip);
      out.on_next(mown);
    }
    out.on_next(Mow::Result().set__sequence(mown.sequence));
  } catch (const rx::cancelled &) {  // thrown where it waits
    std::printf("blades off\n");
    throw;
  }
}

void print_update(const rxros2::goal_update<Mow> & update)
{
  if (update.feedback) {
    std::printf("strip %d\n", update.feedback->sequence.back());
  } else if (update.result) {
    std::printf("mown: %zu strips\n", update.result->sequence.size());
  } else {
    std::printf("accepted\n");
  }
}

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  rxros2::observable::serve_goals<Mow>(node, "mow", {.at_most = 1})
    .subscribe([](const rxros2::goal_request<Mow> & goal) {
      goal.answer([goal](auto out) { return mow(goal, out); });
    });

  (rx::sources::from(2, 1000, 1)
    | map([](int strips) { return Mow::Goal().set__order(strips); })
    | send_goal<Mow>(node, "mow", {.server_timeout = 5s})     // a stream for each goal
    | concat_map([](auto goal) { return goal | take(4); }))   // one lawn after the other
    .subscribe(print_update, [] { rclcpp::shutdown(); });

  rclcpp::spin(node);
}
// end
