// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A reliable stream of a topic that another node publishes best effort.
//
// says: [WARN] […] [mapper]: New publisher discovered on topic '/scan', offering incompatible
//   QoS. No messages will be received from it. Last incompatible policy: RELIABILITY_QOS_POLICY:
//   the publisher of node /lidar offers reliability best_effort, the subscription of node
//   /mapper requires reliability reliable; let the publisher offer reliability reliable, or the
//   subscription require reliability best_effort
// says: [WARN] […] [lidar]: New subscription discovered on topic '/scan', requesting
//   incompatible QoS. …
// group: topics

#include "rxros2/rxros2.hpp"
#include "sensor_msgs/msg/laser_scan.hpp"

using sensor_msgs::msg::LaserScan;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto lidar = rxros2::create_node("lidar");
  const auto mapper = rxros2::create_node("mapper");
  const auto scans = lidar->create_publisher<LaserScan>("scan", rclcpp::SensorDataQoS());
  rxros2::observable::from_topic<LaserScan>(mapper, "scan").subscribe([](auto &&) {});
}
