// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of all executors: which nodes and callback groups they have, and the ways to spin.
#ifndef RCLCPP__EXECUTOR_HPP_
#define RCLCPP__EXECUTOR_HPP_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/any_executable.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/executor_options.hpp"
#include "rclcpp/future_return_code.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/wait_result.hpp"
#include "rclcpp/wait_set.hpp"

namespace rclcpp
{

class Node;

namespace executors::detail
{
class Core;
}

/// Runs the callbacks of the nodes and callback groups it was given, in threads that call spin*().
///
/// Order: by the group's priority, then by arrival; after each item the group queues up again, so
/// no callback starves another. What is added or removed while spinning takes effect at once, from
/// any thread. Spinning ends on cancel() and when the context shuts down. An exception of a
/// callback leaves spin*(), unless its node is a component in a container; the executor can be spun
/// again.
///
/// One thread at a time may be in the spin functions of one executor (in the callbacks too): others
/// get a std::runtime_error. All other functions are thread-safe. The destructor ends a spin in
/// another thread and waits for it, so it must not be called in a callback of this executor; nodes
/// and groups are free for another executor then.
class RCLCPP_PUBLIC Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Executor)

  /// Throws std::invalid_argument if the context is null or the thread settings are wrong.
  explicit Executor(const ExecutorOptions & options = ExecutorOptions());
  virtual ~Executor();

  /// Runs callbacks until cancel() or shutdown.
  virtual void spin() = 0;

  /// Adds one group; the node only names it in errors. Throws std::runtime_error if an executor has
  /// it already.
  virtual void add_callback_group(
    CallbackGroup::SharedPtr group_ptr,
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr = nullptr, bool notify = true);
  virtual std::vector<CallbackGroup::WeakPtr> get_all_callback_groups();
  virtual std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups();
  virtual std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes();
  /// Takes back add_callback_group(). Throws std::runtime_error if this executor was not given the
  /// group by it.
  virtual void remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool notify = true);

  /// Adds the groups of the node that are meant to go with it, now and in future.
  /// Throws std::runtime_error if an executor has the node already.
  virtual void add_node(node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  virtual void add_node(std::shared_ptr<Node> node_ptr, bool notify = true);
  /// Does not wait for a callback that runs. Throws std::runtime_error if this executor does not
  /// have the node.
  virtual void remove_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  virtual void remove_node(std::shared_ptr<Node> node_ptr, bool notify = true);

  /// add_node(), spin_once(), remove_node().
  template <typename RepT = int64_t, typename T = std::milli>
  void spin_node_once(
    node_interfaces::NodeBaseInterface::SharedPtr node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(node, detail::to_nanoseconds(timeout));
  }
  template <typename NodeT = Node, typename RepT = int64_t, typename T = std::milli>
  void spin_node_once(
    std::shared_ptr<NodeT> node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(node->get_node_base_interface(), detail::to_nanoseconds(timeout));
  }

  /// add_node(), spin_some(), remove_node().
  void spin_node_some(node_interfaces::NodeBaseInterface::SharedPtr node);
  void spin_node_some(std::shared_ptr<Node> node);
  /// add_node(), spin_all(), remove_node().
  void spin_node_all(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds max_duration);
  void spin_node_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration);

  /// Runs what had arrived before the call, and no more; stops early after `max_duration` (0 = no
  /// limit). Never waits.
  virtual void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0));

  /// Runs until nothing waits or `max_duration` has passed (0 = no limit). Never waits.
  /// Throws std::invalid_argument if `max_duration` is negative.
  virtual void spin_all(std::chrono::nanoseconds max_duration);

  /// Runs one item; waits for it up to `timeout` (negative = for ever, 0 = not at all).
  virtual void spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));

  /// Runs callbacks in this thread until the future is complete.
  ///
  /// SUCCESS at once if it is complete already. A future completed by a callback, of this or of any
  /// other executor of the process, ends the spin without delay. One completed by any other thread
  /// tells nobody: while there is nothing to run it is looked at in intervals of 1/8 of the time
  /// waited so far, from 50 µs to 10 ms. A deferred future is evaluated here. `timeout`: negative =
  /// for ever, 0 = run at most one item.
  template <typename FutureT, typename TimeRepT = int64_t, typename TimeT = std::milli>
  FutureReturnCode spin_until_future_complete(
    const FutureT & future,
    std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
  {
    return spin_until_future_complete_impl(
      detail::to_nanoseconds(timeout), [&future](std::chrono::nanoseconds wait_time) {
        std::future_status status = future.wait_for(wait_time);
        if (status == std::future_status::deferred) {
          future.wait();
          status = std::future_status::ready;
        }
        return status;
      });
  }

  /// Ends the spin that runs, after the present callbacks. If none runs, ends the next spin() or
  /// spin_until_future_complete() as soon as it begins; spin_once(), spin_some() and spin_all() do
  /// not use it up. Any thread, also in callbacks; not in a signal handler.
  virtual void cancel();

  /// True while a thread is in a spin function.
  bool is_spinning();

protected:
  class Spinning;

  /// The one implementation behind the template, so that it works through a reference to the base.
  virtual FutureReturnCode spin_until_future_complete_impl(
    std::chrono::nanoseconds timeout,
    const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future);

  void spin_node_once_nanoseconds(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout);
  void spin_some_impl(std::chrono::nanoseconds max_duration, bool exhaustive);

  // For executors that programs write:
  //
  //   void spin() override
  //   {
  //     spinning.store(true);
  //     while (rclcpp::ok(context_) && spinning.load()) {
  //       rclcpp::AnyExecutable item;
  //       if (get_next_executable(item)) {
  //         execute_any_executable(item);
  //       }
  //     }
  //   }
  //
  // Several threads may do so at the same time. An executor that has a spin function of its own, as
  // here, allocates for each item; those of this library do not.

  /// Sleeps until something can be run, `timeout` has passed (negative = for ever) or cancel().
  void wait_for_work(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Takes an item; the second sleeps for it like wait_for_work(). False if there is none.
  /// Cancelled, or at shutdown, there is none.
  bool get_next_ready_executable(AnyExecutable & any_executable);
  bool get_next_executable(
    AnyExecutable & any_executable,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Runs it, in this thread, and gives its group back. Nothing if it was run already, or its owner
  /// dropped it.
  void execute_any_executable(AnyExecutable & any_executable);
  /// What spin_once() does, without the check that nobody else spins.
  virtual void spin_once_impl(std::chrono::nanoseconds timeout);

  /// How spin_threads() works.
  struct SpinOptions
  {
    std::size_t threads = 1;
    bool yield_before_execute = false;
    // Longest sleep of a thread; negative = no limit.
    std::chrono::nanoseconds timeout{-1};
    // What std::exceptions of callbacks are given to; empty = they leave spin().
    std::function<void(const std::exception &)> exception_handler;
  };
  /// spin() with that many threads, the caller's included.
  void spin_threads(const SpinOptions & options);
  /// One thread of a spin() that a program has written.
  void run_thread(const SpinOptions & options);

  /// The context that ends the spinning.
  Context::SharedPtr context_;

private:
  struct NodeEntry
  {
    node_interfaces::NodeBaseInterface::WeakPtr node;
    const node_interfaces::NodeBaseInterface * address;
  };

  std::vector<CallbackGroup::WeakPtr> groups_where(bool automatic, bool manual);
  bool has_group(CallbackGroup & group, bool manual);
  void add_group_of_node(const CallbackGroup::SharedPtr & group);

  const ThreadSettings thread_settings_;
  executors::detail::Core & core_;

protected:
  /// True while a thread is in a spin function; cancel() and shutdown set it to false in a spin()
  /// that a program has written.
  std::atomic_bool & spinning;

private:
  OnShutdownCallbackHandle on_shutdown_;
  std::mutex nodes_mutex_;
  std::vector<NodeEntry> nodes_;
};

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTOR_HPP_
