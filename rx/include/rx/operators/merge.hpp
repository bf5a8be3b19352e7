// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// merge: the items of several streams as they come.

#ifndef RX__OPERATORS__MERGE_HPP_
#define RX__OPERATORS__MERGE_HPP_

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <tuple>

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

template <class T, class Out, std::size_t N>
class merge_state final : public outlet<T, Out>
{
public:
  explicit merge_state(Out out) : outlet<T, Out>(std::move(out)) {}

  void one_completed(std::size_t which) noexcept
  {
    if (active.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      this->completed();
    } else {
      sources[which].dispose();
    }
  }

  std::array<upstream, N> sources;
  std::atomic<std::size_t> active{N};
  environment env;

protected:
  void released() noexcept override
  {
    for (upstream & source : sources) {
      source.dispose();
    }
  }
};

template <class T, class State>
struct merge_input
{
  template <class U>
  bool on_next(U && item) noexcept
  {
    if constexpr (std::is_same_v<std::remove_cvref_t<U>, T>) {
      return state->next(std::forward<U>(item));
    } else {
      try {
        return state->next(static_cast<T>(std::forward<U>(item)));
      } catch (...) {
        state->error(std::current_exception());
        return false;
      }
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { state->error(error); }
  void on_completed() noexcept { state->one_completed(which); }
  environment env() const { return state->env; }

  std::shared_ptr<State> state;
  std::size_t which;
};

template <class... Sources>
class merge_source
{
public:
  using value_type = typename std::tuple_element_t<0, std::tuple<Sources...>>::value_type;

  explicit merge_source(Sources... sources) : sources_(std::move(sources)...) {}

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = merge_state<value_type, std::remove_cvref_t<Out>, sizeof...(Sources)>;
    environment env = env_of(out);
    auto state = std::make_shared<state_type>(std::forward<Out>(out));
    state->env = std::move(env);
    std::apply(
      [&](const Sources &... source) {
        std::size_t which = 0;
        (start_one(source, state, which++), ...);
      },
      sources_);
    return state;
  }

  // The first environment that a source has.
  environment env() const
  {
    environment found;
    std::apply(
      [&](const Sources &... source) { (static_cast<bool>(found = env_of(source)) || ...); },
      sources_);
    return found;
  }

private:
  template <class Source, class State>
  static void start_one(
    const Source & source, const std::shared_ptr<State> & state, std::size_t which)
  {
    if (!state->disposed()) {
      state->sources[which].set(source.start(merge_input<value_type, State>{state, which}));
    }
  }

  std::tuple<Sources...> sources_;
};

template <class... Observables>
struct merge
{
  template <class First>
  auto operator()(First && first) const
  {
    using T = typename std::remove_cvref_t<First>::value_type;
    static_assert(
      (std::is_convertible_v<typename Observables::value_type, T> && ...),
      "rx::merge: the streams have items of different types; map them to one type first");
    return std::apply(
      [&](const Observables &... other) {
        return make_observable(
          merge_source<
            typename std::remove_cvref_t<First>::source_type, typename Observables::source_type...>(
            std::forward<First>(first).source(), other.source()...));
      },
      others);
  }

  std::tuple<Observables...> others;
};

}  // namespace detail

namespace operators
{

// a.merge(b…) emits every item of every stream, in the order in which they come.
//
//   a         --1-----3--|
//   b         ----a-b-------|
//   merge(b)  --1-a-b-3-----|
//
// Subscribes to the streams in the order of writing. Completes when all have; the first error ends it
// and all sources. The streams may come from different threads: items do not overlap; one that comes while
// another thread is downstream is delivered by that thread (32 of them wait in a ring, further threads
// wait themselves). Cost: one allocation a subscription; an item: two atomic operations, no lock, no
// heap.
template <class... Observables>
auto merge(Observables... others)
{
  static_assert(sizeof...(Observables) > 0, "rx::merge: nothing to merge with");
  return detail::merge<Observables...>{{std::move(others)...}};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__MERGE_HPP_
