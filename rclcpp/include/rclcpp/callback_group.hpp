// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Callback groups decide which callbacks may run at the same time. Nodes create them, executors run
// them.
#ifndef RCLCPP__CALLBACK_GROUP_HPP_
#define RCLCPP__CALLBACK_GROUP_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/client.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class ClientBase;
class GuardCondition;
class ServiceBase;
class SubscriptionBase;
class TimerBase;
class Waitable;
class PublisherBase;

namespace executors::detail
{
struct Group;
}

namespace node_interfaces
{
class NodeBaseInterface;
class NodeServicesInterface;
class NodeTimersInterface;
class NodeTopicsInterface;
class NodeWaitablesInterface;
}  // namespace node_interfaces

/// Decides whether callbacks of one group may run at the same time.
enum class CallbackGroupType
{
  MutuallyExclusive,
  Reentrant
};

/// A group of entities whose callbacks an executor runs in the order in which their items arrived.
///
/// MutuallyExclusive: one callback of the group runs at a time. Reentrant: as many callbacks run at
/// a time as items wait and threads are free, also callbacks of one entity. Callbacks of different
/// groups may always run at the same time.
///
/// All functions are thread-safe. The group may be added to an executor, removed from it or dropped
/// while it is in use; waiting items are kept until the group has an executor again. An entity
/// keeps its group alive; the group does not keep its entities alive.
class RCLCPP_PUBLIC CallbackGroup : public std::enable_shared_from_this<CallbackGroup>
{
  friend class rclcpp::node_interfaces::NodeServicesInterface;
  friend class rclcpp::node_interfaces::NodeTimersInterface;
  friend class rclcpp::node_interfaces::NodeTopicsInterface;
  friend class rclcpp::node_interfaces::NodeWaitablesInterface;
  friend struct executors::detail::Group;  // the executor's side of the group

public:
  RCLCPP_SMART_PTR_DEFINITIONS(CallbackGroup)

  /// Creates a group; users call Node::create_callback_group(). If
  /// `automatically_add_to_executor_with_node` is false, only Executor::add_callback_group() adds
  /// the group to an executor.
  explicit CallbackGroup(
    CallbackGroupType group_type, Context::WeakPtr context = Context::WeakPtr(),
    bool automatically_add_to_executor_with_node = true);
  virtual ~CallbackGroup();

  /// Returns the first living entity of the kind for which `func(shared pointer)` returns true, or
  /// null.
  template <typename Function>
  std::shared_ptr<SubscriptionBase> find_subscription_ptrs_if(Function func) const
  {
    return find_if(subscription_ptrs_, func);
  }
  /// Returns the first living timer for which `func` returns true, or null.
  template <typename Function>
  std::shared_ptr<TimerBase> find_timer_ptrs_if(Function func) const
  {
    return find_if(timer_ptrs_, func);
  }
  /// Returns the first living service for which `func` returns true, or null.
  template <typename Function>
  std::shared_ptr<ServiceBase> find_service_ptrs_if(Function func) const
  {
    return find_if(service_ptrs_, func);
  }
  /// Returns the first living client for which `func` returns true, or null.
  template <typename Function>
  std::shared_ptr<ClientBase> find_client_ptrs_if(Function func) const
  {
    return find_if(client_ptrs_, func);
  }
  /// Returns the first living waitable for which `func` returns true, or null.
  template <typename Function>
  std::shared_ptr<Waitable> find_waitable_ptrs_if(Function func) const
  {
    return find_if(waitable_ptrs_, func);
  }

  /// Calls the function for its kind of entity with each living entity.
  void collect_all_ptrs(
    std::function<void(const std::shared_ptr<SubscriptionBase> &)> sub_func,
    std::function<void(const std::shared_ptr<ServiceBase> &)> service_func,
    std::function<void(const std::shared_ptr<ClientBase> &)> client_func,
    std::function<void(const std::shared_ptr<TimerBase> &)> timer_func,
    std::function<void(const std::shared_ptr<Waitable> &)> waitable_func) const;

