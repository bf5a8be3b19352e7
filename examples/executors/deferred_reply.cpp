// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// deferred_reply: plain ROS 2; a service whose callback returns at once and which answers later, so
// no thread waits.
#include <chrono>
#include <deque>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "std_srvs/srv/trigger.hpp"

using namespace std::chrono_literals;
using std_srvs::srv::Trigger;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("deferred");

  // A callback that takes the service and the request's header does not reply: send_response()
  // does.
  std::deque<std::shared_ptr<rmw_request_id_t>> waiting;
  auto service = node->create_service<Trigger>(
    "measure",
    [&](
      const rclcpp::Service<Trigger>::SharedPtr, const std::shared_ptr<rmw_request_id_t> header,
      const std::shared_ptr<Trigger::Request>) {
      waiting.push_back(header);
      RCLCPP_INFO(node->get_logger(), "%zu requests wait", waiting.size());
    });
  int value = 0;
  auto sensor = node->create_wall_timer(1s, [&] {
    while (!waiting.empty()) {
      Trigger::Response response;
      response.success = true;
      response.message = "measured " + std::to_string(++value);
      service->send_response(*waiting.front(), response);
      waiting.pop_front();
    }
  });

  auto client = node->create_client<Trigger>("measure");
  client->wait_for_service();
  int answers = 0;
  for (int i = 0; i < 2; ++i) {
    client->async_send_request(
      std::make_shared<Trigger::Request>(), [&](rclcpp::Client<Trigger>::SharedFuture future) {
        RCLCPP_INFO(node->get_logger(), "answer: %s", future.get()->message.c_str());
        if (++answers == 2) {
          rclcpp::shutdown();
        }
      });
  }
  rclcpp::spin(node);
  return 0;
}
