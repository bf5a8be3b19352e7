// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of operators that have several sources or a clock. Such an operator is a state machine
// that two threads never enter at once. rx/operators/ uses it; use it too to add such an operator.

#ifndef RX__COMBINING_OPERATOR_HPP_
#define RX__COMBINING_OPERATOR_HPP_

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/detail/one_of.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/stage.hpp"

namespace rx
{

template <class T, class Source>
class observable;
template <class Source>
auto make_observable(Source source);

// The source that an item comes from; input 0 is the source in front of the operator.
template <std::size_t I>
using input = std::integral_constant<std::size_t, I>;

// The services that a combining operator may use, only within its own functions.
class merge_control : public schedulable, public std::enable_shared_from_this<merge_control>
{
public:
  // Returns the scheduler's time, which decides what is due and never goes back. Only for timed
  // operators.
  time_point now() const noexcept { return worker_.now(); }
  // Returns the time that the scheduler's clock shows; compare it with stamps.
  time_point clock_now() const noexcept { return worker_.clock_now(); }

  // Calls on_wake() of a timed operator once the scheduler's time reaches `due`. A later call
  // replaces an earlier one.
  void wake_at(time_point due)
  {
    if (std::exchange(armed_, true)) {
      worker_->cancel(*this);
    }
    due_ = due;
    worker_->schedule(shared_from_this(), due, duration::zero());
  }
  // Cancels the last wake_at().
  void do_not_wake() noexcept
  {
    if (std::exchange(armed_, false)) {
      worker_->cancel(*this);
    }
  }

  // Unsubscribes from source number `index`.
  void unsubscribe(std::size_t index) noexcept { inputs_[index].dispose(); }

  // Returns true if the time given to wake_at() has come. If the task ran too early, for a request
  // that has been replaced, it is scheduled again. Only for merge_state.
  bool woken()
  {
    if (!armed_) {
      return false;
    }
    if (now() < due_) {
      wake_at(due_);
      return false;
    }
    armed_ = false;
    return true;
  }

protected:
  // The environment whose scheduler runs the timed tasks of the operator.
  environment worker_;
  // The environment that the sources are offered.
  environment offered_;
  // The subscriptions to the sources, in their order.
  single_assignment_subscription * inputs_ = nullptr;
  // The time given to wake_at().
  time_point due_;
  // True while a task is scheduled for `due_`.
  bool armed_ = false;
};

// Base of an operator that has several sources or a clock. The derived class provides
//   template <class... T> using emits = …;   the type of its items, given those of its sources
//   template <class U, class Out>
//   bool on_next(input<I>, U && item, Out & out, merge_control & self);
//                                       one for each source, or a template
// It returns out.on_next(…), or true to go on without an item, or false to end the stream (after it
// has called out.on_completed() or on_error()). The derived class may also provide
//   template <class Out> bool on_start(Out & out, merge_control & self);
//                                       before the operator subscribes to its sources
//   template <class Out> bool on_completed(input<I>, Out & out, merge_control & self);
//                                       a source has completed; by default the end of input 0
//                                       ends the stream
//   template <class Out> void on_error(const std::exception_ptr &, Out & out);
//                                       a source has failed; ends the stream
//   static constexpr bool others_first = true;           subscribes to input 0 last
//   environment clock;                  makes it timed: the user's environment or none; then also
//   template <class Out> bool on_wake(Out & out, merge_control & self);
// The operator is copied for each subscription. Its functions never overlap, although the sources
// and the clock may be on different threads: an event that arrives while another thread is in the
// operator waits in a small ring, and that thread handles it. The functions may throw; the
// exception becomes the stream's error. make_operator() makes an operator of it. Cost: one
// allocation per subscription; per item, that of serialized_observer.
struct combining_operator
{
};

namespace detail
{

template <class Op>
concept timed_operator = requires(Op & op) { op.clock; };

// An item that arrives: a reference, or a value while it waits.
template <std::size_t I, class U>
struct arriving
{
  U && item;
};
struct input_completed
{
  std::size_t index;
};
struct woken
{
};

template <class... T>
struct merge_event
{
  template <std::size_t I, class U>
  explicit merge_event(arriving<I, U> && a) : value(std::in_place_index<I>, std::forward<U>(a.item))
  {
  }
  explicit merge_event(input_completed c) : value(std::in_place_index<sizeof...(T)>, c) {}
  explicit merge_event(woken w) : value(std::in_place_index<sizeof...(T) + 1>, w) {}

  one_of<T..., input_completed, woken> value;
};

// The object that a merge_state serializes: the state machine and the observer behind it.
template <class Op, class Out, class... T>
class merge_observer
{
public:
  merge_observer(Op op, Out out) : op_(std::move(op)), out_(std::move(out)) {}

