// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The entities of a lifecycle node: managed ones, which are activated, and scoped ones, which exist
// only in some states.
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_node_impl.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_lifecycle
{

namespace
{

/// Returns true if an entity of that scope exists in that state.
bool exists_in(std::uint8_t state, detail::Scope scope)
{
  using State = lifecycle_msgs::msg::State;
  switch (state) {
    case State::PRIMARY_STATE_ACTIVE:
      return true;
    case State::PRIMARY_STATE_INACTIVE:
    case State::TRANSITION_STATE_ACTIVATING:
    case State::TRANSITION_STATE_DEACTIVATING:
      return scope == detail::Scope::configured;
    default:
      return false;
  }
}

/// Returns the living objects; removes expired pointers.
template <typename T>
std::vector<std::shared_ptr<T>> living(std::vector<std::weak_ptr<T>> & weak)
{
  std::erase_if(weak, [](const std::weak_ptr<T> & each) { return each.expired(); });
  std::vector<std::shared_ptr<T>> all;
  for (const std::weak_ptr<T> & item : weak) {
    if (auto entity = item.lock()) {
      all.push_back(std::move(entity));
    }
  }
  return all;
}

}  // namespace

void LifecycleNode::Impl::add(std::weak_ptr<ManagedEntityInterface> entity)
{
  std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(entities_, [](const auto & entry) { return entry.expired(); });
  entities_.push_back(std::move(entity));
}

std::vector<std::shared_ptr<ManagedEntityInterface>> LifecycleNode::Impl::entities()
{
  std::lock_guard<std::mutex> lock(mutex_);
  return living(entities_);
}

void LifecycleNode::Impl::activate_entities()
{
  for (const auto & entity : entities()) {
    entity->on_activate();
  }
}

void LifecycleNode::Impl::deactivate_entities()
{
  std::exception_ptr thrown;
  for (const auto & entity : entities()) {
    try {
      entity->on_deactivate();
    } catch (...) {  // the remaining entities are deactivated nevertheless
      if (thrown) {
        log_of_entity();
      } else {
        thrown = std::current_exception();
      }
    }
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
}

void LifecycleNode::Impl::log_of_entity() const
{
  RCLCPP_ERROR(
    logger_, "an entity of node '%s' threw when it was deactivated: %s", name_.c_str(),
    detail::thrown_text().c_str());
}

void LifecycleNode::Impl::silence_entities() noexcept
{
  try {
    deactivate_entities();
  } catch (...) {
    log_of_entity();
  }
}

void LifecycleNode::Impl::add(
  const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope)
{
  Scoped & scoped = scoped_.at(static_cast<std::size_t>(scope));
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::erase_if(scoped.entities, [](const auto & entry) { return entry.expired(); });
    scoped.entities.push_back(entity);
    if (!scoped.exists) {
      return;
    }
  }
  entity->make();
  std::unique_lock<std::mutex> lock(mutex_);
  const bool exists = scoped.exists;
  lock.unlock();
  if (!exists) {  // the node left the state in the meantime, and found nothing to destroy
    entity->drop();
  }
}

CallbackReturn LifecycleNode::Impl::make_for(std::uint8_t state, CallbackReturn result)
{
  for (Scoped & scoped : scoped_) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (scoped.exists || !exists_in(state, scoped.scope)) {
      continue;
    }
    scoped.exists = true;
    const auto entities = living(scoped.entities);
    lock.unlock();
    try {
      for (const auto & entity : entities) {
        entity->make();
      }
    } catch (...) {
      RCLCPP_ERROR(
        logger_, "node '%s' cannot be '%s', because its entities cannot be created: %s",
        name_.c_str(), detail::state_of(state).label().c_str(), detail::thrown_text().c_str());
      return CallbackReturn::ERROR;
    }
  }
  return result;
}

void LifecycleNode::Impl::drop_for(std::uint8_t state) noexcept
{
  for (auto scoped = scoped_.rbegin(); scoped != scoped_.rend(); ++scoped) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!scoped->exists || exists_in(state, scoped->scope)) {
      continue;
    }
    scoped->exists = false;
    const auto entities = living(scoped->entities);
    lock.unlock();
    for (const auto & entity : entities) {
      entity->drop();
    }
  }
}

void LifecycleNode::Impl::keep_timer(rclcpp::TimerBase::SharedPtr timer)
{
  std::lock_guard<std::mutex> lock(mutex_);
  timers_.push_back(std::move(timer));
}

}  // namespace rclcpp_lifecycle
