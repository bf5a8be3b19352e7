// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callback of set_on_new_message_callback() and its relatives.
#ifndef RCLCPP__DETAIL__READY_CALLBACK_HPP_
#define RCLCPP__DETAIL__READY_CALLBACK_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "rclcpp/visibility_control.hpp"
#include "rmw/deferred_notifications.hpp"

namespace rclcpp::detail
{

/// What has arrived at an entity: since it was made, and of that what still waits.
struct Arrivals
{
  std::uint64_t total = 0;
  std::size_t waiting = 0;
};

/// Called by the thread in which something arrives, not by an executor: it must be short and must
/// not wait for another thread. No lock is held meanwhile: within rmw::DeferredNotifications it is
/// called at their end. Calls of one object never overlap: what arrives during a call, in another
/// thread or in the call itself, is told by the calling thread when the call has returned. None is
/// made after clear(), the replacing set() or the destructor have returned: they wait for one that
/// runs, unless they are called in the callback itself. What it throws is logged.
class RCLCPP_PUBLIC ReadyCallback
{
public:
  ReadyCallback() = default;
  ReadyCallback(const ReadyCallback &) = delete;
  ReadyCallback & operator=(const ReadyCallback &) = delete;
  ~ReadyCallback() { clear(); }

  /// Calls at once with the number of those that wait already and of which no callback was told, if
  /// any. `arrivals` is asked now and with each notify(), with a lock. Throws std::invalid_argument
  /// for a callback that cannot be called.
  void set(std::function<void(std::size_t)> callback, std::function<Arrivals()> arrivals);
  void clear();

  /// Tells the callback how many arrived since it was last told; it may drop this object's owner.
  /// Costs one load if none is set.
  void notify() noexcept
  {
    if (set_.load(std::memory_order_acquire)) [[unlikely]] {
      rmw::DeferredNotifications::notify(caller_);
    }
  }

private:
  class Caller;

  std::atomic<bool> set_{false};
  std::mutex mutex_;  // held while it is set or cleared
  // Whoever calls keeps it. Made by the first set(), and not replaced.
  std::shared_ptr<rmw::Notification> caller_;
};

/// An entity that tells such a callback.
class NotifiesReady
{
public:
  virtual ~NotifiesReady() = default;

  virtual void set_ready_callback(std::function<void(std::size_t)> callback);
  virtual void clear_ready_callback() { ready_callback.clear(); }

  ReadyCallback ready_callback;

private:
  virtual Arrivals arrivals() noexcept = 0;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__READY_CALLBACK_HPP_
