// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// synchronize: messages of several streams that were made at the same time, by their stamps.

#ifndef RXROS2__SYNCHRONIZE_HPP_
#define RXROS2__SYNCHRONIZE_HPP_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "rx/combining_operator.hpp"
#include "rx/observable.hpp"
#include "rx/subjects/subject.hpp"
#include "rxros2/detail/stamp.hpp"

namespace rxros2
{

/// What a synchronization of N streams did so far.
template <std::size_t N>
struct synchronization_statistics
{
  std::uint64_t matched;                   ///< sets that were emitted
  std::array<std::uint64_t, N> unmatched;  ///< messages of each stream that are in no set
};

namespace detail
{

/// What the two streams of a synchronization have in common.
template <typename... T>
struct synchronization_state
{
  rx::subject<std::variant<T...>> unmatched;
  std::atomic<std::uint64_t> matched_count = 0;
  std::array<std::atomic<std::uint64_t>, sizeof...(T)> unmatched_count{};
};

/// What waits of one stream, in the order of stamps. Belongs to one subscription, so a copy is
/// empty.
template <typename T>
struct waiting_messages : std::deque<std::pair<rx::time_point, T>>
{
  waiting_messages() = default;
  waiting_messages(const waiting_messages &) noexcept : waiting_messages() {}
  waiting_messages(waiting_messages &&) = default;
};

template <typename... T>
struct synchronizing : rx::combining_operator
{
  static_assert(sizeof...(T) >= 2, "rxros2::synchronize: give two streams or more");
  static_assert(
    (stamped<T> && ...), "rxros2::synchronize: the items of a stream have no header.stamp");

  synchronizing(std::shared_ptr<synchronization_state<T...>> s, rx::duration t, std::size_t size)
  : state(std::move(s)), tolerance(t), queue_size(size)
  {
  }

  template <typename...>
  using emits = std::tuple<T...>;

  template <std::size_t I, typename U, typename Out>
  bool on_next(rx::input<I>, U && message, Out & out, rx::merge_control &)
  {
    auto & queue = std::get<I>(queues);
    const rx::time_point stamp = stamp_of(message);
    const auto behind = std::upper_bound(
      queue.begin(), queue.end(), stamp,
      [](rx::time_point s, const auto & each) { return s < each.first; });
    queue.emplace(behind, stamp, std::forward<U>(message));
    if (queue.size() > queue_size) {
      leave_out<I>();
    }
    return match(out, indices());
  }

  template <std::size_t I, typename Out>
  bool on_completed(rx::input<I>, Out & out, rx::merge_control &)
  {
    completed[I] = true;
    return go_on(out, indices());
  }

private:
  using indices = std::index_sequence_for<T...>;

  template <std::size_t... I, typename Out>
  bool match(Out & out, std::index_sequence<I...> all)
  {
    while ((!std::get<I>(queues).empty() && ...)) {
      const rx::time_point newest = std::max({std::get<I>(queues).front().first...});
      // Nothing that is older than this can still find all of its partners.
      (leave_out_before<I>(newest - tolerance), ...);
      if (
        (std::get<I>(queues).empty() || ...) ||
        std::max({std::get<I>(queues).front().first...}) != newest) {
        continue;
      }
      (leave_out_but_last<I>(newest), ...);
      state->matched_count.fetch_add(1, std::memory_order_relaxed);
      if (!out.on_next(std::tuple<T...>(take<I>()...))) {
        return false;
      }
    }
    return go_on(out, all);
  }

  // The stream is over once one of those that ended has nothing left to match.
  template <std::size_t... I, typename Out>
  bool go_on(Out & out, std::index_sequence<I...>)
  {
    if (!((completed[I] && std::get<I>(queues).empty()) || ...)) {
      return true;
    }
    (leave_out_before<I>(rx::time_point::max()), ...);
    out.on_completed();
    return false;
  }

  template <std::size_t I>
  auto take()
  {
    auto & queue = std::get<I>(queues);
    auto message = std::move(queue.front().second);
    queue.pop_front();
    return message;
  }

  template <std::size_t I>
  void leave_out()
  {
    auto message = take<I>();
    state->unmatched_count[I].fetch_add(1, std::memory_order_relaxed);
    if (state->unmatched.has_observers()) {
      state->unmatched.on_next(std::variant<T...>(std::in_place_index<I>, std::move(message)));
    }
  }
  template <std::size_t I>
  void leave_out_before(rx::time_point time)
  {
    auto & queue = std::get<I>(queues);
    while (!queue.empty() && queue.front().first < time) {
      leave_out<I>();
    }
  }
  // Of several that fit the newest one fits best.
  template <std::size_t I>
  void leave_out_but_last(rx::time_point newest)
  {
    auto & queue = std::get<I>(queues);
    while (queue.size() > 1 && queue[1].first <= newest) {
      leave_out<I>();
    }
  }

