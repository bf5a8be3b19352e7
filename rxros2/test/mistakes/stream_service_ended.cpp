// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception in the function of serve() ends the service.
//
// says: [ERROR] … [adder]: std::runtime_error: cannot reset; this ended the stream of service
//   '/reset' of node '/adder', so that the service is no longer offered, because nothing handles
//   the error. …
// group: streams

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("adder");
  serve<std_srvs::srv::Trigger>(node, "reset") | subscribe([](const auto & request) {
    request.respond(std_srvs::srv::Trigger::Response());
    throw std::runtime_error("cannot reset");
  });
  send_request<std_srvs::srv::Trigger>(node, "reset", std_srvs::srv::Trigger::Request()) |
    subscribe([](const auto &) {});
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
