// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// keep_distance: drives forward and stops in front of obstacles. The README shows this program.
#include <geometry_msgs/msg/twist.hpp>
#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/range.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using geometry_msgs::msg::Twist;
using rxros2::observable::from_topic;
using sensor_msgs::msg::Range;

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("keep_distance");
  from_topic<Range>(node, "range")                                    // messages
    | map([](const Range & r) { return r.range > 0.5 ? 0.2 : 0.0; })  // m to m/s
    | map([](double speed) { Twist t; t.linear.x = speed; return t; })
    | sample_with_frequency(10.0)                                       // at 10 Hz
    | publish_to_topic<Twist>(node, "cmd_vel");
  rclcpp::spin(node);
}
// end
