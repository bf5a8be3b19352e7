// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// usage: ask_vents INSIDE OUTSIDE [rain]    (degrees Celsius) prints how wide the vents are to be.
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include <greenhouse_msgs/srv/vent_angle.hpp>
#include <rclcpp/rclcpp.hpp>

using greenhouse_msgs::srv::VentAngle;

int main(int argc, char ** argv)
{
  const std::vector<std::string> arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() < 3) {
    std::cerr << "ask_vents: found " << arguments.size() - 1
              << " arguments; expected two temperatures\n";
    return 2;
  }
  auto asked = std::make_shared<VentAngle::Request>();
  asked->inside = std::stod(arguments[1]);
  asked->outside = std::stod(arguments[2]);
  asked->rain = arguments.size() > 3;

  const auto node = std::make_shared<rclcpp::Node>("ask_vents");
  const auto adviser = node->create_client<VentAngle>("vent_angle");
  if (!adviser->wait_for_service(std::chrono::seconds(30))) {
    std::cerr << "ask_vents: nobody serves " << adviser->get_service_name() << " after 30 s\n";
    return 1;
  }
  auto advice = adviser->async_send_request(asked).future.share();
  if (rclcpp::spin_until_future_complete(node, advice) != rclcpp::FutureReturnCode::SUCCESS) {
    return 1;
  }
  std::cout << "vents at " << +advice.get()->degrees << " degrees, since " << advice.get()->reason
            << '\n';
  rclcpp::shutdown();
}
