// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Executors, callback groups and waitables
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"

using rclcpp::CallbackGroup;
using rclcpp::Executor;
using rclcpp::FutureReturnCode;
using rclcpp::Waitable;
using rclcpp::node_interfaces::NodeBaseInterface;
using GroupsWeak = std::vector<CallbackGroup::WeakPtr>;
using Nanoseconds = std::chrono::nanoseconds;

HEADER("rclcpp/callback_group.hpp");
ENUMERATORS(rclcpp::CallbackGroupType, MutuallyExclusive, Reentrant);
TYPE(rclcpp::CallbackGroup);
CONSTRUCTOR(CallbackGroup, (rclcpp::CallbackGroupType, rclcpp::Context::WeakPtr, bool));
USE(
  find_subscription_ptrs_if,
  rclcpp::SubscriptionBase::SharedPtr p =
    api::some<CallbackGroup>().find_subscription_ptrs_if([](const auto &) { return true; }));
USE(
  find_timer_ptrs_if,
  rclcpp::TimerBase::SharedPtr p = api::some<CallbackGroup>().find_timer_ptrs_if([](const auto &) {
    return true;
  }));
USE(
  find_service_ptrs_if,
  std::shared_ptr<rclcpp::ServiceBase> p =
    api::some<CallbackGroup>().find_service_ptrs_if([](const auto &) { return true; }));
USE(
  find_client_ptrs_if,
  std::shared_ptr<rclcpp::ClientBase> p =
    api::some<CallbackGroup>().find_client_ptrs_if([](const auto &) { return true; }));
USE(
  find_waitable_ptrs_if,
  Waitable::SharedPtr p = api::some<CallbackGroup>().find_waitable_ptrs_if([](const auto &) {
    return true;
  }));
METHOD(std::atomic_bool &, CallbackGroup, can_be_taken_from, ());
METHOD(const rclcpp::CallbackGroupType &, const CallbackGroup, type, ());
USE(
  collect_all_ptrs, auto any = [](const auto &) {};
  api::some<CallbackGroup>().collect_all_ptrs(any, any, any, any, any));
METHOD(std::atomic_bool &, CallbackGroup, get_associated_with_executor_atomic, ());
METHOD(bool, const CallbackGroup, automatically_add_to_executor_with_node, ());
METHOD(rclcpp::GuardCondition::SharedPtr, CallbackGroup, get_notify_guard_condition, ());
METHOD(void, CallbackGroup, trigger_notify_guard_condition, ());
METHOD(std::size_t, const CallbackGroup, size, ());

HEADER("rclcpp/executor_options.hpp");
TYPE(rclcpp::ExecutorOptions);
CONSTRUCTOR(rclcpp::ExecutorOptions, ());
FIELD(rclcpp::Context::SharedPtr, rclcpp::ExecutorOptions, context);
DIFFERENT(
  max_conditions, "accepted and ignored: there is no such limit here",
  api::some<rclcpp::ExecutorOptions>().max_conditions = 7);
DIFFERENT(
  memory_strategy, "accepted and ignored: there is no wait set whose memory it could manage",
  api::some<rclcpp::ExecutorOptions>().memory_strategy = nullptr);

HEADER("rclcpp/executor.hpp");
TYPE(rclcpp::Executor);
METHOD(void, Executor, spin, ());
METHOD(
  void, Executor, add_callback_group,
  (CallbackGroup::SharedPtr, NodeBaseInterface::SharedPtr, bool));
METHOD(GroupsWeak, Executor, get_all_callback_groups, ());
METHOD(GroupsWeak, Executor, get_manually_added_callback_groups, ());
METHOD(GroupsWeak, Executor, get_automatically_added_callback_groups_from_nodes, ());
METHOD(void, Executor, remove_callback_group, (CallbackGroup::SharedPtr, bool));
METHOD(void, Executor, add_node, (NodeBaseInterface::SharedPtr, bool));
METHOD(void, Executor, add_node, (rclcpp::Node::SharedPtr, bool));
METHOD(void, Executor, remove_node, (NodeBaseInterface::SharedPtr, bool));
METHOD(void, Executor, remove_node, (rclcpp::Node::SharedPtr, bool));
METHOD(void, Executor, spin_node_once, (rclcpp::Node::SharedPtr, std::chrono::milliseconds));
METHOD(void, Executor, spin_node_once, (NodeBaseInterface::SharedPtr, std::chrono::milliseconds));
METHOD(void, Executor, spin_node_some, (NodeBaseInterface::SharedPtr));
METHOD(void, Executor, spin_node_some, (rclcpp::Node::SharedPtr));
METHOD(void, Executor, spin_node_all, (NodeBaseInterface::SharedPtr, Nanoseconds));
METHOD(void, Executor, spin_node_all, (rclcpp::Node::SharedPtr, Nanoseconds));
METHOD(void, Executor, spin_some, (Nanoseconds));
METHOD(void, Executor, spin_all, (Nanoseconds));
METHOD(void, Executor, spin_once, (Nanoseconds));
METHOD(
  FutureReturnCode, Executor, spin_until_future_complete,
  (std::shared_future<int> &, std::chrono::seconds));
