// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// one_executor: publish → callback within one node and one SingleThreadedExecutor, beside
// subscriptions that never receive anything. Each callback publishes the next message, so the
// executor is always awake. Compiles against any rclcpp.
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int64.hpp>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

int main(int argc, char ** argv)
{
  using Message = std_msgs::msg::UInt64;
  auto options =
    benchmarks::parse(argc, argv, {{"idle", 0}, {"count", 100000}, {"intra_process", 0}});
  const auto count = static_cast<std::size_t>(options["count"]);
  constexpr std::size_t warm_up = 1000;

  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>(
    "one_executor", rclcpp::NodeOptions().use_intra_process_comms(options["intra_process"] != 0));
  std::vector<rclcpp::Subscription<Message>::SharedPtr> idle;
  for (int i = 0; i < static_cast<int>(options["idle"]); ++i) {
    idle.push_back(
      node->create_subscription<Message>("idle_" + std::to_string(i), 10, [](const Message &) {}));
  }
  auto publisher = node->create_publisher<Message>("one_executor", 10);
  std::vector<double> latencies;
  latencies.reserve(count);
  std::size_t received = 0;
  Message message;
  auto subscription =
    node->create_subscription<Message>("one_executor", 10, [&](const Message & arrived) {
      const std::int64_t now = benchmarks::now_ns();
      if (++received > warm_up) {
        latencies.push_back(
          static_cast<double>(now - static_cast<std::int64_t>(arrived.data)) / 1000.0);
      }
      if (latencies.size() == count) {
        rclcpp::shutdown();
        return;
      }
      message.data = static_cast<std::uint64_t>(benchmarks::now_ns());
      publisher->publish(message);
    });
  auto first = node->create_wall_timer(std::chrono::milliseconds(100), [&] {
    if (received == 0) {
      message.data = static_cast<std::uint64_t>(benchmarks::now_ns());
      publisher->publish(message);
    }
  });
  rclcpp::spin(node);

  benchmarks::Result result("one_executor");
  result.setting("idle", options["idle"]);
  result.setting("intra_process", options["intra_process"]);
  result.distribution("publish_to_callback", "us", latencies);
  result.print();
  return 0;
}
