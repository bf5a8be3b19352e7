// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// observe_on: a bounded hand-over of items to another thread.

#ifndef RX__OPERATORS__OBSERVE_ON_HPP_
#define RX__OPERATORS__OBSERVE_ON_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/detail/ring.hpp"
#include "rx/detail/event_count.hpp"
#include "rx/detail/spin_then_sleep.hpp"
#include "rx/environment.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/stage.hpp"
#include "rx/single_assignment_subscription.hpp"

namespace rx
{

template <class Source>
auto make_observable(Source source);

// What observe_on does with an item for which there is no room.
enum class overflow
{
  latest,       // one item waits, the newest; older ones are dropped
  drop_oldest,  // the item that waits longest is dropped
  drop_newest,  // the item itself is dropped
  block,        // the source waits
  error,        // the stream ends with an error, after the items that wait
};

// What a hand-over did so far.
struct hand_over_statistics
{
  std::uint64_t delivered;  // items that went downstream
  std::uint64_t dropped;    // items that did not, for lack of room
};

namespace detail
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
  duration timeout;  // of block; zero: none
  std::shared_ptr<hand_over_counters> counters;
};

// The source pushes into the ring and schedules this task unless it is scheduled already; the task drains
// the ring on the worker's thread, some items a turn so that other tasks get theirs.
template <class T, class Out>
class hand_over final : public serialized_observer<T, Out, schedulable>,
                        public std::enable_shared_from_this<hand_over<T, Out>>
{
public:
  hand_over(Out out, environment w, environment of_out, hand_over_options o)
  : serialized_observer<T, Out, schedulable>(std::move(out)),
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
    return !this->disposed();
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
      if (taken == turn) {  // there may be more
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
    serialized_observer<T, Out, schedulable>::dispose();
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

  // False: the item is not wanted. A full ring of which nothing can be dropped is one that another thread is taking from.
  bool make_room(spin_then_sleep & taker)
  {
    switch (options.policy) {
      case overflow::latest:
      case overflow::drop_oldest:
        if (waiting_.try_pop()) {
          options.counters->dropped.fetch_add(1, std::memory_order_relaxed);
        } else {
          taker.wait();
        }
        return true;
      case overflow::drop_newest:
        options.counters->dropped.fetch_add(1, std::memory_order_relaxed);
        return false;
      case overflow::block:
        return wait_for_room();
      case overflow::error:
        break;
    }
    no_room("at once");
  }

  [[noreturn]] void no_room(const std::string & when)
  {
    options.counters->dropped.fetch_add(1, std::memory_order_relaxed);
    throw std::overflow_error(
      "rx::observe_on: no room for an item " + when + ", " + std::to_string(options.capacity) +
      " are waiting");
  }

  bool wait_for_room()
  {
    if (worker->is_current() && (drain() > 0 || this->disposed())) {  // this thread empties the ring
      return !this->disposed();
    }
    if (this->inside()) {
      no_room("since it is emitted by the thread that takes them");
    }
    if (!room_.wait([this] { return this->disposed() || !full(); }, options.timeout)) {
      no_room("in time");
    }
    return !this->disposed();
  }

  bool full() const noexcept { return waiting_.size() >= waiting_.capacity(); }

  bool ended_unseen() const noexcept { return ended_.load(std::memory_order_acquire); }

  std::size_t drain() noexcept
  {
    std::size_t taken = 0;
    const bool ended = ended_.load(std::memory_order_acquire);  // before the last look at the ring
    const bool wanted = this->feed([&](Out & out) {
      while (taken < turn && !this->disposed()) {
        std::optional<T> item = waiting_.try_pop();
        if (!item) {
          break;
        }
        ++taken;
        if (options.policy == overflow::block) {
          room_.notify();
        }
        if (!out.on_next(std::move(*item))) {
          return false;
        }
      }
      return true;
    });
    options.counters->delivered.fetch_add(taken, std::memory_order_relaxed);
    if (wanted && ended && taken < turn) {
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
    } catch (...) {  // copying the item, or no room
      state->end(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { state->end(error); }
  void on_completed() noexcept { state->end(nullptr); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

template <class Source>
struct observe_on_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = hand_over<value_type, std::remove_cvref_t<Out>>;
    environment of_out = env_of(out);
    auto state =
      std::make_shared<state_type>(std::forward<Out>(out), to.worker(), std::move(of_out), options);
    state->source.set(source.start(hand_over_input<value_type, state_type>{state}));
    return state;
  }
  environment env() const { return to; }

  Source source;
  environment to;
  hand_over_options options;
};

class observe_on
{
public:
  observe_on(environment to, hand_over_options options)
  : to_(std::move(to)), options_(std::move(options))
  {
  }

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    return make_observable(
      observe_on_source<source_type>{std::forward<Observable>(source).source(), to_, options_});
  }

  // Of all subscriptions of all pipes that this operator object was put into. Any thread.
  hand_over_statistics statistics() const noexcept
  {
    return {
      options_.counters->delivered.load(std::memory_order_relaxed),
      options_.counters->dropped.load(std::memory_order_relaxed)};
  }

private:
  environment to_;
  hand_over_options options_;
};

}  // namespace detail

namespace operators
{

// source.observe_on(env[, policy[, capacity[, timeout]]]) emits the source's items in another environment.
//
//   source        1--2--3--|        on the source's thread
//   observe_on    --1--2--3--|      on the thread of env
//
// At most `capacity` items wait in between; what happens to further ones is the policy's affair (overflow).
// The default is block, which loses nothing; with a timeout (zero: none) it gives up with an error. Blocking
// ends when the stream is disposed, and never happens on the thread of env itself. Completion and
// errors come after the items that wait. Keep the operator to ask it for statistics():
//   auto hop = observe_on(env, rx::overflow::drop_oldest, 10);  source | hop | …;  hop.statistics().dropped
// Cost: two allocations a subscription; an item: one move, a lock-free ring; a system call only if the thread
// of env sleeps.
//
//   auto hop = observe_on(new_thread(), overflow::block, 2);
//   (range(1, 5) | hop).to_vector();  // -> [1 2 3 4 5]
//   hop.statistics().dropped;  // -> 0
inline auto observe_on(
  environment env, overflow policy = overflow::block, std::size_t capacity = 1024,
  duration timeout = duration::zero())
{
  if (!env) {
    throw std::invalid_argument("rx::observe_on: no environment given");
  }
  if (capacity == 0) {
    throw std::invalid_argument("rx::observe_on: the capacity must be at least 1");
  }
  return detail::observe_on(
    std::move(env), {policy, policy == overflow::latest ? 1 : capacity, timeout,
                     std::make_shared<detail::hand_over_counters>()});
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__OBSERVE_ON_HPP_
