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
  std::lock_guard lock(mutex_);
  callback_ = std::make_shared<const std::function<void(std::size_t)>>(std::move(callback));
  arrivals_ = std::move(arrivals);
  set_.store(true, std::memory_order_relaxed);
  call(arrivals_().waiting);
}

void ReadyCallback::clear()
{
  decltype(callback_) last;  // destroyed after the lock
  std::lock_guard lock(mutex_);
  set_.store(false, std::memory_order_relaxed);
  last.swap(callback_);
}

void ReadyCallback::call(std::size_t at_most) noexcept
{
  std::lock_guard lock(mutex_);
  const auto callback = callback_;  // it may clear or replace itself
  if (!callback) {
    return;
  }
  const std::uint64_t total = arrivals_().total;
  const std::uint64_t untold = total - std::exchange(told_, total);
  const std::size_t count = std::min<std::uint64_t>(untold, at_most);
  if (count == 0) {
    return;
  }
  try {
    (*callback)(count);
  } catch (const std::exception & error) {
    RCLCPP_ERROR(
      get_logger("rclcpp"), "a callback for what becomes ready threw an exception: %s",
      error.what());
  } catch (...) {
    RCLCPP_ERROR(get_logger("rclcpp"), "a callback for what becomes ready threw an exception");
  }
}

void NotifiesReady::set_ready_callback(std::function<void(std::size_t)> callback)
{
  ready_callback.set(std::move(callback), [this] { return arrivals(); });
}

}  // namespace rclcpp::detail
