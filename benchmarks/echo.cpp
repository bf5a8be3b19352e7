// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// echo: half of a round trip of a byte array to another process and back, as ddsperf's ping
// measures it; both are plain rclcpp with one SingleThreadedExecutor. Compiles against any rclcpp.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <thread>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using Message = std_msgs::msg::UInt8MultiArray;
using namespace std::chrono_literals;

struct Head  // the first bytes of each payload
{
  std::int64_t sent_ns;
  std::int64_t number;  // from 0; negative: warm-up
};

constexpr std::int64_t warm_up = 50;

rclcpp::QoS qos()
{
  return rclcpp::QoS(rclcpp::KeepLast(100)).reliable();
}

/// Sends back what comes, until it is killed.
int answer()
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("answers");
  auto publisher = node->create_publisher<Message>("echo_back", qos());
  auto subscription = node->create_subscription<Message>(
    "echo", qos(), [&](const Message & message) { publisher->publish(message); });
  rclcpp::spin(node);
  return 0;
}

/// The half round trips in µs; fewer than `count` if some were lost.
std::vector<double> ask(std::size_t bytes, double rate, std::int64_t count)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("asks");
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(count));
  auto publisher = node->create_publisher<Message>("echo", qos());
  auto subscription =
    node->create_subscription<Message>("echo_back", qos(), [&](const Message & message) {
      const std::int64_t now = benchmarks::now_ns();
      Head head{};
      std::memcpy(&head, message.data.data(), sizeof head);
      if (head.number >= 0) {
        times.push_back(static_cast<double>(now - head.sent_ns) / 2000.0);
      }
    });
  const auto found = std::chrono::steady_clock::now() + 20s;
  while (publisher->get_subscription_count() == 0 || subscription->get_publisher_count() == 0) {
    if (std::chrono::steady_clock::now() > found) {
      std::fprintf(stderr, "echo: nobody answers within 20 s\n");
      return {};
    }
    std::this_thread::sleep_for(1ms);
  }
  Message message;
  message.data.resize(std::max(bytes, sizeof(Head)));
  std::int64_t number = -warm_up;
  const auto period =
    std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(1 / rate));
  auto timer = node->create_wall_timer(period, [&] {
    if (number == count + static_cast<std::int64_t>(rate) / 5) {  // the last had 0.2 s to come back
      executor.cancel();
      return;
    }
    if (number < count) {
      const Head head{benchmarks::now_ns(), number};
      std::memcpy(message.data.data(), &head, sizeof head);
      publisher->publish(message);
    }
    ++number;
  });
  executor.spin();
  rclcpp::shutdown();
  return times;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"bytes", 100}, {"rate", 500}, {"count", 2000}});
  const pid_t child = fork();  // before rclcpp has any thread
  if (child == 0) {
    return answer();
  }
  const auto count = static_cast<std::int64_t>(options["count"]);
  const std::vector<double> times =
    ask(static_cast<std::size_t>(options["bytes"]), options["rate"], count);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  if (times.empty()) {
    return 1;
  }
  benchmarks::Result result("echo");
  result.setting("bytes", options["bytes"]);
  result.setting("rate_hz", options["rate"]);
  result.setting("count", options["count"]);
  result.value("lost", "messages", static_cast<double>(count) - static_cast<double>(times.size()));
  result.distribution("one_way", "us", times);
  result.print();
  return 0;
}
