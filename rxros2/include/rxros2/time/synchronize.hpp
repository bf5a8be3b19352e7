// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// synchronize: joins messages of several streams that have the same time stamp.

#ifndef RXROS2__TIME__SYNCHRONIZE_HPP_
#define RXROS2__TIME__SYNCHRONIZE_HPP_

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "rx/combining_operator.hpp"
#include "rx/observable.hpp"
#include "rx/subjects/subject.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/time/detail/approximate_search.hpp"
#include "rxros2/time/detail/no_match_report.hpp"
#include "rxros2/time/detail/stamp.hpp"

namespace rxros2
{

/// The counters of a synchronization of N streams so far.
template <std::size_t N>
struct synchronization_statistics
{
  std::uint64_t matched;                   ///< number of sets that were emitted
  std::array<std::uint64_t, N> unmatched;  ///< number of messages per stream that are in no set
};

namespace detail
{

/// The common state of the two streams of a synchronization.
template <typename... T>
struct synchronization_state
{
  rx::subject<std::variant<T...>> unmatched;
  std::atomic<std::uint64_t> matched_count = 0;
  std::array<std::atomic<std::uint64_t>, sizeof...(T)> unmatched_count{};
};

/// Detects that the clock of the streams was set back. Checked only if a stamp is older than a
/// previous one, so that the usual message costs nothing.
template <std::size_t N>
class stamp_watch
{
public:
  explicit stamp_watch(rx::environment time) : time_(std::move(time)), jumps_(jumps_of(time_))
  {
    newest_.fill(rx::time_point::min());
  }
  /// Copies a watch that has not started.
  stamp_watch(const stamp_watch & other) : stamp_watch(other.time_) {}
  stamp_watch(stamp_watch &&) = default;

  /// Returns true if all waiting messages are from before a jump of the clock, unlike this stamp.
  bool is_of_another_time(std::size_t stream, rx::time_point stamp)
  {
    if (stamp < newest_[stream]) {
      if (const std::uint64_t jumps = jumps_of(time_); jumps != jumps_) {
        jumps_ = jumps;
        newest_.fill(rx::time_point::min());
        newest_[stream] = stamp;
        return true;
      }
    }
    newest_[stream] = std::max(newest_[stream], stamp);
    return false;
  }

  /// Returns the newest stamp of each stream; the minimum for one without a message.
  const std::array<rx::time_point, N> & newest() const noexcept { return newest_; }

private:
  rx::environment time_;
  std::uint64_t jumps_;
  std::array<rx::time_point, N> newest_;
};

/// Returns the first environment that a stream has, or an empty one.
template <typename... Observable>
rx::environment environment_of_any(const Observable &... stream)
{
  rx::environment environment;
  static_cast<void>((static_cast<bool>(environment = stream.env()) || ...));
  return environment;
}

/// A message that waits, and its number within its stream.
template <typename T>
struct waiting_message
{
  rx::time_point stamp;
  std::uint64_t number;
  T message;
};

/// The waiting messages of one stream, in the order of their stamps. They belong to one
/// subscription, so a copy is empty.
template <typename T>
struct waiting_messages : std::deque<waiting_message<T>>
{
  waiting_messages() = default;
  waiting_messages(const waiting_messages &) noexcept : waiting_messages() {}
  waiting_messages(waiting_messages &&) = default;

  template <typename U>
  void add(rx::time_point stamp, U && message)
  {
    const auto behind = std::upper_bound(
      this->begin(), this->end(), stamp,
      [](rx::time_point s, const auto & entry) { return s < entry.stamp; });
    this->insert(behind, waiting_message<T>{stamp, next_++, std::forward<U>(message)});
  }
  T take(typename waiting_messages::iterator position)
  {
    T message = std::move(position->message);
    this->erase(position);
    return message;
  }
  /// Returns the message that has waited longest: the front one, unless stamps were out of order.
  auto first_come()
  {
    return std::min_element(this->begin(), this->end(), [](const auto & a, const auto & b) {
      return a.number < b.number;
    });
  }

private:
  std::uint64_t next_ = 0;
};

template <typename... T>
struct synchronizing : rx::combining_operator
{
  static_assert(sizeof...(T) >= 2, "rxros2::synchronize: pass at least two streams");
  static_assert(
    (stamped<T> && ...), "rxros2::synchronize: the items of a stream have no header.stamp");

  synchronizing(
    std::shared_ptr<synchronization_state<T...>> s, rx::environment time, rx::duration t,
    std::size_t size)
  : state(std::move(s)), watch(std::move(time)), tolerance(t), queue_size(size)
  {
  }

  template <typename...>
  using emits = std::tuple<T...>;