METHOD(void, Executor, cancel, ());
METHOD(bool, Executor, is_spinning, ());
/// Uses the functions for executors that programs write.
struct OwnExecutor : Executor
{
  using Executor::execute_any_executable;
  using Executor::get_next_executable;
  using Executor::get_next_ready_executable;
  using Executor::spinning;
  using Executor::wait_for_work;
};
USE(wait_for_work, api::some<OwnExecutor>().wait_for_work(std::chrono::seconds(1)));
USE(get_next_ready_executable, bool got = api::some<OwnExecutor>().get_next_ready_executable(
                                 api::some<rclcpp::AnyExecutable>());
    (void)got);
USE(get_next_executable, bool got = api::some<OwnExecutor>().get_next_executable(
                           api::some<rclcpp::AnyExecutable>(), std::chrono::seconds(1));
    (void)got);
USE(
  execute_any_executable,
  api::some<OwnExecutor>().execute_any_executable(api::some<rclcpp::AnyExecutable>()));
DIFFERENT(spinning, "is a reference; cancel() sets it to false only where a program has set it",
          std::atomic_bool & spinning = api::some<OwnExecutor>().spinning;
          (void)spinning);
MISSING_MEMBER(
  Executor, collect_entities, "a protected part of the wait-set engine; ours is driven by events");

HEADER("rclcpp/any_executable.hpp");
TYPE(rclcpp::AnyExecutable);
FIELD(rclcpp::SubscriptionBase::SharedPtr, rclcpp::AnyExecutable, subscription);
FIELD(rclcpp::TimerBase::SharedPtr, rclcpp::AnyExecutable, timer);
FIELD(rclcpp::ServiceBase::SharedPtr, rclcpp::AnyExecutable, service);
FIELD(rclcpp::ClientBase::SharedPtr, rclcpp::AnyExecutable, client);
FIELD(Waitable::SharedPtr, rclcpp::AnyExecutable, waitable);
FIELD(CallbackGroup::SharedPtr, rclcpp::AnyExecutable, callback_group);
DIFFERENT(
  node_base, "is null",
  NodeBaseInterface::SharedPtr node = api::some<rclcpp::AnyExecutable>().node_base);
DIFFERENT(
  data, "is null: the item is taken from the entity when it is run",
  std::shared_ptr<void> data = api::some<rclcpp::AnyExecutable>().data);

HEADER("rclcpp/future_return_code.hpp");
ENUMERATORS(rclcpp::FutureReturnCode, SUCCESS, INTERRUPTED, TIMEOUT);
FUNCTION(std::string, rclcpp::to_string, (const FutureReturnCode &));
FUNCTION(std::ostream &, rclcpp::operator<<, (std::ostream &, const FutureReturnCode &));

HEADER("rclcpp/executors.hpp");
FUNCTION(void, rclcpp::spin, (rclcpp::Node::SharedPtr));
FUNCTION(void, rclcpp::spin, (NodeBaseInterface::SharedPtr));
FUNCTION(void, rclcpp::spin_some, (rclcpp::Node::SharedPtr));
FUNCTION(void, rclcpp::spin_some, (NodeBaseInterface::SharedPtr));
FUNCTION(void, rclcpp::spin_all, (rclcpp::Node::SharedPtr, Nanoseconds));
FUNCTION(void, rclcpp::spin_all, (NodeBaseInterface::SharedPtr, Nanoseconds));
FUNCTION(
  FutureReturnCode, rclcpp::spin_until_future_complete,
  (rclcpp::Node::SharedPtr, std::shared_future<int> &, std::chrono::seconds));
FUNCTION(
  FutureReturnCode, rclcpp::executors::spin_node_until_future_complete,
  (Executor &, rclcpp::Node::SharedPtr, std::shared_future<int> &, std::chrono::seconds));

HEADER("rclcpp/executors/single_threaded_executor.hpp");
CONSTRUCTOR(rclcpp::executors::SingleThreadedExecutor, (const rclcpp::ExecutorOptions &));
HEADER("rclcpp/executors/multi_threaded_executor.hpp");
CONSTRUCTOR(
  rclcpp::executors::MultiThreadedExecutor,
  (const rclcpp::ExecutorOptions &, std::size_t, bool, Nanoseconds));
