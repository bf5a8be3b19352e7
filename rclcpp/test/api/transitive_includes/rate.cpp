// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program that only waits uses the headers that the header of rates includes.
#include "rclcpp/rate.hpp"

void rate_alone()
{
  rclcpp::init(0, nullptr);
  rclcpp::Rate rate(10);
  std::thread thread([&] { rate.sleep(); });
  thread.join();
  rclcpp::shutdown();
}
