// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Holds parts of a stream, such as the user's functions, only until the stream is over; for
// operators whose state may outlive their stream.

#ifndef RX__DETAIL__RELEASED_EARLY_HPP_
#define RX__DETAIL__RELEASED_EARLY_HPP_

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace rx::detail
{

// Holds an X until release() destroys it: at once or, if a thread is just using it (perhaps the one
// that releases it), when that use ends. No lock is held meanwhile.
template <class X>
class released_early
{
public:
  template <class... Args>
  explicit released_early(std::in_place_t, Args &&... args)
  : x_(std::in_place, std::forward<Args>(args)...)
  {
  }
  released_early(const released_early &) = delete;
  released_early & operator=(const released_early &) = delete;

  // The X for as long as this object exists, or nothing if it has been released.
  class in_use
  {
  public:
    explicit in_use(released_early & of) noexcept : of_(of.enter() ? &of : nullptr) {}
    in_use(const in_use &) = delete;
    in_use & operator=(const in_use &) = delete;
    ~in_use()
    {
      if (of_) {
        of_->leave();
      }
    }

    explicit operator bool() const noexcept { return of_ != nullptr; }
    X & operator*() const noexcept { return *of_->x_; }
    X * operator->() const noexcept { return &*of_->x_; }

  private:
    released_early * of_;
  };
  in_use use() noexcept { return in_use(*this); }

  // Call it once.
  void release() noexcept { leave(); }

private:
  bool enter() noexcept
  {
    std::uint32_t users = users_.load(std::memory_order_relaxed);
    while (users != 0 &&
           !users_.compare_exchange_weak(
             users, users + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
    }
    return users != 0;
  }
  void leave() noexcept
  {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      x_.reset();
    }
  }

  std::optional<X> x_;
  std::atomic<std::uint32_t> users_{1};  // one of them is the stream
};

}  // namespace rx::detail

#endif  // RX__DETAIL__RELEASED_EARLY_HPP_
