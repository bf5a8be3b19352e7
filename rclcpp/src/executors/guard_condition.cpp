// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Triggers of guard conditions and their listeners.
#include "rclcpp/guard_condition.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/pi_mutex.hpp"
#include "executors/wait_set.hpp"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

using base::PiMutex;
using executors::detail::Entity;

struct GuardCondition::Impl
{
  struct Listener
  {
    std::weak_ptr<Entity> entity;
    const Entity * address;
    bool triggered;
  };

  rclcpp::detail::ReadyCallback on_trigger;
  std::atomic<std::uint64_t> triggers{0};  // triggers since the start
  std::atomic<std::uint64_t> reported{0};  // triggers that were reported to a callback
  std::atomic<bool> has_callback{false};

  PiMutex mutex;  // guards the members below
  std::vector<Listener> listeners;
  bool pending = false;  // a trigger that reached no listener
};

GuardCondition::GuardCondition(const Context::SharedPtr & context, rcl_guard_condition_options_t)
: handle_{this}, impl_(std::make_unique<Impl>())
{
  if (!context) {
    throw std::invalid_argument("guard condition needs a context, got null");
  }
  if (!context->accepts_entities()) {
    throw exceptions::RCLInvalidArgument(
      "guard condition needs a valid context: call rclcpp::init() first");
  }
}

GuardCondition::~GuardCondition() = default;

rcl_guard_condition_t & GuardCondition::get_rcl_guard_condition()
{
  return handle_;
}

const rcl_guard_condition_t & GuardCondition::get_rcl_guard_condition() const
{
  return handle_;
}

void GuardCondition::trigger()
{
  impl_->triggers.fetch_add(1);
  // A listener that is woken below may destroy this object, so only a callback is used afterwards.
  const bool has_callback = impl_->has_callback.load();
  // There is usually one listener. This reference to it may be the last one, so it is released
  // without the lock.
  std::shared_ptr<Entity> first;
  std::vector<std::shared_ptr<Entity>> others;
  {
    std::lock_guard<PiMutex> lock(impl_->mutex);
    for (Impl::Listener & listener : impl_->listeners) {
      if (auto entity = listener.entity.lock()) {
        listener.triggered = true;
        if (first) {
          others.push_back(std::move(entity));
        } else {
          first = std::move(entity);
        }
      }
    }
    impl_->pending = impl_->pending || !first;
  }
  if (first) {
    const std::int64_t now = base::steady_now();
    first->ready(now);
    for (const auto & entity : others) {
      entity->ready(now);
    }
  }
  if (has_callback) {
    impl_->on_trigger.notify();  // last, because it may destroy this object
  }
}

bool GuardCondition::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}

void GuardCondition::add_to_wait_set(rcl_wait_set_t & wait_set) const
{
  if (!wait_set.impl) {
    throw std::invalid_argument("the wait set was not made by rclcpp");
  }
  wait_set.impl->add(handle_);
}

void GuardCondition::set_on_trigger_callback(std::function<void(std::size_t)> callback)
{
  impl_->has_callback.store(static_cast<bool>(callback));  // before the triggers are counted
  if (!callback) {
    impl_->on_trigger.clear();
    return;
  }
  impl_->on_trigger.set(
    [impl = impl_.get(), callback = std::move(callback)](std::size_t count) {
      impl->reported.fetch_add(count, std::memory_order_relaxed);
      callback(count);
    },
    [impl = impl_.get()] {
      const std::uint64_t reported = impl->reported.load(std::memory_order_relaxed);
      const std::uint64_t triggers = impl->triggers.load();
      return detail::Arrivals{triggers, static_cast<std::size_t>(triggers - reported)};
    });
}

void GuardCondition::add_listener(const std::shared_ptr<Entity> & entity)
{
  bool pending;
  {
    std::lock_guard<PiMutex> lock(impl_->mutex);
    auto & listeners = impl_->listeners;
    for (const Impl::Listener & listener : listeners) {
      if (listener.address == entity.get() && !listener.entity.expired()) {
        return;
      }
    }
    std::erase_if(listeners, [](const Impl::Listener & l) { return l.entity.expired(); });
    pending = std::exchange(impl_->pending, false);
    listeners.push_back({entity, entity.get(), pending});
  }
  if (pending) {
    entity->ready(base::steady_now());
  }
}

void GuardCondition::remove_listener(const Entity & entity) noexcept
{
  std::lock_guard<PiMutex> lock(impl_->mutex);
  std::erase_if(impl_->listeners, [&](const Impl::Listener & listener) {
    if (listener.address != &entity) {
      return false;
    }
    impl_->pending = impl_->pending || listener.triggered;
    return true;
  });
}

bool GuardCondition::take_trigger(const Entity & entity)
{
  std::lock_guard<PiMutex> lock(impl_->mutex);
  for (Impl::Listener & listener : impl_->listeners) {
    if (listener.address == &entity) {
      return std::exchange(listener.triggered, false);
    }
  }
  return false;
}

}  // namespace rclcpp
