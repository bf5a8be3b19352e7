// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// sample_latest, sample_with_time: the latest item at regular times.

#ifndef RX__OPERATORS__SAMPLE_HPP_
#define RX__OPERATORS__SAMPLE_HPP_

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/detail/checked.hpp"
#include "rx/environment.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/stage.hpp"
#include "rx/storage.hpp"

namespace rx
{

namespace detail
{

enum class sampling
{
  repeat,
  only_new
};

template <class T, class Out, sampling Kind>
class sample_state final : public serialized_observer<T, Out, schedulable>
{
public:
  sample_state(Out out, environment w, environment of_out)
  : serialized_observer<T, Out, schedulable>(std::move(out)),
    worker(std::move(w)),
    env(std::move(of_out))
  {
  }

  template <class U>
  void store(U && item)
  {
    std::optional<T> former;  // destroyed without the lock, because that runs user code
    T fresh(std::forward<U>(item));
    std::lock_guard lock(mutex_);
    if (!this->disposed()) {
      former.swap(fresh_);
      fresh_.emplace(std::move(fresh));
    }
  }

  void run() noexcept override
  {
    this->feed([this](Out & out) {
      try {
        const bool last = forgotten_.load(std::memory_order_acquire);  // read before the last look
        return emit(out) && !last;
      } catch (...) {  // thrown while moving the item
        out.on_error(std::current_exception());
        return false;
      }
    });
  }
  bool kept_by_source() const noexcept override { return true; }
  // The source was destroyed without an end: the items that it emitted before are still emitted.
  void forget() noexcept { forgotten_.store(true, std::memory_order_release); }

  void scheduler_ended() noexcept override { this->completed(); }

  environment worker;
  environment env;
  single_assignment_subscription source;

protected:
  void released() noexcept override
  {
    source.dispose();
    worker->cancel(*this);
    current_.reset();
    static_cast<void>(take_fresh());
  }

private:
  bool emit(Out & out)
  {
    std::optional<T> fresh = take_fresh();
    if constexpr (Kind == sampling::only_new) {
      return !fresh || out.on_next(std::move(*fresh));
    } else {
      if (fresh) {
        current_.reset();
        current_.emplace(std::move(*fresh));
      }
      return !current_ || out.on_next(std::as_const(*current_));
    }
  }
  std::optional<T> take_fresh()
  {
    std::lock_guard lock(mutex_);
    std::optional<T> fresh = std::move(fresh_);
    fresh_.reset();
    return fresh;
  }

  std::mutex mutex_;        // guards fresh_; held only while an item is moved in or out
  std::optional<T> fresh_;  // the latest item since the last tick
  std::atomic<bool> forgotten_{false};
  std::optional<T> current_;  // the item that ticks repeat; used only by the holder of the observer
};

template <class T, class State, sampling Kind>
struct sample_input
{
  explicit sample_input(std::shared_ptr<State> s) : state(std::move(s)) {}
  sample_input(sample_input &&) noexcept = default;
  ~sample_input()
  {
    if (Kind == sampling::only_new && state) {  // otherwise the last item is repeated
      state->forget();
    }
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      state->store(std::forward<U>(item));
    } catch (...) {
      state->error(std::current_exception());
    }
    return !state->disposed();
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept { state->completed(); }
  void on_never() noexcept { state.reset(); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

template <class Source, sampling Kind>
struct sample_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = sample_state<value_type, std::remove_cvref_t<Out>, Kind>;
    environment of_out = env_of(out);
    environment worker = choose_environment(passed, env_of(source), of_out).worker();
    auto state = std::make_shared<state_type>(std::forward<Out>(out), worker, std::move(of_out));
    start_or_fail(*state, [&] {
      state->source.set(source.start(sample_input<value_type, state_type, Kind>{state}));
    });
    if (!state->disposed()) {
      worker->schedule(state, worker.now(), period);
      if (state->disposed()) {  // disposed meanwhile
        worker->cancel(*state);
      }
    }
    return state;
  }
  environment env() const { return passed ? passed : env_of(source); }

