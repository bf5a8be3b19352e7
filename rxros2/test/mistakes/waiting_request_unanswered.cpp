// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A service whose subscriber drops each request without an answer.
//
// says: [WARN] […] […]: …/set_light' was dropped without an answer…
// group: waiting

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/set_bool.hpp"

using namespace rxros2::observable;
using namespace std::chrono_literals;
using std_srvs::srv::SetBool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("lamp");
  serve<SetBool>(node, "/set_light").subscribe([](const auto &) {});
  send_request<SetBool>(node, "/set_light", SetBool::Request()).subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(1s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