METHOD(std::size_t, rclcpp::executors::MultiThreadedExecutor, get_number_of_threads, ());
struct OwnThreads : rclcpp::executors::MultiThreadedExecutor
{
  using MultiThreadedExecutor::run;
};
USE(run, api::some<OwnThreads>().run(0));
HEADER("rclcpp/executors/static_single_threaded_executor.hpp");
DIFFERENT(
  StaticSingleThreadedExecutor, "may be given nodes and entities while it spins",
  rclcpp::executors::StaticSingleThreadedExecutor executor{rclcpp::ExecutorOptions()});
HEADER("rclcpp/experimental/executors/events_executor/events_executor.hpp");
DIFFERENT(
  EventsExecutor, "the engine provides its queue and timers; the constructor takes options only",
  rclcpp::experimental::executors::EventsExecutor executor{rclcpp::ExecutorOptions()});
MISSING_HEADER(
  "rclcpp/experimental/executors/events_executor/events_queue.hpp",
  "the events queue cannot be replaced");
MISSING_HEADER("rclcpp/experimental/timers_manager.hpp", "internal to ROS 2's EventsExecutor");
MISSING_HEADER(
  "rclcpp/executors/executor_entities_collection.hpp", "internal to the wait-set engine");
MISSING_HEADER(
  "rclcpp/executors/executor_entities_collector.hpp", "internal to the wait-set engine");
MISSING_HEADER("rclcpp/executors/executor_notify_waitable.hpp", "internal to the wait-set engine");

HEADER("rclcpp/memory_strategy.hpp");
#include "rclcpp/memory_strategies.hpp"
DIFFERENT(
  MemoryStrategy, "has nothing to override",
  static_assert(std::is_base_of_v<
                rclcpp::memory_strategy::MemoryStrategy,
                rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<>>));
HEADER("rclcpp/memory_strategies.hpp");
FUNCTION(
  rclcpp::memory_strategy::MemoryStrategy::SharedPtr,
  rclcpp::memory_strategies::create_default_strategy, ());
HEADER("rclcpp/strategies/allocator_memory_strategy.hpp");
CONSTRUCTOR(
  rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<
    std::allocator<int>>,
  (std::shared_ptr<std::allocator<int>>));

HEADER("rclcpp/waitable.hpp");
TYPE(rclcpp::Waitable);
METHOD(std::size_t, Waitable, get_number_of_ready_subscriptions, ());
METHOD(std::size_t, Waitable, get_number_of_ready_timers, ());
METHOD(std::size_t, Waitable, get_number_of_ready_clients, ());
METHOD(std::size_t, Waitable, get_number_of_ready_events, ());
METHOD(std::size_t, Waitable, get_number_of_ready_services, ());
METHOD(std::size_t, Waitable, get_number_of_ready_guard_conditions, ());
DIFFERENT(
  add_to_wait_set, "takes guard conditions and QoS events only",
  api::some<Waitable>().add_to_wait_set(api::some<rcl_wait_set_t>()));
METHOD(bool, Waitable, is_ready, (const rcl_wait_set_t &));
METHOD(std::shared_ptr<void>, Waitable, take_data, ());
METHOD(std::shared_ptr<void>, Waitable, take_data_by_entity_id, (std::size_t));
METHOD(void, Waitable, execute, (const std::shared_ptr<void> &));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
METHOD(void, Waitable, add_to_wait_set, (rcl_wait_set_t *));
METHOD(bool, Waitable, is_ready, (rcl_wait_set_t *));
METHOD(void, Waitable, execute, (std::shared_ptr<void> &));
#pragma GCC diagnostic pop
METHOD(bool, Waitable, exchange_in_use_by_wait_set_state, (bool));
METHOD(void, Waitable, set_on_ready_callback, (std::function<void(std::size_t, int)>));
METHOD(void, Waitable, clear_on_ready_callback, ());

HEADER("rclcpp/wait_set.hpp");
TYPE(rclcpp::WaitSet);
TYPE(rclcpp::StaticWaitSet<1, 0, 0, 0, 0, 0>);
TYPE(rclcpp::ThreadSafeWaitSet);
HEADER("rclcpp/wait_set_template.hpp");
TYPE(rclcpp::WaitSetTemplate<
     rclcpp::wait_set_policies::SequentialSynchronization,
     rclcpp::wait_set_policies::DynamicStorage>);
TYPE(rclcpp::WaitSet::SubscriptionEntry);
TYPE(rclcpp::WaitSet::WaitableEntry);
METHOD(const rcl_wait_set_t &, const rclcpp::WaitSet, get_rcl_wait_set, ());
METHOD(
  void, rclcpp::WaitSet, add_subscription,
  (std::shared_ptr<rclcpp::SubscriptionBase>, rclcpp::SubscriptionWaitSetMask));
