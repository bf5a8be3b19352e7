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
USE(find_subscription_ptrs_if, rclcpp::SubscriptionBase::SharedPtr p = api::some<CallbackGroup>().find_subscription_ptrs_if([](const auto &) { return true; }));
USE(find_timer_ptrs_if, rclcpp::TimerBase::SharedPtr p = api::some<CallbackGroup>().find_timer_ptrs_if([](const auto &) { return true; }));
USE(find_service_ptrs_if, std::shared_ptr<rclcpp::ServiceBase> p = api::some<CallbackGroup>().find_service_ptrs_if([](const auto &) { return true; }));
USE(find_client_ptrs_if, std::shared_ptr<rclcpp::ClientBase> p = api::some<CallbackGroup>().find_client_ptrs_if([](const auto &) { return true; }));
USE(find_waitable_ptrs_if, Waitable::SharedPtr p = api::some<CallbackGroup>().find_waitable_ptrs_if([](const auto &) { return true; }));
METHOD(std::atomic_bool &, CallbackGroup, can_be_taken_from, ());
METHOD(const rclcpp::CallbackGroupType &, const CallbackGroup, type, ());
USE(collect_all_ptrs, auto any = [](const auto &) {}; api::some<CallbackGroup>().collect_all_ptrs(any, any, any, any, any));
METHOD(std::atomic_bool &, CallbackGroup, get_associated_with_executor_atomic, ());
METHOD(bool, const CallbackGroup, automatically_add_to_executor_with_node, ());
METHOD(rclcpp::GuardCondition::SharedPtr, CallbackGroup, get_notify_guard_condition, ());
METHOD(void, CallbackGroup, trigger_notify_guard_condition, ());
METHOD(std::size_t, const CallbackGroup, size, ());

HEADER("rclcpp/executor_options.hpp");
TYPE(rclcpp::ExecutorOptions);
CONSTRUCTOR(rclcpp::ExecutorOptions, ());
FIELD(rclcpp::Context::SharedPtr, rclcpp::ExecutorOptions, context);
DIFFERENT(max_conditions, "accepted; nothing here has such a limit", api::some<rclcpp::ExecutorOptions>().max_conditions = 7);
DIFFERENT(memory_strategy, "accepted and not asked: there is no wait set whose memory it would manage", api::some<rclcpp::ExecutorOptions>().memory_strategy = nullptr);

HEADER("rclcpp/executor.hpp");
TYPE(rclcpp::Executor);
METHOD(void, Executor, spin, ());
METHOD(void, Executor, add_callback_group, (CallbackGroup::SharedPtr, NodeBaseInterface::SharedPtr, bool));
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
METHOD(FutureReturnCode, Executor, spin_until_future_complete, (std::shared_future<int> &, std::chrono::seconds));
METHOD(void, Executor, cancel, ());
METHOD(bool, Executor, is_spinning, ());
MISSING_MEMBER(Executor, execute_any_executable, "a protected part of the wait-set engine; ours is driven by events");
MISSING_MEMBER(Executor, wait_for_work, "a protected part of the wait-set engine; ours is driven by events");
MISSING_MEMBER(Executor, get_next_executable, "a protected part of the wait-set engine; ours is driven by events");

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
FUNCTION(FutureReturnCode, rclcpp::spin_until_future_complete, (rclcpp::Node::SharedPtr, std::shared_future<int> &, std::chrono::seconds));
FUNCTION(FutureReturnCode, rclcpp::executors::spin_node_until_future_complete, (Executor &, rclcpp::Node::SharedPtr, std::shared_future<int> &, std::chrono::seconds));

