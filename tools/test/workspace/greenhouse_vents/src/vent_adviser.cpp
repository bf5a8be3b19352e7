// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Serves vent_angle: the wider the warmer it is inside than outside, and shut in rain.
#include <algorithm>
#include <cstdint>

#include <greenhouse_msgs/srv/vent_angle.hpp>
#include <rclcpp/rclcpp.hpp>

using greenhouse_msgs::srv::VentAngle;

namespace
{

constexpr double degrees_per_kelvin = 5;
constexpr double widest = 80;

void advise(const VentAngle::Request & asked, VentAngle::Response & advice)
{
  if (asked.rain) {
    advice.reason = "it rains";
    return;
  }
  const double wanted = degrees_per_kelvin * (asked.inside - asked.outside);
  advice.degrees = static_cast<std::uint8_t>(std::clamp(wanted, 0.0, widest));
  advice.reason = advice.degrees == 0 ? "it is warm outside" : "it is warm inside";
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp::Node>("vent_adviser");
  const auto service = node->create_service<VentAngle>(
    "vent_angle",
    [&](VentAngle::Request::ConstSharedPtr asked, VentAngle::Response::SharedPtr advice) {
      advise(*asked, *advice);
      RCLCPP_INFO(
        node->get_logger(), "%.0f inside, %.0f outside: %d degrees", asked->inside, asked->outside,
        advice->degrees);
    });
  RCLCPP_INFO(node->get_logger(), "advises on %s", service->get_service_name());
  rclcpp::spin(node);
  rclcpp::shutdown();
}
