// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base class of all executors: their nodes and callback groups, and the ways to spin.
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
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
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

/// Runs the callbacks of its nodes and callback groups on the threads that call spin*().
///
/// Order: by the priority of the group, then by arrival. After each item the group queues up again,
/// so that no callback starves another. Additions and removals take effect at once, from any
/// thread, also while spinning. Spinning ends on cancel() and when the context shuts down. An
/// exception of a callback leaves spin*(), unless its node is a component in a container; the
/// executor can spin again after it.
///
/// One thread at a time may be in the spin functions of an executor, including its callbacks; other
/// threads get a std::runtime_error. All other functions are thread-safe. The destructor ends a
/// spin of another thread and waits for it, so it must not run in a callback of this executor.
/// Afterwards another executor can take the nodes and groups.
class RCLCPP_PUBLIC Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Executor)

  /// Creates an executor. Throws std::invalid_argument if the context is null or the thread
  /// settings are invalid.
  explicit Executor(const ExecutorOptions & options = ExecutorOptions());
  virtual ~Executor();

  /// Runs callbacks until cancel() or shutdown.
  virtual void spin() = 0;

  /// Adds one group. The node is only used in error texts. Throws std::runtime_error if an executor
  /// already has the group.
  virtual void add_callback_group(
    CallbackGroup::SharedPtr group_ptr,
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr = nullptr, bool notify = true);
  /// Returns the groups that this executor has.
  virtual std::vector<CallbackGroup::WeakPtr> get_all_callback_groups();
  /// Returns the groups that add_callback_group() added.
  virtual std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups();
  /// Returns the groups that add_node() added.
  virtual std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes();
  /// Removes a group that add_callback_group() added. Throws std::runtime_error if this executor
  /// did not get the group in that way.
  virtual void remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool notify = true);

  /// Adds a node: its present and future groups that are meant to join its executor. Throws
  /// std::runtime_error if an executor already has the node.
  virtual void add_node(node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  /// Adds a node through its base interface. Throws std::invalid_argument if `node_ptr` is null,
  /// and std::runtime_error if an executor already has the node.
  virtual void add_node(std::shared_ptr<Node> node_ptr, bool notify = true);
  /// Removes a node. Does not wait for a running callback. Throws std::runtime_error if this
  /// executor does not have the node.
  virtual void remove_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true);
  /// Removes a node through its base interface. Throws std::invalid_argument if `node_ptr` is null,
  /// and std::runtime_error if this executor does not have the node.
  virtual void remove_node(std::shared_ptr<Node> node_ptr, bool notify = true);

  /// Calls add_node(), spin_once() and remove_node().
  template <typename RepT = std::int64_t, typename T = std::milli>
  void spin_node_once(
    node_interfaces::NodeBaseInterface::SharedPtr node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(node, detail::to_nanoseconds(timeout));
  }
  /// Calls add_node(), spin_once() and remove_node() with the base interface of `node`.
  template <typename NodeT = Node, typename RepT = std::int64_t, typename T = std::milli>
  void spin_node_once(
    std::shared_ptr<NodeT> node,
    std::chrono::duration<RepT, T> timeout = std::chrono::duration<RepT, T>(-1))
  {
    spin_node_once_nanoseconds(node->get_node_base_interface(), detail::to_nanoseconds(timeout));
  }

  /// Calls add_node(), spin_some() and remove_node().
  void spin_node_some(node_interfaces::NodeBaseInterface::SharedPtr node);
  /// Calls add_node(), spin_some() and remove_node(). Throws std::invalid_argument if `node` is
  /// null.
  void spin_node_some(std::shared_ptr<Node> node);
  /// Calls add_node(), spin_all() and remove_node().
  void spin_node_all(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds max_duration);
  /// Calls add_node(), spin_all() and remove_node(). Throws std::invalid_argument if `node` is
  /// null.
  void spin_node_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration);

  /// Runs the items that arrived before the call. Stops early after `max_duration` (0 means no
  /// limit). Never waits.
  virtual void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0));

  /// Runs items until none waits or `max_duration` has passed (0 means no limit). Never waits.
  /// Throws std::invalid_argument if `max_duration` is negative.
  virtual void spin_all(std::chrono::nanoseconds max_duration);

  /// Runs one item, and waits for it for at most `timeout` (negative means for ever, 0 means not at
  /// all).
  virtual void spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));

  /// Runs callbacks on this thread until the future is complete.
  ///
  /// Returns SUCCESS at once if the future is already complete. If a callback of any executor of
  /// the process completes the future, the spin ends without delay. If another thread completes it,
  /// nothing notifies the executor: while there is nothing to run, it polls the future in intervals
  /// of 1/8 of the time waited so far, from 50 µs to 10 ms. A deferred future is evaluated on this
  /// thread. A negative `timeout` means for ever; 0 means to run at most one item.
  template <typename FutureT, typename TimeRepT = std::int64_t, typename TimeT = std::milli>
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

  /// Ends the current spin after the callbacks that are running. If no thread spins, the next
  /// spin() or spin_until_future_complete() ends as soon as it begins; spin_once(), spin_some() and
  /// spin_all() do not consume this. May be called from any thread and in callbacks; not in a
  /// signal handler.
  virtual void cancel();

  /// Returns true while a thread is in a spin function.
  bool is_spinning();

