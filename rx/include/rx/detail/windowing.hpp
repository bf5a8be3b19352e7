// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The core of buffer and window: when a window opens and closes, whatever its content is.

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

// `count` items a window, a new one each `skip` items.
template <class Content>
struct by_count : stage
{
  static constexpr bool fails_as_source =
    true;  // the copy of an item throws: open windows end, too

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

// The common part of those below.
template <class Content, class Mark>
struct windowing_operator : combining_operator
{
  static constexpr bool fails_as_source =
    true;  // the copy of an item throws: open windows end, too

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

// A window lasts `period`; a new one each `skip`.
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
    while (!this->open.empty() && this->open.oldest() <= now) {
      this->open.close_oldest(out);
    }
    for (; next_open <= now; next_open += skip) {
      if (next_open + period > now) {  // else nothing was there to see that it had been due
        this->open.open(next_open + period, out);
      }
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
    self.wake_at(self.now() + period);
    return this->open.wanted();
  }

  environment clock;
  duration period;
  std::size_t count;
};

// An item of another stream ends a window and begins the next.
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

// Another stream says when each window begins and ends.
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

// Makes an operator once the type of the items is known, and combines it with the other streams.
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

// The operators themselves, given what an operator is called (Kind::name) and the content of its
// windows (Kind::content<T>).
template <class Kind>
struct windowing
{
  static auto by_count(std::size_t count, std::size_t skip)
  {
    check_count(count, "");
    check_count(skip, "");
    return make_windowed([count, skip]<class T>() {
      check_overlap<T>(skip < count);
      return detail::by_count<content<T>>(count, skip);
    });
  }
  static auto by_time(duration period, duration skip, environment env)
  {
    check_period(period, "_with_time");
    check_period(skip, "_with_time");
    return make_windowed([period, skip, env = std::move(env)]<class T>() {
      check_overlap<T>(skip < period);
      return detail::by_time<content<T>>(period, skip, env);
    });
  }
  static auto by_time_or_count(duration period, std::size_t count, environment env)
  {
    check_period(period, "_with_time_or_count");
    check_count(count, "_with_time_or_count");
    return make_windowed([period, count, env = std::move(env)]<class T>() {
      return detail::by_time_or_count<content<T>>(period, count, env);
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

  static void check_count(std::size_t n, const char * suffix)
  {
    if (n == 0) {
      throw std::invalid_argument(name(suffix) + ": the count must be positive");
    }
  }
  static void check_period(duration period, const char * suffix)
  {
    if (period <= duration::zero()) {
      throw std::invalid_argument(name(suffix) + ": the period must be positive");
    }
  }
  template <class T>
  static void check_overlap(bool overlaps)
  {
    if (!std::copy_constructible<T> && overlaps) {
      throw std::invalid_argument(
        name("") + ": what overlaps needs items that can be copied, and these cannot");
    }
  }
  static std::string name(const char * suffix) { return std::string("rx::") + Kind::name + suffix; }
};

}  // namespace rx::detail

#endif  // RX__DETAIL__WINDOWING_HPP_
