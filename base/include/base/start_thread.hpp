// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Starts the library's own threads.
#ifndef BASE__START_THREAD_HPP_
#define BASE__START_THREAD_HPP_

#include <pthread.h>
#include <signal.h>

#include <thread>
#include <utility>

namespace base
{

/// Runs `work` on a thread with that name (at most 15 characters), which gets no signals: they
/// belong to the program's threads. Throws std::system_error if the system refuses a thread.
template <typename Work>
[[nodiscard]] std::thread start_thread(const char * name, Work work)
{
  // The new thread inherits the signal mask.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread;
  try {
    thread = std::thread(std::move(work));
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_setname_np(thread.native_handle(), name);
  return thread;
}

}  // namespace base

#endif  // BASE__START_THREAD_HPP_
