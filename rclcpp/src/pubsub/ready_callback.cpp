// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sets and calls the callback of a ready entity.
#include "rclcpp/detail/ready_callback.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "rclcpp/logging.hpp"
#include "rmw/receive_turn.hpp"

namespace rclcpp::detail
{

/// The part that calling threads keep alive, since the entity may be destroyed during a call.
class ReadyCallback::Caller final : public rmw::Notification
{
public:
  void set(
    std::shared_ptr<const std::function<void(std::size_t)>> callback,
    std::function<Arrivals()> arrivals)
  {
    std::unique_lock lock(mutex_);
    callback_.swap(callback);  // the previous callback is destroyed after unlocking
    arrivals_ = std::move(arrivals);
    const Arrivals now = arrivals_();
    notified_ = std::max(notified_, now.total - std::min<std::uint64_t>(now.total, now.waiting));
    wait_for_call(lock);
  }

  void clear()
  {
    Callback last;  // destroyed after unlocking
    std::unique_lock lock(mutex_);
    last.swap(callback_);
    wait_for_call(lock);
  }

  void notify() noexcept override
  {
    std::unique_lock lock(mutex_);
    again_ = true;
    if (caller_ != std::thread::id()) {
      return;  // that thread, which may be this one, checks again
    }
    caller_ = std::this_thread::get_id();
    while (std::exchange(again_, false) && callback_) {
      const std::uint64_t total = arrivals_().total;
      const auto count = static_cast<std::size_t>(total - notified_);
      if (count == 0) {
        continue;
      }
      notified_ = total;
      Callback callback = callback_;  // a copy: the callback may clear or replace itself
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

private:
  using Callback = std::shared_ptr<const std::function<void(std::size_t)>>;

  // Waits until no other thread is in a callback that was set before.
  void wait_for_call(std::unique_lock<std::mutex> & lock)
  {
    if (caller_ != std::this_thread::get_id()) {
      returned_.wait(lock, [this] { return caller_ == std::thread::id(); });
    }
  }

  std::mutex mutex_;  // guards the members below
  Callback callback_;
  std::function<Arrivals()> arrivals_;
  std::uint64_t notified_ = 0;  // part of the total
  std::thread::id caller_;      // the thread that is calling, if any
  bool again_ = false;          // it shall check again
  std::condition_variable returned_;
};

// Call it with the lock.
void ReadyCallback::count_as_listener(bool listens)
{
  if (std::exchange(is_counted_, listens) == listens) {
    return;
  }
  if (listens) {
    rmw::ReceiveTurn::add_listener();
  } else {
    rmw::ReceiveTurn::remove_listener();
  }
}

void ReadyCallback::set(
  std::function<void(std::size_t)> callback, std::function<Arrivals()> arrivals,
  bool comes_with_messages)
{
  if (!callback) {
    throw std::invalid_argument("the callback for what becomes ready cannot be called");
  }
  auto next = std::make_shared<const std::function<void(std::size_t)>>(std::move(callback));
  std::shared_ptr<Caller> caller;
  {
    std::lock_guard lock(mutex_);
    if (!caller_) {
      caller_ = std::make_shared<Caller>();
    }
    caller = std::static_pointer_cast<Caller>(caller_);
    count_as_listener(comes_with_messages);
    set_.store(true, std::memory_order_release);
  }
  caller->set(std::move(next), std::move(arrivals));
  notify();
}

void ReadyCallback::clear()
{
  std::shared_ptr<Caller> caller;
  {
    std::lock_guard lock(mutex_);
    set_.store(false, std::memory_order_relaxed);
    count_as_listener(false);
    caller = std::static_pointer_cast<Caller>(caller_);
  }
  if (caller) {
    caller->clear();
  }
}

void NotifiesReady::set_ready_callback(std::function<void(std::size_t)> callback)
{
  ready_callback.set(std::move(callback), [this] { return arrivals(); }, comes_with_messages());
}

}  // namespace rclcpp::detail
