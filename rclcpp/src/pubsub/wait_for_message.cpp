// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sleeps until messages arrive.
#include "rclcpp/wait_for_message.hpp"

#include <condition_variable>
#include <mutex>

namespace rclcpp
{

bool detail::wait_for_message(
  SubscriptionBase & subscription, const std::shared_ptr<Context> & context,
  std::chrono::nanoseconds timeout, const std::function<bool()> & take)
{
  struct Wake
  {
    void now()
    {
      std::lock_guard lock(mutex);
      awake = true;
      condition.notify_all();
    }
    std::mutex mutex;
    std::condition_variable condition;
    bool awake = false;
  };
  const auto wake = std::make_shared<Wake>();
  const auto end = std::chrono::steady_clock::now() + timeout;
  const auto on_shutdown = context->add_on_shutdown_callback([wake] { wake->now(); });
  subscription.set_on_new_message_callback([wake](std::size_t) { wake->now(); });

  bool taken = false;
  try {
    while (context->is_valid() && !(taken = take())) {
      std::unique_lock lock(wake->mutex);
      const auto awake = [&] { return wake->awake; };
      if (timeout < std::chrono::nanoseconds(0)) {
        wake->condition.wait(lock, awake);
      } else if (!wake->condition.wait_until(lock, end, awake)) {
        break;
      }
      wake->awake = false;
    }
  } catch (...) {
    subscription.clear_on_new_message_callback();
    context->remove_on_shutdown_callback(on_shutdown);
    throw;
  }
  subscription.clear_on_new_message_callback();
  context->remove_on_shutdown_callback(on_shutdown);
  return taken;
}

}  // namespace rclcpp
