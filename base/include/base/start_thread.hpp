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

/// Runs `work` on a detached thread with that name (at most 15 characters), which gets no signals.
template <typename Work>
void start_thread(const char * name, Work work)
{
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread thread(std::move(work));
    pthread_setname_np(thread.native_handle(), name);
    thread.detach();
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace base

#endif  // BASE__START_THREAD_HPP_
