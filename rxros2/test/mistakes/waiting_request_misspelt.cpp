// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A request to a service whose name has a typing error.
//
// says: [WARN] […] [caller]: send_request(/set_ligth) has waited 3 s for a server: no server of
//   service /set_ligth; did you mean /set_light of node /lamp?
// group: waiting

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/set_bool.hpp"

using namespace rxros2::observable;
using namespace std::chrono_literals;
using std_srvs::srv::SetBool;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto lamp = rxros2::create_node("lamp");
  serve<SetBool>(lamp, "/set_light").subscribe([](const auto & request) {
    request.respond(SetBool::Response());
  });
  const auto node = rxros2::create_node("caller");
  send_request<SetBool>(node, "/set_ligth", SetBool::Request()).subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(3500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
