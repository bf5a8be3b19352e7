// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The floor under every hop from one thread to another: an eventfd, written by one and read by the
// other.
#ifndef BENCHMARKS__COMMON__EVENTFD_HOP_HPP_
#define BENCHMARKS__COMMON__EVENTFD_HOP_HPP_

#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstddef>
#include <thread>
#include <vector>

#include "common/result.hpp"

namespace benchmarks
{

// The calling thread runs on this core from now on.
inline void pin(int cpu)
{
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

inline void unpin()
{
  cpu_set_t set;
  CPU_ZERO(&set);
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) {
    CPU_SET(i, &set);
  }
  pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

// One way in µs, from half of each round trip of a ping-pong between two pinned threads.
inline std::vector<double> eventfd_hops(int cpu_a, int cpu_b, int rounds)
{
  const int to_b = eventfd(0, 0);
  const int to_a = eventfd(0, 0);
  std::vector<double> hops;
  hops.reserve(static_cast<std::size_t>(rounds));
  std::thread thread([&]() {
    pin(cpu_b);
    eventfd_t value;
    for (int i = 0; i < rounds; ++i) {
      eventfd_read(to_b, &value);
      eventfd_write(to_a, 1);
    }
  });
  pin(cpu_a);
  eventfd_t value;
  for (int i = 0; i < rounds; ++i) {
    const std::int64_t sent = now_ns();
    eventfd_write(to_b, 1);
    eventfd_read(to_a, &value);
    hops.push_back(static_cast<double>(now_ns() - sent) / 2000.0);
  }
  thread.join();
  unpin();
  close(to_a);
  close(to_b);
  return hops;
}

}  // namespace benchmarks

#endif  // BENCHMARKS__COMMON__EVENTFD_HOP_HPP_
