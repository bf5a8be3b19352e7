// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The state machine of observe_on: a ring that the source fills on its thread and a task drains on
// another thread.

#ifndef RX__DETAIL__HAND_OVER_HPP_
#define RX__DETAIL__HAND_OVER_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/detail/event_count.hpp"
#include "rx/detail/ring.hpp"
#include "rx/detail/spin_then_sleep.hpp"
#include "rx/environment.hpp"
#include "rx/error.hpp"
#include "rx/observer.hpp"
#include "rx/overflow.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"

namespace rx::detail
{

struct hand_over_counters
{
  std::atomic<std::uint64_t> delivered{0};
  std::atomic<std::uint64_t> dropped{0};
};

struct hand_over_options
{
  overflow policy;
  std::size_t capacity;
  duration timeout;  // for block; zero: none
  std::shared_ptr<hand_over_counters> counters;
};

// The source pushes into the ring and schedules this task unless it is already scheduled. The task
// drains the ring on the worker's thread, a limited number of items per turn, so that other tasks
// get their turn.
template <class T, class Out>
class hand_over final : public fed_observer<T, Out, schedulable>,
                        public std::enable_shared_from_this<hand_over<T, Out>>
{
public:
  hand_over(Out out, environment w, environment of_out, hand_over_options o)
  : fed_observer<T, Out, schedulable>(std::move(out)),
    worker(std::move(w)),
    env(std::move(of_out)),
    options(std::move(o)),
    waiting_(options.capacity)
  {
  }

  template <class U>
  bool push(U && item)
  {
    T held(std::forward<U>(item));
    for (spin_then_sleep taker; !waiting_.try_push(held);) {
      if (!make_room(taker)) {
        return !this->disposed();
      }
    }
    wake();
    if (this->disposed()) {
      discard();
      return false;
    }
    return true;
  }
  void end(std::exception_ptr error) noexcept
  {
    error_ = std::move(error);
    ended_.store(true, std::memory_order_release);
    wake();
  }

  void run() noexcept override
  {
    for (;;) {
      const std::size_t taken = drain();
      if (this->disposed()) {
        return;
      }
      if (taken == turn) {  // there may be more items
        worker->schedule(this->shared_from_this());
        return;
      }
      scheduled_.exchange(false, std::memory_order_acq_rel);
      if (
        (waiting_.empty() && !ended_unseen()) ||
        scheduled_.exchange(true, std::memory_order_acq_rel)) {
        return;
      }
    }
  }

  void scheduler_ended() noexcept override { this->completed(); }

  void dispose() noexcept override
  {
    fed_observer<T, Out, schedulable>::dispose();
    room_.notify();
  }

  environment worker;
  environment env;
  hand_over_options options;
  single_assignment_subscription source;

protected:
  void released() noexcept override
  {
    source.dispose();
    worker->cancel(*this);
    discard();
    room_.notify();
  }

private:
  static constexpr std::size_t turn = 256;

  void wake()
  {
    if (!scheduled_.exchange(true, std::memory_order_acq_rel)) {
      worker->schedule(this->shared_from_this());
    }
  }

  // Returns false if the item is not needed. If the ring is full but nothing can be dropped,
  // another thread is just taking from it.
  bool make_room(spin_then_sleep & taker)
  {
    switch (options.policy) {
      case overflow::latest:
      case overflow::drop_oldest:
        if (waiting_.try_pop()) {
          lose_item();
        } else {
          taker.wait();
        }
        return true;
      case overflow::drop_newest:
        lose_item();
        return false;
      case overflow::block:
        if (!wait_for_room()) {
          return false;
        }
        taker.wait();  // the thread that is freeing the slot may be preempted
        return true;
      case overflow::error:
        break;
    }
    no_room("at once");
  }

  // A queue of one item keeps only the latest, which is what its user wants.
  void lose_item() noexcept
  {
    const std::uint64_t dropped =
      options.counters->dropped.fetch_add(1, std::memory_order_relaxed) + 1;
    if (options.capacity > 1 && is_reported_count(dropped)) {
      report(
        stream_report::kind::lost_items,
        [&] {
          return "observe_on has dropped " + std::to_string(dropped) +
                 (dropped == 1 ? " item" : " items") + ": its queue of " +
                 std::to_string(options.capacity) +
                 " was full, because the functions behind it are slower than the source. Use a "
                 "larger capacity for bursts, overflow::latest if only the newest item matters, "
                 "overflow::block to lose nothing, or a lower rate (sample, throttle_last)";
        },
        nullptr, worker.name());
    }
  }

  [[noreturn]] void no_room(const std::string & when)
  {
    options.counters->dropped.fetch_add(1, std::memory_order_relaxed);
    throw std::overflow_error(
      "rx::observe_on: the queue of " + std::to_string(options.capacity) +
      " items is full and has no room for an item " + when);
  }

  bool wait_for_room()
  {
    // this thread drains the ring itself
    if (worker->is_current() && (drain() > 0 || this->disposed())) {
      return !this->disposed();
    }
    if (this->inside()) {
      no_room("(it is emitted by the thread that drains the queue)");
    }
    if (!room_.wait([this] { return this->disposed() || !full(); }, options.timeout)) {
      no_room("in time");
    }
    return !this->disposed();
  }

  // Discards the queued items when the stream is over.
  void discard() noexcept
  {
    while (waiting_.try_pop()) {
    }
  }
  bool full() const noexcept { return waiting_.size() >= waiting_.capacity(); }

  bool ended_unseen() const noexcept { return ended_.load(std::memory_order_acquire); }

  std::size_t drain() noexcept
  {
    std::size_t taken = 0;
    // read before the last look at the ring
    const bool ended = ended_.load(std::memory_order_acquire);
    const bool continues = this->feed([&](Out & out) {
      while (taken < turn && !this->disposed()) {
        std::optional<T> item = waiting_.try_pop();
        if (!item) {
          break;
        }
        ++taken;
        options.counters->delivered.fetch_add(1, std::memory_order_relaxed);
        if (options.policy == overflow::block) {
          room_.notify();
        }
        if (!out.on_next(std::move(*item))) {
          return false;
        }
      }
      return true;
    });
    if (continues && ended && taken < turn) {
      if (error_) {
        this->error(error_);
      } else {
        this->completed();
      }
    }
    return taken;
  }

  ring<T> waiting_;
  alignas(cache_line) std::atomic<bool> scheduled_{false};
  std::atomic<bool> ended_{false};
  std::exception_ptr error_;  // written before ended_
  event_count room_;
};

template <class T, class State>
struct hand_over_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      return state->push(std::forward<U>(item));
    } catch (...) {  // thrown while copying the item, or by no_room()
      state->end(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { state->end(error); }
  void on_completed() noexcept { state->end(nullptr); }
  void on_never() noexcept { state->never(); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

}  // namespace rx::detail

#endif  // RX__DETAIL__HAND_OVER_HPP_
