// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/pi_mutex.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace
{

TEST(PiMutex, LetsOneThreadInAtATime)
{
  base::PiMutex mutex;
  long count = 0;
  constexpr long each = 20'000;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (long turn = 0; turn < each; ++turn) {
        std::lock_guard lock(mutex);
        ++count;
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_EQ(count, 4 * each);
}

TEST(PiMutex, IsNotTakenTwice)
{
  base::PiMutex mutex;
  ASSERT_TRUE(mutex.try_lock());
  std::thread([&] {
    EXPECT_FALSE(mutex.try_lock());
    EXPECT_FALSE(mutex.try_lock_briefly());
  }).join();
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

// Longer than any thread spins: the waiter sleeps in the kernel, which passes it the lock.
TEST(PiMutex, WakesAWaiterThatSleeps)
{
  base::PiMutex mutex;
  std::atomic<bool> waits{false};
  bool got = false;
  mutex.lock();
  std::thread waiter([&] {
    waits = true;
    std::lock_guard lock(mutex);
    got = true;
  });
  while (!waits) {
    std::this_thread::yield();
  }
  // Correct in any case; the pause makes it likely that the waiter is in the kernel.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(got);
  mutex.unlock();
  waiter.join();
  EXPECT_TRUE(got);
}

#if !defined(__SANITIZE_THREAD__)
// The thread id in the lock is the child's own, not its parent's.
TEST(PiMutex, WorksInAForkedProcess)
{
  base::PiMutex mutex;
  mutex.lock();
  mutex.unlock();
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::atomic<bool> waits{false};
    mutex.lock();
    std::thread waiter([&] {
      waits = true;
      std::lock_guard lock(mutex);
    });
    while (!waits) {
      std::this_thread::yield();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    mutex.unlock();
    waiter.join();
    ::_exit(0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

}  // namespace
