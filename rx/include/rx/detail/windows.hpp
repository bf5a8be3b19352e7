// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Items in portions: the common core of buffer and window, which differ in what a portion is.

#ifndef RX__DETAIL__BUCKETS_HPP_
#define RX__DETAIL__BUCKETS_HPP_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rx/combining_operator.hpp"
#include "rx/stage.hpp"
#include "rx/subjects/state.hpp"

namespace rx::detail
{

// A portion that is emitted as a vector when it is closed.
template <class T>
class buffer_bucket
{
public:
  using emitted = std::vector<T>;

  template <class Out>
  bool open(Out &)
  {
    return true;
  }
  template <class U>
  void add(U && item)
  {
    items_.push_back(std::forward<U>(item));
  }
  template <class Out>
  bool close(Out & out)
  {
    return out.on_next(std::move(items_));
  }
  // At the end of the stream.
  template <class Out>
  bool complete(Out & out)
  {
    return items_.empty() || close(out);
  }
  void fail(const std::exception_ptr &) {}
  bool wanted() const { return false; }

private:
  std::vector<T> items_;
};

// A portion that is emitted as a stream when it is opened.
template <class T>
class window_bucket
{
  using source = subject_source<T, no_memory<T>>;

public:
  using emitted = observable<T, source>;

  template <class Out>
  bool open(Out & out)
  {
    return out.on_next(make_observable(source{items_}));
  }
  template <class U>
  void add(U && item)
  {
    items_->next(std::forward<U>(item));
  }
  template <class Out>
  bool close(Out &)
  {
    items_->completed();
    return true;
  }
  template <class Out>
  bool complete(Out & out)
  {
    return close(out);
  }
  void fail(const std::exception_ptr & error) { items_->error(error); }
  bool wanted() const { return items_->has_observers(); }

private:
  std::shared_ptr<subject_state<T, no_memory<T>>> items_ = subject_state<T, no_memory<T>>::make();
};

// The portions that are open, oldest first, each with a mark of the operator's. When nobody wants further portions
// (take(1) behind it), those that are open are still filled.
template <class Bucket, class Mark>
class buckets
{
public:
  buckets() = default;
  buckets(const buckets &) noexcept {}  // belongs to one subscription, as fifo
  buckets(buckets &&) = default;

  bool empty() const noexcept { return open_.empty(); }
  Mark & oldest() noexcept { return open_.front().mark; }

  template <class Out>
  void open(Mark mark, Out & out)
  {
    if (!over_) {
      open_.push_back({Bucket(), std::move(mark)});
      over_ = !open_.back().bucket.open(out);
    }
  }
  template <class U>
  void add(U && item)
  {
    if constexpr (std::copy_constructible<std::remove_cvref_t<U>>) {
      for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
        open_[i].bucket.add(std::as_const(item));
      }
    }
    if (!open_.empty()) {
      open_.back().bucket.add(std::forward<U>(item));
    }
  }
  template <class Out>
  void close_oldest(Out & out)
  {
    close(0, out);
  }
  template <class Out>
  void close_if(const Mark & mark, Out & out)
  {
    const auto found =
      std::find_if(open_.begin(), open_.end(), [&](const entry & e) { return e.mark == mark; });
    if (found != open_.end()) {
      close(static_cast<std::size_t>(found - open_.begin()), out);
    }
  }
  template <class F>
  void for_each_mark(F f)
  {
    for (entry & e : open_) {
      f(e.mark);
    }
  }

  bool wanted() const
  {
    return !over_ || std::any_of(open_.begin(), open_.end(), [](const entry & e) {
      return e.bucket.wanted();
    });
  }

  template <class Out>
  void complete(Out & out)
  {
    std::vector<entry> last = std::exchange(open_, {});
    for (entry & e : last) {
      over_ = !e.bucket.complete(out) || over_;
    }
    if (!over_) {
      out.on_completed();
    }
  }
  template <class Out>
  void fail(const std::exception_ptr & error, Out & out)
  {
    std::vector<entry> last = std::exchange(open_, {});
    for (entry & e : last) {
      e.bucket.fail(error);
    }
    if (!over_) {
      out.on_error(error);
    }
  }

private:
  struct entry
  {
    Bucket bucket;
    Mark mark;
  };

