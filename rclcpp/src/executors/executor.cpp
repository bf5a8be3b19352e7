// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The nodes and groups of an executor, and the spin functions on top of the engine.
#include "rclcpp/executor.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "base/clock.hpp"
#include "executors/core.hpp"
#include "executors/entity_of.hpp"
#include "executors/future_watch.hpp"
#include "executors/worker.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#include "rmw/fork.hpp"

namespace rclcpp
{

using base::steady_now;
using executors::detail::Core;
using executors::detail::CoreLock;
using executors::detail::deadline_after;
using executors::detail::for_ever;
using executors::detail::FutureWatch;
using executors::detail::Group;
using executors::detail::Worker;
using Outcome = Worker::Outcome;
using NodeBase = node_interfaces::NodeBaseInterface;

namespace
{

void refuse_forked_copy()
{
  if (rmw::is_forked_copy()) {
    throw std::runtime_error(rmw::fork_error_text("the node of an executor"));
  }
}

const ExecutorOptions & checked(const ExecutorOptions & options)
{
  if (!options.context) {
    throw std::invalid_argument("an executor needs a context; ExecutorOptions::context is null");
  }
  refuse_forked_copy();
  if (!options.context->accepts_entities()) {
    throw exceptions::RCLError(
      "an executor needs a valid context: call rclcpp::init() first, and make none after "
      "shutdown()");
  }
  check_thread_settings(options.thread_settings);
  return options;
}

template <typename NodeT>
void refuse_null(const std::shared_ptr<NodeT> & node)
{
  if (!node) {
    throw std::invalid_argument("node cannot be null");
  }
}

std::string describe(const NodeBase & node)
{
  return std::string("Node '") + node.get_fully_qualified_name() + "'";
}

}  // namespace

// One execution of a spin function by a thread.
class Executor::Spinning
{
public:
  Spinning(Executor & executor, const char * function, bool blocking, std::size_t threads = 1)
  : core_(executor.core_)
  {
    refuse_forked_copy();
    if (!core_.begin_spin(blocking, threads)) {
      throw std::runtime_error(std::string(function) + "() called while already spinning");
    }
    // Tested after begin_spin(): a shutdown from now on finds the executor spinning.
    if (!executor.context_->is_valid()) {
      core_.stop(false);
    }
  }
  Spinning(const Spinning &) = delete;
  Spinning & operator=(const Spinning &) = delete;
  ~Spinning() { core_.end_spin(); }

  /// Calls Worker::run_one(); an exception of a callback leaves it only if its node has no handler.
  static Outcome run_one(Worker & worker, std::int64_t deadline, std::int64_t newest = for_ever)
  {
    try {
      return worker.run_one(deadline, newest);
    } catch (...) {
      if (!worker.is_handled_by_node(std::current_exception())) {
        throw;
      }
      return Outcome::executed;
    }
  }

private:
  Core & core_;
};

Executor::Executor(const ExecutorOptions & options)
: context_(checked(options).context),
  thread_settings_(options.thread_settings),
  core_(Core::acquire()),
  spinning(core_.spinning())
{
  on_shutdown_ = context_->add_on_shutdown_callback([&core = core_]() { core.stop(false); });
}

Executor::~Executor()
{
  if (rmw::is_forked_copy()) {
    return;  // a spinning thread is not in this process, so do not wait for it
  }
  context_->remove_on_shutdown_callback(on_shutdown_);
  core_.stop(false);
  core_.wait_until_not_spinning();
  for (const NodeEntry & entry : nodes_) {
    if (auto node = entry.node.lock()) {
      node->set_on_new_callback_group(nullptr);
      node->get_associated_with_executor_atomic().store(false);
    }
  }
  Core::release(core_);
}

// Nodes and groups

void Executor::add_callback_group(
  CallbackGroup::SharedPtr group_ptr, NodeBase::SharedPtr node_ptr, bool)
{
  if (!group_ptr) {
    throw std::invalid_argument("callback group cannot be null");
  }
  if (group_ptr->get_associated_with_executor_atomic().exchange(true)) {
    throw std::runtime_error(
      (node_ptr ? describe(*node_ptr) + ": callback group" : std::string("Callback group")) +
      " has already been added to an executor.");
  }
  if (!Core::attach(Group::of(*group_ptr), core_, true)) {
    // A program that resets the flag has not removed the group from its executor.
    const bool ours = Group::of(*group_ptr).core.load() == &core_;
    throw std::runtime_error(
      std::string("Callback group has already been added to ") +
      (ours ? "this executor." : "another executor."));
  }
}

std::vector<CallbackGroup::WeakPtr> Executor::groups_where(bool automatic, bool manual)
{
  std::vector<CallbackGroup::WeakPtr> groups;
  CoreLock lock(core_);
  for (const Group * group : lock->ready.groups()) {
    if (group->manual ? manual : automatic) {
      groups.push_back(group->owner->weak_from_this());
    }
  }
  return groups;
}

std::vector<CallbackGroup::WeakPtr> Executor::get_all_callback_groups()
{
  return groups_where(true, true);
}

std::vector<CallbackGroup::WeakPtr> Executor::get_manually_added_callback_groups()
{
  return groups_where(false, true);
}

std::vector<CallbackGroup::WeakPtr> Executor::get_automatically_added_callback_groups_from_nodes()
{
  return groups_where(true, false);
}

void Executor::remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool)
{
  if (!group_ptr) {
    throw std::invalid_argument("callback group cannot be null");
  }
  if (Group::of(*group_ptr).left_with_node.exchange(nullptr) == &core_) {
    return;
  }
  if (!group_ptr->get_associated_with_executor_atomic().load()) {
    throw std::runtime_error("Callback group needs to be associated with an executor.");
  }
  if (!has_group(*group_ptr, true)) {
    throw std::runtime_error("the callback group belongs to another executor than this one");
  }
  group_ptr->leave_executor();
}

