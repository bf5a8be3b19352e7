// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// as_blocking, to_vector: wait for a stream. Apart from run() and futures, only these block by
// design.

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
#include "rx/detail/nesting.hpp"
#include "rx/detail/waiting_observer.hpp"
#include "rx/error.hpp"
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
  std::atomic<bool> ended{false};
  std::atomic<bool> done{false};
  std::exception_ptr error;  // written before done

  // Only the first call has an effect.
  void finish(const std::exception_ptr & thrown) noexcept
  {
    if (ended.exchange(true, std::memory_order_acq_rel)) {
      return;
    }
    error = thrown;
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
    } else if (const duration remaining = saturated_difference(end, steady_now());
               remaining > duration::zero()) {
      changed.wait(is_done, remaining);
    }
  }

  std::weak_ptr<rx::loop> waiters_loop;
};

// Its destruction ends the wait, so that the wait ends with the stream, however the stream ends.
template <class Observer>
struct blocking_observer
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    if (observer.on_next(std::forward<U>(item))) {
      return true;
    }
    state->finish(nullptr);  // the observer threw, and has handled that, or has ended the stream
    return false;
  }
  void on_error(const std::exception_ptr & e) noexcept
  {
    // otherwise the disposal already decided the result
    if (!state->ended.load(std::memory_order_acquire)) {
      observer.on_error(e);
      state->finish(nullptr);
    }
  }
  void on_completed() noexcept
  {
    observer.on_completed();
    state->finish(nullptr);
  }

  std::shared_ptr<blocking_state> state;
  Observer observer;
};

// The on_error of a subscribe() without one: the waiting thread throws the error.
struct throw_where_waited
{
  void operator()(const std::exception_ptr & error) const noexcept { state->finish(error); }

  std::shared_ptr<blocking_state> state;
};

// True if the arguments of subscribe() handle errors: an observer, or an on_error after on_next.
template <class...>
inline constexpr bool handles_errors = false;
template <class Next, class... Others>
inline constexpr bool handles_errors<Next, Others...> =
  has_on_next_member<Next> || (std::is_invocable_v<Others &, const std::exception_ptr &> || ...);

// Ends the wait and the stream together with the user's subscription.
struct end_of_wait
{
  void operator()() const noexcept
  {
    state->finish(nullptr);
    stream.dispose();
  }

  std::shared_ptr<blocking_state> state;
  weak_subscription stream;
};

// Keeps subscribe() from running the tasks that are scheduled on this thread, because the wait runs
// them.
class blocking_scope
{
public:
  explicit blocking_scope(thread_tasks & tasks) : tasks_(tasks), queue_(tasks.queue())
  {
    ++trampoline_depth;
  }
  blocking_scope(const blocking_scope &) = delete;
  blocking_scope & operator=(const blocking_scope &) = delete;
  ~blocking_scope()
  {
    if (--trampoline_depth == 0 && queue_ == tasks_.own) {
      trampoline_waits = !queue_->end_stay();  // for the next subscribe()
      queue_->end_stay(true);
      tasks_.drop_closed();
    }
  }

  const std::shared_ptr<loop> & queue() const noexcept { return queue_; }
  // True if the queue is the thread's own; no other code runs its tasks.
  bool is_own() const noexcept { return queue_ == tasks_.own; }

private:
  thread_tasks & tasks_;
  const std::shared_ptr<loop> queue_;
  const nesting outermost_{0};
};

}  // namespace detail

// A stream as ordinary function calls: every member subscribes, waits until the stream ends, and
// throws its error. While it waits, it runs the tasks that the calling thread has scheduled on
// itself (current_thread). Never call it on a thread that the stream needs, such as an executor's:
// that is a deadlock. With a timeout (zero and duration::max(): none; negative: already expired),
// rx::timeout_error is thrown and the stream disposed when it expires. If the last producer of the
// stream is destroyed, so that the stream can never end, rx::stream_dropped is thrown.
template <class Observable>
class blocking_observable
{
public:
  // The type of the items.
  using value_type = typename Observable::value_type;

  // Used by as_blocking().
  explicit blocking_observable(Observable source, duration timeout)
  : source_(std::move(source)), timeout_(timeout)
  {
  }

  // subscribe([subscription,] on_next[, on_error][, on_completed]), subscribe([subscription,]
  // observer): with an on_error or an observer, that gets the error and nothing is thrown;
  // otherwise the error is thrown, including an exception of on_next. Disposing the subscription
  // ends the stream and the wait; the end of the stream disposes the subscription.
  template <class... Args>
  void subscribe(Args &&... args) const
  {
    auto state = std::make_shared<detail::blocking_state>();
    auto observer = make_observer(state, std::forward<Args>(args)...);
    wait(std::move(state), std::move(observer), nullptr);
  }
  // Subscribes as above; disposing `until` also ends the stream and the wait.
  template <class... Args>
  void subscribe(composite_subscription until, Args &&... args) const
  {
    const scoped_subscription at_the_end(until);
    auto state = std::make_shared<detail::blocking_state>();
    auto observer =
      detail::observer_until(until, make_observer(state, std::forward<Args>(args)...));
    wait(std::move(state), std::move(observer), &until);
  }