  template <class Out>
  void close(std::size_t which, Out & out)
  {
    Bucket closed = std::move(open_[which].bucket);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(which));
    over_ = !closed.close(out) || over_;
  }

  std::vector<entry> open_;
  bool over_ = false;  // the observer wants nothing more
};

// `count` items a portion, a new one each `skip` items.
template <class Bucket>
struct by_count : stage
{
  by_count(std::size_t c, std::size_t s) : count(c), skip(s) {}

  template <class>
  using emits = typename Bucket::emitted;

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
  buckets<Bucket, std::size_t> open;
};

// The common part of those below.
template <class Bucket, class Mark>
struct bucket_joint : combining_operator
{
  template <class...>
  using emits = typename Bucket::emitted;

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

  buckets<Bucket, Mark> open;
};

// A portion lasts `period`; a new one each `skip`.
template <class Bucket>
struct by_time : bucket_joint<Bucket, time_point>
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

// A portion lasts until it has `count` items, at most `period`; then the next one begins.
template <class Bucket>
struct by_time_or_count : bucket_joint<Bucket, std::size_t>
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

// An item of another stream ends a portion and begins the next.
template <class Bucket>
struct by_boundary : bucket_joint<Bucket, char>
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
  using bucket_joint<Bucket, char>::on_completed;
};

struct toggle_signal
{
  std::uint64_t portion;
  bool opens;
};

// Another stream says when each portion begins and ends.
template <class Bucket>
struct by_signals : bucket_joint<Bucket, std::uint64_t>
{
  static constexpr bool others_first = true;

  template <std::size_t I, class U, class Out>
  bool on_next(input<I>, U && item, Out & out, merge_control &)
  {
    if constexpr (I == 0) {
      this->open.add(std::forward<U>(item));
    } else if (item.opens) {
      this->open.open(item.portion, out);
    } else {
      this->open.close_if(item.portion, out);
    }
    return this->open.wanted();
  }
};

// The operators, each with the kind of portion.

template <class T>
void check_overlap(bool overlaps)
{
  if (!std::copy_constructible<T> && overlaps) {
    throw std::invalid_argument("rx: portions that overlap need items that can be copied");
  }
}

inline std::size_t checked_count(std::size_t n)
{
  if (n == 0) {
    throw std::invalid_argument("rx: the count of buffer or window must be positive");
  }
  return n;
}

template <template <class> class Bucket>
struct in_counts
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    check_overlap<T>(skip < count);
    return std::forward<Observable>(source) | by_count<Bucket<T>>(count, skip);
  }

  std::size_t count;
  std::size_t skip;
};

template <template <class> class Bucket>
struct in_times
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    check_overlap<T>(skip < period);
    using op = by_time<Bucket<T>>;
    return combined<op>{op(period, skip, clock), {}}(std::forward<Observable>(source));
  }

  duration period;
  duration skip;
  environment clock;
};

template <template <class> class Bucket>
struct in_times_or_counts
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    using op = by_time_or_count<Bucket<T>>;
    return combined<op>{op(period, count, clock), {}}(std::forward<Observable>(source));
  }

  duration period;
  std::size_t count;
  environment clock;
};

// With Op either by_boundary or by_signals.
template <template <class> class Op, template <class> class Bucket, class Other>
struct in_signals
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    using op = Op<Bucket<T>>;
    return combined<op, Other>{op(), {other}}(std::forward<Observable>(source));
  }

  Other other;
};

template <template <class> class Bucket, class Other>
auto at_boundaries(Other other)
{
  return in_signals<by_boundary, Bucket, Other>{std::move(other)};
}
template <template <class> class Bucket, class Other>
auto at_signals(Other other)
{
  return in_signals<by_signals, Bucket, Other>{std::move(other)};
}

}  // namespace rx::detail

#endif  // RX__DETAIL__BUCKETS_HPP_
