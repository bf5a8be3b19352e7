// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Keeps user code out of locks: notifications are deferred until the locks are released.

#ifndef RMW__DEFERRED_NOTIFICATIONS_HPP_
#define RMW__DEFERRED_NOTIFICATIONS_HPP_

#include <memory>
#include <vector>

namespace rmw
{

/// A notification of a user; its owner may be destroyed before it is delivered.
class Notification
{
public:
  virtual ~Notification() = default;
  /// Calls the user, without any lock of the engine. Returns at once if the owner is destroyed.
  virtual void notify() noexcept = 0;
};

/// Defers this thread's notifications until its destruction. Declare it before the lock; nested
/// instances defer to the outermost one. The first deferred notification does not allocate.
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
