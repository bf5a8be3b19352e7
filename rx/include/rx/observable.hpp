// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The fluent type of every pipe: observable<T, Source>, and the type-erased observable<T>.

#ifndef RX__OBSERVABLE_HPP_
#define RX__OBSERVABLE_HPP_

#include <concepts>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/dynamic_source.hpp"
#include "rx/observer.hpp"
#include "rx/operators/all.hpp"
#include "rx/operators/amb.hpp"
#include "rx/operators/as_blocking.hpp"
#include "rx/operators/buffer.hpp"
#include "rx/operators/combine_latest.hpp"
#include "rx/operators/concat.hpp"
#include "rx/operators/debounce.hpp"
#include "rx/operators/delay.hpp"
#include "rx/operators/distinct.hpp"
#include "rx/operators/distinct_until_changed.hpp"
#include "rx/operators/end_with.hpp"
#include "rx/operators/filter.hpp"
#include "rx/operators/finally.hpp"
#include "rx/operators/first.hpp"
#include "rx/operators/flat_map.hpp"
#include "rx/operators/group_by.hpp"
#include "rx/operators/ignore_elements.hpp"
#include "rx/operators/lift.hpp"
#include "rx/operators/map.hpp"
#include "rx/operators/materialize.hpp"
#include "rx/operators/merge.hpp"
#include "rx/operators/merge_delay_error.hpp"
#include "rx/operators/observe_on.hpp"
#include "rx/operators/on_error_resume_next.hpp"
#include "rx/operators/pairwise.hpp"
#include "rx/operators/publish.hpp"
#include "rx/operators/reduce.hpp"
#include "rx/operators/retry.hpp"
#include "rx/operators/retry_when.hpp"
#include "rx/operators/sample.hpp"
#include "rx/operators/scan.hpp"
#include "rx/operators/sequence_equal.hpp"
#include "rx/operators/share.hpp"
#include "rx/operators/skip.hpp"
#include "rx/operators/start_with.hpp"
#include "rx/operators/subscribe.hpp"
#include "rx/operators/subscribe_on.hpp"
#include "rx/operators/take.hpp"
#include "rx/operators/take_last.hpp"
#include "rx/operators/take_until.hpp"
#include "rx/operators/take_while.hpp"
#include "rx/operators/tap.hpp"
#include "rx/operators/throttle.hpp"
#include "rx/operators/timeout.hpp"
#include "rx/operators/timestamp.hpp"
#include "rx/operators/to_future.hpp"
#include "rx/operators/window.hpp"
#include "rx/operators/with_latest_from.hpp"
#include "rx/operators/zip.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/stage.hpp"

