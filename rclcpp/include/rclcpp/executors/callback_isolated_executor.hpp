// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An executor with one thread per callback group, under the name that TIER IV introduced. Not in
// ROS 2.
#ifndef RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rclcpp/executor.hpp"
#include "rclcpp/thread_settings.hpp"

namespace rclcpp::executors
{

/// Runs each callback group on its own thread, so that the operating system schedules them by the
/// settings of their threads (priority, CPU affinity).
///
/// The settings of a thread come from the following sources; a later one overrides an earlier one.
/// 1. ExecutorOptions::thread_settings. 2. For groups of an added node: the parameters
/// thread_settings.<group>.policy and so on (declare_thread_settings()) for which the node got a
/// value. <group> is "default" for the default group of the node and "group_1", "group_2", … for
/// its others, in the order in which the executor gets them. For other groups: the argument of
/// add_callback_group().
///
/// Nodes and groups may be added and removed at any time: while the executor spins, a thread starts
/// or ends at once. Removing does not wait for a running callback. An exception of a callback ends
/// spin() and leaves it. Callbacks run in spin() and, while that waits, in
/// spin_until_future_complete(); the other spin functions throw exceptions::UnimplementedError.
class RCLCPP_PUBLIC CallbackIsolatedExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(CallbackIsolatedExecutor)

  /// Creates an executor. Throws std::invalid_argument as Executor.
  explicit CallbackIsolatedExecutor(const ExecutorOptions & options = ExecutorOptions());
  ~CallbackIsolatedExecutor() override;

  /// Runs the callbacks; returns after all threads have ended.
  void spin() override;
  void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0)) override;
  void spin_all(std::chrono::nanoseconds max_duration) override;
  void spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1)) override;

  void add_callback_group(
    CallbackGroup::SharedPtr group_ptr,
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr = nullptr, bool notify = true) override;
  /// Adds a group with thread settings. Throws std::invalid_argument as check_thread_settings().
  void add_callback_group(const CallbackGroup::SharedPtr & group, const ThreadSettings & settings);
  std::vector<CallbackGroup::WeakPtr> get_all_callback_groups() override;
  std::vector<CallbackGroup::WeakPtr> get_manually_added_callback_groups() override;
  std::vector<CallbackGroup::WeakPtr> get_automatically_added_callback_groups_from_nodes() override;
  void remove_callback_group(CallbackGroup::SharedPtr group_ptr, bool notify = true) override;

  /// Adds a node without its thread settings: a NodeBaseInterface has no parameters.
  void add_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true) override;
  /// Adds a node with its thread settings. Throws exceptions::InvalidParameterValueException for an
  /// invalid one.
  void add_node(std::shared_ptr<Node> node_ptr, bool notify = true) override;
  void remove_node(
    node_interfaces::NodeBaseInterface::SharedPtr node_ptr, bool notify = true) override;
  /// Removes a node through its base interface. Throws as the other form.
  void remove_node(std::shared_ptr<Node> node_ptr, bool notify = true) override;

protected:
  FutureReturnCode spin_until_future_complete_impl(
    std::chrono::nanoseconds timeout,
    const std::function<std::future_status(std::chrono::nanoseconds wait_time)> & wait_for_future)
    override;

private:
  struct Isolated;
  struct Ended;
  struct IsolatedNode;
  class Running;

  void add_node(
    const node_interfaces::NodeBaseInterface::SharedPtr & node,
    std::shared_ptr<node_interfaces::NodeParametersInterface> parameters);
  void add_group_of_node(IsolatedNode & node, const CallbackGroup::SharedPtr & group);
  void add(
    const CallbackGroup::SharedPtr & group,
    const node_interfaces::NodeBaseInterface::SharedPtr & node, const ThreadSettings & settings,
    bool manual);
  void remove(std::vector<std::shared_ptr<Isolated>>::iterator isolated);
  void join_finished();
  void start(Isolated & isolated);
  void run(Isolated & isolated);
  std::vector<CallbackGroup::WeakPtr> groups_where(bool automatic, bool manual);

  const ExecutorOptions options_;
  std::mutex mutex_;  // guards the members below; not held while callbacks run
  std::vector<std::shared_ptr<Isolated>> isolated_;
  std::vector<std::shared_ptr<Isolated>> removed_;  // their threads may still run
  std::vector<std::shared_ptr<IsolatedNode>> isolated_nodes_;
  bool running_ = false;  // true while threads shall run
  bool in_spin_ = false;  // a thread is in spin()
  std::condition_variable spin_ended_;
  std::exception_ptr error_;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_
