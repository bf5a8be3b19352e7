// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How the callback of a ready entity is set and called.
#include "rclcpp/detail/ready_callback.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "rclcpp/logging.hpp"

namespace rclcpp::detail
{

void ReadyCallback::set(
  std::function<void(std::size_t)> callback, std::function<Arrivals()> arrivals)
{
  if (!callback) {
    throw std::invalid_argument("the callback for what becomes ready cannot be called");
  }
  auto next = std::make_shared<const std::function<void(std::size_t)>>(std::move(callback));
  {
    std::unique_lock lock(mutex_);
    callback_.swap(next);  // the last one is destroyed after the lock
    arrivals_ = std::move(arrivals);
    const Arrivals now = arrivals_();
    notified_ = std::max(notified_, now.total - std::min<std::uint64_t>(now.total, now.waiting));
    set_.store(true, std::memory_order_relaxed);
    wait_for_call(lock);
  }
  call();
}

void ReadyCallback::clear()
{
  Callback last;  // destroyed after the lock
  std::unique_lock lock(mutex_);
  set_.store(false, std::memory_order_relaxed);
  last.swap(callback_);
  wait_for_call(lock);
}

// Until no other thread is in a callback that was set before.
void ReadyCallback::wait_for_call(std::unique_lock<std::mutex> & lock)
{
  if (caller_ != std::this_thread::get_id()) {
    returned_.wait(lock, [this] { return caller_ == std::thread::id(); });
  }
}

void ReadyCallback::call() noexcept
{
  std::unique_lock lock(mutex_);
  again_ = true;
  if (caller_ != std::thread::id()) {
    return;  // that thread looks once more, which may be this one
  }
  caller_ = std::this_thread::get_id();
  while (std::exchange(again_, false) && callback_) {
    const std::uint64_t total = arrivals_().total;
    const auto count = static_cast<std::size_t>(total - notified_);
    if (count == 0) {
      continue;
    }
    notified_ = total;
    Callback callback = callback_;  // it may clear or replace itself
    lock.unlock();
    try {
      (*callback)(count);
    } catch (const std::exception & error) {
      RCLCPP_ERROR(
        get_logger("rclcpp"), "a callback for what becomes ready threw an exception: %s",
        error.what());
    } catch (...) {
      RCLCPP_ERROR(get_logger("rclcpp"), "a callback for what becomes ready threw an exception");
    }
    callback.reset();
    lock.lock();
  }
  caller_ = std::thread::id();
  returned_.notify_all();
}

void NotifiesReady::set_ready_callback(std::function<void(std::size_t)> callback)
{
  ready_callback.set(std::move(callback), [this] { return arrivals(); });
}

}  // namespace rclcpp::detail
