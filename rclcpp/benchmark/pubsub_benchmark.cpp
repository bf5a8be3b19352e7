// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the latency of a message from publish to callback inside one process, and the number of
// allocations for it. In each measurement a callback publishes the next message, so the executor is
// always awake.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"

namespace
{
std::atomic<std::uint64_t> allocations{0};
}

// Not inlined: otherwise the compiler reports malloc and free as mismatched with new and delete.
[[gnu::noinline]] void * operator new(std::size_t size)
{
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void * memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void * memory) noexcept
{
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace
{

using Bytes = std_msgs::msg::UInt8MultiArray;

std::unique_ptr<Bytes> make_message(std::size_t bytes)
{
  auto message = std::make_unique<Bytes>();
  message->data.resize(bytes);
  return message;
}

struct Bench
{
  benchmarks::Result & result;
  std::size_t count;
  std::shared_ptr<rclcpp::Node> node;

  // Spins until `done` messages arrived after a warm-up; call `arrived` for each message.
  struct Meter
  {
    explicit Meter(std::size_t messages) : wanted(messages) {}
    bool arrived()
    {
      if (++received % block != 0) {
        return true;
      }
      const std::int64_t now = benchmarks::now_ns();
      if (received == warm_up) {
        allocated = allocations;
      } else if (received > warm_up) {
        per_message.push_back(static_cast<double>(now - began) / block);
      }
      began = now;
      if (received < warm_up + wanted) {
        return true;
      }
      allocated = allocations - allocated;
      executor.cancel();
      return false;
    }
    // The time is taken for blocks of messages: reading the clock costs a considerable part of the
    // latency.
    static constexpr std::size_t block = 1000;
    static constexpr std::size_t warm_up = 2 * block;
    std::size_t wanted;
    std::size_t received = 0;
    std::int64_t began = 0;
    std::uint64_t allocated = 0;
    std::vector<double> per_message;
    rclcpp::executors::SingleThreadedExecutor executor;
  };

  void run(Meter & meter, const std::string & name, const std::function<void()> & first)
  {
    meter.per_message.reserve(meter.wanted / Meter::block + 1);
    meter.executor.add_node(node);
    first();
    meter.executor.spin();
    result.distribution(name, "ns", meter.per_message);
    result.value(
      name + "_allocations", "per message",
      static_cast<double>(meter.allocated) / static_cast<double>(meter.wanted));
  }

  // The message itself circulates: nothing is allocated for it (zero-copy).
  void unique_ptr(const std::string & name, std::size_t bytes)
  {
    Meter meter(count);
    auto publisher = node->create_publisher<Bytes>("topic", 10);
    auto subscription =
      node->create_subscription<Bytes>("topic", 10, [&](std::unique_ptr<Bytes> message) {
        if (meter.arrived()) {
          publisher->publish(std::move(message));
        }
      });
    run(meter, name, [&] { publisher->publish(make_message(bytes)); });
  }

  void shared_ptr(const std::string & name, std::size_t bytes)
  {
    Meter meter(count);
    auto publisher = node->create_publisher<Bytes>("topic", 10);
    auto subscription =
      node->create_subscription<Bytes>("topic", 10, [&](std::shared_ptr<const Bytes> message) {
        if (meter.arrived()) {
          publisher->publish(std::move(message));
        }
      });
    run(meter, name, [&] { publisher->publish(make_message(bytes)); });
  }

  void const_reference(const std::string & name, std::size_t bytes)
  {
    Meter meter(count);
    auto publisher = node->create_publisher<Bytes>("topic", 10);
    auto subscription = node->create_subscription<Bytes>("topic", 10, [&](const Bytes & message) {
      if (meter.arrived()) {
        publisher->publish(message);
      }
    });
    run(meter, name, [&] { publisher->publish(*make_message(bytes)); });
  }

  // Copies into the subscription's own memory, and back into the publisher's.
  void by_value(const std::string & name, std::size_t bytes)
  {
    Meter meter(count);
    auto publisher = node->create_publisher<Bytes>("topic", 10);
    rclcpp::SubscriptionOptions options;
    options.intra_process_buffer_type = rclcpp::IntraProcessBufferType::Value;
    auto subscription = node->create_subscription<Bytes>(
      "topic", 10,
      [&](const Bytes & message) {
        if (meter.arrived()) {
          publisher->publish(message);
        }
      },
      options);
    run(meter, name, [&] { publisher->publish(*make_message(bytes)); });
  }

  // One publisher, ten subscriptions that share; the result is per delivery.
  void fan_out(const std::string & name)
  {
    Meter meter(count * 10);
    auto publisher = node->create_publisher<Bytes>("topic", 10);
    std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> subscriptions;
    for (int i = 0; i < 10; ++i) {
      subscriptions.push_back(node->create_subscription<Bytes>(
        "topic", 10, [&, last = i == 9](std::shared_ptr<const Bytes> message) {
          if (meter.arrived() && last) {
            publisher->publish(std::move(message));
          }
        }));
    }
    run(meter, name, [&] { publisher->publish(make_message(64)); });
  }
};

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"count", 300000}, {"idle", 500}});
  rclcpp::init(0, nullptr);
  benchmarks::Result result("rclcpp_pubsub_benchmark");
  result.setting("idle", options["idle"]);
  const auto count = static_cast<std::size_t>(options["count"]);
  const auto node = [](const char * name, bool intra_process) {
    return std::make_shared<rclcpp::Node>(
      name, rclcpp::NodeOptions().use_intra_process_comms(intra_process));
  };
  {
    Bench bench{result, count, node("by_pointer", true)};
    bench.unique_ptr("unique_ptr_64B", 64);
    bench.unique_ptr("unique_ptr_1MiB", 1 << 20);
    bench.shared_ptr("shared_ptr_64B", 64);
    bench.by_value("value_64B", 64);
    bench.const_reference("const_reference_64B", 64);
    bench.fan_out("ten_sharing_each");
    std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> idle;
    for (int i = 0; i < static_cast<int>(options["idle"]); ++i) {
      idle.push_back(bench.node->create_subscription<Bytes>(
        "idle_" + std::to_string(i), 10, [](const Bytes &) {}));
    }
    bench.unique_ptr("unique_ptr_64B_beside_idle", 64);
  }
  {
    Bench bench{result, count, node("by_copy", false)};
    bench.const_reference("const_reference_64B_by_copy", 64);
  }
  result.print();
  rclcpp::shutdown();
}
