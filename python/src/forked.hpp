// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// birthplace, middleware_user: what a child that was forked off may not touch; used by handle.hpp
// and node.hpp.

#ifndef RXROS2_PYTHON__FORKED_HPP_
#define RXROS2_PYTHON__FORKED_HPP_

#include <pthread.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace rxros2_python
{

/// Counts that a forked child goes on with.
struct process_history
{
  std::atomic<unsigned> forks{0};   ///< that lie between this process and the one that began
  std::atomic<int> users{0};        ///< of the middleware
  std::atomic<bool> orphan{false};  ///< whether there were any at a fork

  static process_history & get()
  {
    static process_history history;
    [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] {
      ++history.forks;
      history.orphan = history.orphan || history.users != 0;
    });
    return history;
  }
};

/// Why nothing can be done with `what` here.
inline std::string made_before_fork(const std::string & what)
{
  return what +
         " was created before this process was forked, and the forked process has none of its "
         "threads; start a new process: by subprocess, or multiprocessing's 'spawn'";
}

/// A part of what is made, which remembers in which process that was. In a forked child threads of
/// the middleware are missing, and locks may be held for ever: nothing that was made before may be
/// used there, or destroyed. Any thread; takes no lock.
class birthplace
{
public:
  bool forked() const { return forks_ != process_history::get().forks; }

private:
  unsigned forks_ = process_history::get().forks;
};

/// A part of what makes the middleware run in this process. std::runtime_error in a child that was
/// forked off while it ran: there it would wait for threads that are gone.
class middleware_user
{
public:
  middleware_user()
  {
    if (process_history::get().orphan) {
      throw std::runtime_error(made_before_fork("a node of the parent"));
    }
    ++process_history::get().users;
  }
  ~middleware_user() { --process_history::get().users; }
  middleware_user(const middleware_user &) = delete;
  middleware_user & operator=(const middleware_user &) = delete;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__FORKED_HPP_