bool Executor::has_group(CallbackGroup & group, bool manual)
{
  CoreLock lock(core_);
  return lock.has(Group::of(group)) && Group::of(group).manual == manual;
}

void Executor::add_group_of_node(const CallbackGroup::SharedPtr & group)
{
  if (
    group->automatically_add_to_executor_with_node() &&
    !group->get_associated_with_executor_atomic().exchange(true)) {
    Core::attach(Group::of(*group), core_, false);
  }
}

void Executor::add_node(NodeBase::SharedPtr node_ptr, bool)
{
  refuse_null(node_ptr);
  if (node_ptr->get_associated_with_executor_atomic().exchange(true)) {
    throw std::runtime_error(
      describe(*node_ptr) +
      " has already been added to an executor. Remove it there first; a callback cannot spin its "
      "own node.");
  }
  {
    std::lock_guard<std::mutex> lock(nodes_mutex_);
    std::erase_if(nodes_, [](const NodeEntry & entry) { return entry.node.expired(); });
    const bool ours = std::any_of(nodes_.begin(), nodes_.end(), [&](const NodeEntry & entry) {
      return entry.address == node_ptr.get();
    });
    if (ours) {
      throw std::runtime_error(describe(*node_ptr) + " has already been added to this executor.");
    }
    nodes_.push_back({node_ptr, node_ptr.get()});
  }
  // A group that another thread creates now may be reported twice; the first report adds it.
  const auto add = [this](CallbackGroup::SharedPtr group) { add_group_of_node(group); };
  node_ptr->set_on_new_callback_group(add);
  node_ptr->for_each_callback_group(add);
}

void Executor::add_node(std::shared_ptr<Node> node_ptr, bool notify)
{
  refuse_null(node_ptr);
  add_node(node_ptr->get_node_base_interface(), notify);
}

void Executor::remove_node(NodeBase::SharedPtr node_ptr, bool)
{
  refuse_null(node_ptr);
  if (!node_ptr->get_associated_with_executor_atomic().load()) {
    throw std::runtime_error(describe(*node_ptr) + " needs to be associated with an executor.");
  }
  {
    std::lock_guard<std::mutex> lock(nodes_mutex_);
    const auto entry = std::find_if(nodes_.begin(), nodes_.end(), [&](const NodeEntry & e) {
      return e.address == node_ptr.get() && !e.node.expired();
    });
    if (entry == nodes_.end()) {
      throw std::runtime_error(describe(*node_ptr) + " needs to be associated with this executor.");
    }
    nodes_.erase(entry);
  }
  node_ptr->set_on_new_callback_group(nullptr);
  node_ptr->for_each_callback_group([this](CallbackGroup::SharedPtr group) {
    if (has_group(*group, false)) {
      group->leave_executor();
    }
  });
  node_ptr->get_associated_with_executor_atomic().store(false);
}

