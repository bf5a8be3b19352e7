// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Managed entities, and the log message of a lifecycle publisher that drops messages.
#include "rclcpp_lifecycle/managed_entity.hpp"

#include "rclcpp/logging.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"

namespace rclcpp_lifecycle
{

void SimpleManagedEntity::on_activate()
{
  activated_ = true;
}
void SimpleManagedEntity::on_deactivate()
{
  activated_ = false;
}
bool SimpleManagedEntity::is_activated() const
{
  return activated_;
}

void detail::DroppedMessages::add(const char * topic)
{
  ++count_;
  if (!logged_.exchange(true)) {
    RCLCPP_WARN(
      rclcpp::get_logger("LifecyclePublisher"),
      "a message for the topic '%s' is dropped, as its publisher is not activated; further ones "
      "will be too, without a word",
      topic);
  }
}

}  // namespace rclcpp_lifecycle
