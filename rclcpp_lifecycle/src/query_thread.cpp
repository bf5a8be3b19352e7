// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread that answers queries.
#include "query_thread.hpp"

#include <exception>
#include <mutex>

#include "base/start_thread.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_lifecycle::detail
{

namespace
{

/// Holds the query thread of a context.
struct QueryThreadOfContext
{
  std::mutex mutex;  // guards `thread`
  std::weak_ptr<QueryThread> thread;
};

rclcpp::ExecutorOptions options_of(const rclcpp::Context::SharedPtr & context)
{
  rclcpp::ExecutorOptions options;
  options.context = context;
  return options;
}

}  // namespace

std::shared_ptr<QueryThread> QueryThread::of(const rclcpp::Context::SharedPtr & context)
{
  const auto place = context->get_sub_context<QueryThreadOfContext>();
  std::lock_guard<std::mutex> lock(place->mutex);
  auto thread = place->thread.lock();
  if (!thread || *thread->context_has_shut_down_) {  // and was initialised again
    thread = std::make_shared<QueryThread>(context);
    place->thread = thread;
  }
  return thread;
}

QueryThread::QueryThread(const rclcpp::Context::SharedPtr & context)
: context_(context),
  on_shutdown_(context->add_on_shutdown_callback(
    [has_shut_down = context_has_shut_down_] { *has_shut_down = true; })),
  executor_(options_of(context))
{
  thread_ = base::start_thread("lifecycle", [this] {
    try {
      executor_.spin();
    } catch (const std::exception & fault) {
      RCLCPP_ERROR(
        rclcpp::get_logger("rclcpp_lifecycle"),
        "the states of this process's lifecycle nodes can no longer be queried: %s", fault.what());
    } catch (...) {
      RCLCPP_ERROR(
        rclcpp::get_logger("rclcpp_lifecycle"),
        "the states of this process's lifecycle nodes can no longer be queried: an object that "
        "is not a std::exception was thrown");
    }
  });
}

QueryThread::~QueryThread()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(thread_);  // it is the parent's; this process has no such thread
    return;
  }
  executor_.cancel();
  thread_.join();
  context_->remove_on_shutdown_callback(on_shutdown_);
}

}  // namespace rclcpp_lifecycle::detail