protected:
  class Spinning;

  /// Implements the template of this name, so that it works through a reference to the base class.
  virtual FutureReturnCode spin_until_future_complete_impl(
    std::chrono::nanoseconds timeout,
    const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future);

  /// Implements spin_node_once() with a timeout in nanoseconds; negative means no limit.
  void spin_node_once_nanoseconds(
    node_interfaces::NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout);
  /// Implements spin_all() if `exhaustive` is true, and spin_some() otherwise. A `max_duration` of
  /// 0 means no limit.
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
  // Several threads may do this at the same time. An executor with its own spin function, as here,
  // allocates for each item; the executors of this library do not.

  /// Sleeps until an item can run, `timeout` has passed (negative means for ever), or cancel().
  void wait_for_work(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Take an item; the second function waits for it as wait_for_work() does. Return false if there
  /// is no item, and always after cancel() and shutdown.
  bool get_next_ready_executable(AnyExecutable & any_executable);
  /// Waits up to `timeout` for an item and takes it; a negative timeout means no limit. Returns
  /// false if there is no item, and always after cancel() and shutdown.
  bool get_next_executable(
    AnyExecutable & any_executable,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  /// Runs the item on this thread and releases its group. Does nothing if the item was already run,
  /// or if the owner of its entity dropped it.
  void execute_any_executable(AnyExecutable & any_executable);
  /// Implements spin_once() without the check that no other thread spins.
  virtual void spin_once_impl(std::chrono::nanoseconds timeout);

  /// Options of spin_threads().
  struct SpinOptions
  {
    /// The number of threads, including the calling thread.
    std::size_t threads = 1;
    /// If true, a thread yields to other threads before each callback.
    bool yield_before_execute = false;
    /// The longest sleep of a thread, in nanoseconds; a negative value means no limit.
    std::chrono::nanoseconds timeout{-1};
    /// The handler of the std::exceptions that callbacks throw; if it is empty, they leave spin().
    std::function<void(const std::exception &)> exception_handler;
  };
  /// Implements spin() with that many threads, including the calling thread.
  void spin_threads(const SpinOptions & options);
  /// Runs one thread of a spin() that a program wrote.
  void run_thread(const SpinOptions & options);

  /// The context whose shutdown ends the spinning.
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
  /// True while a thread is in a spin function. cancel() and shutdown set it to false in a spin()
  /// that a program wrote.
  std::atomic_bool & spinning;

private:
  OnShutdownCallbackHandle on_shutdown_;
  std::mutex nodes_mutex_;  // guards nodes_
  std::vector<NodeEntry> nodes_;
};

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTOR_HPP_
