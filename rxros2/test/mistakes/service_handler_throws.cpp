// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callback of a service throws.
//
// says: what():  the dock is taken
// exit: -6
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
  const auto service = node->create_service<Trigger>(
    "dock", [](const Trigger::Request::SharedPtr &, const Trigger::Response::SharedPtr &) {
      throw std::runtime_error("the dock is taken");
    });
  const auto client = node->create_client<Trigger>("dock");
  client->async_send_request(std::make_shared<Trigger::Request>());
  rclcpp::spin(node);
}
