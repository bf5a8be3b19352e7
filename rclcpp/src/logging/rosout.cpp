// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publishes log messages on /rosout.
#include "logging/rosout.hpp"

#include <exception>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rmw/fork.hpp"
#include "rmw/listener.hpp"

namespace rclcpp::detail
{

namespace
{

PublisherOptions options()
{
  PublisherOptions options;
  options.use_default_callbacks = false;  // they would log
  options.use_intra_process_comm = IntraProcessSetting::Enable;
  return options;
}

std::unique_ptr<rcl_interfaces::msg::Log> to_message(const LogEvent & event)
{
  auto message = std::make_unique<rcl_interfaces::msg::Log>();
  message->stamp.sec = static_cast<std::int32_t>(event.time_ns / 1'000'000'000);
  message->stamp.nanosec = static_cast<std::uint32_t>(event.time_ns % 1'000'000'000);
  message->level = static_cast<std::uint8_t>(event.severity);
  message->name = event.logger;
  message->msg = event.message;
  message->file = event.file;
  message->function = event.function;
  message->line = static_cast<std::uint32_t>(event.line);
  return message;
}

}  // namespace

std::shared_ptr<Rosout> Rosout::create(node_interfaces::NodeBaseInterface & node, const QoS & qos)
{
  auto rosout = std::make_shared<Rosout>(node, qos);
  node.get_default_callback_group()->add_entity(rosout);
  return rosout;
}

Rosout::Rosout(node_interfaces::NodeBaseInterface & node, const QoS & qos)
: publisher_(&node, "/rosout", qos, options())
{
}

Rosout::~Rosout()
{
  if (!rmw::inside_listener() && !rmw::is_forked_copy()) {
    publish_deferred();
  }
}

void Rosout::publish(const LogEvent & event) noexcept
try {
  if (rmw::is_forked_copy()) {
    return;  // the publisher belongs to the parent process
  }
  Message message = to_message(event);
  if (rmw::inside_listener()) {
    {
      std::lock_guard lock(mutex_);
      if (deferred_.size() == most_deferred) {
        deferred_.pop_front();
      }
      deferred_.push_back(std::move(message));
    }
    ready(base::steady_now());
  } else {
    publish_deferred();
    publisher_.publish(std::move(message));
  }
} catch (...) {
  // Also ignores exceptions of subscription callbacks in this process.
}

bool Rosout::execute_one()
{
  publish_deferred();
  return true;
}

void Rosout::publish_deferred() noexcept
try {
  std::deque<Message> messages;
  {
    std::lock_guard lock(mutex_);
    messages.swap(deferred_);
  }
  for (Message & message : messages) {
    publisher_.publish(std::move(message));
  }
} catch (...) {
  // Also ignores exceptions of subscription callbacks in this process.
}

}  // namespace rclcpp::detail
