// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/start_thread.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>

namespace
{

bool is_blocked(int signal)
{
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, signal) == 1;
}

TEST(StartThread, TheThreadGetsNoSignalsAndTheCallerKeepsIts)
{
  bool blocks_interrupt = false;
  bool blocks_terminate = false;
  base::start_thread("library", [&] {
    blocks_interrupt = is_blocked(SIGINT);
    blocks_terminate = is_blocked(SIGTERM);
  }).join();
  EXPECT_TRUE(blocks_interrupt);
  EXPECT_TRUE(blocks_terminate);
  EXPECT_FALSE(is_blocked(SIGINT));
  EXPECT_FALSE(is_blocked(SIGTERM));
}

TEST(StartThread, TheThreadHasItsName)
{
  std::atomic<bool> stop{false};
  std::thread thread = base::start_thread("library", [&] { stop.wait(false); });
  std::array<char, 16> name{};
  pthread_getname_np(thread.native_handle(), name.data(), name.size());
  stop = true;
  stop.notify_one();
  thread.join();
  EXPECT_EQ(std::string(name.data()), "library");
}

}  // namespace
