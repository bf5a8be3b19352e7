// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program that includes the header of one executor uses the headers that it includes.
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"

void events_executor_alone()
{
  rclcpp::experimental::executors::EventsExecutor executor;
  executor.add_node(std::make_shared<rclcpp::Node>("alone"));
  const rclcpp::QoS qos = rclcpp::SensorDataQoS();
}
