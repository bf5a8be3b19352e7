// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a spinning thread does: finish the last item, take the next one, run it, park.
#ifndef RCLCPP__EXECUTORS__WORKER_HPP_
#define RCLCPP__EXECUTORS__WORKER_HPP_

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>

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
    idle,    // nothing to run until the deadline, or poked
    stopped  // by cancel() or shutdown
  };

  /// `alone`: no other thread works for this core at the same time.
  explicit Worker(Core & core, bool alone = true, bool yield_before_execute = false);
  Worker(const Worker &) = delete;
  Worker & operator=(const Worker &) = delete;
  /// Finishes the last item and hands on a wake-up that was meant for this thread.
  ~Worker();

  /// Runs one item that arrived at `newest` or before. Sleeps for it until `deadline` (steady ns;
  /// 0 = does not sleep). What the callback throws leaves this function.
  Outcome run_one(std::int64_t deadline, std::int64_t newest = for_ever);

  /// The halves of run_one(): `executed` means that entity() has an item, which execute_taken()
  /// runs, once. False if it was gone.
  Outcome take_one(std::int64_t deadline, std::int64_t newest = for_ever);
  bool execute_taken();
  /// Gives `exception`, which the item taken last threw, to its node: false if that has no handler.
  bool is_handled_by_node(const std::exception_ptr & exception) const;
  /// Whose item was taken last; null if there is none yet.
  std::shared_ptr<Entity> entity() const;
  /// Sleeps until there is something to run, and leaves it there; then `executed`.
  Outcome wait(std::int64_t deadline);

  /// What a thread that works alone is letting go, uncounted, or has let go just now; else null. With
  /// the lock of the core. The entity may be gone already.
  const EntityState * letting_go() const noexcept
  {
    return is_taken_.load(std::memory_order_acquire) ? left_ : nullptr;
  }

  /// How late the running callback began, if a timer woke its thread: its effects are queued as if
  /// it had been on time, so before the next timers that became due meanwhile. At most
  /// most_start_delay, and 0 outside of callbacks.
  static std::int64_t start_delay() noexcept { return current_start_delay; }

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
  std::atomic<bool> is_taken_{false};  // an item of running_, and not executed
  EntityState * running_ = nullptr;    // taken last, and not finished; its handle keeps it
  EntityState * left_ = nullptr;       // finished last; guarded by the lock of the core
  Group * group_ = nullptr;            // of which it was taken; the entity keeps it
  std::int64_t taken_start_delay_ = 0;
  std::uint64_t pokes_seen_;
  Release released_;  // the last reference to an entity, perhaps
  ContentionGovernor governor_;
  ParkingSpot spot_;
  bool precise_ = false;
  int former_slack_ = 0;
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__WORKER_HPP_
