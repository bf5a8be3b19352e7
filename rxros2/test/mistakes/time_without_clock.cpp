// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Simulated time without a simulator: use_sim_time is true and nobody publishes /clock.
//
// says: [WARN] … [mower]: node '/mower' uses simulated time (its parameter use_sim_time is true),
//   but no message has arrived on /clock for 3 s (nobody publishes it): its clock stands still and
//   its timers do not fire. Start the simulator or 'rxros2 bag play --clock', or set use_sim_time
//   to false
// arguments: --ros-args -p use_sim_time:=true
// group: time

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");
  from_timer(node, 10ms) | subscribe([](long) { std::puts("mowing"); });
  from_timer(node, 3200ms, RCL_STEADY_TIME) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
