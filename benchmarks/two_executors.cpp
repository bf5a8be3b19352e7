// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// two_executors: a message goes to and fro between two nodes whose executors run in two pinned
// threads, beside an eventfd that does the same; one way, on the same core and on two. Both sleep
// before each message. Compiles against any rclcpp.
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/eventfd_hop.hpp"
#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using Message = std_msgs::msg::UInt8MultiArray;

struct Side
{
  explicit Side(const std::string & name)
  : node(std::make_shared<rclcpp::Node>(name, rclcpp::NodeOptions().use_intra_process_comms(true)))
  {
    executor.add_node(node);
  }
  rclcpp::Node::SharedPtr node;
  rclcpp::executors::SingleThreadedExecutor executor;
};

// One way in µs, from half of each round trip.
std::vector<double> message_hops(int cpu_a, int cpu_b, int rounds, std::size_t bytes)
{
  Side a("a");
  Side b("b");
  auto ping = a.node->create_publisher<Message>("ping", 1);
  auto pong = b.node->create_publisher<Message>("pong", 1);
  auto to_b = b.node->create_subscription<Message>(
    "ping", 1, [&](Message::UniquePtr message) { pong->publish(std::move(message)); });
  std::vector<double> hops;
  hops.reserve(static_cast<std::size_t>(rounds));
  std::int64_t sent = 0;
  auto to_a = a.node->create_subscription<Message>("pong", 1, [&](Message::UniquePtr message) {
    const std::int64_t now = benchmarks::now_ns();
    hops.push_back(static_cast<double>(now - sent) / 2000.0);
    if (hops.size() == static_cast<std::size_t>(rounds)) {
      a.executor.cancel();
      b.executor.cancel();
      return;
    }
    sent = benchmarks::now_ns();
    ping->publish(std::move(message));
  });
  // In the executor's thread, as all others.
  rclcpp::TimerBase::SharedPtr first =
    a.node->create_wall_timer(std::chrono::milliseconds(50), [&] {
      first->cancel();
      auto message = std::make_unique<Message>();
      message->data.resize(bytes);
      sent = benchmarks::now_ns();
      ping->publish(std::move(message));
    });
  std::thread thread([&] {
    benchmarks::pin(cpu_b);
    b.executor.spin();
  });
  benchmarks::pin(cpu_a);
  a.executor.spin();
  thread.join();
  benchmarks::unpin();
  return hops;
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"bytes", 64}, {"count", 20000}, {"turns", 4}});
  const auto bytes = static_cast<std::size_t>(options["bytes"]);
  const int turns = static_cast<int>(options["turns"]);
  const int rounds = static_cast<int>(options["count"]) / turns;
  rclcpp::init(0, nullptr);
  benchmarks::Result result("two_executors");
  result.setting("bytes", options["bytes"]);
  const int other = std::thread::hardware_concurrency() > 1 ? 1 : 0;
  for (const auto & [place, cpu] : {std::pair{"same_core", 0}, {"other_core", other}}) {
    std::vector<double> floor;
    std::vector<double> hops;
    benchmarks::eventfd_hops(0, cpu, 1000);
    for (int turn = 0; turn < turns; ++turn) {
      const std::vector<double> of_eventfd = benchmarks::eventfd_hops(0, cpu, rounds);
      const std::vector<double> of_messages = message_hops(0, cpu, rounds, bytes);
      floor.insert(floor.end(), of_eventfd.begin(), of_eventfd.end());
      hops.insert(hops.end(), of_messages.begin(), of_messages.end());
    }
    result.distribution(std::string("eventfd_hop_") + place, "us", std::move(floor));
    result.distribution(std::string("message_hop_") + place, "us", std::move(hops));
  }
  result.print();
  rclcpp::shutdown();
  return 0;
}
