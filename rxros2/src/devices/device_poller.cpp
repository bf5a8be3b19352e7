// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread that waits for devices.

#include "rxros2/devices/detail/device_poller.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

namespace rxros2::detail
{

namespace
{

void check(int result, const char * operation)
{
  if (result < 0) {
    throw std::system_error(errno, std::generic_category(), operation);
  }
}

}  // namespace

device_poller & device_poller::instance()
{
  // Never destroyed: streams may still close their devices while the process ends.
  static device_poller * const poller = new device_poller;
  return *poller;
}

device_poller::device_poller()
{
  check(epoll_ = ::epoll_create1(EPOLL_CLOEXEC), "epoll_create1, to wait for devices");

  // The thread inherits the mask, so signals go to the program's own threads.
  struct blocked_signals
  {
    blocked_signals()
    {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);
    }
    ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    sigset_t before;
  };
  try {
    const blocked_signals blocked;
    std::thread thread([this] { run(); });
    pthread_setname_np(thread.native_handle(), "rxros2-devices");
    thread.detach();
  } catch (...) {  // no thread can be created; the next device tries again
    ::close(epoll_);
    throw;
  }
}

void device_poller::run()
{
  for (;;) {
    epoll_event events[16];
    const int count = ::epoll_wait(epoll_, events, 16, -1);
    for (int i = 0; i < count; ++i) {
      std::shared_ptr<watcher> target;
      {
        std::lock_guard lock(mutex_);
        if (const auto entry = watchers_.find(events[i].data.u64); entry != watchers_.end()) {
          target = entry->second.lock();
        }
      }
      if (target) {
        target->ready();
      }
    }
  }
}

device_poller::watch::watch(int fd, std::weak_ptr<watcher> target) : fd_(fd)
{
  auto & poller = instance();
  std::lock_guard lock(poller.mutex_);
  id_ = poller.next_id_++;
  poller.watchers_.emplace(id_, std::move(target));
}

device_poller::watch::~watch()
{
  auto & poller = instance();
  ::epoll_ctl(poller.epoll_, EPOLL_CTL_DEL, fd_, nullptr);
  std::lock_guard lock(poller.mutex_);
  poller.watchers_.erase(id_);
}

void device_poller::watch::arm(wait_for what)
{
  epoll_event event{};
  event.events = (what == wait_for::reading ? EPOLLIN : EPOLLOUT) | EPOLLONESHOT;
  event.data.u64 = id_;
  // Added only now, because epoll reports a hang-up even for descriptors that request no events.
  auto & poller = instance();
  // The lock makes the caller's previous writes visible to ready().
  std::lock_guard lock(poller.mutex_);
  const int operation = std::exchange(added_, true) ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  check(::epoll_ctl(poller.epoll_, operation, fd_, &event), "cannot wait for the device");
}

}  // namespace rxros2::detail