void Executor::remove_node(std::shared_ptr<Node> node_ptr, bool notify)
{
  refuse_null(node_ptr);
  remove_node(node_ptr->get_node_base_interface(), notify);
}

// Spinning

void Executor::spin_once(std::chrono::nanoseconds timeout)
{
  const Spinning here(*this, "spin_once", false);
  spin_once_impl(timeout);
}

void Executor::spin_once_impl(std::chrono::nanoseconds timeout)
{
  const ScopedThreadSettings settings(thread_settings_);
  Worker worker(core_);
  Spinning::run_one(worker, deadline_after(timeout));
}

void Executor::spin_some(std::chrono::nanoseconds max_duration)
{
  spin_some_impl(max_duration, false);
}

void Executor::spin_all(std::chrono::nanoseconds max_duration)
{
  if (max_duration < std::chrono::nanoseconds::zero()) {
    throw std::invalid_argument("max_duration must be greater than or equal to 0");
  }
  spin_some_impl(max_duration, true);
}

void Executor::spin_some_impl(std::chrono::nanoseconds max_duration, bool exhaustive)
{
  const Spinning here(*this, exhaustive ? "spin_all" : "spin_some", false);
  const ScopedThreadSettings settings(thread_settings_);
  Worker worker(core_);
  const std::int64_t newest = exhaustive ? for_ever : steady_now();
  const std::int64_t end = max_duration.count() > 0 ? deadline_after(max_duration) : for_ever;
  while (Spinning::run_one(worker, 0, newest) == Outcome::executed) {
    if (end != for_ever && steady_now() >= end) {
      return;
    }
  }
}

FutureReturnCode Executor::spin_until_future_complete_impl(
  std::chrono::nanoseconds timeout,
  const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future)
{
  const auto complete = [&wait_for_future]() {
    return wait_for_future(std::chrono::nanoseconds(0)) == std::future_status::ready;
  };
  if (complete()) {
    return FutureReturnCode::SUCCESS;
  }
  const Spinning here(*this, "spin_until_future_complete", timeout.count() != 0);
  const ScopedThreadSettings settings(thread_settings_);
  Worker worker(core_);
  FutureWatch watch(core_, complete);
  const std::int64_t start = steady_now();
  const std::int64_t end = deadline_after(timeout);
  while (!complete()) {
    const std::int64_t now = steady_now();
    if (end != 0 && now >= end) {
      return FutureReturnCode::TIMEOUT;
    }
    // Perhaps no callback completes the future, and another thread does not notify the executor.
    const std::int64_t interval = std::clamp<std::int64_t>((now - start) / 8, 50'000, 10'000'000);
    const std::int64_t until = base::virtual_now ? end : std::min(end, now + interval);
    if (Spinning::run_one(worker, until) == Outcome::stopped) {
      return complete() ? FutureReturnCode::SUCCESS : FutureReturnCode::INTERRUPTED;
    }
    if (end == 0) {
      return complete() ? FutureReturnCode::SUCCESS : FutureReturnCode::TIMEOUT;
    }
  }
  return FutureReturnCode::SUCCESS;
}

void Executor::spin_threads(const SpinOptions & options)
{
  const std::size_t count = base::virtual_now ? 1 : options.threads;
  const Spinning here(*this, "spin", true, count);

  std::mutex error_mutex;  // guards `error`
  std::exception_ptr error;
  const auto run = [&]() {
    try {
      const ScopedThreadSettings settings(thread_settings_);
      Worker worker(core_, count == 1, options.yield_before_execute);
      for (;;) {
        try {
          while (Spinning::run_one(worker, deadline_after(options.timeout)) != Outcome::stopped) {
          }
          return;
        } catch (const std::exception & exception) {
          if (!options.exception_handler) {
            throw;
          }
          options.exception_handler(exception);
        }
      }
    } catch (...) {
      {
        std::lock_guard<std::mutex> lock(error_mutex);
        if (!error) {
          error = std::current_exception();
        }
      }
      core_.stop(false);
    }
  };

  std::vector<std::thread> threads;
  threads.reserve(count - 1);
  try {
    while (threads.size() + 1 < count) {
      threads.emplace_back(run);
    }
  } catch (...) {
    core_.stop(false);
    for (std::thread & thread : threads) {
      thread.join();
    }
    throw;
  }
  run();
  for (std::thread & thread : threads) {
    thread.join();
  }
  if (error) {
    std::rethrow_exception(error);
  }
}

namespace
{
// The node of spin_node_…(); a callback may remove it before the end.
class Added
{
public:
  Added(Executor & executor, NodeBase::SharedPtr node) : executor_(executor), node_(std::move(node))
  {
    executor_.add_node(node_, false);
  }
  Added(const Added &) = delete;
  Added & operator=(const Added &) = delete;
  ~Added()
  {
    try {
      executor_.remove_node(node_, false);
    } catch (const std::runtime_error &) {
    }
  }

private:
  Executor & executor_;
  NodeBase::SharedPtr node_;
};
}  // namespace

void Executor::spin_node_once_nanoseconds(
  NodeBase::SharedPtr node, std::chrono::nanoseconds timeout)
{
  Added added(*this, std::move(node));
  spin_once(timeout);
}

void Executor::spin_node_some(NodeBase::SharedPtr node)
{
  Added added(*this, std::move(node));
  spin_some();
}

void Executor::spin_node_some(std::shared_ptr<Node> node)
{
  refuse_null(node);
  spin_node_some(node->get_node_base_interface());
}

void Executor::spin_node_all(NodeBase::SharedPtr node, std::chrono::nanoseconds max_duration)
{
  Added added(*this, std::move(node));
  spin_all(max_duration);
}

void Executor::spin_node_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration)
{
  refuse_null(node);
  spin_node_all(node->get_node_base_interface(), max_duration);
}

