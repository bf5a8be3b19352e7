// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Keeps users' code out of locks: what is notified with one is deferred until it is released.

#ifndef RMW__DEFERRED_NOTIFICATIONS_HPP_
#define RMW__DEFERRED_NOTIFICATIONS_HPP_

#include <memory>
#include <vector>

namespace rmw
{

/// Something that tells a user; its owner may be gone by then.
class Notification
{
public:
  virtual ~Notification() = default;
  virtual void notify() noexcept = 0;
};

/// Defers this thread's notifications until destruction. Declare before the lock; nested instances
/// defer to the outermost. The first that is deferred costs no memory from the heap.
class DeferredNotifications
{
public:
  DeferredNotifications() noexcept;
  DeferredNotifications(const DeferredNotifications &) = delete;
  DeferredNotifications & operator=(const DeferredNotifications &) = delete;
  ~DeferredNotifications();

  /// True while this thread has an instance, and so perhaps a lock.
  static bool is_active() noexcept;

  /// Calls notify(): now, or once when this thread's outermost instance ends.
  static void notify(const std::shared_ptr<Notification> & notification) noexcept;

private:
  std::shared_ptr<Notification> first_;
  std::vector<std::shared_ptr<Notification>> others_;
};

}  // namespace rmw

#endif  // RMW__DEFERRED_NOTIFICATIONS_HPP_
