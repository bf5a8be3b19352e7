// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The loop of a spinning thread: finish the last item, take the next one, run it, park.
#ifndef RCLCPP__EXECUTORS__WORKER_HPP_
#define RCLCPP__EXECUTORS__WORKER_HPP_

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "executors/contention_governor.hpp"
#include "executors/core.hpp"

namespace rclcpp::executors::detail
{

/// One thread's work for a core. Not thread-safe; lives on the stack of the thread.
class Worker
{
public:
  enum class Outcome
  {
    executed,
    idle,    // there was nothing to run until the deadline, or it was poked
    stopped  // by cancel() or shutdown
  };

  /// `alone` means that no other thread works for this core at the same time.
  explicit Worker(Core & core, bool alone = true, bool yield_before_execute = false);
  Worker(const Worker &) = delete;
  Worker & operator=(const Worker &) = delete;
  /// Finishes the last item and passes on a wake-up that was meant for this thread.
  ~Worker();

  /// Runs one item that arrived at `newest` or earlier. Sleeps until `deadline` for it (steady ns;
  /// 0 means not at all). Exceptions of the callback leave this function.
  Outcome run_one(std::int64_t deadline, std::int64_t newest = for_ever);

  /// The two halves of run_one(): `executed` means that entity() has an item, which execute_taken()
  /// runs once. That returns false if the item was gone.
  Outcome take_one(std::int64_t deadline, std::int64_t newest = for_ever);
  bool execute_taken();
  /// Passes the exception of the last item to the handler of its node; returns false if it has
  /// none.
  bool is_handled_by_node(const std::exception_ptr & exception) const;
  /// Returns the entity of the last item; null before the first item.
  std::shared_ptr<Entity> entity() const;
  /// Sleeps until there is an item to run, does not take it, and returns `executed`.
  Outcome wait(std::int64_t deadline);

  /// Returns the entity whose reference a thread that works alone is releasing without counting it,
  /// or has just released; otherwise null. Call with the lock of the core. The entity may be
  /// destroyed already.
  const EntityState * letting_go() const noexcept
  {
    return is_taken_.load(std::memory_order_acquire) ? left_ : nullptr;
  }

  /// Returns how late the running callback started, in ns, because its thread had slept. Its
  /// effects are queued as if it had been on time, that is, before the timers that became due in
  /// the meantime. At most most_start_delay; 0 outside of callbacks.
  static std::int64_t start_delay() noexcept { return current_start_delay; }
  /// Sets it to 0 for a scope in which a callback waits: what arrives meanwhile is no effect of it.
  class Waiting
  {
  public:
    Waiting() : delay_(std::exchange(current_start_delay, 0)) {}
    ~Waiting() { current_start_delay = delay_; }
    Waiting(const Waiting &) = delete;
    Waiting & operator=(const Waiting &) = delete;

  private:
    const std::int64_t delay_;
  };

private:
  Outcome take(CoreLock & lock, std::int64_t deadline, std::int64_t newest);
  void finish(CoreLock & lock);
  void count_released();
  bool is_over(CoreLock & lock, std::int64_t deadline);
  bool is_told_to_park(CoreLock & lock, bool waited);
  void park(CoreLock & lock, std::int64_t deadline);
  void stand_aside(CoreLock & lock);
  void be_precise();

  [[gnu::tls_model("initial-exec")]] static thread_local constinit std::int64_t current_start_delay;

  Core & core_;
  const bool alone_;
  const bool yield_before_execute_;
  std::atomic<bool> is_taken_{false};  // an item of running_ that was not executed
  EntityState * running_ = nullptr;    // taken last and not finished; its handle keeps it alive
  EntityState * left_ = nullptr;       // finished last; guarded by the lock of the core
  Group * group_ = nullptr;            // the group of running_; the entity keeps it alive
  std::int64_t taken_start_delay_ = 0;
  std::uint64_t pokes_seen_;
  Release released_;  // possibly the last reference to an entity
  ContentionGovernor governor_;
  ParkingSpot spot_;
  bool has_slept_ = false;  // since its last callback, or since it began
  bool precise_ = false;
  int former_slack_ = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__WORKER_HPP_
