// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A subscription requires a shorter deadline than the publisher offers.
//
// says: [WARN] […] [watch]: New publisher discovered on topic '/pulse', offering incompatible
//   QoS. No messages will be received from it. Last incompatible policy: DEADLINE_QOS_POLICY:
//   the publisher of node /heart offers a deadline of 2 s, the subscription of node /watch
//   requires a deadline of at most 0.5 s; let the publisher offer a deadline of at most 0.5 s,
//   or the subscription require a deadline of 2 s
// group: topics

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/empty.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::Empty;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto heart = rxros2::create_node("heart");
  const auto watch = rxros2::create_node("watch");
  const auto pulses = heart->create_publisher<Empty>("pulse", rclcpp::QoS(10).deadline(2s));
  const auto qos = rclcpp::QoS(10).deadline(500ms);
  rxros2::observable::from_topic<Empty>(watch, "pulse", qos).subscribe([](auto &&) {});
}