  // Returns all items.
  std::vector<value_type> to_vector() const
  {
    auto items = std::make_shared<std::vector<value_type>>();
    subscribe([items](value_type item) { items->push_back(std::move(item)); });
    return std::move(*items);
  }

  // first() returns the first item and waits only for it; last() returns the last one. Both throw
  // rx::empty_error if the stream completes without an item, as it also does when its node or
  // scheduler is shut down.
  value_type first() const { return only(source_.first()); }
  // Returns the last item. Throws rx::empty_error if the stream completes without an item.
  value_type last() const { return only(source_.last()); }

  // Return the value that the operators of these names emit at the end. average(), min() and max()
  // of no items throw rx::empty_error.
  auto count() const { return only(source_.count()); }
  // Returns the sum of the items. Throws rx::empty_error if there are none.
  auto sum() const { return only(source_.sum()); }
  // Returns the mean of the items. Throws rx::empty_error if there are none.
  auto average() const { return only(source_.average()); }
  // Returns the smallest item. Throws rx::empty_error if there are none.
  value_type min() const { return only(source_.min()); }
  // Returns the greatest item. Throws rx::empty_error if there are none.
  value_type max() const { return only(source_.max()); }

private:
  template <class One>
  auto only(One stream) const
  {
    using result = typename One::value_type;
    auto item = std::make_shared<std::optional<result>>();
    try {
      blocking_observable<One>(std::move(stream), timeout_).subscribe([item](result i) {
        item->emplace(std::move(i));
      });
    } catch (const empty_error &) {
      throw detail::completed_without_item("rx::as_blocking");
    }
    return result(std::move(**item));
  }

  template <class... Args>
  static auto make_observer(const std::shared_ptr<detail::blocking_state> & state, Args &&... args)
  {
    using make = detail::make_observer<value_type>;
    if constexpr (detail::handles_errors<std::remove_cvref_t<Args>...>) {
      return make::from(std::forward<Args>(args)...);
    } else {
      return make::from(std::forward<Args>(args)...).with_error(detail::throw_where_waited{state});
    }
  }

  template <class Observer>
  void wait(
    std::shared_ptr<detail::blocking_state> state, Observer observer,
    const composite_subscription * until) const
  {
    const time_point end = timeout_ == duration::zero()
                             ? time_point::max()
                             : saturated_add(detail::steady_now(), timeout_);
    const detail::blocking_scope scope(detail::thread_tasks::of_this_thread());
    const std::shared_ptr<loop> & here = scope.queue();
    state->waiters_loop = here;
    const detail::weak_subscription stream(source_.source().start(detail::waiting_observer(
      "rx::as_blocking", detail::blocking_observer<Observer>{state, std::move(observer)})));
    if (until) {
      until->add(detail::end_of_wait{state, stream});
    }
    std::shared_ptr<const void> watch;
    while (!state->done.load(std::memory_order_acquire) && detail::steady_now() < end) {
      if (!watch && scope.is_own()) {
        watch = detail::thread_tasks::watch(here);
      }
      // the thread's loop has ended; other threads may still end the stream
      if (!here->run_one(end, true) && here->closed()) {
        state->wait(end);
      }
    }
    if (!state->done.load(std::memory_order_acquire)) {
      state->finish(nullptr);
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

// source.as_blocking([timeout]) waits for the stream; see blocking_observable.
//
// Its functions throw the stream's error; rx::empty_error if an item is needed and the stream
// completes without one (Ctrl-C completes the streams of a node); rx::stream_dropped if the
// stream's last producer was destroyed; rx::timeout_error after the timeout.
//
//   just(1, 2, 3).as_blocking().last();   // -> 3
//   just(1, 2, 3).as_blocking().first();  // -> 1
//   just(1, 2, 3).as_blocking().sum();    // -> 6
inline auto as_blocking(duration timeout = duration::zero())
{
  return detail::as_blocking{timeout};
}

// source.to_vector([timeout]) waits for the end of the stream and returns its items. It throws like
// as_blocking.
//
//   just(1, 2, 3).to_vector();  // -> [1 2 3]
inline auto to_vector(duration timeout = duration::zero())
{
  return detail::to_vector{timeout};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__AS_BLOCKING_HPP_
