// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// notifier: notifies an event loop of its sources that are ready; source: one of them. Used by
// topics.cpp and services.cpp.

#ifndef RXROS2_PYTHON__NOTIFIER_HPP_
#define RXROS2_PYTHON__NOTIFIER_HPP_

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "busy_wait.hpp"

namespace rxros2_python
{

/// The keys of sources that are ready, and an eventfd that is readable while there are keys and the
/// loop sleeps. The eventfd is written once for all sources that become ready until the loop takes
/// them, and not while the loop works. Others may write to it too. Knows nothing of Python: owners
/// get it by shared_from_this(), since an owner that nanobind makes from the object in Python takes
/// Python's lock in its destructor, in any thread and also while the program ends.
class notifier : public std::enable_shared_from_this<notifier>
{
public:
  /// Makes a new eventfd, or duplicates the one that the loop watches. `signalled`, if not empty,
  /// is called after a write.
  explicit notifier(std::function<void()> signalled)
  : file_(open(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))), also_(std::move(signalled))
  {
  }
  notifier(int event, std::function<void()> signalled)
  : file_(open(fcntl(event, F_DUPFD_CLOEXEC, 0))), also_(std::move(signalled))
  {
  }
  ~notifier() { ::close(file_); }
  notifier(const notifier &) = delete;
  notifier & operator=(const notifier &) = delete;

  int fileno() const { return file_; }

  /// Adds a ready key. Any thread; blocks only for other calls in this class. A source calls it
  /// once until it is taken.
  void ready(std::int64_t key)
  {
    bool wakes;
    {
      const std::lock_guard lock(mutex_);
      ready_.push_back(key);
      wakes = !awake_ && !signalled_;
      signalled_ |= wakes;
    }
    if (wakes) {
      signal();
    }
  }

  /// Returns the keys in the order in which they became ready, and reads the eventfd. The loop
  /// counts as awake from now on. Loop's thread.
  std::vector<std::int64_t> take()
  {
    std::vector<std::int64_t> taken;
    {
      const std::lock_guard lock(mutex_);
      awake_ = true;
      signalled_ = false;
      // The read finds nothing if the signalling thread has not written yet; the loop then wakes
      // once for nothing.
      std::uint64_t count;
      [[maybe_unused]] const auto done = ::read(file_, &count, sizeof(count));
      taken.swap(ready_);
    }
    if (!taken.empty()) {
      busy_wait_.found(busy_wait::clock::now());
    }
    return taken;
  }

  /// Reports that the loop has done its work. Either it goes to sleep, and is woken at once if a
  /// source became ready meanwhile. Or it stays awake, as busy_wait decides: then this returns true
  /// and the eventfd is readable, so that the loop looks again after a turn in which everything
  /// else runs. It never stays awake with `signalled`, that is in a replay, because virtual time
  /// would stand still. Loop's thread.
  bool rest(std::chrono::nanoseconds busy = {})
  {
    const bool stays = !also_ && busy_wait_.stays_awake(busy_wait::clock::now(), busy);
    bool wakes;
    {
      const std::lock_guard lock(mutex_);
      awake_ = stays;
      wakes = (stays || !ready_.empty()) && !signalled_;
      signalled_ |= wakes;
    }
    if (wakes) {
      signal();
    }
    return stays;
  }

  /// For threads without a loop: does rest() and waits until a source is ready. Returns false after
  /// `timeout` (negative: none), a signal, or when the file `signals` is readable (-1: none); it
  /// may return true spuriously. One thread at a time, the one that calls take().
  bool wait(std::chrono::nanoseconds timeout, int signals = -1)
  {
    rest();
    std::array<pollfd, 2> waited{{{file_, POLLIN, 0}, {signals, POLLIN, 0}}};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    const timespec limit{seconds.count(), (timeout - seconds).count()};
    const auto * const until = timeout.count() < 0 ? nullptr : &limit;
    return ::ppoll(waited.data(), waited.size(), until, nullptr) > 0 && waited[0].revents != 0;
  }

private:
  static int open(int file)
  {
    if (file < 0) {
      throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    return file;
  }

  /// Runs without the lock, because the loop that wakes needs it.
  void signal()
  {
    const std::uint64_t one = 1;
    // This cannot fail: the counter is far from its maximum.
    [[maybe_unused]] const auto done = ::write(file_, &one, sizeof(one));
    if (also_) {
      also_();
    }
  }

  const int file_;
  const std::function<void()> also_;
  busy_wait busy_wait_;  // the loop's thread only
  std::mutex mutex_;     // guards the members below
  std::vector<std::int64_t> ready_;
  bool awake_ = false;
  bool signalled_ = false;
};

/// A source of a loop: it becomes ready when something arrives, and stays so until it is taken.
/// Shared with callbacks of the middleware, which may outlive the Python object.
class source
{
public:
  /// Reports that something arrived. Any thread.
  void announce()
  {
    if (ready_) {
      return;
    }
    const std::lock_guard lock(mutex_);
    if (!ready_.exchange(true) && notifier_) {
      notifier_->ready(key_);
    }
  }

  /// Call it before taking: a later arrival notifies again.
  void taking() { ready_ = false; }

  /// Notifies `to` from now on, immediately if the source is ready. Null stops that.
  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    const std::lock_guard lock(mutex_);
    // The former notifier is destroyed with the caller's `to`, without the lock: the last reference
    // may be Python's, whose destructor waits for the GIL, while another thread with the GIL may be
    // in announce().
    notifier_.swap(to);
    key_ = key;
    if (ready_ && notifier_) {
      notifier_->ready(key_);
    }
  }

private:
  std::atomic<bool> ready_{false};  // set under the mutex
  std::mutex mutex_;                // guards the two members below
  std::shared_ptr<notifier> notifier_;
  std::int64_t key_ = 0;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__NOTIFIER_HPP_
