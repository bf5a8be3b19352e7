// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the publisher and subscription tests: a context, a message that counts copies.
#ifndef PUBSUB_SUPPORT_HPP_
#define PUBSUB_SUPPORT_HPP_

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cdr/fields.hpp"
#include "eventually.hpp"
#include "rclcpp/rclcpp.hpp"

namespace pubsub_test
{

/// A message that counts its copies, on all threads.
struct Counted
{
  std::uint64_t value = 0;

  Counted() = default;
  Counted(const Counted & other) : value(other.value) { ++copies(); }
  Counted(Counted &&) = default;
  Counted & operator=(const Counted & other)
  {
    value = other.value;
    ++copies();
    return *this;
  }
  Counted & operator=(Counted &&) = default;

  static std::atomic<int> & copies()
  {
    static std::atomic<int> count{0};
    return count;
  }
};

using test::patience;
using test::spin_until;

/// Runs ready items.
template <typename Executor>
void spin_ready(Executor & executor)
{
  executor.spin_some();
}

/// A context and an executor for each test.
class PubSub : public ::testing::Test
{
protected:
  PubSub()
  {
    context->init(0, nullptr);
    rclcpp::ExecutorOptions options;
    options.context = context;
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
  }
  ~PubSub() override
  {
    executor.reset();
    nodes.clear();
    context->shutdown("test is over");
  }

  // Kept for the whole test: the callbacks of a destroyed node do not run.
  std::shared_ptr<rclcpp::Node> make_node(
    const std::string & name, bool intra_process = false,
    const std::shared_ptr<rclcpp::Context> & other_context = nullptr)
  {
    rclcpp::NodeOptions options;
    options.context(other_context ? other_context : context)
      .use_intra_process_comms(intra_process)
      .start_parameter_services(false)
      .start_parameter_event_publisher(false)
      .enable_rosout(false);
    auto node = std::make_shared<rclcpp::Node>(name, options);
    executor->add_node(node);
    nodes.push_back(node);
    return node;
  }

  std::shared_ptr<rclcpp::Context> context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  std::vector<std::shared_ptr<rclcpp::Node>> nodes;
};

}  // namespace pubsub_test

template <>
struct cdr::fields<pubsub_test::Counted>
{
  static constexpr const char * name = "pubsub_test/msg/Counted";
  static constexpr const char * hash = "";
  static constexpr std::size_t count = 1;
  static constexpr const char * names[] = {"value"};
  static constexpr std::uint32_t bounds[] = {0};
  template <typename F>
  static constexpr decltype(auto) apply(F && f)
  {
    return f(&pubsub_test::Counted::value);
  }
};

#endif  // PUBSUB_SUPPORT_HPP_
