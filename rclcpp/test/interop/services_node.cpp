// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// RxROS2's side of test_services.py: serves /add, calls /peer/add as soon as it is served, and
// prints a line for each call, until SIGTERM.
#include <cinttypes>
#include <cstdio>
#include <functional>
#include <memory>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp/rclcpp.hpp"

using example_interfaces::srv::AddTwoInts;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  auto node = std::make_shared<rclcpp::Node>("services");
  auto service = node->create_service<AddTwoInts>(
    "add", [](
             const std::shared_ptr<AddTwoInts::Request> request,
             std::shared_ptr<AddTwoInts::Response> response) {
      response->sum = request->a + request->b;
      std::printf("served %" PRId64 "\n", response->sum);
    });
  auto client = node->create_client<AddTwoInts>("peer/add");
  std::int64_t calls = 0;
  auto timer = node->create_wall_timer(20ms, [&] {
    if (!client->service_is_ready() || client->statistics().pending != 0) {
      return;
    }
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = ++calls;
    request->b = 1000;
    client->async_send_request(
      request, [](rclcpp::Client<AddTwoInts>::SharedFutureWithRequest done) {
        std::printf(
          "call %" PRId64 " got %" PRId64 "\n", done.get().first->a, done.get().second->sum);
      });
  });
  std::puts("ready");
  rclcpp::spin(node);
  rclcpp::shutdown();
}
