// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// just, from, range: streams of known values.

#ifndef RX__SOURCES__VALUES_HPP_
#define RX__SOURCES__VALUES_HPP_

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/detail/fits.hpp"
#include "rx/observable.hpp"
#include "rx/schedulers/current_thread.hpp"
#include "rx/serialized_observer.hpp"

namespace rx
{

namespace detail
{

template <class T, std::size_t N>
struct just_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const &
  {
    for (const T & item : items) {
      if (!out.on_next(item)) {
        return {};
      }
    }
    out.on_completed();
    return {};
  }
  template <class Out>
  subscription start(Out && out) &&
  {
    for (T & item : items) {
      if (!out.on_next(std::move(item))) {
        return {};
      }
    }
    out.on_completed();
    return {};
  }

  std::array<T, N> items;
};

// Emits the elements of a container, or those between two iterators.
template <class T, class Container>
struct from_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    try {
      for (auto && item : items) {
        if (!out.on_next(std::as_const(item))) {
          return {};
        }
      }
    } catch (...) {  // thrown by the user's iterator
      out.on_error(std::current_exception());
      return {};
    }
    out.on_completed();
    return {};
  }

  Container items;
};

template <class Iterator>
struct iterator_pair
{
  Iterator begin() const { return first; }
  Iterator end() const { return last; }
  Iterator first;
  Iterator last;
};

template <class T>
struct range_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    using U = std::make_unsigned_t<T>;
    // A counter as wide as T lets the compiler vectorize as well as in a handwritten loop.
    const bool all =
      span() < static_cast<std::uint64_t>(std::numeric_limits<T>::max())
        ? emit<U>(out, [this](U k) { return first + static_cast<T>(k) * step; })
        : emit<std::uint64_t>(out, [this](std::uint64_t k) {  // wraps where T would overflow
            return static_cast<U>(first) + static_cast<U>(k) * static_cast<U>(step);
          });
    if (!all) {
      return {};
    }
    out.on_completed();
    return {};
  }

  std::uint64_t span() const
  {
    return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  }

  // Returns false if the observer ended the stream.
  template <class Counter, class Out, class Value>
  bool emit(Out & out, Value value) const
  {
    const auto n =
      static_cast<Counter>(first > last ? 0 : span() / static_cast<std::uint64_t>(step) + 1);
    for (Counter k = 0; k < n; ++k) {
      const T item = static_cast<T>(value(k));
      if (!out.on_next(item)) {
        return false;
      }
    }
    return true;
  }

  T first;
  T last;
  T step;
};

// Returns the upper bound in the type of the lower one. Throws std::invalid_argument if it does not
// fit.
template <class T, class Last>
T last_of_range(Last last)
{
  const auto as_first = static_cast<T>(last);
  if (static_cast<Last>(as_first) != last || (as_first > T(0)) != (last > Last(0))) {
    throw std::invalid_argument(
      "rx::range: the last number, " + std::to_string(last) +
      ", does not fit into the type of the first; give both the wider type");
  }
  return as_first;
}

// Counts up without end. It emits in tasks, so that other streams of the thread get their turn.
template <class T, class Out>
class counting final : public serialized_observer<T, Out, schedulable>,
                       public std::enable_shared_from_this<counting<T, Out>>
{
public:
  counting(Out out, environment worker, T first)
  : serialized_observer<T, Out, schedulable>(std::move(out)),
    worker_(std::move(worker)),
    next_(first)
  {
  }

  void run() noexcept override
  {
    int n = 0;
    do {
      const T item = next_;
      if (!this->next(item)) {
        return;
      }
      if (item == std::numeric_limits<T>::max()) {
        this->completed();
        return;
      }
      ++next_;
    } while (++n < turn && thread_tasks::of_this_thread().queue()->empty());
    worker_->schedule(this->shared_from_this());
  }
  void scheduler_ended() noexcept override { this->completed(); }
  bool kept_by_source() const noexcept override { return true; }

protected:
  void released() noexcept override { worker_->cancel(*this); }

private:
  // items per turn on a node's executor, where waiting work cannot be seen
  static constexpr int turn = 256;

  const environment worker_;
  T next_;
};

template <class T>
struct counting_source
{
  using value_type = T;

  template <class Out>
  subscription start(Out && out) const
  {
    environment worker = choose_environment({}, {}, env_of(out)).worker();
    auto task = std::make_shared<counting<T, std::remove_cvref_t<Out>>>(
      std::forward<Out>(out), worker, first);
    worker->schedule(task);
    return task;
  }

  T first;
};

template <class N>
concept arithmetic = std::is_arithmetic_v<N>;

template <class X>
concept environment_like = std::is_base_of_v<environment, X>;