  template <std::size_t I, typename U, typename Out>
  bool on_next(rx::input<I>, U && message, Out & out, rx::merge_control &)
  {
    auto & queue = std::get<I>(queues);
    const rx::time_point stamp = stamp_of(message);
    if (watch.is_of_another_time(I, stamp)) {
      leave_out_all(indices());
    }
    queue.add(stamp, std::forward<U>(message));
    if (queue.size() > queue_size) {
      leave_out<I>(queue.first_come());
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
      const rx::time_point newest = std::max({std::get<I>(queues).front().stamp...});
      // A message that is older than this can no longer find all of its partners.
      (leave_out_before<I>(rx::saturated_add(newest, -tolerance)), ...);
      if (
        (std::get<I>(queues).empty() || ...) ||
        std::max({std::get<I>(queues).front().stamp...}) != newest) {
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

  // The stream is over once a completed source has no message left to match.
  template <std::size_t... I, typename Out>
  bool go_on(Out & out, std::index_sequence<I...>)
  {
    if (!((completed[I] && std::get<I>(queues).empty()) || ...)) {
      return true;
    }
    leave_out_all(indices());
    out.on_completed();
    return false;
  }

  template <std::size_t I>
  auto take()
  {
    auto & queue = std::get<I>(queues);
    return queue.take(queue.begin());
  }

  template <std::size_t I, typename Position>
  void leave_out(Position position)
  {
    const rx::time_point stamp = position->stamp;
    auto message = std::get<I>(queues).take(position);
    state->unmatched_count[I].fetch_add(1, std::memory_order_relaxed);
    if (state->unmatched.has_observers()) {
      state->unmatched.on_next(std::variant<T...>(std::in_place_index<I>, std::move(message)));
    } else if (state->matched_count.load(std::memory_order_relaxed) == 0) {
      report.left_out(I, stamp, watch.newest());
    }
  }
  template <std::size_t I>
  void leave_out_before(rx::time_point time)
  {
    auto & queue = std::get<I>(queues);
    while (!queue.empty() && queue.front().stamp < time) {
      leave_out<I>(queue.begin());
    }
  }
  template <std::size_t... I>
  void leave_out_all(std::index_sequence<I...>)
  {
    (leave_out_before<I>(rx::time_point::max()), ...);
  }
  // If several messages fit, the newest one fits best.
  template <std::size_t I>
  void leave_out_but_last(rx::time_point newest)
  {
    auto & queue = std::get<I>(queues);
    while (queue.size() > 1 && queue[1].stamp <= newest) {
      leave_out<I>(queue.begin());
    }
  }

  std::shared_ptr<synchronization_state<T...>> state;
  stamp_watch<sizeof...(T)> watch;
  rx::duration tolerance;
  std::size_t queue_size;
  std::tuple<waiting_messages<T>...> queues;
  std::array<bool, sizeof...(T)> completed{};
  no_match_report<sizeof...(T)> report;
};

/// Uses the search of message_filters' ApproximateTime.
template <typename... T>
struct approximating : rx::combining_operator
{
  static_assert(sizeof...(T) >= 2, "rxros2::synchronize: pass at least two streams");
  static_assert(
    (stamped<T> && ...), "rxros2::synchronize: the items of a stream have no header.stamp");

  approximating(
    std::shared_ptr<synchronization_state<T...>> s, rx::environment time, approximate_search a)
  : approximating(std::move(s), stamp_watch<sizeof...(T)>(std::move(time)), std::move(a))
  {
  }
  approximating(
    std::shared_ptr<synchronization_state<T...>> s, stamp_watch<sizeof...(T)> w,
    approximate_search a)
  : state(std::move(s)), watch(std::move(w)), search(std::move(a))
  {
  }
  approximating(approximating &&) = default;
  /// Copies an operator that has not started.
  approximating(const approximating & other) : approximating(other.state, other.watch, other.search)
  {
  }

  template <typename...>
  using emits = std::tuple<T...>;

  template <std::size_t I, typename U, typename Out>
  bool on_next(rx::input<I>, U && message, Out & out, rx::merge_control &)
  {
    const rx::time_point stamp = stamp_of(message);
    if (watch.is_of_another_time(I, stamp)) {
      search.clear();
      leave_out_all(indices());
    }
    std::get<I>(queues).push_back(std::forward<U>(message));
    return perform(search.add(I, stamp), out) && go_on(out, indices());
  }

  template <std::size_t I, typename Out>
  bool on_completed(rx::input<I>, Out & out, rx::merge_control &)
  {
    completed[I] = true;
    return go_on(out, indices());
  }

private:
  using indices = std::index_sequence_for<T...>;

  template <typename Out>
  bool perform(const std::vector<approximate_search::step> & steps, Out & out)
  {
    return std::all_of(steps.begin(), steps.end(), [&](const approximate_search::step & step) {
      return step.set ? emit(out, indices()) : leave_out(step.stream, indices());
    });
  }

  template <std::size_t... I, typename Out>
  bool emit(Out & out, std::index_sequence<I...>)
  {
    state->matched_count.fetch_add(1, std::memory_order_relaxed);
    return out.on_next(std::tuple<T...>(take<I>()...));
  }

  template <std::size_t... I>
  bool leave_out(std::size_t position, std::index_sequence<I...>)
  {
    ((I == position ? leave_out_front<I>() : void()), ...);
    return true;
  }

  // The stream is over once a completed source has no message left to match.
  template <std::size_t... I, typename Out>
  bool go_on(Out & out, std::index_sequence<I...>)
  {
    while (((completed[I] && search.is_used_up(I)) || ...)) {
      const auto & steps = search.finish();
      if (steps.empty()) {
        leave_out_all(indices());
        out.on_completed();
        return false;
      }
      if (!perform(steps, out)) {
        return false;
      }
    }
    return true;
  }

  template <std::size_t I>
  auto take()
  {
    auto & queue = std::get<I>(queues);
    auto message = std::move(queue.front());
    queue.pop_front();
    return message;
  }
  template <std::size_t I>
  void leave_out_front()
  {
    auto message = take<I>();
    state->unmatched_count[I].fetch_add(1, std::memory_order_relaxed);
    if (state->unmatched.has_observers()) {
      state->unmatched.on_next(std::variant<T...>(std::in_place_index<I>, std::move(message)));
    } else if (state->matched_count.load(std::memory_order_relaxed) == 0) {
      report.left_out(I, stamp_of(message), watch.newest());
    }
  }
  template <std::size_t... I>
  void leave_out_all(std::index_sequence<I...>)
  {
    const auto all_of = [this]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      while (!std::get<K>(queues).empty()) {
        leave_out_front<K>();
      }
    };
    (all_of(std::integral_constant<std::size_t, I>()), ...);
  }

  std::shared_ptr<synchronization_state<T...>> state;
  stamp_watch<sizeof...(T)> watch;
  approximate_search search;
  std::tuple<std::deque<T>...> queues;
  std::array<bool, sizeof...(T)> completed{};
  no_match_report<sizeof...(T)> report;
};

}  // namespace detail

/// The result of synchronize: the stream of matching sets, and the stream of unmatched messages.
/** Copies are the same synchronization. */
template <typename Matched, typename... T>
class synchronization
{
public:
  /// Used by synchronize().
  synchronization(Matched matched, std::shared_ptr<detail::synchronization_state<T...>> state)
  : matched_(std::move(matched)), state_(std::move(state))
  {
  }

