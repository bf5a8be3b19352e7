// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// with_latest_from: each item together with the latest of other streams.

#ifndef RX__OPERATORS__WITH_LATEST_FROM_HPP_
#define RX__OPERATORS__WITH_LATEST_FROM_HPP_

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rx/outlet.hpp"
#include "rx/stage.hpp"
#include "rx/upstream.hpp"

namespace rx
{

template <class T, class Source>
class observable;
template <class Source>
auto make_observable(Source source);

namespace detail
{

// The default function: a tuple of the items.
struct pack
{
  template <class... Items>
  auto operator()(Items &&... items) const
  {
    return std::tuple<std::remove_cvref_t<Items>...>(std::forward<Items>(items)...);
  }
};

template <class R, class Out, class F, class... Others>
class latest_state final : public outlet<R, Out>
{
public:
  latest_state(Out out, F function, environment of_out)
  : outlet<R, Out>(std::move(out)), f(std::move(function)), env(std::move(of_out))
  {
  }

  template <std::size_t I, class U>
  void store(U && item)
  {
    std::tuple_element_t<I, std::tuple<Others...>> fresh(std::forward<U>(item));
    std::lock_guard lock(mutex_);
    std::get<I>(latest_) = std::move(fresh);
  }

  template <class U>
  bool combine(U && item)
  {
    std::tuple<std::optional<Others>...> latest;
    {
      std::lock_guard lock(mutex_);
      if (!std::apply([](const auto &... l) { return (l.has_value() && ...); }, latest_)) {
        return !this->disposed();
      }
      latest = latest_;
    }
    return std::apply(
      [&](auto &... l) {
        return this->next(std::invoke(f, std::forward<U>(item), std::move(*l)...));
      },
      latest);
  }

  F f;
  environment env;
  upstream source;
  std::array<upstream, sizeof...(Others)> others;

protected:
  void released() noexcept override
  {
    source.dispose();
    for (upstream & other : others) {
      other.dispose();
    }
  }

private:
  std::mutex mutex_;  // held only to copy or move items
  std::tuple<std::optional<Others>...> latest_;
};

template <class State>
struct combining_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      return state->combine(std::forward<U>(item));
    } catch (...) {
      state->error(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept { state->completed(); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

template <class State, std::size_t I>
struct latest_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    try {
      state->template store<I>(std::forward<U>(item));
    } catch (...) {
      state->error(std::current_exception());
    }
    return !state->disposed();
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept {}  // its last item stays the latest
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
};

template <class F, class Source, class... Others>
class latest_source
{
public:
  using value_type = std::remove_cvref_t<
    std::invoke_result_t<F &, typename Source::value_type, typename Others::value_type...>>;

  latest_source(F f, Source source, Others... others)
  : f_(std::move(f)), source_(std::move(source)), others_(std::move(others)...)
  {
  }

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type =
      latest_state<value_type, std::remove_cvref_t<Out>, F, typename Others::value_type...>;
    environment of_out = env_of(out);
    auto state = std::make_shared<state_type>(std::forward<Out>(out), f_, std::move(of_out));
    start_others(state, std::index_sequence_for<Others...>{});
    if (!state->disposed()) {
      state->source.set(source_.start(combining_input<state_type>{state}));
    }
    return state;
  }
  environment env() const { return env_of(source_); }

private:
  template <class State, std::size_t... I>
  void start_others(const std::shared_ptr<State> & state, std::index_sequence<I...>) const
  {
    ((state->disposed()
        ? void()
        : state->others[I].set(std::get<I>(others_).start(latest_input<State, I>{state}))),
     ...);
  }

  F f_;
  Source source_;
  std::tuple<Others...> others_;
};

template <class F, class... Observables>
struct with_latest_from
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using pipe = std::remove_cvref_t<Observable>;
    static_assert(
      std::is_invocable_v<F &, typename pipe::value_type, typename Observables::value_type...>,
      "rx::with_latest_from: the function cannot be called with an item of each stream");
    return std::apply(
      [&](const Observables &... other) {
        return make_observable(
          latest_source<F, typename pipe::source_type, typename Observables::source_type...>(
            f, std::forward<Observable>(source).source(), other.source()...));
      },
      others);
  }

  F f;
  std::tuple<Observables...> others;
};

template <class X>
inline constexpr bool is_pipe = false;
template <class T, class Source>
inline constexpr bool is_pipe<observable<T, Source>> = true;

}  // namespace detail

namespace operators
{

// source.with_latest_from([f,] other…) emits f(item, latest of other…) for each item of the source, once every
// other stream has had an item; without f a tuple.
//
//   source                  --1-----2---3--|
//   other                   ----a-b--------…
//   with_latest_from(other) --------2b--3b-|
//
// Subscribes to the others first. Completes with the source; the first error of any stream ends it. The streams
// may come from different threads. What f throws becomes the stream's error. Cost: one allocation a
// subscription; an item: a copy of the latest items under a mutex that is not held downstream, no heap.
template <class First, class... More>
auto with_latest_from(First first, More... more)
{
  if constexpr (detail::is_pipe<First>) {
    return detail::with_latest_from<detail::pack, First, More...>{
      {}, {std::move(first), std::move(more)...}};
  } else {
    static_assert(sizeof...(More) > 0, "rx::with_latest_from: no stream given");
    return detail::with_latest_from<First, More...>{std::move(first), {std::move(more)...}};
  }
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__WITH_LATEST_FROM_HPP_
