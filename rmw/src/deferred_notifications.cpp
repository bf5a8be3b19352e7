// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Holds the deferred notifications of each thread.

#include "rmw/deferred_notifications.hpp"

#include <utility>

namespace rmw
{
namespace
{

thread_local constinit DeferredNotifications * outermost = nullptr;

}  // namespace

DeferredNotifications::DeferredNotifications() noexcept
{
  if (!outermost) {
    outermost = this;
  }
}

DeferredNotifications::~DeferredNotifications()
{
  if (outermost != this) {
    return;
  }
  outermost = nullptr;
  if (first_) {
    std::exchange(first_, nullptr)->notify();
  }
  for (auto & other : others_) {
    std::exchange(other, nullptr)->notify();
  }
}

bool DeferredNotifications::is_active() noexcept
{
  return outermost != nullptr;
}

void DeferredNotifications::notify(const std::shared_ptr<Notification> & notification) noexcept
{
  if (!outermost) {
    // Its owner may be destroyed during the call.
    const auto kept = notification;  // NOLINT(performance-unnecessary-copy-initialization)
    kept->notify();
    return;
  }
  auto & [first, others] = *outermost;
  if (!first) {
    first = notification;
  } else if (first != notification && (others.empty() || others.back() != notification)) {
    others.push_back(notification);
  }
}

}  // namespace rmw
