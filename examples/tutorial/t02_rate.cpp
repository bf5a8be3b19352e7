// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t02: publish at a rate.

// snippet program
#include <cstdio>

#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/float32.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  auto odometer = from_timer(node, 50ms)            // 1, 2, 3 … twenty a second
    | take(4)                                       // a tutorial has an end
    | map([](long tick) { return Float32().set__data(0.25f * static_cast<float>(tick)); })
    | publish_to_topic<Float32>(node, "distance");  // which hands the message on
  odometer.subscribe(
    [](const Float32 & metres) { std::printf("published %.2f m\n", metres.data); },
    [] { rclcpp::shutdown(); });

  rclcpp::spin(node);  // here all of it runs
}
// end
