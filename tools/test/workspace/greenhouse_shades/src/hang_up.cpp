// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lets a container load components of this package. usage: hang_up CONTAINER CLASS…
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include <composition_interfaces/srv/load_node.hpp>
#include <rclcpp/rclcpp.hpp>

int main(int argc, char ** argv)
{
  using composition_interfaces::srv::LoadNode;
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp::Node>("hang_up");
  const auto client = node->create_client<LoadNode>(std::string(argv[1]) + "/_container/load_node");
  if (!client->wait_for_service(std::chrono::seconds(30))) {
    return 1;
  }
  for (int i = 2; i < argc; ++i) {
    auto request = std::make_shared<LoadNode::Request>();
    request->package_name = "greenhouse_shades";
    request->plugin_name = std::string("greenhouse_shades::") + argv[i];
    auto answer = client->async_send_request(request);
    if (rclcpp::spin_until_future_complete(node, answer) != rclcpp::FutureReturnCode::SUCCESS) {
      return 1;
    }
    const auto response = answer.get();
    std::printf(
      "%s %s\n", argv[i],
      response->success ? response->full_node_name.c_str() : response->error_message.c_str());
  }
  rclcpp::shutdown();
  return 0;
}
