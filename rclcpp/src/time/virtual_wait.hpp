// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Functions for threads that have a VirtualTime: waiting, and reports of created endpoints.
#ifndef TIME__VIRTUAL_WAIT_HPP_
#define TIME__VIRTUAL_WAIT_HPP_

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "rclcpp/virtual_time.hpp"

namespace rclcpp::detail
{

inline bool is_virtual() noexcept
{
  return base::virtual_now != nullptr;
}

inline void report_created(
  VirtualWorld::Endpoint endpoint, const std::string & name, const std::string & type,
  const cdr::struct_description * fields)
{
  if (is_virtual()) {
    VirtualTime::current()->world().on_created(endpoint, name, type, fields);
  }
}

/// Waits like std::condition_variable::wait_until() with a predicate, but needs no notification.
template <typename Lock, typename Done>
bool wait_virtually(Lock & lock, std::int64_t until_ns, const Done & done)
{
  while (!done()) {
    if (base::steady_now() >= until_ns) {
      return false;
    }
    lock.unlock();
    VirtualTime::current()->wait(until_ns);
    lock.lock();
  }
  return true;
}

}  // namespace rclcpp::detail

#endif  // TIME__VIRTUAL_WAIT_HPP_
