// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// two_processes: one-way latency of a byte array from one process to another, both plain rclcpp
// with one SingleThreadedExecutor; what is lost, and the CPU time an item costs on both sides.
// --readers 10: nine further processes receive it, too. --shared 0: without shared memory.
// --foreign 1: one further process receives it without shared memory, as a node of ROS 2 would.
// --in_place 1: the bytes are written where the readers read them. Compiles against any rclcpp.
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#if __has_include("rclcpp/in_place_message.hpp")
#include "rclcpp/in_place_message.hpp"
#endif
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/one_way.hpp"
#include "common/options.hpp"

namespace
{

using Message = std_msgs::msg::UInt8MultiArray;
using benchmarks::Plan;
using benchmarks::Receiver;
using namespace std::chrono_literals;

// Deep enough that a slow receiver shows as latency; losses are those of the wire.
rclcpp::QoS qos()
{
  return rclcpp::QoS(rclcpp::KeepLast(100)).reliable();
}

// Sends messages of `bytes` on `publisher` by the returned function of a number.
std::function<void(std::int64_t)> sender(
  std::size_t bytes, bool in_place, const rclcpp::Publisher<Message>::SharedPtr & publisher)
{
  if (in_place) {
#if __has_include("rclcpp/in_place_message.hpp")
    const auto message = std::make_shared<rclcpp::InPlaceMessage<Message>>(publisher);
    message->resize((*message)->data, bytes);
    return [=](std::int64_t number) {
      benchmarks::write_head(message->array((*message)->data).data(), number);
      message->publish();
    };
#else
    throw std::invalid_argument("two_processes: this rclcpp writes no messages in place");
#endif
  }
  const auto message = std::make_shared<Message>();
  message->data.resize(bytes);
  return [=](std::int64_t number) {
    benchmarks::write_head(message->data.data(), number);
    publisher->publish(*message);
  };
}

benchmarks::SenderReport publish(const Plan & plan, bool in_place, std::size_t subscriptions)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("publisher");
  auto publisher = node->create_publisher<Message>("two_processes", qos());
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (publisher->get_subscription_count() < subscriptions) {
    if (std::chrono::steady_clock::now() > deadline) {
      std::fprintf(stderr, "two_processes: not all subscriptions within 20 s\n");
      return {};
    }
    std::this_thread::sleep_for(1ms);
  }
  auto report = benchmarks::send_all(plan, sender(plan.bytes, in_place, publisher));
  publisher->wait_for_all_acked(10s);
  rclcpp::shutdown();
  return report;
}

void subscribe(const Plan & plan, Receiver & receiver)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("subscriber_" + std::to_string(getpid()));
  rclcpp::executors::SingleThreadedExecutor executor;
  auto subscription =
    node->create_subscription<Message>("two_processes", qos(), [&](const Message & message) {
      if (receiver.receive(message.data.data())) {
        executor.cancel();
      }
    });
  // The publisher is the only way to an end; if it dies, so do we.
  const double longest =
    static_cast<double>(plan.count + benchmarks::warm_up_count) / plan.rate * 3 + 60;
  auto guard = node->create_wall_timer(
    std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(longest)),
    [&] { executor.cancel(); });
  executor.add_node(node);
  executor.spin();
  rclcpp::shutdown();
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv,
    {{"bytes", 100},
     {"rate", 500},
     {"count", 2000},
     {"readers", 1},
     {"foreign", 0},
     {"shared", 1},
     {"in_place", 0}});
  const Plan plan(options);
  const auto readers = static_cast<std::size_t>(options["readers"]);
  const auto foreign = static_cast<std::size_t>(options["foreign"]);
  benchmarks::Result result("two_processes");
  for (const char * name : {"readers", "foreign", "shared", "in_place"}) {
    result.setting(name, options[name]);
  }
  setenv("RXROS2_SHARED_MEMORY", options["shared"] != 0 ? "on" : "off", 1);
  std::vector<std::function<bool()>> others;
  for (std::size_t reader = 1; reader < readers + foreign; ++reader) {
    others.emplace_back([&plan, is_foreign = reader >= readers] {
      if (is_foreign) {
        setenv("RXROS2_SHARED_MEMORY", "off", 1);
      }
      Receiver receiver(plan);
      subscribe(plan, receiver);
      return receiver.has_ended();
    });
  }
  return benchmarks::measure_one_way(
    std::move(result), plan,
    [&] { return publish(plan, options["in_place"] != 0, readers + foreign); },
    [&](Receiver & receiver) { subscribe(plan, receiver); }, others);
}
