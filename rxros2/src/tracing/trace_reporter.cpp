// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The node that reports the events of traced stages.

#include "tracing/trace_reporter.hpp"

#include <errno.h>
#include <unistd.h>

#include <chrono>
#include <new>
#include <utility>

#include "rcl_interfaces/msg/log.hpp"

namespace rxros2::detail
{

namespace
{

constexpr std::chrono::milliseconds period(200);

rclcpp::ExecutorOptions options_of(const rclcpp::Context::SharedPtr & context)
{
  rclcpp::ExecutorOptions options;
  options.context = context;
  return options;
}

}  // namespace

trace_reporter::spinning::spinning(const rclcpp::Context::SharedPtr & context)
: executor(options_of(context))
{
}

void trace_reporter::spinning::end()
{
  if (!over.exchange(true)) {
    ended.set_value();
  }
  executor.cancel();
}

trace_reporter::trace_reporter(
  const rclcpp::Context::SharedPtr & context, std::function<std::string()> report,
  std::function<void(bool)> listened)
: spinning_(std::make_shared<spinning>(context)), process_(::getpid())
{
  const auto options = rclcpp::NodeOptions()
                         .context(context)
                         .use_global_arguments(false)
                         .enable_rosout(false)
                         .start_parameter_services(false)
                         .start_parameter_event_publisher(false);
  auto created =
    std::make_shared<rclcpp::Node>("_rxros2_trace_" + std::to_string(::getpid()), options);
  thread_ = std::thread([this, node = std::move(created), report = std::move(report),
                         listened = std::move(listened)]() mutable {
    run(node, report, listened);
    node.reset();
    spinning_->node_gone.set_value();
  });
  // An installed rclcpp cannot be initialised again while a node of the old context exists, so
  // shutdown() waits for it.
  at_shutdown_ = std::make_unique<shutdown_callback>(
    *context, [spinning = spinning_, process = process_,
               node_destroyed = spinning_->node_gone.get_future().share()] {
      if (process != ::getpid()) {
        return;  // a forked child does not have the thread that destroys the node
      }
      spinning->end();
      node_destroyed.wait();
    });
  if (!context->is_valid()) {
    spinning_->end();  // the callback was not called
  }
}

trace_reporter::~trace_reporter()
{
  if (process_ != ::getpid()) {
    static_cast<void>(new (std::nothrow) std::thread(std::move(thread_)));
    static_cast<void>(at_shutdown_.release());
    return;
  }
  at_shutdown_.reset();
  spinning_->end();
  thread_.join();
}

void trace_reporter::run(
  const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
  const std::function<void(bool)> & listened)
{
  // An error here must not end the program.
  try {
    publish(node, report, listened);
  } catch (const std::exception & error) {
    const auto context = node->get_node_base_interface()->get_context();
    if (context->is_valid()) {  // after shutdown() rclcpp throws
      RCLCPP_ERROR(node->get_logger(), "streams are not shown any more: %s", error.what());
    }
  }
  listened(false);
}

void trace_reporter::publish(
  const rclcpp::Node::SharedPtr & node, const std::function<std::string()> & report,
  const std::function<void(bool)> & listened)
{
  using rcl_interfaces::msg::Log;
  rclcpp::TimerBase::SharedPtr timer;
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [&](const rclcpp::MatchedInfo & peers) {
    const bool anybody = peers.current_count > 0;
    listened(anybody);
    if (anybody) {
      timer->reset();
    } else {
      timer->cancel();
    }
  };
  const auto publisher = node->create_publisher<Log>("/_rxros2/streams", rclcpp::QoS(100), options);
  timer = node->create_wall_timer(period, [&] {
    Log message;
    message.stamp = node->now();
    message.name = node->get_name();
    message.msg = report();
    publisher->publish(message);
  });
  timer->cancel();  // until there is a subscriber
  auto & executor = spinning_->executor;
  executor.add_node(node);
  executor.spin_until_future_complete(spinning_->ended.get_future());
  executor.remove_node(node);
}

}  // namespace rxros2::detail
