// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tutorial's node: the nearer the wall, the slower. The range finder is simulated.

// snippet node
#include <rxros2/rxros2.hpp>
#include <geometry_msgs/msg/twist.hpp>
#include <sensor_msgs/msg/range.hpp>

using namespace rxcpp::operators;
using namespace rxros2::operators;
using rxros2::observable::from_topic;
using geometry_msgs::msg::Twist;
using sensor_msgs::msg::Range;

struct KeepDistance : rxros2::Node
{
  KeepDistance() : rxros2::Node("keep_distance") {}

  void run() override
  {
    from_topic<Range>(this, "range")                         // a stream of messages
      | map([](const Range & r) { return r.range; })         // of metres
      | filter([](float metres) { return metres >= 0.0f; })  // < 0: the sensor saw nothing
      | map([](float metres) {
          Twist command;
          command.linear.x = metres > 0.5f ? 0.4 * (metres - 0.5) : 0.0;
          return command;
        })
      | publish_to_topic<Twist>(this, "cmd_vel");            // and it runs
  }
};
// end

#include <array>
#include <cstdio>

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto robot = rxros2::create_node("robot");
  (from_topic<Twist>(robot, "cmd_vel") | take(4))
    .subscribe(
      [](const Twist & command) { std::printf("%.1f m/s\n", command.linear.x); },
      [] { rclcpp::shutdown(); });

  auto keep_distance = std::make_shared<KeepDistance>();
  keep_distance->run();

  constexpr std::array measured{2.0f, 1.5f, -1.0f, 1.0f, 0.5f};
  rxcpp::observable<>::interval(std::chrono::milliseconds(10))
    | take(measured.size())
    | map([=](long k) {
        Range r;
        r.range = measured.at(static_cast<std::size_t>(k - 1));
        return r;
      })
    | publish_to_topic<Range>(robot, "range");

  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(robot);
  executor.add_node(keep_distance);
  executor.spin();
  return 0;
}
