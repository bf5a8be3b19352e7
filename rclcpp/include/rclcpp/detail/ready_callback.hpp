// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callback of set_on_new_message_callback() and its relatives.
#ifndef RCLCPP__DETAIL__READY_CALLBACK_HPP_
#define RCLCPP__DETAIL__READY_CALLBACK_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

/// Called by the thread in which something arrives, not by an executor: it must be short and must not
/// wait for another thread. Calls of one object never overlap, and none is made after clear() or the
/// replacing set() have returned, unless they are called in the callback itself. What it throws is
/// logged.
class RCLCPP_PUBLIC ReadyCallback
{
public:
  /// Calls at once with what waits already, if anything. Throws std::invalid_argument for a callback
  /// that cannot be called.
  void set(std::function<void(std::size_t)> callback, const std::function<std::size_t()> & waiting);
  void clear();

  /// Costs one load if no callback is set.
  void notify(std::size_t count) noexcept
  {
    if (set_.load(std::memory_order_relaxed)) [[unlikely]] {
      call(count);
    }
  }

private:
  void call(std::size_t count) noexcept;

  std::atomic<bool> set_{false};
  std::recursive_mutex mutex_;  // held during calls, so that clear() waits for them
  std::shared_ptr<const std::function<void(std::size_t)>> callback_;
};

/// An entity that tells such a callback.
class NotifiesReady
{
public:
  virtual ~NotifiesReady() = default;

  void set_ready_callback(std::function<void(std::size_t)> callback);

  ReadyCallback ready_callback;

private:
  virtual std::size_t waiting() const noexcept = 0;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__READY_CALLBACK_HPP_
