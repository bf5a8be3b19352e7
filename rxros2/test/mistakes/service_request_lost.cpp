// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A client sends a request before there is a server.
//
// says: [WARN] […] [button]: a request to service '/light' is lost and will never be answered,
//   because this client knows no server of it; call wait_for_service() first. Further losses are
//   not logged
// group: services

#include "rclcpp/rclcpp.hpp"
#include "std_srvs/srv/trigger.hpp"

using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp::Node>("button");
  const auto client = node->create_client<Trigger>("light");
  const auto answer = client->async_send_request(std::make_shared<Trigger::Request>());
  rclcpp::spin_until_future_complete(node, answer, std::chrono::seconds(1));
}