  /// Returns the number of entities. It may include entities that were destroyed recently.
  std::size_t size() const;

  /// Returns a flag that is false while a callback of a mutually exclusive group runs. It is only
  /// for reading; the executor ignores changes.
  std::atomic_bool & can_be_taken_from();
  /// Returns the type that was passed to the constructor.
  const CallbackGroupType & type() const;

  /// Returns a flag that is true while an executor has the group.
  std::atomic_bool & get_associated_with_executor_atomic();
  /// Returns true if an executor that gets the node also gets this group.
  bool automatically_add_to_executor_with_node() const;

  /// Returns the guard condition that is triggered when an entity is added. Null after the context
  /// was destroyed.
  std::shared_ptr<GuardCondition> get_notify_guard_condition();
  /// Triggers that guard condition, if there is one.
  void trigger_notify_guard_condition();

  // --- for the library ---

  /// Adds an entity, so that the executor of this group runs it. An entity is in one group at a
  /// time.
  void add_entity(const std::shared_ptr<executors::detail::Entity> & entity);
  /// Removes an entity. Its waiting items are not run. Does not wait for a callback that is
  /// running.
  void remove_entity(executors::detail::Entity & entity) noexcept;
  /// Removes the group from its executor, if it has one.
  void leave_executor() noexcept;
  /// Removes the group from its executor when its node ends. The executor may still be asked to
  /// remove it later.
  void leave_executor_with_node() noexcept;

protected:
  RCLCPP_DISABLE_COPY(CallbackGroup)

  /// Adds the QoS events of a publisher; publishing needs no executor.
  void add_publisher(const std::shared_ptr<PublisherBase> publisher_ptr);
  /// Adds a subscription and its QoS events.
  void add_subscription(const std::shared_ptr<SubscriptionBase> subscription_ptr);
  /// Adds a timer.
  void add_timer(const std::shared_ptr<TimerBase> timer_ptr);
  /// Adds a service.
  void add_service(const std::shared_ptr<ServiceBase> service_ptr);
  /// Adds a client.
  void add_client(const std::shared_ptr<ClientBase> client_ptr);
  /// Adds a waitable.
  void add_waitable(const std::shared_ptr<Waitable> waitable_ptr);
  /// Removes a waitable. Does not wait for a callback that is running.
  void remove_waitable(const std::shared_ptr<Waitable> waitable_ptr) noexcept;

private:
  template <typename T, typename Function>
  std::shared_ptr<T> find_if(const std::vector<std::weak_ptr<T>> & entities, Function & func) const
  {
    // Work on a copy: `func` and the destructor of an entity are user code.
    std::vector<std::weak_ptr<T>> copy;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      copy = entities;
    }
    for (const auto & weak : copy) {
      if (auto entity = weak.lock()) {
        if (func(entity)) {
          return entity;
        }
      }
    }
    return nullptr;
  }

  const CallbackGroupType type_;
  const bool automatically_add_to_executor_with_node_;
  const Context::WeakPtr context_;
  std::atomic_bool associated_with_executor_{false};
  std::atomic_bool can_be_taken_from_{true};

  mutable std::mutex
    mutex_;  // guards the members below; never held while executor or user code is called
  std::vector<std::weak_ptr<SubscriptionBase>> subscription_ptrs_;
  std::vector<std::weak_ptr<TimerBase>> timer_ptrs_;
  std::vector<std::weak_ptr<ServiceBase>> service_ptrs_;
  std::vector<std::weak_ptr<ClientBase>> client_ptrs_;
  std::vector<std::weak_ptr<Waitable>> waitable_ptrs_;
  std::shared_ptr<GuardCondition> notify_guard_condition_;

  std::unique_ptr<executors::detail::Group> queue_;
};

}  // namespace rclcpp

// ROS 2's header of this name includes these headers too. They need the class above first.
#include "rclcpp/subscription_base.hpp"  // IWYU pragma: export

#endif  // RCLCPP__CALLBACK_GROUP_HPP_