template <class C>
concept container = !std::is_array_v<C> && requires(const C & c) {
  std::begin(c);
  std::end(c);
};
template <class I>
concept iterator = requires { typename std::iterator_traits<I>::iterator_category; };

}  // namespace detail

namespace sources
{

// just(a, b…) emits the values and completes.
//
//   just(1, 2)   1-2-|
//
// All items are emitted within subscribe(). A pipe that is subscribed to as a temporary moves its
// values out. No heap.
//
//   just(1, 2);  // -> 1 2 |
template <class First, class... More>
auto just(First first, More... more)
  requires(sizeof...(More) != 1 || !(detail::environment_like<More> && ...))
{
  static_assert(
    (detail::fits_into<More, First> && ...), "rx::just: the values have different types");
  using source = detail::just_source<First, 1 + sizeof...(More)>;
  return make_observable(source{{std::move(first), static_cast<First>(std::move(more))...}});
}

// from(container), from(begin, end), from({a, b…}), from(a, b…): emits the elements and completes.
//
//   from(std::vector{1, 2})   1-2-|
//
// A container is copied or moved into the stream (pass a pair of iterators to refer to it). All
// items are emitted within subscribe(). The caller keeps iterators valid; their exceptions become
// the stream's error.
//
//   from(std::vector{1, 2});  // -> 1 2 |
template <detail::container Container>
auto from(Container items)
{
  using T = std::remove_cvref_t<decltype(*std::begin(items))>;
  return make_observable(detail::from_source<T, Container>{std::move(items)});
}

template <class T>
auto from(std::initializer_list<T> items)
{
  using source = detail::from_source<T, std::vector<T>>;
  return make_observable(source{std::vector<T>(items)});
}

template <class First, class... More>
  requires(
    (!detail::container<First> || sizeof...(More) > 0) && !detail::environment_like<First> &&
    !(sizeof...(More) == 1 && detail::iterator<First> && (std::is_same_v<First, More> && ...)))
auto from(First first, More... more)
{
  return just(std::move(first), std::move(more)...);
}

template <detail::iterator Iterator>
auto from(Iterator first, Iterator last)
{
  using pair = detail::iterator_pair<Iterator>;
  using T = std::remove_cvref_t<decltype(*first)>;
  return make_observable(detail::from_source<T, pair>{pair{std::move(first), std::move(last)}});
}

// iterate(container): RxCpp's name of from(container).
//
//   iterate(std::list<int>{1, 2});  // -> 1 2 |
template <detail::container Container>
auto iterate(Container items)
{
  return from(std::move(items));
}

// range(first, last, step = 1) emits first, first + step … up to and including last, and completes.
// The items have the type of first; throws std::invalid_argument if last does not fit into it.
//
//   range(1, 3)   1-2-3-|
//
// step must be positive (std::invalid_argument). All items are emitted within subscribe(). No heap.
//
// range(first) counts until the stream is disposed or ends, taking turns with other streams of its
// thread: in its subscriber's environment, otherwise in current_thread, which blocks. Cost: two
// allocations per subscription.
//
//   range(1, 9, 4);  // -> 1 5 9 |
//   range(1) | merge(range(10)) | take(4);  // -> 1 10 2 11 |
template <class T, detail::arithmetic Last>
auto range(T first, Last last, std::type_identity_t<T> step = 1)
{
  static_assert(
    std::is_integral_v<T> && std::is_integral_v<Last>,
    "rx::range: the bounds must be whole numbers");
  if (!(step > 0)) {
    throw std::invalid_argument("rx::range: step must be positive");
  }
  return make_observable(detail::range_source<T>{first, detail::last_of_range<T>(last), step});
}
template <class T>
auto range(T first)
{
  static_assert(std::is_integral_v<T>, "rx::range: the bounds must be whole numbers");
  return make_observable(detail::counting_source<T>{first});
}

// RxCpp's forms with a coordination: the source is subscribed to there, as with subscribe_on.
template <class T, detail::arithmetic Last>
auto range(T first, Last last, std::type_identity_t<T> step, environment env)
{
  return range(first, last, step) | operators::subscribe_on(std::move(env));
}
template <class T, detail::arithmetic Last>
auto range(T first, Last last, environment env)
{
  return range(first, last, 1, std::move(env));
}
template <class T>
auto range(T first, environment env)
{
  return range(first) | operators::subscribe_on(std::move(env));
}
template <class T, detail::environment_like Env>
auto just(T value, Env env)
{
  return just(std::move(value)) | operators::subscribe_on(std::move(env));
}
template <detail::environment_like Env, class First, class... More>
auto from(Env env, First first, More... more)
{
  return just(std::move(first), std::move(more)...) | operators::subscribe_on(std::move(env));
}
template <detail::container Container>
auto iterate(Container items, environment env)
{
  return from(std::move(items)) | operators::subscribe_on(std::move(env));
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__VALUES_HPP_
