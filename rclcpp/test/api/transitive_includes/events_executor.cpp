// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program includes one header of an executor, and uses names from the headers that this includes.
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"

void events_executor_alone()
{
  rclcpp::experimental::executors::EventsExecutor executor;
  executor.add_node(std::make_shared<rclcpp::Node>("alone"));
  const rclcpp::QoS qos = rclcpp::SensorDataQoS();
}