namespace rx
{

// A source, the part inside an observable: start() connects the observer to the source and starts
// it.
template <class S>
concept source_like = requires(const S & s) {
  typename S::value_type;
  {
    s.start(std::declval<dynamic_observer<typename S::value_type>>())
  } -> std::same_as<subscription>;
};

template <class T = void, class Source = dynamic_source<T>>
class [[nodiscard(
  "a stream runs only once it is subscribed to: call subscribe() on it, or co_await it in a "
  "coroutine")]] observable;

template <class T>
class subscriber;

namespace detail
{

template <class T>
void takes_subscriber(const subscriber<T> &);
template <class X>
concept is_subscriber = requires(const X & x) { takes_subscriber(x); };

// Unsubscribing a subscriber also disposes the subscription to the stream in front of it.
template <class X>
void ends_with(const X & x, const subscription & until)
{
  if constexpr (is_subscriber<X>) {
    x.add(until);
  }
}

}  // namespace detail

// Satisfied by observable<…> and by classes derived from it.
template <class O>
concept any_observable = detail::is_pipe<std::remove_cvref_t<O>>;

namespace detail
{

// True if `source | op` makes sense: op is an operator that takes the items of the source, or a
// function that takes the source.
template <class Op, class Observable>
constexpr bool follows()
{
  using operation = std::remove_cvref_t<Op>;
  using T = typename std::remove_cvref_t<Observable>::value_type;
  if constexpr (detail::declares_items<operation, T>) {
    return operation::template accepts<T>;
  } else {
    return stage_operator<operation> || std::is_invocable_v<Op, Observable>;
  }
}

}  // namespace detail

// source | operator. A stage becomes part of the pipe's type. Any other operator, including a
// function of yours, is called with the pipe and returns the new one.
template <any_observable Observable, class OperatorWithParentheses>
  requires(detail::follows<OperatorWithParentheses, Observable>())
constexpr auto operator|(Observable && source, OperatorWithParentheses && op)
{
  using operation = std::remove_cvref_t<OperatorWithParentheses>;
  if constexpr (stage_operator<operation>) {
    using pipe = std::remove_cvref_t<Observable>;
    using T = typename operation::template emits<typename pipe::value_type>;
    using staged = detail::staged<T, typename pipe::source_type, operation>;
    return observable<T, staged>(staged(
      std::forward<Observable>(source).source(),
      operation(std::forward<OperatorWithParentheses>(op))));
  } else {
    return std::forward<OperatorWithParentheses>(op)(std::forward<Observable>(source));
  }
}

template <class Item, class RightSide>
  requires(!detail::declares_items<RightSide, Item>)
RX_MISTAKE(
  "rx: the right side of | is neither an operator nor a function that takes this stream; write a "
  "function of its items within map(), filter(), tap() or subscribe()")
mistaken
operator|(const observable_of<Item> &, const RightSide &)
{
  return {};
}
template <class Item, class Result, class... Arguments>
RX_MISTAKE(
  "rx: an operator needs its parentheses, as in share(); write a function of the items within "
  "map(), filter(), tap() or subscribe()")
mistaken
operator|(const observable_of<Item> &, Result (&)(Arguments...))
{
  return {};
}

// A stream of items of type T, described but not running: each subscribe() runs it anew. The second
// parameter is the type of the whole pipe, so no part of it needs the heap or a virtual call;
// observable<T> hides that type. Copying an observable copies the functions in the pipe. Not
// thread-safe: use one object from one thread at a time; the streams that it started are
// independent of it.
template <class T, class Source>
class [[nodiscard(
  "a stream runs only once it is subscribed to: call subscribe() on it, or co_await it in a "
  "coroutine")]] observable : public observable_of<T>
{
public:
  // The type of the items.
  using value_type = T;
  // The type of the source inside.
  using source_type = Source;

  // Used by make_observable.
  explicit observable(Source source) : source_(std::move(source)) {}

  // Creates an empty observable, for members that are assigned later. Subscribing to it ends with
  // std::logic_error.
  observable()
    requires std::is_same_v<Source, dynamic_source<T>>
  : source_()
  {
  }

  // Hides the type of a pipe with the same item type.
  template <class Other>
    requires(std::is_same_v<Source, dynamic_source<T>> && !std::is_same_v<Other, Source>)
  observable(observable<T, Other> other) : source_(std::move(other).source())
  {
  }

  // Hides the type of a pipe of streams, such as source.window(2), and the type of each of its
  // streams.
  template <class Stream, class Other>
    requires(
      std::is_same_v<Source, dynamic_source<T>> && detail::is_pipe<T> &&
      !std::is_same_v<Stream, T> && std::is_convertible_v<Stream, T>)
  observable(observable<Stream, Other> other)
  : source_((std::move(other) | operators::map([](Stream stream) { return T(std::move(stream)); }))
              .source())
  {
  }

  // Returns the source inside and the environment that it exposes (empty if none). For authors of
  // operators.
  const Source & source() const & { return source_; }
  // Moves the source out of this observable. For authors of operators.
  Source && source() && { return std::move(source_); }
  // Returns the environment that the source exposes; an empty one if it has none.
  environment env() const { return env_of(source_); }

  // subscribe([subscription,] [on_next [, on_error] [, on_completed]])  or  subscribe(observer)
  //
  // Runs the stream and returns its subscription. An exception of your functions ends the stream:
  // one of on_next goes to on_error, and one that nothing handles goes to rx::on_unhandled_error.
  // With a composite_subscription as the first argument, disposing it ends the stream (also while
  // subscribe() is still emitting), the end of the stream disposes it (as in RxCpp), and it is the
  // returned subscription. To gather several streams, pass the result of subscribe() to its add().
  // With a subscriber<T> as the observer, unsubscribing it ends the stream, and subscribe() returns
  // its get_subscription().
  template <class... Args>
    requires(detail::subscribes<T, std::decay_t<Args>...>)
  subscription subscribe(Args &&... args) const &
  {
    return run(source_, std::forward<Args>(args)...);
  }
  // Subscribes as above; moves the source instead of copying it.
  template <class... Args>
    requires(detail::subscribes<T, std::decay_t<Args>...>)
  subscription subscribe(Args &&... args) &&
  {
    return run(std::move(source_), std::forward<Args>(args)...);
  }

  using observable_of<T>::subscribe;  // reports wrong arguments

  // Returns the same stream with the type of the pipe hidden.
  observable<T> as_dynamic() const & { return observable<T>(*this); }
  // Returns the same stream with the type of the pipe hidden; moves the source instead of copying
  // it.
  observable<T> as_dynamic() && { return observable<T>(std::move(*this)); }

  // Every operator of rx::operators, in the fluent spelling: a.op(x) is a | operators::op(x).
#define RX_OPERATOR(name)                                                   \
  template <class... Args>                                                  \
  constexpr auto name(Args &&... args) const &                              \
  {                                                                         \
    return *this | operators::name(std::forward<Args>(args)...);            \
  }                                                                         \
  template <class... Args>                                                  \
  constexpr auto name(Args &&... args) &&                                   \
  {                                                                         \
    return std::move(*this) | operators::name(std::forward<Args>(args)...); \
  }
  RX_OPERATOR(accumulate)
  RX_OPERATOR(all)
  RX_OPERATOR(amb)
  RX_OPERATOR(any)
  RX_OPERATOR(as_blocking)
  RX_OPERATOR(audit)
  RX_OPERATOR(average)
  RX_OPERATOR(buffer)
  RX_OPERATOR(buffer_toggle)
  RX_OPERATOR(buffer_with_time)
  RX_OPERATOR(buffer_with_time_or_count)
  RX_OPERATOR(combine_latest)
  RX_OPERATOR(concat)
  RX_OPERATOR(concat_map)
  RX_OPERATOR(concat_transform)
  RX_OPERATOR(contains)
  RX_OPERATOR(count)
  RX_OPERATOR(debounce)
  RX_OPERATOR(default_if_empty)
  RX_OPERATOR(delay)
  RX_OPERATOR(delay_subscription)
  RX_OPERATOR(dematerialize)
  RX_OPERATOR(distinct)
  RX_OPERATOR(distinct_until_changed)
  RX_OPERATOR(element_at)
  RX_OPERATOR(end_with)
  RX_OPERATOR(exhaust_map)
  RX_OPERATOR(exists)
  RX_OPERATOR(filter)
  RX_OPERATOR(finally)
  RX_OPERATOR(first)
  RX_OPERATOR(flat_map)
  RX_OPERATOR(group_by)
  RX_OPERATOR(ignore_elements)
  RX_OPERATOR(is_empty)
  RX_OPERATOR(join_with_latest_from)
  RX_OPERATOR(last)
  RX_OPERATOR(map)
  RX_OPERATOR(materialize)
  RX_OPERATOR(max)
  RX_OPERATOR(merge)
  RX_OPERATOR(merge_delay_error)
  RX_OPERATOR(merge_transform)
  RX_OPERATOR(min)
  RX_OPERATOR(multicast)
  RX_OPERATOR(observe_on)
  RX_OPERATOR(on_error_resume_next)
  RX_OPERATOR(pairwise)
  RX_OPERATOR(publish)
  RX_OPERATOR(publish_synchronized)
  RX_OPERATOR(reduce)
  RX_OPERATOR(repeat)
  RX_OPERATOR(replay)
  RX_OPERATOR(retry)
  RX_OPERATOR(retry_when)
  RX_OPERATOR(retry_with_backoff)
  RX_OPERATOR(sample)
  RX_OPERATOR(sample_latest)
  RX_OPERATOR(sample_with_time)
  RX_OPERATOR(scan)
  RX_OPERATOR(sequence_equal)
  RX_OPERATOR(share)
  RX_OPERATOR(share_replay)
  RX_OPERATOR(single)
  RX_OPERATOR(skip)
  RX_OPERATOR(skip_last)
  RX_OPERATOR(skip_until)
  RX_OPERATOR(skip_while)
  RX_OPERATOR(start_with)
  RX_OPERATOR(subscribe_on)
  RX_OPERATOR(sum)
  RX_OPERATOR(switch_if_empty)
  RX_OPERATOR(switch_map)
  RX_OPERATOR(switch_on_error)
  RX_OPERATOR(switch_on_next)
  RX_OPERATOR(take)
  RX_OPERATOR(take_last)
  RX_OPERATOR(take_until)
  RX_OPERATOR(take_while)
  RX_OPERATOR(tap)
  RX_OPERATOR(throttle_first)
  RX_OPERATOR(throttle_last)
  RX_OPERATOR(time_interval)
  RX_OPERATOR(timeout)
  RX_OPERATOR(timestamp)
  RX_OPERATOR(to_future)
  RX_OPERATOR(to_vector)
  RX_OPERATOR(transform)
  RX_OPERATOR(window)
  RX_OPERATOR(window_toggle)
  RX_OPERATOR(window_with_time)
  RX_OPERATOR(window_with_time_or_count)
  RX_OPERATOR(with_latest_from)
  RX_OPERATOR(zip)
#undef RX_OPERATOR
  // See the operator lift.
  template <class R, class F>
  auto lift(F f) const
  {
    return *this | operators::lift<R>(std::move(f));
  }
  // See the operator ref_count.
  template <class Connectable>
  auto ref_count(Connectable connectable) const
  {
    return *this | operators::ref_count(std::move(connectable));
  }
  // See the operator on_error_resume_next; RxJava's name.
  template <class E = void, class F>
  auto catch_(F f) const
  {
    return *this | operators::catch_<E>(std::move(f));
  }

private:
  template <class Source2, class First, class... Args>
    requires std::is_same_v<std::remove_cvref_t<First>, composite_subscription>
  static subscription run(Source2 && source, First && until, Args &&... args)
  {
    detail::trampoline trampoline;
    (detail::ends_with(args, until), ...);
    detail::observer_until observer(
      until,
      detail::reporting(source, detail::make_observer<T>::from(std::forward<Args>(args)...)));
    until.add(std::forward<Source2>(source).start(std::move(observer)));
    return until;
  }
  template <class Source2, detail::is_subscriber Subscriber>
  static subscription run(Source2 && source, Subscriber && to)
  {
    detail::trampoline trampoline;
    const auto until = to;
    until.add(std::forward<Source2>(source).start(
      detail::make_observer<T>::from(std::forward<Subscriber>(to))));
    return until.get_subscription();
  }
  template <class Source2, class... Args>
  static subscription run(Source2 && source, Args &&... args)
  {
    detail::trampoline trampoline;
    return std::forward<Source2>(source).start(
      detail::reporting(source, detail::make_observer<T>::from(std::forward<Args>(args)...)));
  }

  [[no_unique_address]] Source source_;
};

// Makes an observable of a source; for authors of sources.
template <class Source>
auto make_observable(Source source)
{
  return observable<typename Source::value_type, Source>(std::move(source));
}

}  // namespace rx

#endif  // RX__OBSERVABLE_HPP_
