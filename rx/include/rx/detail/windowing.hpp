// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The core of buffer and window: opens and closes windows, whatever their content is.

#ifndef RX__DETAIL__WINDOWING_HPP_
#define RX__DETAIL__WINDOWING_HPP_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "rx/combining_operator.hpp"
#include "rx/detail/checked.hpp"
#include "rx/detail/toggle.hpp"
#include "rx/detail/windows.hpp"
#include "rx/stage.hpp"

namespace rx::detail
{

// `count` items per window; a new window every `skip` items.
template <class Content>
struct by_count : stage
{
  static constexpr bool fails_as_source =
    true;  // a copy of an item that throws also ends the open windows

  by_count(std::size_t c, std::size_t s) : count(c), skip(s) {}

  template <class>
  using emits = typename Content::emitted;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    if (until_open == 0) {
      until_open = skip;
      open.open(0, out);
    }
    --until_open;
    open.add(std::forward<U>(item));
    open.for_each_mark([](std::size_t & items) { ++items; });
    if (!open.empty() && open.oldest() == count) {
      open.close_oldest(out);
    }
    return open.wanted();
  }
  template <class Out>
  void on_completed(Out & out)
  {
    open.complete(out);
  }
  template <class Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    open.fail(error, out);
  }

  std::size_t count;
  std::size_t skip;
  std::size_t until_open = 0;
  open_windows<Content, std::size_t> open;
};

// The common part of the operators below.
template <class Content, class Mark>
struct windowing_operator : combining_operator
{
  static constexpr bool fails_as_source =
    true;  // a copy of an item that throws also ends the open windows

  template <class...>
  using emits = typename Content::emitted;

  template <class Out>
  bool on_completed(input<0>, Out & out, merge_control &)
  {
    open.complete(out);
    return false;
  }
  template <class Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    open.fail(error, out);
  }

  open_windows<Content, Mark> open;
};

// A window lasts `period`; a new window every `skip`.
template <class Content>
struct by_time : windowing_operator<Content, time_point>
{
  by_time(duration p, duration s, environment env) : clock(std::move(env)), period(p), skip(s) {}

  template <class Out>
  bool on_start(Out & out, merge_control & self)
  {
    next_open = self.now();
    return on_wake(out, self);
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out &, merge_control &)
  {
    this->open.add(std::forward<U>(item));
    return this->open.wanted();
  }
  template <class Out>
  bool on_wake(Out & out, merge_control & self)
  {
    const time_point now = self.now();
    this->open.close_while([now](time_point end) { return end <= now; }, out);
    // Periods that began and ended in the meantime, during a jump of the clock or while the thread
    // was busy, are skipped; one division finds the first period that has not ended.
    next_open = next_tick(next_open, skip, saturated_add(now, -period));
    for (; next_open <= now; next_open = saturated_add(next_open, skip)) {
      this->open.open(saturated_add(next_open, period), out);
    }
    self.wake_at(this->open.empty() ? next_open : std::min(next_open, this->open.oldest()));
    return this->open.wanted();
  }

  environment clock;
  duration period;
  duration skip;
  time_point next_open;
};

// A window lasts until it has `count` items, at most `period`; then the next one begins.
template <class Content>
struct by_time_or_count : windowing_operator<Content, std::size_t>
{
  by_time_or_count(duration p, std::size_t c, environment env)
  : clock(std::move(env)), period(p), count(c)
  {
  }

  template <class Out>
  bool on_start(Out & out, merge_control & self)
  {
    return begin(out, self);
  }
  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control & self)
  {
    this->open.add(std::forward<U>(item));
    if (!this->open.empty() && ++this->open.oldest() == count) {
      return on_wake(out, self);
    }
    return this->open.wanted();
  }
  template <class Out>
  bool on_wake(Out & out, merge_control & self)
  {
    if (!this->open.empty()) {
      this->open.close_oldest(out);
    }
    return begin(out, self);
  }

  template <class Out>
  bool begin(Out & out, merge_control & self)
  {
    this->open.open(0, out);
    self.wake_at(saturated_add(self.now(), period));
    return this->open.wanted();
  }

  environment clock;
  duration period;
  std::size_t count;
};

// An item of another stream ends a window and begins the next one.
template <class Content>
struct by_boundary : windowing_operator<Content, char>
{
  static constexpr bool others_first = true;

