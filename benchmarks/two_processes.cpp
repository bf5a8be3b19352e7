// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// two_processes: one-way latency of a byte array from one process to another, both plain rclcpp
// with one SingleThreadedExecutor; what is lost, and the CPU time an item costs on both sides.
// --readers 10: nine further processes receive it, too. --shared 0: without shared memory.
// --foreign 1: one further process receives it without shared memory, as a node of ROS 2 would.
// --in_place 1: the bytes are written where the readers read them. Compiles against any rclcpp.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <rclcpp/rclcpp.hpp>
#if __has_include("rclcpp/in_place_message.hpp")
#include "rclcpp/in_place_message.hpp"
#endif
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using Message = std_msgs::msg::UInt8MultiArray;
using namespace std::chrono_literals;

// The first bytes of each payload.
struct Head
{
  std::int64_t sent_ns;
  std::int64_t number;  // from 0; negative: warm-up, not counted; `last`: the end
};
constexpr std::int64_t last = INT64_MAX;

struct Plan
{
  std::size_t bytes;
  double rate;
  std::int64_t count;
  std::size_t readers;
  std::size_t foreign;
  bool shared;
  bool in_place;
};

constexpr std::int64_t warm_up = 20;

// Deep enough that a slow receiver shows as latency; losses are those of the wire.
rclcpp::QoS qos()
{
  return rclcpp::QoS(rclcpp::KeepLast(100)).reliable();
}

// Sends messages of `plan` on `publisher` by the returned function of a number.
std::function<void(std::int64_t)> sender(
  const Plan & plan, const rclcpp::Publisher<Message>::SharedPtr & publisher)
{
  const std::size_t size = std::max(plan.bytes, sizeof(Head));
  const auto write_head = [](std::uint8_t * to, std::int64_t number) {
    const Head head{benchmarks::now_ns(), number};
    std::memcpy(to, &head, sizeof head);
  };
  if (plan.in_place) {
#if __has_include("rclcpp/in_place_message.hpp")
    const auto message = std::make_shared<rclcpp::InPlaceMessage<Message>>(publisher);
    message->resize((*message)->data, size);
    return [=](std::int64_t number) {
      write_head(message->array((*message)->data).data(), number);
      message->publish();
    };
#else
    throw std::invalid_argument("two_processes: this rclcpp writes no messages in place");
#endif
  }
  const auto message = std::make_shared<Message>();
  message->data.resize(size);
  return [=](std::int64_t number) {
    write_head(message->data.data(), number);
    publisher->publish(*message);
  };
}

int publish(const Plan & plan)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("publisher");
  auto publisher = node->create_publisher<Message>("two_processes", qos());
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (publisher->get_subscription_count() < plan.readers + plan.foreign) {
    if (std::chrono::steady_clock::now() > deadline) {
      std::fprintf(stderr, "two_processes: not all subscriptions within 20 s\n");
      return 1;
    }
    std::this_thread::sleep_for(1ms);
  }
  const auto send = sender(plan, publisher);
  const auto period = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / plan.rate));
  auto next = std::chrono::steady_clock::now();
  double cpu = 0;
  for (std::int64_t number = -warm_up; number < plan.count; ++number) {
    if (number == 0) {
      cpu = benchmarks::cpu_seconds();
    }
    send(number);
    next += period;
    std::this_thread::sleep_until(next);
  }
  cpu = benchmarks::cpu_seconds() - cpu;
  std::this_thread::sleep_for(50ms);
  send(last);
  publisher->wait_for_all_acked(10s);
  rclcpp::shutdown();
  // To the parent, through the pipe that is our stdout.
  return write(STDOUT_FILENO, &cpu, sizeof cpu) == sizeof cpu ? 0 : 1;
}

// Measures if it is the parent of the publisher; the others only receive.
int subscribe(const Plan & plan, int from_publisher)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("subscriber_" + std::to_string(getpid()));
  std::vector<double> latencies;
  latencies.reserve(static_cast<std::size_t>(plan.count));
  double cpu = 0;
  double switches = 0;
  bool ended = false;
  rclcpp::executors::SingleThreadedExecutor executor;
  auto subscription =
    node->create_subscription<Message>("two_processes", qos(), [&](const Message & message) {
      const std::int64_t now = benchmarks::now_ns();
      Head head{};
      std::memcpy(&head, message.data.data(), sizeof head);
      if (head.number == last) {
        ended = true;
        executor.cancel();
      } else if (head.number >= 0) {
        if (latencies.empty()) {
          cpu = benchmarks::cpu_seconds();
          switches = benchmarks::context_switches();
        }
        latencies.push_back(static_cast<double>(now - head.sent_ns) / 1000.0);
      }
    });
  // The publisher is the only way to an end; if it dies, so do we.
  const double longest = static_cast<double>(plan.count + warm_up) / plan.rate * 3 + 60;
  auto guard = node->create_wall_timer(
    std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(longest)),
    [&] { executor.cancel(); });
  executor.add_node(node);
  executor.spin();
  cpu = benchmarks::cpu_seconds() - cpu;
  switches = benchmarks::context_switches() - switches;
  if (from_publisher < 0) {
    rclcpp::shutdown();
    return ended ? 0 : 1;
  }
  double publisher_cpu = 0;
  int status = 0;
  if (read(from_publisher, &publisher_cpu, sizeof publisher_cpu) != sizeof publisher_cpu) {
    ended = false;
  }
  for (std::size_t child = 0; child < plan.readers + plan.foreign; ++child) {
    int one = 0;
    wait(&one);
    status = status != 0 ? status : one;
  }
  rclcpp::shutdown();
  if (!ended || status != 0) {
    std::fprintf(stderr, "two_processes: a process did not come to its end\n");
    return 1;
  }
  benchmarks::Result result("two_processes");
  result.setting("bytes", static_cast<double>(plan.bytes));
  result.setting("rate_hz", plan.rate);
  result.setting("count", static_cast<double>(plan.count));
  result.setting("readers", static_cast<double>(plan.readers));
  result.setting("foreign", static_cast<double>(plan.foreign));
  result.setting("shared", plan.shared ? 1 : 0);
  result.setting("in_place", plan.in_place ? 1 : 0);
  result.value(
    "lost", "messages", static_cast<double>(plan.count) - static_cast<double>(latencies.size()));
  result.value("cpu_receiver", "us/item", cpu / static_cast<double>(plan.count) * 1e6);
  result.value("switches_receiver", "1/item", switches / static_cast<double>(plan.count));
  result.value("cpu_sender", "us/item", publisher_cpu / static_cast<double>(plan.count) * 1e6);
  result.distribution("one_way", "us", latencies);
  result.print();
  return 0;
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
  const Plan plan{
    static_cast<std::size_t>(options["bytes"]),
    options["rate"],
    static_cast<std::int64_t>(options["count"]),
    static_cast<std::size_t>(options["readers"]),
    static_cast<std::size_t>(options["foreign"]),
    options["shared"] != 0,
    options["in_place"] != 0};
  setenv("RXROS2_SHARED_MEMORY", plan.shared ? "on" : "off", 1);
  int ends[2];
  if (pipe(ends) != 0) {
    return 1;
  }
  // Before rclcpp has any thread.
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    return publish(plan);
  }
  close(ends[1]);
  for (std::size_t reader = 1; reader < plan.readers + plan.foreign; ++reader) {
    if (fork() == 0) {
      close(ends[0]);
      if (reader >= plan.readers) {
        setenv("RXROS2_SHARED_MEMORY", "off", 1);
      }
      return subscribe(plan, -1);
    }
  }
  return subscribe(plan, ends[0]);
}
