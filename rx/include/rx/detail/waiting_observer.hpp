// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Makes the end of a stream certain for an observer that somebody waits behind; used by
// as_blocking, to_future and the coroutines.

#ifndef RX__DETAIL__WAITING_OBSERVER_HPP_
#define RX__DETAIL__WAITING_OBSERVER_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/environment.hpp"
#include "rx/error.hpp"

namespace rx::detail
{

// An observer that is destroyed although its stream has not ended, and although it did not ask for
// that, belongs to a stream that nothing feeds any longer: it is given stream_dropped.
template <class Observer>
class waiting_observer
{
public:
  // `who` waits: a literal, for the text of the error.
  waiting_observer(const char * who, Observer observer) : observer_(std::move(observer)), who_(who)
  {
  }
  waiting_observer(waiting_observer && other) noexcept(
    std::is_nothrow_move_constructible_v<Observer>)
  : observer_(std::move(other.observer_)), who_(std::exchange(other.who_, nullptr))
  {
  }
  waiting_observer & operator=(waiting_observer &&) = delete;
  ~waiting_observer()
  {
    if (who_) {
      observer_.on_error(std::make_exception_ptr(stream_dropped(who_)));
    }
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    if (observer_.on_next(std::forward<U>(item))) {
      return true;
    }
    who_ = nullptr;
    return false;
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    who_ = nullptr;
    observer_.on_error(error);
  }
  void on_completed() noexcept
  {
    who_ = nullptr;
    observer_.on_completed();
  }
  void on_never() noexcept { who_ = nullptr; }
  environment env() const { return env_of(observer_); }

private:
  Observer observer_;
  const char * who_;  // nullptr: the end is known, or the observer is elsewhere
};

}  // namespace rx::detail

#endif  // RX__DETAIL__WAITING_OBSERVER_HPP_
