// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A goal for an action whose name has a typing error.
//
// says: [WARN] […] [pilot]: send_goal(/navigte) has waited 3 s for a server: no server of action
//   /navigte; did you mean /navigate of node /driver?
// group: waiting

#include "example_interfaces/action/fibonacci.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"
#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto driver = rxros2::create_node("driver");
  rxros2::observable::serve_goals<Fibonacci>(driver, "/navigate").subscribe([](const auto & goal) {
    goal.answer(Fibonacci::Result());
  });
  const auto node = rxros2::create_node("pilot");
  const auto updates = rx::sources::just(Fibonacci::Goal()) |
                       send_goal<Fibonacci>(node, "/navigte") |
                       concat_map([](const auto & goal) { return goal; });
  updates.subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(3500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