// Functions for executors that programs write

void Executor::wait_for_work(std::chrono::nanoseconds timeout)
{
  core_.resume();
  if (context_->is_valid()) {
    Worker(core_, false).wait(deadline_after(timeout));
  }
}

bool Executor::get_next_ready_executable(AnyExecutable & any_executable)
{
  return get_next_executable(any_executable, std::chrono::nanoseconds(0));
}

bool Executor::get_next_executable(AnyExecutable & any_executable, std::chrono::nanoseconds timeout)
{
  any_executable = AnyExecutable();  // releases the group of the previous item
  core_.resume();
  if (!context_->is_valid()) {
    return false;
  }
  auto worker = std::make_shared<Worker>(core_, false);
  if (worker->take_one(deadline_after(timeout)) != Outcome::executed) {
    return false;
  }
  const std::shared_ptr<executors::detail::Entity> & entity = worker->entity();
  any_executable.subscription = std::dynamic_pointer_cast<SubscriptionBase>(entity);
  any_executable.service = std::dynamic_pointer_cast<ServiceBase>(entity);
  any_executable.client = std::dynamic_pointer_cast<ClientBase>(entity);
  any_executable.timer = executors::detail::timer_of(entity);
  any_executable.waitable = executors::detail::waitable_of(entity);
  any_executable.callback_group = entity->callback_group();
  any_executable.worker_ = std::move(worker);
  return true;
}

void Executor::execute_any_executable(AnyExecutable & any_executable)
{
  const std::shared_ptr<Worker> worker = std::move(any_executable.worker_);
  // Its own references would hide that the user has dropped the entity.
  any_executable = AnyExecutable();
  if (worker) {
    try {
      worker->execute_taken();
    } catch (...) {
      if (!worker->is_handled_by_node(std::current_exception())) {
        throw;
      }
    }
  }
}

void Executor::run_thread(const SpinOptions & options)
{
  const ScopedThreadSettings settings(thread_settings_);
  core_.resume();
  Worker worker(core_, options.threads == 1, options.yield_before_execute);
  while (context_->is_valid() && core_.is_spinning() &&
         Spinning::run_one(worker, deadline_after(options.timeout)) != Outcome::stopped) {
  }
}

void Executor::cancel()
{
  core_.stop(true);
}

bool Executor::is_spinning()
{
  return core_.is_spinning();
}

}  // namespace rclcpp
