// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of a callback group; core.cpp has the executor's part.
#include "rclcpp/callback_group.hpp"

#include <algorithm>

#include "executors/core.hpp"
#include "executors/entity_of.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#include "rmw/fork.hpp"

namespace rclcpp
{

using executors::detail::Core;
using executors::detail::CoreLock;
using executors::detail::entity_of;
using executors::detail::Group;
using extension::CompositeWaitable;

namespace
{

// Removes expired entries only where the vector would grow, so that adding n entities costs O(n).
template <typename T>
void remember(std::vector<std::weak_ptr<T>> & entities, const std::shared_ptr<T> & entity)
{
  if (entities.size() == entities.capacity()) {
    std::erase_if(entities, [](const auto & weak) { return weak.expired(); });
  }
  entities.push_back(entity);
}

template <typename T, typename Function>
void visit(
  std::mutex & mutex, const std::vector<std::weak_ptr<T>> & entities, const Function & function)
{
  std::vector<std::weak_ptr<T>> copy;
  {
    std::lock_guard<std::mutex> lock(mutex);
    copy = entities;
  }
  for (const auto & weak : copy) {
    if (auto entity = weak.lock()) {
      function(entity);
    }
  }
}

}  // namespace

CallbackGroup::CallbackGroup(
  CallbackGroupType group_type, Context::WeakPtr context,
  bool automatically_add_to_executor_with_node)
: type_(group_type),
  automatically_add_to_executor_with_node_(automatically_add_to_executor_with_node),
  context_(std::move(context)),
  queue_(std::make_unique<Group>(this, group_type == CallbackGroupType::MutuallyExclusive))
{
  queue_->core.store(&Core::unassigned(), std::memory_order_release);
}

bool extension::is_idle(CallbackGroup & group)
{
  Group & state = Group::of(group);
  CoreLock lock(state);
  return state.running == 0;
}

void extension::wait_until_idle(CallbackGroup & group)
{
  const auto & ended = Group::of(group).ended_elsewhere;
  for (;;) {
    const std::uint32_t before = ended.load(std::memory_order_acquire);
    if (is_idle(group)) {
      return;
    }
    ended.wait(before, std::memory_order_acquire);
  }
}

CallbackGroup::~CallbackGroup()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(queue_);
    return;
  }
  leave_executor();
}

void CallbackGroup::collect_all_ptrs(
  std::function<void(const std::shared_ptr<SubscriptionBase> &)> sub_func,
  std::function<void(const std::shared_ptr<ServiceBase> &)> service_func,
  std::function<void(const std::shared_ptr<ClientBase> &)> client_func,
  std::function<void(const std::shared_ptr<TimerBase> &)> timer_func,
  std::function<void(const std::shared_ptr<Waitable> &)> waitable_func) const
{
  visit(mutex_, subscription_ptrs_, sub_func);
  visit(mutex_, service_ptrs_, service_func);
  visit(mutex_, client_ptrs_, client_func);
  visit(mutex_, timer_ptrs_, timer_func);
  visit(mutex_, waitable_ptrs_, waitable_func);
}

std::size_t CallbackGroup::size() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return subscription_ptrs_.size() + timer_ptrs_.size() + service_ptrs_.size() +
         client_ptrs_.size() + waitable_ptrs_.size();
}

std::atomic_bool & CallbackGroup::can_be_taken_from()
{
  return can_be_taken_from_;
}

const CallbackGroupType & CallbackGroup::type() const
{
  return type_;
}

std::atomic_bool & CallbackGroup::get_associated_with_executor_atomic()
{
  return associated_with_executor_;
}

bool CallbackGroup::automatically_add_to_executor_with_node() const
{
  return automatically_add_to_executor_with_node_;
}

GuardCondition::SharedPtr CallbackGroup::get_notify_guard_condition()
{
  auto context = context_.lock();
  if (!context || !context->is_valid()) {
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (!notify_guard_condition_) {
    notify_guard_condition_ = std::make_shared<GuardCondition>(context);
  }
  return notify_guard_condition_;
}

void CallbackGroup::trigger_notify_guard_condition()
{
  GuardCondition::SharedPtr guard_condition;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    guard_condition = notify_guard_condition_;
  }
  if (guard_condition) {
    guard_condition->trigger();
  }
}

void CallbackGroup::add_entity(const std::shared_ptr<executors::detail::Entity> & entity)
{
  Core::add(*queue_, entity);
}

void CallbackGroup::remove_entity(executors::detail::Entity & entity) noexcept
{
  Core::remove(entity);
}

void CallbackGroup::leave_executor() noexcept
{
  // Only the caller that removed the group resets the flag: another thread may have set it since,
  // to add the group to an executor.
  if (Core::detach(*queue_)) {
    associated_with_executor_.store(false);
  }
}

void CallbackGroup::leave_executor_with_node() noexcept
{
  if (Core::detach_with_node(*queue_)) {
    associated_with_executor_.store(false);
  }
}

void CallbackGroup::add_publisher(const std::shared_ptr<PublisherBase> publisher_ptr)
{
  for (const auto & [kind, event] : publisher_ptr->get_event_handlers()) {
    add_entity(entity_of(event));
  }
}

void CallbackGroup::add_subscription(const SubscriptionBase::SharedPtr subscription_ptr)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    remember(subscription_ptrs_, subscription_ptr);
  }
  add_entity(subscription_ptr);
  for (const auto & [kind, event] : subscription_ptr->get_event_handlers()) {
    add_entity(entity_of(event));
  }
}

void CallbackGroup::add_timer(const TimerBase::SharedPtr timer_ptr)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    remember(timer_ptrs_, timer_ptr);
  }
  add_entity(entity_of(timer_ptr));
}

void CallbackGroup::add_service(const ServiceBase::SharedPtr service_ptr)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    remember(service_ptrs_, service_ptr);
  }
  add_entity(service_ptr);
}

void CallbackGroup::add_client(const ClientBase::SharedPtr client_ptr)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    remember(client_ptrs_, client_ptr);
  }
  add_entity(client_ptr);
}

void CallbackGroup::add_waitable(const Waitable::SharedPtr waitable_ptr)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    remember(waitable_ptrs_, waitable_ptr);
  }
  if (const auto * composite = dynamic_cast<CompositeWaitable *>(waitable_ptr.get())) {
    for (const auto & entity : composite->get_entities()) {
      add_entity(entity);
    }
  } else {
    add_entity(entity_of(waitable_ptr));
    executors::detail::listen(waitable_ptr);
  }
}

void CallbackGroup::remove_waitable(const Waitable::SharedPtr waitable_ptr) noexcept
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::erase_if(waitable_ptrs_, [&](const auto & weak) {
      return !weak.owner_before(waitable_ptr) && !waitable_ptr.owner_before(weak);
    });
  }
  if (const auto * composite = dynamic_cast<CompositeWaitable *>(waitable_ptr.get())) {
    for (const auto & entity : composite->get_entities()) {
      remove_entity(*entity);
    }
  } else {
    remove_entity(*entity_of(waitable_ptr));
  }
}

}  // namespace rclcpp
