// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A request to a service with another type than its server has.
//
// says: [WARN] […] [caller]: send_request(/reset) has waited 3 s for a server: the server of
//   service /reset in node /lamp has type std_srvs/srv/Trigger, this client std_srvs/srv/SetBool:
//   use one type on both sides
// group: waiting

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace rxros2::observable;
using namespace std::chrono_literals;
using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto lamp = rxros2::create_node("lamp");
  serve<Trigger>(lamp, "/reset").subscribe([](const auto & request) {
    request.respond(Trigger::Response());
  });
  const auto node = rxros2::create_node("caller");
  send_request<SetBool>(node, "/reset", SetBool::Request()).subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(3500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
