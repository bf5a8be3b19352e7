// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a lifecycle node activates and deactivates with itself.
#ifndef RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
#define RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_

#include <atomic>

#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{

/// The functions are called in the thread that runs the transition.
class RCLCPP_LIFECYCLE_PUBLIC ManagedEntityInterface
{
public:
  virtual ~ManagedEntityInterface() {}
  virtual void on_activate() = 0;
  virtual void on_deactivate() = 0;
};

/// One that only remembers it. All functions are thread-safe.
class RCLCPP_LIFECYCLE_PUBLIC SimpleManagedEntity : public ManagedEntityInterface
{
public:
  ~SimpleManagedEntity() override = default;
  void on_activate() override;
  void on_deactivate() override;
  bool is_activated() const;

private:
  std::atomic<bool> activated_ = false;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