  /// Returns the stream of the sets: std::tuple of one message of each stream. Each subscription
  /// subscribes to the streams and has its own queues.
  const Matched & matched() const noexcept { return matched_; }

  /// Returns a stream of the messages that are in no set, as std::variant with the stream's number
  /// as index. It emits while matched() has a subscriber.
  /** It does not end by itself. A message is emitted before the set that shows that it has no
   * partner. */
  auto unmatched() const { return state_->unmatched.get_observable(); }

  /// Returns the counters of all subscriptions together. Thread-safe.
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

/// Options of synchronize() that match messages whose stamps are equal within a tolerance.
struct synchronization_options
{
  /// Maximum difference of the stamps of one set. Choose less than half of the shortest period;
  /// otherwise neighbours are paired.
  rx::duration tolerance = rx::duration::zero();
  /// Maximum number of messages of a stream that wait for their partners; beyond it the oldest is
  /// dropped to unmatched().
  std::size_t queue_size = 10;
};

/// Options of synchronize() that match the messages whose stamps are closest.
/** The policy ApproximateTime of message_filters, with its names and defaults. */
struct approximate_options
{
  /// Maximum number of messages of a stream that wait or are part of a search; beyond it the oldest
  /// is dropped to unmatched().
  std::size_t queue_size = 10;
  /// How much better a later set must be than an earlier one.
  double age_penalty = 0.1;
  /// Maximum difference of the stamps of one set.
  rx::duration max_interval = rx::duration::max();
  /// The minimum time between two stamps of each stream, if known: sets are then found earlier. One
  /// value per stream, or none.
  std::vector<rx::duration> lower_bounds = {};
};

namespace observable
{

/// synchronize(options, a, b…) joins messages whose header.stamps are equal within a tolerance.
/**
 *     a (stamps)                           --1-----2-----3-----4--|
 *     b (stamps)                           ---1-------3----4------|
 *     synchronize({}, a, b).matched()      ---11------33---44-----|  …-: once the set is there
 *     synchronize({}, a, b).unmatched()    ---------2-------------       2 of a: b is beyond it
 *
 * a, b, … are streams of messages with a header, or of pointers to them (from_topic); they may be
 * on any threads and have stamps in any order. A set is emitted as soon as each stream has a
 * message within `tolerance` of the newest first message. The operator does not wait for a better
 * match; if several messages fit, it takes the newest. A message that can no longer match, because
 * a stream is beyond it or the queue is full, goes to unmatched() and is counted. So do all waiting
 * messages when the clock of the streams' node is set back. If messages of 3 s go there without a
 * subscriber before the first match, the reason is logged. Completes when a completed stream has no
 * message left to match; the first error ends it. Throws std::invalid_argument for a negative
 * tolerance or a queue_size of 0. Cost: that of a combining operator; a message is moved in and out
 * of its queue; no lock, no timer.
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
  rx::environment environment = detail::environment_of_any(first, more...);
  auto matched = rx::make_operator(
    detail::synchronizing<typename First::value_type, typename More::value_type...>(
      state, std::move(environment), options.tolerance, options.queue_size),
    std::move(more)...)(std::move(first));
  return synchronization<
    decltype(matched), typename First::value_type, typename More::value_type...>(
    std::move(matched), std::move(state));
}

/// synchronize(approximate_options, a, b…) joins the messages whose stamps are closest.
/**
 *     a (stamps)                                 --1-----3-----5-----7---|
 *     b (stamps)                                 ----2-----4-----6-------|
 *     synchronize(approximate_options{}, a, b)   --------12--34--56------|   once 3 shows: 2 fits 1
 *
 * The sets are those of message_filters' ApproximateTime: each message is in at most one set, sets
 * do not overlap, their order is that of the stamps, and no tolerance is needed. A set is emitted
 * once the received messages show that no other set would be better, so it needs one more message,
 * or `lower_bounds`. The stamps of one stream must increase; when the clock of the streams' node is
 * set back, waiting messages go to unmatched(). Messages that are in no set go to unmatched() and
 * are counted. When a stream has completed and has no message left, the current set is emitted and
 * the result completes. Throws std::invalid_argument for a queue_size of 0, a negative age_penalty,
 * max_interval or bound, and a number of bounds other than the number of streams.
 *
 *     auto left = m.cold("-1-4-7|") | map(to_stamped);
 *     auto right = m.cold("-2-5-9|") | map(to_stamped);
 *     auto pairs = synchronize(rxros2::approximate_options{}, left, right);
 *     pairs.matched() | map([](const auto & pair) {
 *       return std::get<0>(pair).point.x + std::get<1>(pair).point.x;
 *     });  // -> 3 9 16 |
 */
template <std::same_as<approximate_options> Options, typename First, typename... More>
auto synchronize(const Options & options, First first, More... more)
{
  using state_type =
    detail::synchronization_state<typename First::value_type, typename More::value_type...>;
  constexpr std::size_t count = 1 + sizeof...(More);
  const auto negative = [](rx::duration duration) { return duration < rx::duration::zero(); };
  const auto & bounds = options.lower_bounds;
  if (
    options.queue_size == 0 || !(options.age_penalty >= 0) || negative(options.max_interval) ||
    (!bounds.empty() && bounds.size() != count) ||
    std::any_of(bounds.begin(), bounds.end(), negative)) {
    throw std::invalid_argument(
      "synchronize: the queue_size is " + std::to_string(options.queue_size) +
      ", the age_penalty " + std::to_string(options.age_penalty) + ", the max_interval " +
      std::to_string(options.max_interval.count()) + " ns, with " + std::to_string(bounds.size()) +
      " lower_bounds; expected 1 or more, 0 or more, 0 or more, and " + std::to_string(count) +
      " of 0 or more, or none");
  }
  auto state = std::make_shared<state_type>();
  detail::approximate_search search(
    {options.queue_size, options.age_penalty, options.max_interval,
     bounds.empty() ? std::vector<rx::duration>(count, rx::duration::zero()) : bounds});
  rx::environment environment = detail::environment_of_any(first, more...);
  auto matched = rx::make_operator(
    detail::approximating<typename First::value_type, typename More::value_type...>(
      state, std::move(environment), std::move(search)),
    std::move(more)...)(std::move(first));
  return synchronization<
    decltype(matched), typename First::value_type, typename More::value_type...>(
    std::move(matched), std::move(state));
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__TIME__SYNCHRONIZE_HPP_
