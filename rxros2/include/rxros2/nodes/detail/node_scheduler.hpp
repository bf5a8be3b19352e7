// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A callback group of a node as an rx scheduler: the environment of every stream of the node.

#ifndef RXROS2__NODES__DETAIL__NODE_SCHEDULER_HPP_
#define RXROS2__NODES__DETAIL__NODE_SCHEDULER_HPP_

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/timer.hpp"
#include "rx/environment.hpp"
#include "rxros2/nodes/detail/node_access.hpp"
#include "rxros2/nodes/detail/wait_clock.hpp"

namespace rxros2::detail
{

class node_streams;
class task_waitable;

/// Expires with the node. The node's base does not, because ROS 2's subscriptions, services and
/// clients keep that alive.
using node_life = std::weak_ptr<rclcpp::node_interfaces::NodeWaitablesInterface>;

/// Runs rx tasks in a callback group, on the executor thread that spins the group, in the node's
/// time or that of another clock.
/** So a stream of a node needs no lock against the node's other callbacks of that group, and
 * follows simulated time.
 *  Tasks are due by a wait_clock: a jump of the node's clock takes nothing from what they still
 *  have to wait, since their timers are made anew after it.
 *  Uses rclcpp's public API only: a Waitable for tasks that are due, one timer for each that is not
 *  yet.
 *
 *  Threads: all functions from any thread. Tasks of a mutually exclusive group never run at the
 *  same time. Ownership: shared by the node's streams; holds the node weakly, so that it never
 *  keeps a node alive. After the end of the node nothing runs: tasks are notified that the
 *  scheduler has ended. Where nodes do not report their end (an installed rclcpp), the group
 *  outlives its node as long as there are streams, and the group's next turn ends them. */
class node_scheduler : public rx::scheduler, public std::enable_shared_from_this<node_scheduler>
{
public:
  /// Returns the scheduler of one group and one clock, with its waitable added to the node.
  /// `streams` ends with the node.
  static std::shared_ptr<node_scheduler> create(
    const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
    std::shared_ptr<wait_clock> time, std::weak_ptr<node_streams> streams);
  ~node_scheduler() override;

  rx::time_point now() const noexcept override { return time_->now(); }
  rx::time_point clock_now() const noexcept override { return time_->clock_now(); }
  const wait_clock & time() const noexcept { return *time_; }
  using rx::scheduler::schedule;
  void schedule(
    std::shared_ptr<rx::schedulable> work, rx::time_point due, rx::duration period) override;
  void cancel(rx::schedulable & work) noexcept override;

  /// The scheduler of this group by the machine's steady clock.
  std::shared_ptr<node_scheduler> in_steady_time();

  /// True on a thread that is inside a task or another callback of this scheduler's group, by
  /// whichever clock (see `scope`).
  bool is_current() const noexcept override;

  /// Returns the scheduler of the group in which this thread runs (see `scope`), or null.
  static node_scheduler * current() noexcept;
  /// Returns the node of the scheduler.
  const weak_node & node() const noexcept { return access_; }
  /// Returns the streams of the node; null after its end.
  std::shared_ptr<node_streams> streams() const noexcept { return streams_.lock(); }

  /// Returns true once an executor has spun the group. Thread-safe.
  bool was_spun() const noexcept;
  /// Returns true if a task waits for its time or its turn. Thread-safe.
  bool has_tasks() noexcept;

  /// Makes the executor that spins the group throw `error` from its spin, in its next turn.
  /// Thread-safe.
  void raise(std::exception_ptr error);

  /// Lets coroutines handle their cancellation while the context is still valid: in a turn of the
  /// executor that spins the group, or on this thread if no executor takes the turn soon.
  void end_coroutines() noexcept;

  /// Replaces the timers from before a jump of the clock by timers for the remaining waits; tasks
  /// that the jump made due run in turns of their own.
  void rearm();

  /// Ends the scheduler with its node: notifies and releases all tasks, including later ones.
  void close() noexcept;

  /// Returns true if the node was destroyed without a notification; its streams must then be ended.
  bool has_lost_node() const noexcept;
  void end_streams() noexcept;

