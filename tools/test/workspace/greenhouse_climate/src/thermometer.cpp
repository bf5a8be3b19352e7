// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A day in the greenhouse, an hour every 200 ms: the climate, and what the sun does.
#include <chrono>
#include <cmath>

#include <greenhouse_msgs/msg/climate.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

using greenhouse_msgs::msg::Climate;
using std_msgs::msg::String;

struct Day
{
  int hour = 5;

  bool turns() const { return hour == 6 || hour == 18; }
  const char * word() const { return hour == 6 ? "sunrise" : "sunset"; }
  float celsius() const { return 18.F + 9.F * std::sin(static_cast<float>(hour - 6) * 0.2618F); }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rclcpp::Node::make_shared("thermometer");
  const auto climate = node->create_publisher<Climate>("climate", rclcpp::SensorDataQoS());
  const auto sun = node->create_publisher<String>("sun", rclcpp::QoS(1).transient_local());

  Day day;
  const auto clock = node->create_timer(std::chrono::milliseconds(200), [&] {
    day.hour = (day.hour + 1) % 24;
    auto measured = std::make_unique<Climate>();
    measured->measured = node->now();
    measured->celsius = day.celsius();
    measured->humidity = 0.6F;
    RCLCPP_INFO(node->get_logger(), "%02d:00, %.1f degrees", day.hour, measured->celsius);
    climate->publish(std::move(measured));
    if (day.turns()) {
      sun->publish(String().set__data(day.word()));
    }
  });
  rclcpp::spin(node);
  rclcpp::shutdown();
}