HEADER("rclcpp/executors/single_threaded_executor.hpp");
CONSTRUCTOR(rclcpp::executors::SingleThreadedExecutor, (const rclcpp::ExecutorOptions &));
HEADER("rclcpp/executors/multi_threaded_executor.hpp");
CONSTRUCTOR(rclcpp::executors::MultiThreadedExecutor, (const rclcpp::ExecutorOptions &, std::size_t, bool, Nanoseconds));
METHOD(std::size_t, rclcpp::executors::MultiThreadedExecutor, get_number_of_threads, ());
HEADER("rclcpp/executors/static_single_threaded_executor.hpp");
DIFFERENT(StaticSingleThreadedExecutor, "may be given nodes and entities while it spins",
  rclcpp::executors::StaticSingleThreadedExecutor executor{rclcpp::ExecutorOptions()});
HEADER("rclcpp/experimental/executors/events_executor/events_executor.hpp");
DIFFERENT(EventsExecutor, "its queue and its timers are the engine's: the constructor takes options only",
  rclcpp::experimental::executors::EventsExecutor executor{rclcpp::ExecutorOptions()});
MISSING_HEADER("rclcpp/experimental/executors/events_executor/events_queue.hpp", "the events queue cannot be replaced");
MISSING_HEADER("rclcpp/experimental/timers_manager.hpp", "internal to ROS 2's EventsExecutor");
MISSING_HEADER("rclcpp/any_executable.hpp", "internal to the wait-set engine");
MISSING_HEADER("rclcpp/executors/executor_entities_collection.hpp", "internal to the wait-set engine");
MISSING_HEADER("rclcpp/executors/executor_entities_collector.hpp", "internal to the wait-set engine");
MISSING_HEADER("rclcpp/executors/executor_notify_waitable.hpp", "internal to the wait-set engine");

HEADER("rclcpp/memory_strategy.hpp");
#include "rclcpp/memory_strategies.hpp"
DIFFERENT(MemoryStrategy, "has nothing to override", static_assert(std::is_base_of_v<rclcpp::memory_strategy::MemoryStrategy, rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<>>));
HEADER("rclcpp/memory_strategies.hpp");
FUNCTION(rclcpp::memory_strategy::MemoryStrategy::SharedPtr, rclcpp::memory_strategies::create_default_strategy, ());
HEADER("rclcpp/strategies/allocator_memory_strategy.hpp");
CONSTRUCTOR(rclcpp::memory_strategies::allocator_memory_strategy::AllocatorMemoryStrategy<std::allocator<int>>, (std::shared_ptr<std::allocator<int>>));

HEADER("rclcpp/waitable.hpp");
TYPE(rclcpp::Waitable);
METHOD(std::size_t, Waitable, get_number_of_ready_subscriptions, ());
METHOD(std::size_t, Waitable, get_number_of_ready_timers, ());
METHOD(std::size_t, Waitable, get_number_of_ready_clients, ());
METHOD(std::size_t, Waitable, get_number_of_ready_events, ());
METHOD(std::size_t, Waitable, get_number_of_ready_services, ());
METHOD(std::size_t, Waitable, get_number_of_ready_guard_conditions, ());
DIFFERENT(add_to_wait_set, "a wait set here holds guard conditions only", api::some<Waitable>().add_to_wait_set(api::some<rcl_wait_set_t>()));
METHOD(bool, Waitable, is_ready, (const rcl_wait_set_t &));
METHOD(std::shared_ptr<void>, Waitable, take_data, ());
METHOD(std::shared_ptr<void>, Waitable, take_data_by_entity_id, (std::size_t));
METHOD(void, Waitable, execute, (const std::shared_ptr<void> &));
METHOD(bool, Waitable, exchange_in_use_by_wait_set_state, (bool));
METHOD(void, Waitable, set_on_ready_callback, (std::function<void(std::size_t, int)>));
METHOD(void, Waitable, clear_on_ready_callback, ());

MISSING_HEADER("rclcpp/wait_set.hpp", "to come");
MISSING_HEADER("rclcpp/wait_result.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_result_kind.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_set_template.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/subscription_wait_set_mask.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_set_policies/dynamic_storage.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_set_policies/static_storage.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_set_policies/sequential_synchronization.hpp", "to come, with wait sets");
MISSING_HEADER("rclcpp/wait_set_policies/thread_safe_synchronization.hpp", "to come, with wait sets");
