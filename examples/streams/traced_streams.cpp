// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// traced_streams: a simulated distance sensor and brakes as a pipe with named stages, until Ctrl-C.
// Run it with RXROS2_TRACE=1, and `rxros2 view` draws what flows through them.
#include <chrono>
#include <cmath>

#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/float64.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using std_msgs::msg::Float64;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("brakes");

  const auto distance = [](auto tick) {  // m: a wall comes and goes
    return std::round(10 * (1.2 + std::sin(static_cast<double>(tick) / 5))) / 10;
  };
  const auto near = [](double metres) { return metres < 1.5; };
  const auto brake = [](double metres) {
    Float64 force;
    force.data = std::round(100 * (1.5 - metres));  // N
    return force;
  };

  // clang-format off
  from_timer(node, 200ms)
    | traced("distance", map(distance))
    | traced("near", filter(near))
    | traced("brake", [&](auto metres) { return metres | map(brake); })
    | publish_to_topic<Float64>(node, "/brake");
  // clang-format on

  rclcpp::spin(node);
  rclcpp::shutdown();
}
