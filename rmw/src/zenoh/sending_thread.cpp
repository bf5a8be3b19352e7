// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes for threads that must not wait.

#include "zenoh/sending_thread.hpp"

#include <pthread.h>

#include <exception>
#include <string>
#include <utility>

#include "engine/block_signals.hpp"
#include "engine/endpoint_base.hpp"
#include "rmw/deferred_notifications.hpp"
#include "rmw/log.hpp"

namespace rmw::zenoh
{

SendingThread::~SendingThread()
{
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void SendingThread::add(std::function<void()> task)
{
  {
    std::unique_lock lock(mutex_);
    if (tasks_.size() >= most_tasks) {
      const bool is_first = !std::exchange(has_reported_, true);
      lock.unlock();
      if (is_first) {
        log(
          RMW_LOG_SEVERITY_ERROR, "messages are not sent: " + std::to_string(most_tasks) +
                                    " others wait until a subscription has space");
      }
      return;
    }
    tasks_.push_back(std::move(task));
    if (!thread_.joinable()) {
      const detail::BlockSignals block_signals;
      thread_ = std::thread([this] { run(); });
      pthread_setname_np(thread_.native_handle(), "rmw sending");
    }
  }
  changed_.notify_one();
}

void SendingThread::run()
{
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
    if (tasks_.empty()) {
      return;
    }
    has_reported_ = has_reported_ && tasks_.size() > most_tasks / 2;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    {
      const detail::ListenerScope scope;
      const DeferredNotifications deferred;
      try {
        task();
      } catch (const std::exception & fault) {
        log(RMW_LOG_SEVERITY_ERROR, std::string("a message was not sent: ") + fault.what());
      }
      task = nullptr;
    }
    lock.lock();
  }
}

}  // namespace rmw::zenoh
