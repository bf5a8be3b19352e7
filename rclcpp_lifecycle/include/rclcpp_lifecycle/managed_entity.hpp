// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Entities that a lifecycle node activates and deactivates with itself.
#ifndef RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
#define RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_

#include <atomic>

#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{

/// An entity that takes part in activation. The functions are called on the thread of the
/// transition.
class RCLCPP_LIFECYCLE_PUBLIC ManagedEntityInterface
{
public:
  virtual ~ManagedEntityInterface() {}
  /// Called when the node becomes active.
  virtual void on_activate() = 0;
  /// Called when the node is no longer active.
  virtual void on_deactivate() = 0;
};

/// A managed entity that knows whether it is activated. All functions are thread-safe.
class RCLCPP_LIFECYCLE_PUBLIC SimpleManagedEntity : public ManagedEntityInterface
{
public:
  ~SimpleManagedEntity() override = default;
  /// Marks the entity as activated.
  void on_activate() override;
  /// Marks the entity as not activated.
  void on_deactivate() override;
  /// Returns true after on_activate(), until on_deactivate().
  bool is_activated() const;

private:
  std::atomic<bool> activated_ = false;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
