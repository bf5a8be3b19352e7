// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ScopedEntity: an entity that exists in some states of its node. Not in ROS 2.
#ifndef RCLCPP_LIFECYCLE__SCOPED_ENTITY_HPP_
#define RCLCPP_LIFECYCLE__SCOPED_ENTITY_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace rclcpp_lifecycle
{

namespace detail
{

/// The states in which an entity exists, from the success of on_configure() or on_activate() to
/// their inverse.
enum class Scope
{
  configured,
  active
};

/// An object that a node creates when it reaches such a state, and destroys when it leaves it.
class ScopedEntityBase
{
public:
  virtual ~ScopedEntityBase() = default;
  virtual void make() = 0;
  virtual void drop() noexcept = 0;
};

}  // namespace detail

/// The entity of LifecycleNode::create_while_active() and create_while_configured(); the node keeps
/// a weak pointer. All functions are thread-safe.
template <typename EntityT>
class ScopedEntity : public detail::ScopedEntityBase
{
public:
  /// Takes the function that creates the entity each time the node reaches the state.
  explicit ScopedEntity(std::function<std::shared_ptr<EntityT>()> make) : make_(std::move(make)) {}

  /// Returns the entity; null in the node's other states.
  std::shared_ptr<EntityT> get() const
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return entity_;
  }

private:
  void make() override { exchange(make_()); }
  void drop() noexcept override { exchange(nullptr); }

  /// The previous entity is destroyed without the lock.
  void exchange(std::shared_ptr<EntityT> entity)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    entity_.swap(entity);
  }

  const std::function<std::shared_ptr<EntityT>()> make_;
  mutable std::mutex mutex_;  // guards entity_
  std::shared_ptr<EntityT> entity_;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__SCOPED_ENTITY_HPP_
