// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// observe_on: passes items to another thread through a bounded queue.

#ifndef RX__OPERATORS__OBSERVE_ON_HPP_
#define RX__OPERATORS__OBSERVE_ON_HPP_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rx/detail/checked.hpp"
#include "rx/detail/hand_over.hpp"
#include "rx/environment.hpp"
#include "rx/overflow.hpp"
#include "rx/stage.hpp"

namespace rx
{

template <class Source>
auto make_observable(Source source);

namespace detail
{

template <class Source>
struct observe_on_source
{
  using value_type = typename Source::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    using state_type = hand_over<value_type, std::remove_cvref_t<Out>>;
    environment of_out = env_of(out);
    auto state = std::make_shared<state_type>(
      std::forward<Out>(out), env().worker(), std::move(of_out), options);
    start_or_fail(*state, [&] {
      state->source.set(source.start(hand_over_input<value_type, state_type>{state}));
    });
    return state;
  }
  environment env() const { return to.named(name_of(source)); }

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

  // Returns the counters of all subscriptions of all pipes that contain this operator object.
  // Thread-safe.
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

// source.observe_on(env[, policy[, capacity[, timeout]]]) emits the source's items in another
// environment.
//
//   source        1--2--3--|        on the source's thread
//   observe_on    --1--2--3--|      on the thread of env
//
// At most `capacity` items are queued. `policy` (see overflow) decides what happens to further
// ones: keep only the latest item, drop-oldest, drop-newest, an error, or backpressure by blocking.
// The default is block, which loses nothing; if you pass a timeout (zero: none), the stream ends
// with an error when it expires. Blocking ends when the stream is disposed, and never happens on
// the thread of env itself. Completion and errors follow the queued items. Throws
// std::invalid_argument if env is empty. To read statistics(), keep the operator object:
//   auto hop = observe_on(env, rx::overflow::drop_oldest, 10);  source | hop
//     | …;  hop.statistics().dropped
// Cost: two allocations per subscription; per item one move through a lock-free ring; a system call
// only if the thread of env sleeps.
//
//   auto hop = observe_on(new_thread(), overflow::block, 2);
//   (range(1, 5) | hop).to_vector();  // -> [1 2 3 4 5]
//   hop.statistics().dropped;  // -> 0
template <std::integral N = std::size_t>
auto observe_on(
  environment env, overflow policy = overflow::block, N capacity = 1024,
  duration timeout = duration::zero())
{
  if (!env) {
    throw std::invalid_argument("rx::observe_on: no environment given");
  }
  const std::size_t room = detail::room_for(capacity, "rx::observe_on: the capacity");
  return detail::observe_on(
    std::move(env), {policy, policy == overflow::latest ? 1 : room, timeout,
                     std::make_shared<detail::hand_over_counters>()});
}
template <class Target, class... More>
  requires(!std::is_convertible_v<Target, environment>)
RX_MISTAKE(
  "rx::observe_on: takes an environment, such as rxros2::on_callback_group(node), or "
  "rxcpp::observe_on_new_thread()")
mistaken observe_on(const Target &, const More &...)
{
  return {};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__OBSERVE_ON_HPP_
