// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Posts the due rx tasks of a node_scheduler to the executor of a callback group.

#ifndef RXROS2__NODES__DETAIL__TASK_WAITABLE_HPP_
#define RXROS2__NODES__DETAIL__TASK_WAITABLE_HPP_

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/guard_condition.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#include "rx/environment.hpp"
#include "rx/timed_queue.hpp"

namespace rxros2::detail
{

class node_scheduler;

/// A FIFO of tasks that an executor runs one at a time, each as one callback of the waitable's
/// group.
/** push() is thread-safe, also within a task; in steady state it allocates nothing. */
class task_waitable : public rclcpp::Waitable
{
public:
  explicit task_waitable(
    rclcpp::Context::SharedPtr context, std::weak_ptr<node_scheduler> scheduler);

  void push(std::shared_ptr<rx::schedulable> work);
  /// Requests a turn without a task; was_spun() is true after it. Throws what the guard condition
  /// throws.
  void look_for_executor();
  bool was_spun() const noexcept { return was_spun_.load(std::memory_order_relaxed); }
  bool has_tasks();
  /// Requests a turn in which the node's executors collect its entities again.
  void renew_entities() noexcept;
  /// Requests a turn in which the scheduler replaces its timers, after a jump of its clock.
  /// Thread-safe, also within the jump's callback.
  void rearm() noexcept;
  /// Requests a turn that throws `error` out of the executor's spin. Thread-safe.
  void raise(std::exception_ptr error);
  /// Forgets `work` wherever it waits; O(log n) of those that wait.
  void remove(const rx::schedulable & work);
  std::vector<std::shared_ptr<rx::schedulable>> take_all();

  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  std::shared_ptr<void> take_data() override;
  std::shared_ptr<void> take_data_by_entity_id(std::size_t id) override;
  void execute(const std::shared_ptr<void> & data) override;
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override;
  void clear_on_ready_callback() override;
  std::size_t get_number_of_ready_guard_conditions() override { return 1; }
  // Pure virtual since ROS 2 Kilted, unknown before.
  std::vector<rclcpp::TimerBase::SharedPtr> get_timers() const { return {}; }

private:
  bool has_turn();
  void ask_for(std::atomic<bool> & turn) noexcept;
  bool has_lost_node() const noexcept;
  std::exception_ptr take_raised();

  rclcpp::GuardCondition guard_;
  std::weak_ptr<node_scheduler> scheduler_;
  std::atomic<bool> was_spun_ = false;
  std::atomic<bool> renew_ = false;
  std::atomic<bool> rearm_ = false;
  std::atomic<bool> raises_ = false;
  std::mutex mutex_;  // guards the members below
  std::vector<std::exception_ptr> raised_;
  rx::timed_queue tasks_;  // all due at the same time, so in the order in which they came
};

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__TASK_WAITABLE_HPP_
