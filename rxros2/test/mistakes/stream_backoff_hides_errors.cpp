// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// retry_with_backoff() hides that a device is missing.
//
// says: [WARN] … [gripper]: retry_with_backoff subscribes again after an error: …No such file or
//   directory… (stream … of node '/gripper')
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("gripper");
  from_device<std::array<char, 4>>("/dev/no_gripper", on_callback_group(node)) |
    retry_with_backoff() | subscribe([](const auto &) {});
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
