// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the lifecycle node tests.
#ifndef LIFECYCLE_SUPPORT_HPP_
#define LIFECYCLE_SUPPORT_HPP_

#include <gtest/gtest.h>

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "eventually.hpp"
#include "lifecycle_msgs/msg/transition_event.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rcutils/logging.h"

namespace lifecycle_test
{

using CallbackReturn = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
using rclcpp_lifecycle::LifecycleNode;
using rclcpp_lifecycle::State;

using test::eventually;
using test::patience;
using test::spin_until;

inline rclcpp::Context::SharedPtr make_context()
{
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

inline rclcpp::NodeOptions options_in(const rclcpp::Context::SharedPtr & context)
{
  return rclcpp::NodeOptions().context(context);
}

inline rclcpp::ExecutorOptions executor_in(const rclcpp::Context::SharedPtr & context)
{
  rclcpp::ExecutorOptions options;
  options.context = context;
  return options;
}

/// The log messages within a scope, of severity WARN and above.
class CapturedLog
{
public:
  CapturedLog() : before_(rcutils_logging_get_output_handler())
  {
    lines().clear();
    rcutils_logging_set_output_handler(&CapturedLog::keep);
  }
  ~CapturedLog() { rcutils_logging_set_output_handler(before_); }
  CapturedLog(const CapturedLog &) = delete;
  CapturedLog & operator=(const CapturedLog &) = delete;

  /// Returns the number of messages that contain that text.
  int count(const std::string & text) const
  {
    std::lock_guard<std::mutex> lock(mutex());
    int found = 0;
    for (const std::string & line : lines()) {
      found += line.find(text) != std::string::npos ? 1 : 0;
    }
    return found;
  }
  std::string all() const
  {
    std::lock_guard<std::mutex> lock(mutex());
    std::string text;
    for (const std::string & line : lines()) {
      text += line + "\n";
    }
    return text;
  }

private:
  static std::mutex & mutex()
  {
    static std::mutex one;
    return one;
  }
  static std::vector<std::string> & lines()
  {
    static std::vector<std::string> all;
    return all;
  }
  static void keep(
    const rcutils_log_location_t *, int severity, const char * name, rcutils_time_point_value_t,
    const char * format, va_list * arguments)
  {
    if (severity < RCUTILS_LOG_SEVERITY_WARN) {
      return;
    }
    char text[2000];
    va_list copy;
    va_copy(copy, *arguments);
    std::vsnprintf(text, sizeof text, format, copy);
    va_end(copy);
    std::lock_guard<std::mutex> lock(mutex());
    lines().push_back(std::string(name) + ": " + text);
  }

  rcutils_logging_output_handler_t before_;
};

/// Subscribes to the transition events of a node in the same process: "configure unconfigured
/// configuring".
class Events
{
public:
  Events(const rclcpp::Context::SharedPtr & context, const std::string & topic)
  : node_(std::make_shared<rclcpp::Node>("events", options_in(context))),
    executor_(executor_in(context)),
    subscription_(node_->create_subscription<lifecycle_msgs::msg::TransitionEvent>(
      topic, rclcpp::QoS(100),
      [this](const lifecycle_msgs::msg::TransitionEvent & event) { messages_.push_back(event); }))
  {
    executor_.add_node(node_);
  }

  /// Returns the events since the last call.
  std::vector<std::string> take()
  {
    executor_.spin_all(std::chrono::seconds(0));
    std::vector<std::string> texts;
    for (const auto & event : messages_) {
      texts.push_back(
        event.transition.label + " " + event.start_state.label + " " + event.goal_state.label);
    }
    messages_.clear();
    return texts;
  }
  std::vector<lifecycle_msgs::msg::TransitionEvent> take_messages()
  {
    executor_.spin_all(std::chrono::seconds(0));
    return std::exchange(messages_, {});
  }

private:
  rclcpp::Node::SharedPtr node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<lifecycle_msgs::msg::TransitionEvent> messages_;
  rclcpp::Subscription<lifecycle_msgs::msg::TransitionEvent>::SharedPtr subscription_;
};

}  // namespace lifecycle_test

#endif  // LIFECYCLE_SUPPORT_HPP_