  std::shared_ptr<synchronization_state<T...>> state;
  rx::duration tolerance;
  std::size_t queue_size;
  std::tuple<waiting_messages<T>...> queues;
  std::array<bool, sizeof...(T)> completed{};
};

}  // namespace detail

/// The result of synchronize: the sets that match, and what was left out.
/** Copies are the same synchronization. */
template <typename Matched, typename... T>
class synchronization
{
public:
  synchronization(Matched matched, std::shared_ptr<detail::synchronization_state<T...>> state)
  : matched_(std::move(matched)), state_(std::move(state))
  {
  }

  /// std::tuple of one message of each stream. Each subscription subscribes to the streams and has
  /// queues of its own.
  const Matched & matched() const noexcept { return matched_; }

  /// std::variant of the messages that are in no set, with the stream's number as index, while
  /// matched() runs.
  /** Has no end of its own. Emitted before the set that shows that they are left out. */
  auto unmatched() const { return state_->unmatched.get_observable(); }

  /// Of all subscriptions together. Any thread.
  synchronization_statistics<sizeof...(T)> statistics() const noexcept
  {
    synchronization_statistics<sizeof...(T)> result{};
    result.matched = state_->matched_count.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < sizeof...(T); ++i) {
      result.unmatched[i] = state_->unmatched_count[i].load(std::memory_order_relaxed);
    }
    return result;
  }

private:
  Matched matched_;
  std::shared_ptr<detail::synchronization_state<T...>> state_;
};

struct synchronization_options
{
  /// Stamps of one set differ by no more than this. Less than half the shortest period, or
  /// neighbours are paired.
  rx::duration tolerance = rx::duration::zero();
  /// How many messages of a stream wait for their partners; the oldest of more is left out.
  std::size_t queue_size = 10;
};

namespace observable
{

/// synchronize(options, a, b…) joins messages whose header.stamps are the same within a tolerance.
/**
 *     a (stamps)                           --1-----2-----3-----4--|
 *     b (stamps)                           ---1-------3----4------|
 *     synchronize({}, a, b).matched()      ---11------33---44-----|  …-: once the set is there
 *     synchronize({}, a, b).unmatched()    ---------2-------------       2 of a: b is beyond it
 *
 *  a, b, … are streams of messages with a header, or of pointers to such (from_topic); they may
 *  come from any threads and in any order of stamps. A set is emitted as soon as each stream has a
 *  message within `tolerance` of the newest first one: nothing waits for a better match, of several
 *  that fit the newest is taken. What can no longer match, since a stream is beyond it or the queue
 *  is full, goes to unmatched() and is counted. Completes when a stream that has completed has
 *  nothing left to match; the first error ends it. Throws std::invalid_argument for a negative
 *  tolerance or a queue_size of 0. Cost: that of a combining operator; a message is moved in and
 *  out of its queue; no lock, no timer.
 *
 *     auto left = m.cold("-1-2-3|") | map(to_stamped);  // of 1 s, 2 s, 3 s
 *     auto right = m.cold("--1---3|") | map(to_stamped);
 *     auto pairs = synchronize({}, left, right);
 *     pairs.matched() | map([](const auto & pair) { return std::get<0>(pair).point.x; });
 *       // -> 1 3 |
 *     pairs.statistics().unmatched;  // -> (1, 0)
 */
template <typename First, typename... More>
auto synchronize(const synchronization_options & options, First first, More... more)
{
  using state_type =
    detail::synchronization_state<typename First::value_type, typename More::value_type...>;
  if (options.tolerance < rx::duration::zero() || options.queue_size == 0) {
    throw std::invalid_argument(
      "synchronize: the tolerance is " + std::to_string(options.tolerance.count()) +
      " ns and the queue_size " + std::to_string(options.queue_size) +
      "; expected 0 or more, and 1 or more");
  }
  auto state = std::make_shared<state_type>();
  auto matched = rx::detail::combine(
    detail::synchronizing<typename First::value_type, typename More::value_type...>(
      state, options.tolerance, options.queue_size),
    std::move(more)...)(std::move(first));
  return synchronization<
    decltype(matched), typename First::value_type, typename More::value_type...>(
    std::move(matched), std::move(state));
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__SYNCHRONIZE_HPP_
