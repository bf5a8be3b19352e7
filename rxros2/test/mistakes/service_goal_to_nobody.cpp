// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A goal for an action that no node serves.
//
// says: …there was no server of action 'count' within 500.000000 ms…
// group: services

#include "example_interfaces/action/fibonacci.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using example_interfaces::action::Fibonacci;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto updates = rx::sources::just(Fibonacci::Goal()) |
                       send_goal<Fibonacci>(node, "count", {.server_timeout = 500ms}) |
                       concat_map([](const auto & goal) { return goal; });
  updates.subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(1s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
