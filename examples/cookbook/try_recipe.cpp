// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One recipe of the cookbook as a program; put another one in its place.

// snippet program
#include "cookbook.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("cook");
  cookbook::bumper(node);
  rclcpp::spin(node);
}
// end