METHOD(
  void, rclcpp::WaitSet, remove_subscription,
  (std::shared_ptr<rclcpp::SubscriptionBase>, rclcpp::SubscriptionWaitSetMask));
METHOD(void, rclcpp::WaitSet, add_guard_condition, (rclcpp::GuardCondition::SharedPtr));
METHOD(void, rclcpp::WaitSet, remove_guard_condition, (rclcpp::GuardCondition::SharedPtr));
METHOD(void, rclcpp::WaitSet, add_timer, (rclcpp::TimerBase::SharedPtr));
METHOD(void, rclcpp::WaitSet, remove_timer, (rclcpp::TimerBase::SharedPtr));
METHOD(void, rclcpp::WaitSet, add_client, (std::shared_ptr<rclcpp::ClientBase>));
METHOD(void, rclcpp::WaitSet, remove_client, (std::shared_ptr<rclcpp::ClientBase>));
METHOD(void, rclcpp::WaitSet, add_service, (std::shared_ptr<rclcpp::ServiceBase>));
METHOD(void, rclcpp::WaitSet, remove_service, (std::shared_ptr<rclcpp::ServiceBase>));
METHOD(void, rclcpp::WaitSet, add_waitable, (Waitable::SharedPtr, std::shared_ptr<void>));
METHOD(void, rclcpp::WaitSet, remove_waitable, (Waitable::SharedPtr));
METHOD(void, rclcpp::WaitSet, prune_deleted_entities, ());
METHOD(rclcpp::WaitResult<rclcpp::WaitSet>, rclcpp::WaitSet, wait, (std::chrono::seconds));
HEADER("rclcpp/wait_result.hpp");
TYPE(rclcpp::WaitResult<rclcpp::WaitSet>);
METHOD(rclcpp::WaitResultKind, const rclcpp::WaitResult<rclcpp::WaitSet>, kind, ());
METHOD(const rclcpp::WaitSet &, const rclcpp::WaitResult<rclcpp::WaitSet>, get_wait_set, ());
USE(
  peek_next_ready_timer,
  std::pair<rclcpp::TimerBase::SharedPtr, std::size_t> next =
    api::some<rclcpp::WaitResult<rclcpp::WaitSet>>().peek_next_ready_timer(0));
METHOD(void, rclcpp::WaitResult<rclcpp::WaitSet>, clear_timer_with_index, (std::size_t));
METHOD(
  std::shared_ptr<rclcpp::SubscriptionBase>, rclcpp::WaitResult<rclcpp::WaitSet>,
  next_ready_subscription, ());
METHOD(
  std::shared_ptr<rclcpp::ServiceBase>, rclcpp::WaitResult<rclcpp::WaitSet>, next_ready_service,
  ());
METHOD(
  std::shared_ptr<rclcpp::ClientBase>, rclcpp::WaitResult<rclcpp::WaitSet>, next_ready_client, ());
METHOD(Waitable::SharedPtr, rclcpp::WaitResult<rclcpp::WaitSet>, next_ready_waitable, ());
HEADER("rclcpp/wait_result_kind.hpp");
ENUMERATORS(rclcpp::WaitResultKind, Ready, Timeout, Empty, Invalid);
HEADER("rclcpp/subscription_wait_set_mask.hpp");
FIELD(bool, rclcpp::SubscriptionWaitSetMask, include_subscription);
FIELD(bool, rclcpp::SubscriptionWaitSetMask, include_events);
DIFFERENT(
  include_intra_process_waitable, "accepted; local messages and those of DDS wait in one queue",
  api::some<rclcpp::SubscriptionWaitSetMask>().include_intra_process_waitable = true);
HEADER("rclcpp/wait_set_policies/dynamic_storage.hpp");
DIFFERENT(
  DynamicStorage, "has no members to derive from",
  static_assert(sizeof(rclcpp::wait_set_policies::DynamicStorage) > 0));
HEADER("rclcpp/wait_set_policies/static_storage.hpp");
DIFFERENT(
  StaticStorage, "has no members to derive from",
  static_assert(sizeof(rclcpp::wait_set_policies::StaticStorage<0, 0, 0, 0, 0, 0>) > 0));
HEADER("rclcpp/wait_set_policies/sequential_synchronization.hpp");
DIFFERENT(
  SequentialSynchronization, "has no members to derive from",
  static_assert(sizeof(rclcpp::wait_set_policies::SequentialSynchronization) > 0));
HEADER("rclcpp/wait_set_policies/thread_safe_synchronization.hpp");
DIFFERENT(
  ThreadSafeSynchronization,
  "has no members to derive from; changing the set never waits for whoever looks at a result, but "
  "makes that Invalid",
  static_assert(sizeof(rclcpp::wait_set_policies::ThreadSafeSynchronization) > 0));
