// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// zenoh::SendingThread, which writes for threads that must not wait.

#ifndef ZENOH__SENDING_THREAD_HPP_
#define ZENOH__SENDING_THREAD_HPP_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace rmw::zenoh
{

/// A thread that calls tasks one after the other. It is created for the first one. A task is
/// destroyed on it, inside a ListenerScope, so that it may be the last owner of an endpoint.
class SendingThread
{
public:
  static constexpr std::size_t most_tasks = 1000;

  SendingThread() = default;
  /// Calls the tasks that are left.
  ~SendingThread();
  SendingThread(const SendingThread &) = delete;
  SendingThread & operator=(const SendingThread &) = delete;

  /// Calls `task` later; its exceptions are logged. While `most_tasks` wait, further ones are
  /// dropped, which the log says once. Thread-safe.
  void add(std::function<void()> task);

private:
  void run();

  std::mutex mutex_;  // guards the following members
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stop_ = false;
  bool has_reported_ = false;  // that tasks are dropped
  std::thread thread_;
};

}  // namespace rmw::zenoh

#endif  // ZENOH__SENDING_THREAD_HPP_
