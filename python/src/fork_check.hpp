// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// fork_check, middleware_user: keep a forked child from using the middleware of its parent. Used by
// handle.hpp and node.hpp.

#ifndef RXROS2_PYTHON__FORK_CHECK_HPP_
#define RXROS2_PYTHON__FORK_CHECK_HPP_

#include <pthread.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace rxros2_python
{

/// Counts that survive a fork.
struct process_history
{
  std::atomic<unsigned> forks{0};   ///< forks between the first process and this one
  std::atomic<int> users{0};        ///< users of the middleware
  std::atomic<bool> orphan{false};  ///< true if there were users at a fork

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

/// Returns the error text for using `what` in a forked child.
inline std::string fork_error_text(const std::string & what)
{
  return what +
         " was created before this process was forked, and the forked process has none of its "
         "threads; start a new process: by subprocess, or multiprocessing's 'spawn'";
}

/// A member of objects that must not be used in a forked child. There the threads of the middleware
/// are missing and locks may be held for ever, so objects of the parent may neither be used nor
/// destroyed. Thread-safe; lock-free.
class fork_check
{
public:
  bool forked() const { return forks_ != process_history::get().forks; }

private:
  unsigned forks_ = process_history::get().forks;
};

/// A member of objects that run the middleware. The constructor throws std::runtime_error in a
/// child that was forked while the middleware ran: it would wait for threads that do not exist.
class middleware_user
{
public:
  middleware_user()
  {
    if (process_history::get().orphan) {
      throw std::runtime_error(fork_error_text("a node of the parent"));
    }
    ++process_history::get().users;
  }
  ~middleware_user() { --process_history::get().users; }
  middleware_user(const middleware_user &) = delete;
  middleware_user & operator=(const middleware_user &) = delete;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__FORK_CHECK_HPP_
