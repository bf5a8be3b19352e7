// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The threads in which nodes execute run(). Node::start() creates them; the end of the process
// waits for them.

#ifndef NODES__RUN_THREADS_HPP_
#define NODES__RUN_THREADS_HPP_

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "rclcpp/context.hpp"

namespace rxros2::detail
{

/// Thread-safe, also while static objects are destroyed: this object never is.
class run_threads
{
public:
  static run_threads & instance();

  /// Runs `body` in a new thread called `name`; `owner` is a key for join(). Throws
  /// std::system_error if no thread can be created, or if the process is ending.
  void start(
    const void * owner, const std::string & name, rclcpp::Context::SharedPtr context,
    std::function<void()> body);

  /// Waits for the thread of `owner`, unless that is the calling thread.
  void join(const void * owner);

  /// Called at the end of the process: shuts the contexts down and waits for all threads. From now
  /// on start() throws.
  void end();

private:
  struct entry
  {
    const void * owner;
    std::weak_ptr<rclcpp::Context> context;
    std::atomic<bool> finished = false;
    pid_t process;  // the one that has the thread: a forked child has only the entry
    std::thread thread;
  };

  static void wait_for(std::list<entry> & threads);
  std::list<entry> take_finished();  // call it with the mutex held

  std::mutex mutex_;  // not held while a thread is joined
  std::list<entry> entries_;
  // the owners of the threads that end() waits for
  std::map<std::thread::id, const void *> ending_;
  std::condition_variable has_ended_;
  bool ended_ = false;
};

}  // namespace rxros2::detail

#endif  // NODES__RUN_THREADS_HPP_
