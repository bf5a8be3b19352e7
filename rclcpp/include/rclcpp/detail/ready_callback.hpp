// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callback of set_on_new_message_callback() and its relatives.
#ifndef RCLCPP__DETAIL__READY_CALLBACK_HPP_
#define RCLCPP__DETAIL__READY_CALLBACK_HPP_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp::detail
{

/// What has arrived at an entity: since it was made, and of that what still waits.
struct Arrivals
{
  std::uint64_t total = 0;
  std::size_t waiting = 0;
};

/// Called by the thread in which something arrives, not by an executor: it must be short and must
/// not wait for another thread. No lock is held meanwhile. Calls of one object never overlap: what
/// arrives during a call, in another thread or in the call itself, is told by the calling thread
/// when the call has returned. None is made after clear() or the replacing set() have returned:
/// they wait for one that runs, unless they are called in the callback itself. What it throws is
/// logged.
class RCLCPP_PUBLIC ReadyCallback
{
public:
  /// Calls at once with the number of those that wait already and of which no callback was told, if
  /// any. `arrivals` is asked now and with each notify(), with a lock. Throws std::invalid_argument
  /// for a callback that cannot be called.
  void set(std::function<void(std::size_t)> callback, std::function<Arrivals()> arrivals);
  void clear();

  /// Tells the callback how many arrived since it was last told. Costs one load if none is set. Who
  /// calls it keeps this object meanwhile, as the callback may drop its owner.
  void notify() noexcept
  {
    if (set_.load(std::memory_order_relaxed)) [[unlikely]] {
      call();
    }
  }

private:
  using Callback = std::shared_ptr<const std::function<void(std::size_t)>>;

  void call() noexcept;
  void wait_for_call(std::unique_lock<std::mutex> & lock);

  std::atomic<bool> set_{false};
  std::mutex mutex_;  // guards what follows
  Callback callback_;
  std::function<Arrivals()> arrivals_;
  std::uint64_t notified_ = 0;  // of the total
  std::thread::id caller_;      // the thread that is calling, if any
  bool again_ = false;          // it shall look once more
  std::condition_variable returned_;
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
