// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The clock thread and its slot in the context.
#include "node/clock_thread.hpp"

#include <exception>

#include "base/start_thread.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::detail
{

namespace
{

// A context keeps its clock thread weakly: the thread's executor keeps the context.
struct Slot
{
  std::mutex mutex;  // guards `thread`; held while it is started
  std::weak_ptr<ClockThread> thread;
};

std::shared_ptr<executors::SingleThreadedExecutor> make_executor(const Context::SharedPtr & context)
{
  ExecutorOptions options;
  options.context = context;
  return std::make_shared<executors::SingleThreadedExecutor>(options);
}

void run(const std::shared_ptr<executors::SingleThreadedExecutor> & executor)
{
  try {
    executor->spin();
  } catch (const std::exception & error) {
    RCLCPP_ERROR(
      get_logger("rclcpp"), "simulated time stops, its thread has failed: %s", error.what());
  } catch (...) {
    RCLCPP_ERROR(get_logger("rclcpp"), "simulated time stops, its thread has failed");
  }
}

}  // namespace

std::shared_ptr<ClockThread> ClockThread::get(const Context::SharedPtr & context)
{
  const std::shared_ptr<Slot> slot = context->get_sub_context<Slot>();
  std::lock_guard<std::mutex> lock(slot->mutex);
  std::shared_ptr<ClockThread> thread = slot->thread.lock();
  if (!thread) {
    thread = std::make_shared<ClockThread>(context);
    slot->thread = thread;
  }
  return thread;
}

ClockThread::ClockThread(const Context::SharedPtr & context) : executor_(make_executor(context))
{
  base::start_thread("ros_clock", [executor = executor_] { run(executor); }).detach();
}

ClockThread::~ClockThread()
{
  if (!rmw::is_forked_copy()) {
    executor_->cancel();
  }
}

void ClockThread::add(
  const CallbackGroup::SharedPtr & group,
  const node_interfaces::NodeBaseInterface::SharedPtr & node)
{
  executor_->add_callback_group(group, node);
}

}  // namespace rclcpp::detail
