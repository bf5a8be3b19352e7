// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Guarantees an end of the stream to an observer that a caller waits for; used by as_blocking,
// to_future and the coroutines.

#ifndef RX__DETAIL__WAITING_OBSERVER_HPP_
#define RX__DETAIL__WAITING_OBSERVER_HPP_

#include <exception>
#include <type_traits>
#include <utility>

#include "rx/environment.hpp"
#include "rx/error.hpp"

namespace rx::detail
{

// If the observer is destroyed before its stream has ended, and did not end the stream itself, the
// stream's last producer was destroyed: the observer gets stream_dropped.
template <class Observer>
class waiting_observer
{
public:
  // `caller` names the waiting function in the text of the error; it must be a literal.
  waiting_observer(const char * caller, Observer observer)
  : observer_(std::move(observer)), caller_(caller)
  {
  }
  waiting_observer(waiting_observer && other) noexcept(
    std::is_nothrow_move_constructible_v<Observer>)
  : observer_(std::move(other.observer_)), caller_(std::exchange(other.caller_, nullptr))
  {
  }
  waiting_observer & operator=(waiting_observer &&) = delete;
  ~waiting_observer()
  {
    if (caller_) {
      observer_.on_error(std::make_exception_ptr(stream_dropped(caller_)));
    }
  }

  template <class U>
  bool on_next(U && item) noexcept
  {
    if (observer_.on_next(std::forward<U>(item))) {
      return true;
    }
    caller_ = nullptr;
    return false;
  }
  void on_error(const std::exception_ptr & error) noexcept
  {
    caller_ = nullptr;
    observer_.on_error(error);
  }
  void on_completed() noexcept
  {
    caller_ = nullptr;
    observer_.on_completed();
  }
  void on_never() noexcept { caller_ = nullptr; }
  environment env() const { return env_of(observer_); }

private:
  Observer observer_;
  const char * caller_;  // nullptr: the stream has ended, or the observer was moved from
};

}  // namespace rx::detail

#endif  // RX__DETAIL__WAITING_OBSERVER_HPP_
