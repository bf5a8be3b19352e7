// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rx's scheduler current_thread, compiled once for all programs that use rxros2; waits in it end
// with the context.

#include "nodes/current_thread.hpp"

#include <memory>

#include "rclcpp/contexts/default_context.hpp"
#include "rx/schedulers/current_thread_scheduler.hpp"
#include "rxros2/nodes/detail/shutdown_callback.hpp"

namespace rxros2::detail
{

namespace
{

thread_local std::weak_ptr<rclcpp::Context> context_of_thread;

std::shared_ptr<const void> end_with_context(const std::shared_ptr<rx::loop> & queue)
{
  auto context = context_of_thread.lock();
  if (!context) {
    context = rclcpp::contexts::get_global_default_context();
  }
  std::shared_ptr<const void> watch;
  if (context->is_valid()) {
    watch = std::make_shared<shutdown_callback>(*context, [queue] { queue->close(); });
  }
  // A context that has not been initialised ends nothing.
  if (!context->is_valid() && !context->shutdown_reason().empty()) {
    queue->close();
  }
  return watch;
}

[[maybe_unused]] const bool watched = [] {
  rx::on_current_thread_wait(&end_with_context);
  return true;
}();

}  // namespace

void end_waits_of_this_thread_with(const rclcpp::Context::SharedPtr & context)
{
  context_of_thread = context;
}

}  // namespace rxros2::detail