  template <class Out>
  bool on_start(Out & out, merge_control &)
  {
    this->open.open(0, out);
    return this->open.wanted();
  }
  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      this->open.add(std::forward<U>(item));
    } else {
      if (!this->open.empty()) {
        this->open.close_oldest(out);
      }
      this->open.open(0, out);
    }
    return this->open.wanted();
  }
  using windowing_operator<Content, char>::on_completed;
};

// Another stream decides when each window begins and ends.
template <class Content>
struct by_toggle : windowing_operator<Content, std::uint64_t>
{
  static constexpr bool others_first = true;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      this->open.add(std::forward<U>(item));
    } else if (item.opens) {
      this->open.open(item.window, out);
    } else {
      this->open.close_if(item.window, out);
    }
    return this->open.wanted();
  }
};

// Creates an operator once the item type is known, and combines it with the other streams.
template <class Make, class... Others>
struct windowed
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    auto op = make.template operator()<typename std::remove_cvref_t<Observable>::value_type>();
    if constexpr (stage_operator<decltype(op)>) {
      return std::forward<Observable>(source) | std::move(op);
    } else {
      return combined<decltype(op), Others...>{
        std::move(op), others}(std::forward<Observable>(source));
    }
  }

  Make make;
  std::tuple<Others...> others;
};

template <class Make, class... Others>
auto make_windowed(Make make, Others... others)
{
  return windowed<Make, Others...>{std::move(make), {std::move(others)...}};
}

// The operators themselves, given the operator's name (Kind::name) and the content of its windows
// (Kind::content<T>).
template <class Kind>
struct windowing
{
  template <std::integral N, std::integral M>
  static auto by_count(N count, M skip)
  {
    return make_windowed([items = checked_count(count, "", "the count"),
                          every = checked_count(skip, "", "the skip")]<class T>() {
      check_overlap<T>(every < items);
      return detail::by_count<content<T>>(items, every);
    });
  }
  static auto by_time(duration period, duration skip, environment env)
  {
    positive(period, (name("_with_time") + ": the period").c_str());
    positive(skip, (name("_with_time") + ": the skip").c_str());
    if (period / skip > most_at_once) {
      throw std::invalid_argument(
        name("_with_time") + ": a period of " + std::to_string(period.count()) + " ns every " +
        std::to_string(skip.count()) + " ns would be " + std::to_string(period / skip) +
        " at once; at most " + std::to_string(most_at_once) + " may overlap");
    }
    return make_windowed([period, skip, env = std::move(env)]<class T>() {
      check_overlap<T>(skip < period);
      return detail::by_time<content<T>>(period, skip, env);
    });
  }
  template <std::integral N>
  static auto by_time_or_count(duration period, N count, environment env)
  {
    positive(period, (name("_with_time_or_count") + ": the period").c_str());
    return make_windowed([period, items = checked_count(count, "_with_time_or_count", "the count"),
                          env = std::move(env)]<class T>() {
      return detail::by_time_or_count<content<T>>(period, items, env);
    });
  }
  template <class Boundary>
  static auto by_boundary(Boundary boundary)
  {
    return make_windowed(
      []<class T>() { return detail::by_boundary<content<T>>(); }, std::move(boundary));
  }
  template <class Openings, class Closer>
  static auto by_toggle(Openings openings, Closer closer)
  {
    return make_windowed(
      []<class T>() { return detail::by_toggle<content<T>>(); },
      toggle_events(std::move(openings), std::move(closer)));
  }

private:
  template <class T>
  using content = typename Kind::template content<T>;

  // Each window takes every item, so more windows would only cost memory and time.
  static constexpr duration::rep most_at_once = 10'000;

  template <std::integral N>
  static std::size_t checked_count(N n, const char * suffix, const char * argument)
  {
    if (n < 1) {
      throw std::invalid_argument(
        name(suffix) + ": " + argument + " must be positive, and is " + std::to_string(n));
    }
    return static_cast<std::size_t>(n);
  }
  template <class T>
  static void check_overlap(bool overlaps)
  {
    if (!std::copy_constructible<T> && overlaps) {
      throw std::invalid_argument(
        name("") + ": overlapping buffers or windows need copyable items");
    }
  }
  static std::string name(const char * suffix) { return std::string("rx::") + Kind::name + suffix; }
};

}  // namespace rx::detail

#endif  // RX__DETAIL__WINDOWING_HPP_
