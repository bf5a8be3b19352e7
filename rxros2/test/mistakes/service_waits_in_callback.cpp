// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback waits for a response that its own executor would deliver.
//
// says: what():  Node '/mower' has already been added to an executor. Remove it there first; a
//   callback cannot spin its own node.
// exit: -6
// group: services

#include "rxros2/rxros2.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace std::chrono_literals;
using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  const auto client = node->create_client<Trigger>("dock");
  const auto timer = node->create_wall_timer(100ms, [&] {
    auto future = client->async_send_request(std::make_shared<Trigger::Request>());
    rclcpp::spin_until_future_complete(node, future, 1s);
  });
  rclcpp::spin(node);
}