  bool on_start(merge_control & self) noexcept
  {
    self_ = &self;
    return guarded([&] {
      if constexpr (requires { op_.on_start(out_, self); }) {
        return op_.on_start(out_, self);
      } else {
        return true;
      }
    });
  }

  template <std::size_t I, class U>
  bool on_next(arriving<I, U> && a) noexcept
  {
    return guarded([&] { return op_.on_next(input<I>{}, std::forward<U>(a.item), out_, *self_); });
  }
  bool on_next(input_completed c) noexcept
  {
    return guarded([&] { return completed(c.index, std::index_sequence_for<T...>{}); });
  }
  bool on_next(woken) noexcept
  {
    if constexpr (requires { op_.on_wake(out_, *self_); }) {
      return guarded([&] { return !self_->woken() || op_.on_wake(out_, *self_); });
    } else {
      return true;
    }
  }
  bool on_next(merge_event<T...> && e) noexcept
  {
    return late(e, std::make_index_sequence<sizeof...(T) + 2>{});
  }

  void on_error(const std::exception_ptr & error) noexcept
  {
    guarded([&] {
      if constexpr (requires { op_.on_error(error, out_); }) {
        op_.on_error(error, out_);
      } else {
        out_.on_error(error);
      }
      return true;
    });
  }
  void on_completed() noexcept { out_.on_completed(); }
  void on_never() noexcept { never_comes(out_); }

private:
  template <class F>
  bool guarded(F f) noexcept
  {
    try {
      return f();
    } catch (...) {  // only the operator's own code can throw; observers do not
      fail_as(op_, out_);
      return false;
    }
  }

  template <std::size_t... I>
  bool completed(std::size_t index, std::index_sequence<I...>)
  {
    bool more = true;
    static_cast<void>(((index == I && (more = completed(input<I>{}), true)) || ...));
    return more;
  }
  template <std::size_t I>
  bool completed(input<I> index)
  {
    if constexpr (requires { op_.on_completed(index, out_, *self_); }) {
      return op_.on_completed(index, out_, *self_);
    } else if constexpr (I == 0) {
      out_.on_completed();
      return false;
    } else {
      return true;
    }
  }

  template <std::size_t... I>
  bool late(merge_event<T...> & e, std::index_sequence<I...>) noexcept
  {
    bool more = true;
    static_cast<void>(
      ((e.value.index() == I && (more = late<I>(*e.value.template get_if<I>()), true)) || ...));
    return more;
  }
  template <std::size_t I, class E>
  bool late(E & e) noexcept
  {
    if constexpr (I < sizeof...(T)) {
      return on_next(arriving<I, E>{std::move(e)});
    } else {
      return on_next(e);
    }
  }

  merge_control * self_ = nullptr;
  [[no_unique_address]] Op op_;
  [[no_unique_address]] Out out_;
};

template <class Op, class Out, class... T>
class merge_state final
: public fed_observer<merge_event<T...>, merge_observer<Op, Out, T...>, merge_control>
{
public:
  using base = fed_observer<merge_event<T...>, merge_observer<Op, Out, T...>, merge_control>;

  merge_state(Op op, Out out, environment worker, environment offered)
  : base(merge_observer<Op, Out, T...>(std::move(op), std::move(out)))
  {
    this->worker_ = std::move(worker);
    this->offered_ = std::move(offered);
    this->inputs_ = inputs.data();
  }

  // Returns false if the stream ended before it began.
  bool begin()
  {
    return this->feed([&](auto & observer) { return observer.on_start(*this); });
  }

  environment env() const { return this->offered_; }

  void run() noexcept override { this->put(merge_event<T...>(woken{})); }
  void scheduler_ended() noexcept override { this->completed(); }

  using base::completed;
  void completed(input_completed index) noexcept { this->put(merge_event<T...>(index)); }

  std::array<single_assignment_subscription, sizeof...(T)> inputs;

protected:
  void released() noexcept override
  {
    for (single_assignment_subscription & source : inputs) {
      source.dispose();
    }
    if (this->worker_) {
      this->worker_->cancel(*this);
    }
  }
};

template <class State, std::size_t I>
struct merge_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    return state->next(arriving<I, U>{std::forward<U>(item)});
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept
  {
    state->completed(input_completed{I});
    state->inputs[I].dispose();
  }
  void on_never() noexcept
  {
    if constexpr (std::tuple_size_v<decltype(State::inputs)> == 1) {
      state->never();
    }
  }
  environment env() const { return state->env(); }

  std::shared_ptr<State> state;
};

template <class Op, class... Sources>
class merge_source
{
public:
  using value_type = typename Op::template emits<typename Sources::value_type...>;

