// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sleeps until messages arrive.
#include "rclcpp/wait_for_message.hpp"

#include <optional>

#include "base/clock.hpp"
#include "executors/core.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/executors/detail/wait_set_core.hpp"

namespace rclcpp
{

bool detail::wait_for_message(
  SubscriptionBase & subscription, const std::shared_ptr<Context> & context,
  std::chrono::nanoseconds timeout, const std::function<bool()> & take)
{
  using executors::detail::for_ever;
  std::optional<executors::detail::WaitSetCore> wait_set;
  try {
    wait_set.emplace(context, false, false);
  } catch (const exceptions::RCLInvalidArgument &) {
    return false;  // the context was shut down
  }
  wait_set->add(subscription.shared_from_this());
  const std::int64_t end = executors::detail::deadline_after(timeout);
  while (context->is_valid()) {
    if (take()) {
      return true;
    }
    const std::int64_t left = end == for_ever ? -1 : end - base::steady_now();
    if (end != for_ever && left <= 0) {
      return false;
    }
    if (wait_set->wait(std::chrono::nanoseconds(left)) != WaitResultKind::Ready) {
      return false;
    }
    wait_set->release_result();
  }
  return false;
}

}  // namespace rclcpp
