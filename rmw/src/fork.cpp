// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Handles fork(): a handler in the child marks objects that it must not use.

#include "rmw/fork.hpp"

#include <pthread.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "fork.hpp"
#include "rmw/error.hpp"

namespace rmw
{
namespace
{

std::atomic<bool> forked_copy{false};
std::atomic<unsigned> forks{0};

// The flags of all participants. The lock is held during a fork, so that it is free in the child.
struct Running
{
  std::mutex mutex;  // guards `flags`
  std::vector<std::atomic<bool> *> flags;
};

// Never destroyed: a process may fork while it exits.
Running & running()
{
  static Running * instance = new Running;
  return *instance;
}

[[maybe_unused]] const int registered = pthread_atfork(
  [] { running().mutex.lock(); }, [] { running().mutex.unlock(); },
  [] {
    ++forks;
    for (std::atomic<bool> * flag : running().flags) {
      flag->store(false, std::memory_order_relaxed);
      forked_copy.store(true, std::memory_order_relaxed);
    }
    running().mutex.unlock();
  });

}  // namespace

bool is_forked_copy() noexcept
{
  return forked_copy.load(std::memory_order_relaxed);
}

unsigned count_forks() noexcept
{
  return forks.load(std::memory_order_relaxed);
}

std::string fork_error_text(const std::string & subject)
{
  return subject +
         " was created before this process was forked, and the forked process has none of its "
         "threads; start a new program: call exec() after fork(), or posix_spawn()";
}

void refuse_forked_copy(const std::string & subject)
{
  if (is_forked_copy()) {
    throw error(fork_error_text(subject));
  }
}

namespace detail
{

ForkWatch::ForkWatch(std::atomic<bool> & flag) : flag_(flag)
{
  refuse_forked_copy("a node of the parent");
  std::lock_guard lock(running().mutex);
  running().flags.push_back(&flag_);
}

ForkWatch::~ForkWatch()
{
  std::lock_guard lock(running().mutex);
  std::erase(running().flags, &flag_);
}

}  // namespace detail
}  // namespace rmw
