// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs one SingleThreadedExecutor and one thread per callback group.
#include "rclcpp/executors/callback_isolated_executor.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node.hpp"
#include "rmw/fork.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp::executors
{

using NodeBase = node_interfaces::NodeBaseInterface;

namespace
{

[[noreturn]] void only_spin(const char * function)
{
  throw exceptions::UnimplementedError(
    std::string("CallbackIsolatedExecutor::") + function +
    "(): each callback group has a thread of its own; call spin()");
}

ExecutorOptions with(ExecutorOptions options, const ThreadSettings & settings)
{
  options.thread_settings = settings;
  return options;
}

}  // namespace

struct CallbackIsolatedExecutor::Isolated
{
  Isolated(
    const ExecutorOptions & options, const CallbackGroup::SharedPtr & its_group, bool by_hand)
  : group(its_group), address(its_group.get()), manual(by_hand), executor(options)
  {
  }

  const CallbackGroup::WeakPtr group;
  const CallbackGroup * const address;
  const bool manual;
  std::atomic<bool> ending{false};
  std::atomic<bool> finished{false};
  SingleThreadedExecutor executor;
  std::thread thread;
};

// The thread of a group. It is moved out with the mutex held and joined without it; only the caller
// that moved it out joins it.
struct CallbackIsolatedExecutor::Ended
{
  explicit Ended(std::shared_ptr<Isolated> its_isolated)
  : isolated(std::move(its_isolated)), thread(std::move(isolated->thread))
  {
  }
  Ended(Ended &&) = default;
  ~Ended()
  {
    if (thread.joinable()) {
      thread.join();
    }
  }

  std::shared_ptr<Isolated> isolated;
  std::thread thread;
};

struct CallbackIsolatedExecutor::IsolatedNode
{
  NodeBase::WeakPtr node;
  const NodeBase * address;
  std::weak_ptr<node_interfaces::NodeParametersInterface> parameters;
  // Held while one of the groups is added, so that none is added twice. Recursive: a parameter
  // callback that runs in the meantime may create a group.
  std::recursive_mutex mutex;
  int groups = 0;  // without the default group
};

// One execution of spin(): starts all threads, and joins them at the end.
class CallbackIsolatedExecutor::Running
{
public:
  Running(CallbackIsolatedExecutor & executor, const char * function) : executor_(executor)
  {
    if (rclcpp::detail::is_virtual()) {
      throw std::logic_error(
        std::string(function) +
        "() of a CallbackIsolatedExecutor, which has threads of its own, on a thread with "
        "VirtualTime; expected an executor of one thread");
    }
    std::unique_lock lock(executor_.mutex_);
    if (std::exchange(executor_.in_spin_, true)) {
      throw std::runtime_error(std::string(function) + "() called while already spinning");
    }
    executor_.running_ = true;
    executor_.error_ = nullptr;
    try {
      for (const auto & isolated : executor_.isolated_) {
        executor_.start(*isolated);
      }
    } catch (...) {  // no thread could be started
      lock.unlock();
      end();
      throw;
    }
  }
  Running(const Running &) = delete;
  Running & operator=(const Running &) = delete;

  ~Running() { end(); }

  void stop()
  {
    std::vector<Ended> ended;
    {
      std::lock_guard lock(executor_.mutex_);
      executor_.running_ = false;
      for (const auto & isolated : executor_.isolated_) {
        ended.emplace_back(isolated);
      }
      for (const auto & isolated : std::exchange(executor_.removed_, {})) {
        ended.emplace_back(isolated);
      }
      for (const Ended & item : ended) {
        item.isolated->ending = true;
        item.isolated->executor.cancel();
      }
    }
  }

private:
  void end()
  {
    stop();
    std::lock_guard lock(executor_.mutex_);
    executor_.in_spin_ = false;
    executor_.spin_ended_.notify_all();
  }

  CallbackIsolatedExecutor & executor_;
};

CallbackIsolatedExecutor::CallbackIsolatedExecutor(const ExecutorOptions & options)
: Executor(with(options, {})), options_(options)
{
  check_thread_settings(options.thread_settings);
}

CallbackIsolatedExecutor::~CallbackIsolatedExecutor()
{
  if (rmw::is_forked_copy()) {
    for (auto & isolated : isolated_) {
      rmw::leak(isolated);  // its thread does not exist in this process
    }
    for (auto & isolated : removed_) {
      rmw::leak(isolated);
    }
    return;
  }
  // The base class does the same, but here the threads still have all their members.
  Executor::cancel();
  {
    std::unique_lock lock(mutex_);
    spin_ended_.wait(lock, [this] { return !in_spin_; });
  }
  for (const auto & known : isolated_nodes_) {
    if (const auto node = known->node.lock()) {
      node->set_on_new_callback_group(nullptr);
      node->get_associated_with_executor_atomic().store(false);
    }
  }
}

// Spinning

void CallbackIsolatedExecutor::spin()
{
  Running running(*this, "spin");
  spin_threads({});
  running.stop();
  if (error_) {
    std::rethrow_exception(std::exchange(error_, nullptr));
  }
}

FutureReturnCode CallbackIsolatedExecutor::spin_until_future_complete_impl(
  std::chrono::nanoseconds timeout,
  const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future)
{
  Running running(*this, "spin_until_future_complete");
  const FutureReturnCode code = Executor::spin_until_future_complete_impl(timeout, wait_for_future);
  running.stop();
  if (error_) {
    std::rethrow_exception(std::exchange(error_, nullptr));
  }
  return code;
}

void CallbackIsolatedExecutor::spin_some(std::chrono::nanoseconds)
{
  only_spin("spin_some");
}

void CallbackIsolatedExecutor::spin_all(std::chrono::nanoseconds)
{
  only_spin("spin_all");
}

void CallbackIsolatedExecutor::spin_once(std::chrono::nanoseconds)
{
  only_spin("spin_once");
}

// Call with the mutex held.
void CallbackIsolatedExecutor::start(Isolated & isolated)
{
  isolated.ending = false;
  isolated.finished = false;
  isolated.thread = std::thread([this, &isolated] { run(isolated); });
}

void CallbackIsolatedExecutor::run(Isolated & isolated)
{
  try {
    // A cancel() that arrived after the end of spin() ends the next one.
    while (!isolated.ending && context_->is_valid()) {
      isolated.executor.spin();
    }
  } catch (...) {
    {
      std::lock_guard lock(mutex_);
      if (!error_) {
        error_ = std::current_exception();
      }
    }
    Executor::cancel();
  }
  isolated.finished = true;
}

// Groups

void CallbackIsolatedExecutor::add(
  const CallbackGroup::SharedPtr & group, const NodeBase::SharedPtr & node,
  const ThreadSettings & settings, bool manual)
{
  if (!group) {
    throw std::invalid_argument("callback group cannot be null");
  }
  auto isolated = std::make_shared<Isolated>(with(options_, settings), group, manual);
  isolated->executor.add_callback_group(group, node);
  join_finished();
  std::lock_guard lock(mutex_);
  isolated_.push_back(isolated);
  if (!running_) {
    return;
  }
  try {
    start(*isolated);
  } catch (...) {  // no thread could be started
    isolated_.pop_back();
    group->leave_executor();
    throw;
  }
}

// Call with the mutex held. The thread may be the caller's own; it is joined later.
void CallbackIsolatedExecutor::remove(std::vector<std::shared_ptr<Isolated>>::iterator isolated)
{
  (*isolated)->ending = true;
  (*isolated)->executor.cancel();
  removed_.push_back(std::move(*isolated));
  isolated_.erase(isolated);
}

// Joins the threads of removed groups, and of groups that were destroyed with their node.
void CallbackIsolatedExecutor::join_finished()
{
  std::vector<Ended> finished;  // joined after the lock
  {
    std::lock_guard lock(mutex_);
    for (std::size_t i = isolated_.size(); i-- > 0;) {
      if (isolated_[i]->group.expired()) {
        remove(isolated_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    std::erase_if(removed_, [&](const auto & isolated) {
      if (isolated->finished || !isolated->thread.joinable()) {
        finished.emplace_back(isolated);
        return true;
      }
      return false;
    });
  }
}

void CallbackIsolatedExecutor::add_callback_group(
  CallbackGroup::SharedPtr group_ptr, NodeBase::SharedPtr node_ptr, bool)
{
  add(group_ptr, node_ptr, options_.thread_settings, true);
}

void CallbackIsolatedExecutor::add_callback_group(
  const CallbackGroup::SharedPtr & group, const ThreadSettings & settings)
{
  check_thread_settings(settings);
  add(group, nullptr, settings, true);
}

void CallbackIsolatedExecutor::remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool)
{
  if (!group_ptr) {
    throw std::invalid_argument("callback group cannot be null");
  }
  if (!group_ptr->get_associated_with_executor_atomic().load()) {
    throw std::runtime_error("Callback group needs to be associated with an executor.");
  }
  std::lock_guard lock(mutex_);
  const auto entry = std::find_if(isolated_.begin(), isolated_.end(), [&](const auto & isolated) {
    return isolated->address == group_ptr.get() && isolated->manual && !isolated->group.expired();
  });
  if (entry == isolated_.end()) {
    throw std::runtime_error("the callback group belongs to another executor than this one");
  }
  group_ptr->leave_executor();
  remove(entry);
}

std::vector<CallbackGroup::WeakPtr> CallbackIsolatedExecutor::groups_where(
  bool automatic, bool manual)
{
  std::lock_guard lock(mutex_);
  std::vector<CallbackGroup::WeakPtr> groups;
  for (const auto & isolated : isolated_) {
    if (!isolated->group.expired() && (isolated->manual ? manual : automatic)) {
      groups.push_back(isolated->group);
    }
  }
  return groups;
}

std::vector<CallbackGroup::WeakPtr> CallbackIsolatedExecutor::get_all_callback_groups()
{
  return groups_where(true, true);
}

std::vector<CallbackGroup::WeakPtr> CallbackIsolatedExecutor::get_manually_added_callback_groups()
{
  return groups_where(false, true);
}

std::vector<CallbackGroup::WeakPtr>
CallbackIsolatedExecutor::get_automatically_added_callback_groups_from_nodes()
{
  return groups_where(true, false);
}

// Nodes

void CallbackIsolatedExecutor::add_group_of_node(
  IsolatedNode & node, const CallbackGroup::SharedPtr & group)
{
  std::lock_guard lock(node.mutex);
  if (
    !group->automatically_add_to_executor_with_node() ||
    group->get_associated_with_executor_atomic().load()) {
    return;
  }
  const auto base = node.node.lock();
  const bool is_default = base && group == base->get_default_callback_group();
  const std::string prefix =
    "thread_settings." +
    (is_default ? std::string("default") : "group_" + std::to_string(++node.groups));
  ThreadSettings settings = options_.thread_settings;
  if (const auto parameters = node.parameters.lock()) {
    // Declare only the parameters for which the node got a value.
    const auto & given = parameters->get_parameter_overrides();
    const auto first = given.lower_bound(prefix + ".");
    if (first != given.end() && first->first.starts_with(prefix + ".")) {
      settings = declare_thread_settings(*parameters, prefix, settings);
    }
  }
  add(group, base, settings, false);
}

void CallbackIsolatedExecutor::add_node(
  const NodeBase::SharedPtr & node,
  std::shared_ptr<node_interfaces::NodeParametersInterface> parameters)
{
  if (!node) {
    throw std::invalid_argument("node cannot be null");
  }
  if (node->get_associated_with_executor_atomic().exchange(true)) {
    throw std::runtime_error(
      std::string("Node '") + node->get_fully_qualified_name() +
      "' has already been added to an executor.");
  }
  auto known = std::make_shared<IsolatedNode>();
  known->node = node;
  known->address = node.get();
  known->parameters = parameters;
  {
    std::lock_guard lock(mutex_);
    std::erase_if(isolated_nodes_, [](const auto & other) { return other->node.expired(); });
    isolated_nodes_.push_back(known);
  }
  try {
    const auto add_group = [this, known](CallbackGroup::SharedPtr group) {
      add_group_of_node(*known, group);
    };
    node->set_on_new_callback_group(add_group);
    node->for_each_callback_group(add_group);
  } catch (...) {
    remove_node(node);
    throw;
  }
}

void CallbackIsolatedExecutor::add_node(NodeBase::SharedPtr node_ptr, bool)
{
  add_node(node_ptr, nullptr);
}

void CallbackIsolatedExecutor::add_node(std::shared_ptr<Node> node_ptr, bool)
{
  if (!node_ptr) {
    throw std::invalid_argument("node cannot be null");
  }
  add_node(node_ptr->get_node_base_interface(), node_ptr->get_node_parameters_interface());
}

void CallbackIsolatedExecutor::remove_node(NodeBase::SharedPtr node_ptr, bool)
{
  if (!node_ptr) {
    throw std::invalid_argument("node cannot be null");
  }
  const std::string name = std::string("Node '") + node_ptr->get_fully_qualified_name() + "'";
  if (!node_ptr->get_associated_with_executor_atomic().load()) {
    throw std::runtime_error(name + " needs to be associated with an executor.");
  }
  {
    std::lock_guard lock(mutex_);
    const auto removed = std::erase_if(isolated_nodes_, [&](const auto & known) {
      return known->address == node_ptr.get() && !known->node.expired();
    });
    if (removed == 0) {
      throw std::runtime_error(name + " needs to be associated with this executor.");
    }
  }
  node_ptr->set_on_new_callback_group(nullptr);
  node_ptr->for_each_callback_group([this](CallbackGroup::SharedPtr group) {
    std::lock_guard lock(mutex_);
    const auto entry = std::find_if(isolated_.begin(), isolated_.end(), [&](const auto & isolated) {
      return isolated->address == group.get() && !isolated->manual;
    });
    if (entry != isolated_.end()) {
      group->leave_executor();
      remove(entry);
    }
  });
  node_ptr->get_associated_with_executor_atomic().store(false);
}

void CallbackIsolatedExecutor::remove_node(std::shared_ptr<Node> node_ptr, bool notify)
{
  remove_node(node_ptr ? node_ptr->get_node_base_interface() : nullptr, notify);
}

}  // namespace rclcpp::executors
