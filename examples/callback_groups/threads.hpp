// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Real-time priority, CPU and CPU time of threads, by Linux' own calls: so it works on any ROS 2.
#ifndef EXAMPLES__CALLBACK_GROUPS__THREADS_HPP_
#define EXAMPLES__CALLBACK_GROUPS__THREADS_HPP_

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include <atomic>
#include <exception>
#include <string>
#include <thread>

#include "rclcpp/rclcpp.hpp"

namespace threads
{

enum class Priority
{
  low,
  high
};

/// CPU time of the calling thread.
inline double cpu_seconds()
{
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// SCHED_FIFO on the first CPU that the process may use: threads configured so share one CPU by
/// their priorities. False if the system does not allow it.
inline bool configure_this_thread(Priority priority)
{
  const int least = sched_get_priority_min(SCHED_FIFO);
  sched_param parameters{};
  parameters.sched_priority =
    priority == Priority::high ? (least + sched_get_priority_max(SCHED_FIFO)) / 2 - 1 : least;
  if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) != 0) {
    return false;
  }
  cpu_set_t allowed;
  if (pthread_getaffinity_np(pthread_self(), sizeof(allowed), &allowed) != 0) {
    return false;
  }
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      return pthread_setaffinity_np(pthread_self(), sizeof(one), &one) == 0;
    }
  }
  return false;
}

/// An executor in a thread of its own, with that priority.
class Spinning
{
public:
  /// Returns once the thread has its priority, or a warning was logged that it may not have it.
  Spinning(rclcpp::Executor & executor, Priority priority, const rclcpp::Logger & logger)
  {
    thread_ = std::thread([this, &executor, priority, logger] {
      if (!configure_this_thread(priority)) {
        RCLCPP_WARN(
          logger,
          "SCHED_FIFO was refused to the %s priority thread; it needs root or an rtprio limit",
          priority == Priority::high ? "high" : "low");
      }
      configured_.store(true);
      configured_.notify_one();
      executor.spin();
      cpu_seconds_ = cpu_seconds();
    });
    configured_.wait(false);
  }
  Spinning(const Spinning &) = delete;
  Spinning & operator=(const Spinning &) = delete;
  ~Spinning()
  {
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  /// Waits until the executor has stopped; returns the CPU time that its thread used, in ms.
  long join()
  {
    thread_.join();
    return static_cast<long>(1e3 * cpu_seconds_);
  }

private:
  std::atomic<bool> configured_{false};
  double cpu_seconds_ = 0;
  std::thread thread_;
};

}  // namespace threads

#endif  // EXAMPLES__CALLBACK_GROUPS__THREADS_HPP_
