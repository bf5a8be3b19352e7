// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Callback groups: which callbacks may run at the same time; made by nodes, run by executors.
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

enum class CallbackGroupType
{
  MutuallyExclusive,
  Reentrant
};

/// An actor: entities whose callbacks an executor runs in the order in which their items arrived.
///
/// MutuallyExclusive: one callback of the group at a time. Reentrant: as many at a time as items
/// wait and threads are free, also of one entity. Callbacks of different groups may always run at
/// the same time.
///
/// All functions are thread-safe. The group may be given to an executor, taken from it, or dropped
/// while it is in use; what waits is kept until it has an executor again. An entity keeps its group
/// alive, not the other way round.
class RCLCPP_PUBLIC CallbackGroup : public std::enable_shared_from_this<CallbackGroup>
{
  friend class rclcpp::node_interfaces::NodeServicesInterface;
  friend class rclcpp::node_interfaces::NodeTimersInterface;
  friend class rclcpp::node_interfaces::NodeTopicsInterface;
  friend class rclcpp::node_interfaces::NodeWaitablesInterface;
  friend struct executors::detail::Group;  // the engine's side of it

public:
  RCLCPP_SMART_PTR_DEFINITIONS(CallbackGroup)

  /// With `automatically_add_to_executor_with_node` false the group is left to
  /// Executor::add_callback_group(). Users create groups by Node::create_callback_group().
  explicit CallbackGroup(
    CallbackGroupType group_type, Context::WeakPtr context = Context::WeakPtr(),
    bool automatically_add_to_executor_with_node = true);
  virtual ~CallbackGroup();

  /// The first living entity of the kind for which `func(shared pointer)` is true, else null.
  template <typename Function>
  std::shared_ptr<SubscriptionBase> find_subscription_ptrs_if(Function func) const
  {
    return find_if(subscription_ptrs_, func);
  }
  template <typename Function>
  std::shared_ptr<TimerBase> find_timer_ptrs_if(Function func) const
  {
    return find_if(timer_ptrs_, func);
  }
  template <typename Function>
  std::shared_ptr<ServiceBase> find_service_ptrs_if(Function func) const
  {
    return find_if(service_ptrs_, func);
  }
  template <typename Function>
  std::shared_ptr<ClientBase> find_client_ptrs_if(Function func) const
  {
    return find_if(client_ptrs_, func);
  }
  template <typename Function>
  std::shared_ptr<Waitable> find_waitable_ptrs_if(Function func) const
  {
    return find_if(waitable_ptrs_, func);
  }

  /// Calls the function of its kind for each living entity.
  void collect_all_ptrs(
    std::function<void(const std::shared_ptr<SubscriptionBase> &)> sub_func,
    std::function<void(const std::shared_ptr<ServiceBase> &)> service_func,
    std::function<void(const std::shared_ptr<ClientBase> &)> client_func,
    std::function<void(const std::shared_ptr<TimerBase> &)> timer_func,
    std::function<void(const std::shared_ptr<Waitable> &)> waitable_func) const;

  /// Number of entities, including such as died lately.
  std::size_t size() const;

  /// False while a callback of a mutually exclusive group runs. To look at; the executor does not
  /// read it.
  std::atomic_bool & can_be_taken_from();
  const CallbackGroupType & type() const;

  /// True while an executor has the group.
  std::atomic_bool & get_associated_with_executor_atomic();
  bool automatically_add_to_executor_with_node() const;

  /// Triggered when an entity is added. Null once the context is gone.
  std::shared_ptr<GuardCondition> get_notify_guard_condition();
  void trigger_notify_guard_condition();

  // --- for the library ---

  /// Lets the executor of this group run `entity`. An entity is in one group at a time.
  void add_entity(const std::shared_ptr<executors::detail::Entity> & entity);
  /// Takes it out; what waits in it is not run. Does not wait for a callback that runs.
  void remove_entity(executors::detail::Entity & entity) noexcept;
  /// Takes the group from its executor, if it has one.
  void leave_executor() noexcept;
  /// The same at the end of its node; its executor may still be asked to remove it.
  void leave_executor_with_node() noexcept;

protected:
  RCLCPP_DISABLE_COPY(CallbackGroup)

  void add_publisher(const std::shared_ptr<PublisherBase> publisher_ptr);
  void add_subscription(const std::shared_ptr<SubscriptionBase> subscription_ptr);
  void add_timer(const std::shared_ptr<TimerBase> timer_ptr);
  void add_service(const std::shared_ptr<ServiceBase> service_ptr);
  void add_client(const std::shared_ptr<ClientBase> client_ptr);
  void add_waitable(const std::shared_ptr<Waitable> waitable_ptr);
  void remove_waitable(const std::shared_ptr<Waitable> waitable_ptr) noexcept;

private:
  template <typename T, typename Function>
  std::shared_ptr<T> find_if(const std::vector<std::weak_ptr<T>> & entities, Function & func) const
  {
    // On a copy: `func` and the end of an entity are user code.
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

  mutable std::mutex mutex_;  // guards what follows; never held while engine or user code is called
  std::vector<std::weak_ptr<SubscriptionBase>> subscription_ptrs_;
  std::vector<std::weak_ptr<TimerBase>> timer_ptrs_;
  std::vector<std::weak_ptr<ServiceBase>> service_ptrs_;
  std::vector<std::weak_ptr<ClientBase>> client_ptrs_;
  std::vector<std::weak_ptr<Waitable>> waitable_ptrs_;
  std::shared_ptr<GuardCondition> notify_guard_condition_;

  std::unique_ptr<executors::detail::Group> queue_;
};

}  // namespace rclcpp

// ROS 2's header of this name brings these too; here they need this one first.
#include "rclcpp/subscription_base.hpp"  // IWYU pragma: export

#endif  // RCLCPP__CALLBACK_GROUP_HPP_
