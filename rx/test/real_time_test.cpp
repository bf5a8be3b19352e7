// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waits between threads of real-time priorities that share one core: nobody spins for a thread that
// it keeps from running.

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "rx/detail/drain_lock.hpp"

namespace
{

using namespace std::chrono_literals;

// Runs `f` on one core, with this priority of SCHED_FIFO.
class pinned_thread
{
public:
  template <class F>
  pinned_thread(int core, int priority, F f)
  : thread_([core, priority, f] {
      cpu_set_t only;
      CPU_ZERO(&only);
      CPU_SET(core, &only);
      pthread_setaffinity_np(pthread_self(), sizeof only, &only);
      set_priority(pthread_self(), priority);
      f();
    })
  {
  }
  ~pinned_thread() { thread_.join(); }

  void make_ordinary() { set_priority(thread_.native_handle(), 0); }

  static bool set_priority(pthread_t thread, int priority)
  {
    const sched_param param{priority};
    return pthread_setschedparam(thread, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &param) == 0;
  }

private:
  std::thread thread_;
};

bool real_time_is_permitted()
{
  bool permitted = false;
  std::thread([&] { permitted = pinned_thread::set_priority(pthread_self(), 1); }).join();
  return permitted;
}

// The less urgent thread takes and releases a lock without pause, and so has its bias. The urgent
// one is woken by a timer at an arbitrary instruction of that, and revokes the bias. It meets a
// thread that is entering or leaving in a good part of the rounds.
TEST(RealTime, RevokingABiasLetsTheThreadThatHasItGoOn)
{
  if (!real_time_is_permitted()) {
    GTEST_SKIP() << "SCHED_FIFO is not permitted here (needs root or a limit rtprio)";
  }
  constexpr std::size_t rounds = 200;
  std::array<rx::detail::drain_lock, rounds> locks;
  std::atomic<std::size_t> round{0};
  std::promise<void> done;
  auto ended = done.get_future();

  const int core = sched_getcpu();
  pinned_thread biased(core, 1, [&] {
    for (std::size_t now; (now = round) < rounds;) {
      rx::detail::drain_lock & lock = locks[now];
      for (int i = 0; i < 100; ++i) {
        if (lock.try_take()) {
          while (!lock.release()) {
          }
        }
      }
    }
  });
  pinned_thread urgent(core, 2, [&] {
    for (; round < rounds - 1; ++round) {
      const timespec some_time{0, 50'000 + static_cast<long>(round * 7)};
      nanosleep(&some_time, nullptr);
      rx::detail::drain_lock & lock = locks[round];
      if (lock.try_take() || lock.announce()) {
        while (!lock.release()) {
        }
      }
    }
    round = rounds;
    done.set_value();
  });
  if (ended.wait_for(60s) != std::future_status::ready) {
    ADD_FAILURE() << "the urgent thread spins in round " << round;
    urgent.make_ordinary();
    biased.make_ordinary();
  }
}

}  // namespace
