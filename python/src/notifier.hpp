// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// notifier: tells an event loop which of its sources have something; source: one of them. Used by
// topics.cpp and services.cpp.

#ifndef RXROS2_PYTHON__NOTIFIER_HPP_
#define RXROS2_PYTHON__NOTIFIER_HPP_

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

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

/// Keys of sources that are ready, and an eventfd that is readable while there are any and the loop
/// sleeps: it is written once however many sources become ready until the loop takes them, and not
/// while it is at work. Others may write it too. Knows nothing of Python.
class notifier
{
public:
  /// With a descriptor of its own, or one more for the eventfd that the loop watches. `signalled`,
  /// if it is not empty, is called when that was written.
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

  /// Any thread; waits for nobody but others in here. A source calls it once until it is taken.
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

  /// The keys, in the order in which they became ready; the eventfd is read. The loop is awake from
  /// now on. Its thread.
  std::vector<std::int64_t> take()
  {
    std::vector<std::int64_t> taken;
    {
      const std::lock_guard lock(mutex_);
      awake_ = true;
      signalled_ = false;
      // Empty if who signals has not come to it yet; the loop then finds nothing once.
      std::uint64_t count;
      [[maybe_unused]] const auto done = ::read(file_, &count, sizeof(count));
      taken.swap(ready_);
    }
    if (!taken.empty()) {
      busy_wait_.found(busy_wait::clock::now());
    }
    return taken;
  }

  /// The loop has done what it took. It goes to sleep, and is woken at once if something became
  /// ready meanwhile; or it stays awake, as busy_wait says: then this is true and the eventfd is
  /// readable, so that the loop looks again after a turn in which all else goes on. Not where
  /// `signalled` is, for a replay: its time stands still meanwhile. The loop's thread.
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

  /// For those who have no loop: rest(), and waits until something is ready. False after `timeout`
  /// (negative: none) or when a signal came; true now and then though nothing is. One thread at a
  /// time; take() in the same.
  bool wait(std::chrono::nanoseconds timeout)
  {
    rest();
    pollfd waited{file_, POLLIN, 0};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    const timespec limit{seconds.count(), (timeout - seconds).count()};
    return ::ppoll(&waited, 1, timeout.count() < 0 ? nullptr : &limit, nullptr) > 0;
  }

private:
  static int open(int file)
  {
    if (file < 0) {
      throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    return file;
  }

  /// Without the lock: the loop, which wakes at once, wants it.
  void signal()
  {
    const std::uint64_t one = 1;
    // Cannot fail: the counter is far from its end.
    [[maybe_unused]] const auto done = ::write(file_, &one, sizeof(one));
    if (also_) {
      also_();
    }
  }

  const int file_;
  const std::function<void()> also_;
  busy_wait busy_wait_;  // the loop's thread only
  std::mutex mutex_;
  std::vector<std::int64_t> ready_;
  bool awake_ = false;
  bool signalled_ = false;
};

/// What a loop listens to: becomes ready when something arrives, and stays so until it is taken.
/// Shared with the callbacks of the middleware, which may come after the Python object's end.
class source
{
public:
  /// Something arrived. Any thread.
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

  /// To be called before taking what arrived: what comes after this is announced again.
  void taking() { ready_ = false; }

  /// Announces to `to` from now on, at once if it is ready. Null: to nobody.
  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    const std::lock_guard lock(mutex_);
    // The former one goes when the caller's `to` does, without the lock: the last reference may be
    // Python's, whose end waits for the GIL, and who has the GIL may be in announce().
    notifier_.swap(to);
    key_ = key;
    if (ready_ && notifier_) {
      notifier_->ready(key_);
    }
  }

private:
  std::atomic<bool> ready_{false};  // set under the mutex
  std::mutex mutex_;                // of the two below
  std::shared_ptr<notifier> notifier_;
  std::int64_t key_ = 0;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__NOTIFIER_HPP_
