// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The executor classes: each decides how many threads spin and how exceptions are handled.
#include "rclcpp/executors.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>

#include "rclcpp/node.hpp"

namespace rclcpp
{

namespace
{
std::size_t threads_or_default(std::size_t number_of_threads)
{
  return number_of_threads > 0 ? number_of_threads
                               : std::max<std::size_t>(std::thread::hardware_concurrency(), 2);
}

// Returns null for null.
node_interfaces::NodeBaseInterface::SharedPtr base_of(const std::shared_ptr<Node> & node)
{
  return node ? node->get_node_base_interface() : nullptr;
}

ExecutorOptions options_for(const node_interfaces::NodeBaseInterface::SharedPtr & node)
{
  if (!node) {
    throw std::invalid_argument("node cannot be null");
  }
  ExecutorOptions options;
  options.context = node->get_context();
  return options;
}
}  // namespace

namespace executors
{

SingleThreadedExecutor::SingleThreadedExecutor(const ExecutorOptions & options) : Executor(options)
{
}
SingleThreadedExecutor::~SingleThreadedExecutor() = default;
void SingleThreadedExecutor::spin()
{
  spin_threads({});
}

StaticSingleThreadedExecutor::StaticSingleThreadedExecutor(const ExecutorOptions & options)
: Executor(options)
{
}
StaticSingleThreadedExecutor::~StaticSingleThreadedExecutor() = default;
void StaticSingleThreadedExecutor::spin()
{
  spin_threads({});
}

MultiThreadedExecutor::MultiThreadedExecutor(
  const ExecutorOptions & options, std::size_t number_of_threads, bool yield_before_execute,
  std::chrono::nanoseconds timeout)
: Executor(options),
  number_of_threads_(threads_or_default(number_of_threads)),
  yield_before_execute_(yield_before_execute),
  timeout_(timeout)
{
}
MultiThreadedExecutor::~MultiThreadedExecutor() = default;
std::size_t MultiThreadedExecutor::get_number_of_threads()
{
  return number_of_threads_;
}

Executor::SpinOptions MultiThreadedExecutor::options() const
{
  SpinOptions options;
  options.threads = number_of_threads_;
  options.yield_before_execute = yield_before_execute_;
  options.timeout = timeout_;
  return options;
}

void MultiThreadedExecutor::spin()
{
  spin_threads(options());
}

void MultiThreadedExecutor::run(std::size_t)
{
  run_thread(options());
}

EventsCBGExecutor::EventsCBGExecutor(
  const ExecutorOptions & options, std::size_t number_of_threads,
  std::chrono::nanoseconds next_exec_timeout)
: Executor(options),
  number_of_threads_(threads_or_default(number_of_threads)),
  next_exec_timeout_(next_exec_timeout)
{
}
EventsCBGExecutor::~EventsCBGExecutor() = default;
std::size_t EventsCBGExecutor::get_number_of_threads() const
{
  return number_of_threads_;
}
void EventsCBGExecutor::spin()
{
  spin(nullptr);
}

void EventsCBGExecutor::spin(const std::function<void(const std::exception &)> & exception_handler)
{
  SpinOptions options;
  options.threads = number_of_threads_;
  options.timeout = next_exec_timeout_;
  options.exception_handler = exception_handler;
  spin_threads(options);
}

}  // namespace executors

namespace experimental::executors
{
EventsExecutor::EventsExecutor(const rclcpp::ExecutorOptions & options, bool) : Executor(options)
{
}
EventsExecutor::~EventsExecutor() = default;
void EventsExecutor::spin()
{
  spin_threads({});
}
void EventsExecutor::spin_all(std::chrono::nanoseconds max_duration)
{
  if (max_duration <= std::chrono::nanoseconds::zero()) {
    throw std::invalid_argument("EventsExecutor::spin_all() needs a max_duration above 0");
  }
  Executor::spin_all(max_duration);
}
}  // namespace experimental::executors

void spin(node_interfaces::NodeBaseInterface::SharedPtr node_ptr)
{
  executors::SingleThreadedExecutor executor(options_for(node_ptr));
  executor.add_node(node_ptr);
  executor.spin();
}

void spin(std::shared_ptr<Node> node_ptr)
{
  spin(base_of(node_ptr));
}

void spin_some(node_interfaces::NodeBaseInterface::SharedPtr node_ptr)
{
  executors::SingleThreadedExecutor executor(options_for(node_ptr));
  executor.spin_node_some(node_ptr);
}

void spin_some(std::shared_ptr<Node> node_ptr)
{
  spin_some(base_of(node_ptr));
}

void spin_all(
  node_interfaces::NodeBaseInterface::SharedPtr node_ptr, std::chrono::nanoseconds max_duration)
{
  executors::SingleThreadedExecutor executor(options_for(node_ptr));
  executor.spin_node_all(node_ptr, max_duration);
}

void spin_all(std::shared_ptr<Node> node_ptr, std::chrono::nanoseconds max_duration)
{
  spin_all(base_of(node_ptr), max_duration);
}

std::string to_string(const FutureReturnCode & future_return_code)
{
  const std::string number = " (" + std::to_string(static_cast<int>(future_return_code)) + ")";
  switch (future_return_code) {
    case FutureReturnCode::SUCCESS:
      return "SUCCESS" + number;
    case FutureReturnCode::INTERRUPTED:
      return "INTERRUPTED" + number;
    case FutureReturnCode::TIMEOUT:
      return "TIMEOUT" + number;
  }
  return "Unknown enum value" + number;
}

std::ostream & operator<<(std::ostream & os, const FutureReturnCode & future_return_code)
{
  return os << to_string(future_return_code);
}

}  // namespace rclcpp
