// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of an action server and of its goals; server_core.cpp has the
// implementation.
#include "rclcpp_action/server.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/extension/types.hpp"
#include "server_core.hpp"

namespace rclcpp_action
{

ServerBase::ServerBase(
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
  const rclcpp::node_interfaces::NodeClockInterface::SharedPtr & node_clock,
  const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
  const std::string & name, const detail::ActionType & type,
  const rcl_action_server_options_t & options, std::unique_ptr<detail::ServerCallbacks> callbacks)
: core_(std::make_shared<detail::ServerCore>(
    node_base, node_clock->get_clock(), node_logging->get_logger().get_child("rclcpp_action"), type,
    detail::resolve_action_name(*node_base, name), options, std::move(callbacks)))
{
  detail::make_endpoints(name, [&] { core_->open(); });
}

ServerBase::~ServerBase()
{
  core_->close();
}

void ServerBase::set_dropped_goal_policy(DroppedGoalPolicy policy)
{
  core_->dropped_goal_policy = policy;
}

void ServerBase::configure_introspection(
  rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
  rcl_service_introspection_state_t introspection_state)
{
  core_->set_introspection(clock, qos_service_event_pub, introspection_state);
}

std::size_t ServerBase::get_number_of_ready_timers()
{
  return 1;
}
std::size_t ServerBase::get_number_of_ready_services()
{
  return 3;
}
std::size_t ServerBase::get_number_of_ready_guard_conditions()
{
  return 1;
}

ServerBase::Entities ServerBase::get_entities() const
{
  return core_->entities();
}

void ServerBase::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  core_->guard_condition().add_to_wait_set(wait_set);
  if (core_->has_item()) {
    core_->guard_condition().trigger();
  }
}

bool ServerBase::is_ready(const rcl_wait_set_t &)
{
  return core_->has_item();
}

std::shared_ptr<void> ServerBase::take_data()
{
  for (std::size_t id = 0; id <= static_cast<std::size_t>(EntityType::Expired); ++id) {
    if (auto taken = take_data_by_entity_id(id)) {
      return taken;
    }
  }
  return nullptr;
}

std::shared_ptr<void> ServerBase::take_data_by_entity_id(std::size_t id)
{
  return core_->take(static_cast<EntityType>(id));
}

void ServerBase::execute(const std::shared_ptr<void> & data)
{
  if (data) {
    (*std::static_pointer_cast<detail::Taken>(data))();
  }
}

void ServerBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    throw std::invalid_argument("set_on_ready_callback: the callback cannot be called");
  }
  core_->set_on_ready(std::move(callback));
}

void ServerBase::clear_on_ready_callback()
{
  core_->set_on_ready(nullptr);
}

ServerGoalHandleBase::ServerGoalHandleBase(
  std::shared_ptr<detail::ServerGoal> goal, std::weak_ptr<detail::ServerCore> server)
: goal_(std::move(goal)), server_(std::move(server))
{
}

ServerGoalHandleBase::~ServerGoalHandleBase()
{
  if (const auto server = server_.lock()) {
    server->dropped(goal_);
  }
}

bool ServerGoalHandleBase::is_canceling() const
{
  return goal_->status.load(std::memory_order_acquire) == GoalStatus::STATUS_CANCELING;
}

bool ServerGoalHandleBase::is_active() const
{
  return goal_->is_active();
}

bool ServerGoalHandleBase::is_executing() const
{
  return goal_->status.load(std::memory_order_acquire) == GoalStatus::STATUS_EXECUTING;
}

const GoalUUID & ServerGoalHandleBase::id() const
{
  return goal_->id;
}

void ServerGoalHandleBase::refuse_null(
  const void * message, const char * function, const char * kind) const
{
  if (!message) {
    throw std::invalid_argument(
      std::string(function) + "() of goal " + to_string(goal_->id) + ": expected a " + kind +
      ", found a null pointer; a default-constructed one will do");
  }
}

void ServerGoalHandleBase::publish(rclcpp::extension::UniqueMessage feedback)
{
  if (const auto server = server_.lock()) {
    server->publish_feedback(std::move(feedback));
  }
}

namespace
{

[[noreturn]] void refuse(const detail::ServerGoal & goal, std::int8_t state)
{
  throw rclcpp::exceptions::RCLError("goal " + to_string(goal.id) + " " + goal.refusal(state));
}

}  // namespace

void ServerGoalHandleBase::end(std::int8_t state, std::shared_ptr<void> result_response)
{
  if (!goal_->change(state)) {
    if (goal_->ended_by_shutdown) {
      return;
    }
    refuse(*goal_, state);
  }
  if (const auto server = server_.lock()) {
    server->ended(goal_, std::move(result_response));
  }
}

void ServerGoalHandleBase::begin_execution()
{
  if (!goal_->change(GoalStatus::STATUS_EXECUTING)) {
    if (goal_->ended_by_shutdown) {
      return;
    }
    refuse(*goal_, GoalStatus::STATUS_EXECUTING);
  }
  if (const auto server = server_.lock()) {
    server->publish_status();
  }
}

}  // namespace rclcpp_action