  /// Returns an object that a subscription, service, client or timer holds together with its
  /// callback; null if it is not needed. After an entity was dropped, ROS 2's wait-set executors
  /// (Jazzy's) confuse ready entities until they collect the node's entities again, and nothing
  /// else makes them do that. The destructor of this object does, when the entity is really
  /// destroyed: a thread of an executor keeps the entity as long as it runs the callback.
  std::shared_ptr<const void> at_end_of_entity() const;
  void renew_entities() noexcept;

  /// Marks, during its lifetime, that this thread runs in the scheduler's group; may be nested.
  /// Ends the streams of a node that was destroyed.
  class scope
  {
  public:
    explicit scope(node_scheduler & scheduler) noexcept;
    ~scope();
    scope(const scope &) = delete;
    scope & operator=(const scope &) = delete;

  private:
    node_scheduler * before_;
  };

private:
  /// The state that the runs of one schedule() share.
  /** It is also a task: a run that is due without a timer. In a reentrant group the previous run
   *  may still go on; then this one is skipped. */
  struct ticking final : rx::schedulable
  {
    ticking(std::weak_ptr<rx::schedulable> of, rx::time_point due) : work(std::move(of)), next(due)
    {
    }

    void run() noexcept override;
    void run_unless_running(rx::schedulable & alive) noexcept;
    void scheduler_ended() noexcept override {}  // the scheduler notifies the work itself
    void dispose() noexcept override { cancelled.store(true, std::memory_order_release); }
    bool disposed() const noexcept override { return cancelled.load(std::memory_order_acquire); }

    const std::weak_ptr<rx::schedulable> work;
    std::atomic<rx::time_point> next;
    std::atomic<bool> running{false};
    std::atomic<bool> cancelled{false};
  };

  /// A task that waits for its time; the entry keeps the task and its timer alive.
  struct timed
  {
    void forget() const noexcept
    {
      if (ticks) {
        ticks->dispose();
      }
    }

    std::shared_ptr<rx::schedulable> work;
    rx::duration period;
    std::shared_ptr<ticking> ticks;  // none: it waits for something else than time
    rclcpp::TimerBase::SharedPtr timer;
    std::uint64_t jumps = 0;  // of the clock, before the timer was made; or unsettled
  };
  /// The `jumps` of a timer that was made, or came, while the clock jumped: rearm() replaces it.
  static constexpr std::uint64_t unsettled = ~std::uint64_t{0};

  node_scheduler(
    const node_access & node, const rclcpp::CallbackGroup::SharedPtr & group,
    std::shared_ptr<wait_clock> time, std::weak_ptr<node_streams> streams);
  rclcpp::TimerBase::SharedPtr start_timer(timed & entry, const wait_clock::reading & time);
  rclcpp::TimerBase::SharedPtr make_timer(const timed & entry, rx::duration wait);
  void on_timer(
    const std::shared_ptr<ticking> & ticks, rx::duration wait, rx::duration period,
    std::uint64_t jumps);
  void rearm_unless_holds(timed & entry, const wait_clock::reading & time);
  bool end_wait(
    const rx::schedulable & work, const std::shared_ptr<ticking> & ticks,
    const wait_clock::reading & time);
  void wait_on(
    const rx::schedulable & work, const std::shared_ptr<ticking> & ticks, std::uint64_t jumps);
  void end_tasks() noexcept;
  void run_last_turn(const std::vector<std::shared_ptr<rx::schedulable>> & tasks) noexcept;
  timed * find(const rx::schedulable & work, const std::shared_ptr<ticking> & ticks);

  const weak_node access_;
  const node_life node_;
  std::weak_ptr<rclcpp::node_interfaces::NodeBaseInterface> base_;
  std::weak_ptr<rclcpp::node_interfaces::NodeTimersInterface> timers_;
  rclcpp::CallbackGroup::SharedPtr group_;
  const std::shared_ptr<wait_clock> time_;
  const std::weak_ptr<node_streams> streams_;
  std::shared_ptr<task_waitable> waitable_;  // none: the context was shut down before

  std::mutex mutex_;                  // guards the members below
  std::atomic<bool> closed_ = false;  // written with the mutex
  std::unordered_map<const rx::schedulable *, timed> timed_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__NODE_SCHEDULER_HPP_
