// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callback behind set_on_new_message_callback() and the similar functions of other entities.
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

/// The number of items that have arrived at an entity since its creation, and how many of them
/// still wait.
struct Arrivals
{
  std::uint64_t total = 0;
  std::size_t waiting = 0;
};

/// Notifies the user's callback on the thread on which an item arrives, not on an executor: the
/// callback must be short and must not wait for another thread. No lock is held during the call;
/// within rmw::DeferredNotifications the call comes at their end. Calls of one object never
/// overlap: items that arrive during a call, on another thread or in the call itself, are reported
/// by the calling thread after the call. After clear(), a replacing set() or the destructor
/// returned, the callback does not run: they wait for a running call, unless they are called in the
/// callback itself. Exceptions of the callback are logged.
class RCLCPP_PUBLIC ReadyCallback
{
public:
  ReadyCallback() = default;
  ReadyCallback(const ReadyCallback &) = delete;
  ReadyCallback & operator=(const ReadyCallback &) = delete;
  ~ReadyCallback() { clear(); }

  /// Sets the callback. If items are already waiting, calls it at once with the number of items
  /// that were not reported to an earlier callback. `arrivals` is called now and by each notify(),
  /// with a lock held. Throws std::invalid_argument for an empty callback. `comes_with_messages`
  /// means that the thread that receives messages calls it.
  void set(
    std::function<void(std::size_t)> callback, std::function<Arrivals()> arrivals,
    bool comes_with_messages = true);
  /// Removes the callback and waits for a running call.
  void clear();

  /// Calls the callback with the number of items that arrived since the last call. The callback may
  /// destroy the owner of this object. Costs one load if no callback is set.
  void notify() noexcept
  {
    if (set_.load(std::memory_order_acquire)) [[unlikely]] {
      rmw::DeferredNotifications::notify(caller_);
    }
  }

private:
  class Caller;

  void count_as_listener(bool listens);

  std::atomic<bool> set_{false};
  std::mutex mutex_;         // held while the callback is set or cleared
  bool is_counted_ = false;  // by rmw::ReceiveTurn
  // A caller holds its own reference. Created by the first set() and never replaced.
  std::shared_ptr<rmw::Notification> caller_;
};

/// An entity that notifies such a callback.
class NotifiesReady
{
public:
  virtual ~NotifiesReady() = default;

  /// Sets the callback; see ReadyCallback::set().
  virtual void set_ready_callback(std::function<void(std::size_t)> callback);
  /// Removes the callback.
  virtual void clear_ready_callback() { ready_callback.clear(); }

  ReadyCallback ready_callback;

private:
  virtual Arrivals arrivals() noexcept = 0;
  /// Returns false if only discovery notifies it.
  virtual bool comes_with_messages() const noexcept { return true; }
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__READY_CALLBACK_HPP_
