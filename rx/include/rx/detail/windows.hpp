// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The open windows of one subscription. A buffer is a window whose content is emitted at its end.

#ifndef RX__DETAIL__WINDOWS_HPP_
#define RX__DETAIL__WINDOWS_HPP_

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "rx/subjects/state.hpp"

namespace rx
{

template <class T, class Source>
class observable;
template <class Source>
auto make_observable(Source source);

}  // namespace rx

namespace rx::detail
{

// The content of a buffer: emitted as a vector when it is closed.
template <class T>
class buffer_content
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
  void fail(const std::exception_ptr &) {}
  bool wanted() const { return false; }

private:
  std::vector<T> items_;
};

// The content of a window: emitted as a stream when it is opened.
template <class T>
class window_content
{
  using source = subject_source<T, no_memory<T>>;

public:
  using emitted = observable<T, source>;

  template <class Out>
  bool open(Out & out)
  {
    return out.on_next(make_observable(source{items_.state()}));
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
  void fail(const std::exception_ptr & error) { items_->error(error); }
  bool wanted() const { return items_->has_observers(); }

private:
  subject_feed<T, no_memory<T>> items_;
};

// The open windows, oldest first, each with a mark of the operator. If the subscriber needs no
// further windows (take(1)), the open ones are still filled.
template <class Content, class Mark>
class open_windows
{
public:
  open_windows() = default;
  open_windows(const open_windows &) noexcept {}  // belongs to one subscription, like fifo
  open_windows(open_windows &&) = default;

  bool empty() const noexcept { return open_.empty(); }
  Mark & oldest() noexcept { return open_.front().mark; }

  template <class Out>
  void open(Mark mark, Out & out)
  {
    if (!over_) {
      open_.push_back({Content(), std::move(mark)});
      over_ = !open_.back().content.open(out);
    }
  }
  template <class U>
  void add(U && item)
  {
    if constexpr (std::copy_constructible<std::remove_cvref_t<U>>) {
      for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
        open_[i].content.add(std::as_const(item));
      }
    }
    if (!open_.empty()) {
      open_.back().content.add(std::forward<U>(item));
    }
  }
  template <class Out>
  void close_oldest(Out & out)
  {
    close(0, out);
  }
  // Closes windows from the oldest on, as long as `ends_now` is true for their mark.
  template <class EndsNow, class Out>
  void close_while(EndsNow ends_now, Out & out)
  {
    const auto last = std::find_if_not(
      open_.begin(), open_.end(), [&](const entry & e) { return ends_now(e.mark); });
    if (last - open_.begin() == 1) {
      close(0, out);
    } else if (last != open_.begin()) {
      // together, because each single erase would move the remaining windows
      std::vector<entry> closed(
        std::make_move_iterator(open_.begin()), std::make_move_iterator(last));
      open_.erase(open_.begin(), last);
      for (entry & e : closed) {
        over_ = !e.content.close(out) || over_;
      }
    }
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
      return e.content.wanted();
    });
  }

  template <class Out>
  void complete(Out & out)
  {
    std::vector<entry> last = std::exchange(open_, {});
    for (entry & e : last) {
      over_ = !e.content.close(out) || over_;
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
      e.content.fail(error);
    }
    if (!over_) {
      out.on_error(error);
    }
  }

private:
  struct entry
  {
    Content content;
    Mark mark;
  };

  template <class Out>
  void close(std::size_t index, Out & out)
  {
    Content closed = std::move(open_[index].content);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
    over_ = !closed.close(out) || over_;
  }

  std::vector<entry> open_;
  bool over_ = false;  // the observer needs nothing more
};

}  // namespace rx::detail

#endif  // RX__DETAIL__WINDOWS_HPP_
