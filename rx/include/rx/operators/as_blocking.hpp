// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// as_blocking, to_vector: waiting for a stream; the only parts of rx that block by their name.

#ifndef RX__OPERATORS__AS_BLOCKING_HPP_
#define RX__OPERATORS__AS_BLOCKING_HPP_

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/composite_subscription.hpp"
#include "rx/detail/event_count.hpp"
#include "rx/observer.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

// Shared by the waiting thread and the observer, which may outlive the wait after a timeout.
struct blocking_state
{
  event_count changed;
  std::atomic<bool> done{false};
  std::exception_ptr error;  // written before done

  void finish() noexcept
  {
    done.store(true, std::memory_order_release);
    changed.notify();
    if (auto loop = waiters_loop.lock()) {
      loop->wake();
    }
  }
  void wait(time_point end)
  {
    const auto is_done = [this] { return done.load(std::memory_order_acquire); };
    if (end == time_point::max()) {
      changed.wait(is_done, duration::zero());
    } else if (const duration left = end - steady_now(); left > duration::zero()) {
      changed.wait(is_done, left);
    }
  }

  std::weak_ptr<rx::loop> waiters_loop;
};

template <bool HandlesErrors, class Observer>
struct blocking_observer
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    return observer.on_next(std::forward<U>(item));
  }
  void on_error(const std::exception_ptr & e) noexcept
  {
    if constexpr (HandlesErrors) {
      observer.on_error(e);
    } else {
      state->error = e;
    }
    state->finish();
  }
  void on_completed() noexcept
  {
    observer.on_completed();
    state->finish();
  }

  std::shared_ptr<blocking_state> state;
  Observer observer;
};

// Whether on_error is among the functions that are given to subscribe(), of which the first one is
// on_next.
template <class...>
inline constexpr bool handles_errors = false;
template <class Next, class... Others>
inline constexpr bool handles_errors<Next, Others...> =
  (std::is_invocable_v<Others &, const std::exception_ptr &> || ...);

}  // namespace detail

// A stream seen as an ordinary function call: every member subscribes, waits until the stream ends,
// and throws its error. While waiting it runs what the calling thread has scheduled on itself
// (current_thread). Never call it on a thread that the stream needs (an executor's, for instance).
// With a timeout (zero: none) rx::timeout_error is thrown when it has passed and the stream is
// disposed.
template <class Observable>
class blocking_observable
{
public:
  using value_type = typename Observable::value_type;

  explicit blocking_observable(Observable source, duration timeout)
  : source_(std::move(source)), timeout_(timeout)
  {
  }

  // subscribe([subscription,] on_next[, on_error][, on_completed]): with on_error that gets the
  // error, and nothing is thrown. Disposing the subscription ends the stream and the wait, and the
  // end disposes it.
  template <class... Args>
  void subscribe(Args &&... args) const
  {
    wait<detail::handles_errors<std::remove_cvref_t<Args>...>>(
      detail::make_observer<value_type>::from(std::forward<Args>(args)...), nullptr);
  }
  template <class... Args>
  void subscribe(composite_subscription until, Args &&... args) const
  {
    const scoped_subscription at_the_end(until);
    wait<detail::handles_errors<std::remove_cvref_t<Args>...>>(
      detail::observer_until(
        until, detail::make_observer<value_type>::from(std::forward<Args>(args)...)),
      &until);
  }

  std::vector<value_type> to_vector() const
  {
    auto items = std::make_shared<std::vector<value_type>>();
    subscribe([items](value_type item) { items->push_back(std::move(item)); });
    return std::move(*items);
  }

  // The first item, for which alone it waits; the last one. Throw rx::empty_error if the stream is
  // empty.
  value_type first() const { return only(source_.first()); }
  value_type last() const { return only(source_.last()); }

  // What the operators of these names emit at the end. The mean, least and greatest of no items are
  // an rx::empty_error.
  auto count() const { return only(source_.count()); }
  auto sum() const { return only(source_.sum()); }
  auto average() const { return only(source_.average()); }
  value_type min() const { return only(source_.min()); }
  value_type max() const { return only(source_.max()); }

private:
  template <class One>
  auto only(One stream) const
  {
    using result = typename One::value_type;
    auto item = std::make_shared<std::optional<result>>();
    blocking_observable<One>(std::move(stream), timeout_).subscribe([item](result i) {
      *item = std::move(i);
    });
    return result(std::move(**item));
  }

  template <bool HandlesErrors, class Observer>
  void wait(Observer observer, const composite_subscription * until) const
  {
    auto state = std::make_shared<detail::blocking_state>();
    const time_point end =
      timeout_ > duration::zero() ? detail::steady_now() + timeout_ : time_point::max();
    detail::thread_tasks & tasks = detail::thread_tasks::here();
    const std::shared_ptr<loop> here = tasks.queue();
    state->waiters_loop = here;
    ++detail::trampoline_depth;  // the tasks of this thread are run below, where a timeout counts
    subscription stream = source_.source().start(
      detail::blocking_observer<HandlesErrors, Observer>{state, std::move(observer)});
    if (until) {
      until->add(stream);
      until->add([state] { state->finish(); });
    }
    std::shared_ptr<const void> watch;
    while (!state->done.load(std::memory_order_acquire) && detail::steady_now() < end) {
      if (!watch && here == tasks.own) {
        watch = detail::thread_tasks::watch(here);
      }
      // the thread's loop has ended: others may still bring the end
      if (!here->run_one(end, true) && here->closed()) {
        state->wait(end);
      }
    }
    if (--detail::trampoline_depth == 0 && here == tasks.own) {
      detail::trampoline_waits = !here->end_stay();  // for the next subscribe()
      here->end_stay(true);
      tasks.drop_closed();
    }
    if (!state->done.load(std::memory_order_acquire)) {
      stream.dispose();
      throw timeout_error("rx::as_blocking: the stream did not end in time");
    }
    if (state->error) {
      std::rethrow_exception(state->error);
    }
  }

  Observable source_;
  duration timeout_;
};

namespace detail
{

struct as_blocking
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return blocking_observable<std::remove_cvref_t<Observable>>(
      std::forward<Observable>(source), timeout);
  }
  duration timeout;
};

struct to_vector
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    return as_blocking{timeout}(std::forward<Observable>(source)).to_vector();
  }
  duration timeout;
};

}  // namespace detail

namespace operators
{

// source.as_blocking([timeout]): see blocking_observable.
//
//   just(1, 2, 3).as_blocking().last();   // -> 3
//   just(1, 2, 3).as_blocking().first();  // -> 1
//   just(1, 2, 3).as_blocking().sum();    // -> 6
inline auto as_blocking(duration timeout = duration::zero())
{
  return detail::as_blocking{timeout};
}

// source.to_vector([timeout]) waits for the end of the stream and returns its items.
//
//   just(1, 2, 3).to_vector();  // -> [1 2 3]
inline auto to_vector(duration timeout = duration::zero())
{
  return detail::to_vector{timeout};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__AS_BLOCKING_HPP_