  explicit merge_source(Op op, Sources... sources)
  : op_(std::move(op)), sources_(std::move(sources)...)
  {
  }

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = merge_state<Op, std::remove_cvref_t<Out>, typename Sources::value_type...>;
    const environment of_out = env_of(out);
    environment of_sources = env_of_sources();
    environment worker;
    if constexpr (timed_operator<Op>) {
      worker = choose_environment(op_.clock, of_sources, of_out).worker();
    }
    auto state = std::make_shared<state_type>(
      op_, std::forward<Out>(out), std::move(worker), offer(std::move(of_sources), of_out));
    if (state->begin()) {
      start_all(state, std::index_sequence_for<Sources...>{});
    }
    return state;
  }

  environment env() const
  {
    environment found;
    if constexpr (timed_operator<Op>) {
      found = op_.clock;
    }
    std::vector<std::shared_ptr<const stream_name>> names;
    const auto ask = [&](const auto & source) {
      // Once for both: a chain of n operators would ask its first source 2^n times otherwise.
      std::shared_ptr<const stream_name> name;
      if (found) {
        name = name_of(source);
      } else {
        found = env_of(source);
        name = found.name();
      }
      if (name) {
        names.push_back(std::move(name));
      }
    };
    std::apply([&](const Sources &... source) { (ask(source), ...); }, sources_);
    return found.named(name_of_all(std::move(names)));
  }

private:
  // Returns the environment of the first source that has one.
  environment env_of_sources() const
  {
    environment found;
    std::apply(
      [&](const Sources &... source) {
        static_cast<void>((static_cast<bool>(found = env_of(source)) || ...));
      },
      sources_);
    return found;
  }

  // Returns the name for reports of a stream with these sources; null if none has a name.
  static std::shared_ptr<const stream_name> name_of_all(
    std::vector<std::shared_ptr<const stream_name>> names)
  {
    if (names.empty()) {
      return nullptr;
    }
    return names.size() == 1 ? std::move(names.front())
                             : std::make_shared<const stream_names>(std::move(names));
  }

  template <class State, std::size_t... I>
  void start_all(const std::shared_ptr<State> & state, std::index_sequence<I...>) const
  {
    if constexpr (requires { Op::others_first; }) {
      ((I > 0 ? start_one<I>(state) : void()), ...);
      start_one<0>(state);
    } else {
      (start_one<I>(state), ...);
    }
  }
  template <std::size_t I, class State>
  void start_one(const std::shared_ptr<State> & state) const
  {
    if (!state->disposed()) {
      start_or_fail(*state, [&] {
        state->inputs[I].set(std::get<I>(sources_).start(merge_input<State, I>{state}));
      });
    }
  }

  Op op_;
  std::tuple<Sources...> sources_;
};

// A combining operator and the observables that it combines with the source in front.
template <class Op, class... Observables>
struct combined : operator_of<Op>
{
  combined(Op o, std::tuple<Observables...> streams) : op(std::move(o)), others(std::move(streams))
  {
  }

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using pipe = std::remove_cvref_t<Observable>;
    return std::apply(
      [&](const Observables &... other) {
        return make_observable(
          merge_source<Op, typename pipe::source_type, typename Observables::source_type...>(
            op, std::forward<Observable>(source).source(), other.source()...));
      },
      others);
  }

  Op op;
  std::tuple<Observables...> others;
};

template <class T, class Source>
void takes_observable(const observable<T, Source> &);
template <class X>
concept is_pipe = requires(const X & x) { takes_observable(x); };

// Satisfied by the arguments of an operator that joins streams: [environment,] stream….
template <class First, class... More>
concept joinable =
  (std::is_convertible_v<First, environment> || is_pipe<First>) && (is_pipe<More> && ...);

// For operators whose arguments may begin with an environment, as RxCpp's combiners allow: it is
// ignored, because ours are thread-safe without it and emit where their sources do.
template <class Make, class First, class... More>
auto after_environment(Make make, First first, More... more)
{
  if constexpr (std::is_convertible_v<First, environment>) {
    return make(std::move(more)...);
  } else {
    return make(std::move(first), std::move(more)...);
  }
}

}  // namespace detail

// Returns the operator, for `source | op`, that runs `op`, which derives from combining_operator,
// on the source (input 0) and on the observables `others` (input 1, 2 …). The result owns copies of
// its arguments and may be used for any number of sources, by several threads.
template <std::derived_from<combining_operator> Op, class... Observables>
auto make_operator(Op op, Observables... others)
{
  return detail::combined<Op, Observables...>{std::move(op), {std::move(others)...}};
}

}  // namespace rx

#endif  // RX__COMBINING_OPERATOR_HPP_