  Source source;
  duration period;
  environment passed;
};

template <sampling Kind>
struct sample
{
  template <class T>
  static constexpr bool accepts = Kind == sampling::only_new || std::copy_constructible<T>;

  RX_REJECT(
    sample, (!accepts<Item>),
    "rx::sample_latest, sample_with_frequency: an Item of this stream cannot be copied, and is "
    "repeated. Map it to a std::shared_ptr first")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using source_type = typename std::remove_cvref_t<Observable>::source_type;
    return make_observable(
      sample_source<source_type, Kind>{std::forward<Observable>(source).source(), period, passed});
  }

  duration period;
  environment passed;
};

template <sampling Kind>
auto make_sample(duration period, environment env)
{
  return sample<Kind>{positive(period, "rx: the period of sampling"), std::move(env)};
}

template <class T>
struct sample_when : combining_operator
{
  static constexpr bool others_first = true;

  template <class...>
  using emits = T;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      latest = std::forward<U>(item);
      return true;
    } else {
      if (!latest) {
        return true;
      }
      T sampled = std::move(*latest);
      latest.reset();
      return out.on_next(std::move(sampled));
    }
  }

  optional_item<T> latest;
};

template <class Other>
struct sampled_by
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using op = sample_when<typename std::remove_cvref_t<Observable>::value_type>;
    return combined<op, Other>{op(), {other}}(std::forward<Observable>(source));
  }

  Other other;
};

}  // namespace detail

namespace operators
{

// source.sample_latest(period[, env]) emits the latest item at each tick, again if there is no
// newer one, and nothing before the first item. It is the core of sample_with_frequency in RxROS2.
//
//   source             -1-----2-3-------|
//   sample_latest(3)   +--1--1--3--3--3-|        (+: tick without an item)
//
// Ticks are at subscription + k·period on the clock of env, otherwise of the source's environment,
// the subscriber's environment, or current_thread (which blocks); the items are emitted there.
// Completion and errors of the source pass at once. The source may run on another thread and never
// waits for the downstream side. Throws std::invalid_argument unless the period is positive. Cost:
// one allocation per subscription; per item one move under a mutex; per tick no copy, no heap.
//
//   m.of(m.cold("-1----2-3----|") | sample_latest(3ms));  // -> ---1--2--3--3|
inline auto sample_latest(duration period, environment env = {})
{
  return detail::make_sample<detail::sampling::repeat>(period, std::move(env));
}
RX_NEEDS_DURATION(sample_latest)

// source.sample_with_time(period[, env]) does the same, but emits each item at most once (RxCpp's
// operator).
//
//   source                -1-----2-3-------|
//   sample_with_time(3)   +--1--+--3--+--+-|
//
//   m.of(m.cold("-1----2-3----|") | sample_with_time(3ms));  // -> ---1--2--3---|
inline auto sample_with_time(duration period, environment env = {})
{
  return detail::make_sample<detail::sampling::only_new>(period, std::move(env));
}
RX_NEEDS_DURATION(sample_with_time)
inline auto sample(duration period, environment env = {})  // another name of sample_with_time
{
  return sample_with_time(period, std::move(env));
}

// source.sample(other) emits the latest item whenever the stream `other` emits, each item at most
// once.
//
//   source         -1-----2-3-------|
//   other          ---x-x-----x---…
//   sample(other)  ---1-------3-----|
//
// The streams may be on different threads. An error of either stream ends it. Cost: that of a
// combining operator; no heap.
//
//   m.of(m.cold("-1----2-3----|") | sample(m.cold("---x-x-----x")));  // -> ---1-------3-|
template <class Other>
  requires detail::is_pipe<Other>
auto sample(Other other)
{
  return detail::sampled_by<Other>{std::move(other)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__SAMPLE_HPP_
