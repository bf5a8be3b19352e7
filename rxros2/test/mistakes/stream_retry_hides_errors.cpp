// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// retry() hides that a source fails again and again.
//
// says: [WARN] … [lidar]: retry subscribes again after an error: std::runtime_error: not
//   connected (stream of timer of 10 ms of node '/lidar')
// says: [WARN] … [lidar]: retry subscribes again after an error, the 10th: std::runtime_error:
//   not connected (stream of timer of 10 ms of node '/lidar')
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("lidar");
  from_timer(node, 10ms) | map([](long i) -> long {
    throw std::runtime_error("not connected");
    return i;
  }) |
    retry() | subscribe([](long) {});
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
