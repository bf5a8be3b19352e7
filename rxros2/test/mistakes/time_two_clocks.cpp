// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Times of two clocks are compared.
//
// says: what():  can't subtract times with different time sources [1 != 2]
// exit: -6
// group: time

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const rclcpp::Time begin = rclcpp::Clock().now();
  const rclcpp::Duration age = node->now() - begin;
  return age.seconds() > 1;
}
