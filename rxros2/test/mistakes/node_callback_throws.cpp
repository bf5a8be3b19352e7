// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback throws.
//
// says: what():  the blades are blocked
// exit: -6
// group: nodes

#include <stdexcept>

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto timer =
    node->create_wall_timer(100ms, [] { throw std::runtime_error("the blades are blocked"); });
  rclcpp::spin(node);
}
