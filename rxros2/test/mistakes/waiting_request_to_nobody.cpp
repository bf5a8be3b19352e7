// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A request to a service that no node offers.
//
// says: [WARN] […] [caller]: send_request(/no_such) has waited 3 s for a server: no server of
//   service /no_such: this node sees no other node; start the other program, or compare
//   ROS_DOMAIN_ID
// group: waiting

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/set_bool.hpp"

using namespace rxros2::observable;
using namespace std::chrono_literals;
using std_srvs::srv::SetBool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("caller");
  send_request<SetBool>(node, "/no_such", SetBool::Request()).subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(3500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
