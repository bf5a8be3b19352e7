// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream of requests throws.
//
// says: …the dock is taken…
// says: …a request to service '/dock' was dropped without an answer…
// says: …service '/dock' did not respond within 1000.000000 ms…
// group: services

#include <stdexcept>

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace std::chrono_literals;
using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rxros2::observable::serve<Trigger>(node, "dock")
    .subscribe([](const rxros2::service_request<Trigger> &) {
      throw std::runtime_error("the dock is taken");
    });
  rxros2::observable::send_request<Trigger>(node, "dock", Trigger::Request(), {.timeout = 1s})
    .subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(1500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
