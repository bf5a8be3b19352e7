// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A client as a set of entities: waiting for its server, and for items in place of the executor.
#include "client_core.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "rclcpp/context.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/guard_condition.hpp"

namespace rclcpp_action::detail
{

void ClientCore::Changes::happened()
{
  std::lock_guard lock(mutex);
  ++count;
  changed.notify_all();
}

void ClientCore::set_introspection(
  const rclcpp::Clock::SharedPtr & clock, const rclcpp::QoS & qos,
  rcl_service_introspection_state_t state)
{
  goal_client_->set_introspection(clock, qos, state);
  cancel_client_->set_introspection(clock, qos, state);
  result_client_->set_introspection(clock, qos, state);
}

bool ClientCore::is_server_ready() const
{
  return node_->get_context()->is_valid() && goal_client_->service_is_ready() &&
         result_client_->service_is_ready() && cancel_client_->service_is_ready() &&
         feedback_->get_publisher_count() != 0 && status_->get_publisher_count() != 0;
}

bool ClientCore::wait_for_server(std::chrono::nanoseconds timeout)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const bool for_ever = timeout.count() < 0 || timeout >= Clock::time_point::max() - start;
  const auto left = [&] {
    return for_ever ? std::chrono::nanoseconds(-1)
                    : std::max<std::chrono::nanoseconds>(
                        start + timeout - Clock::now(), std::chrono::nanoseconds::zero());
  };
  const auto context = node_->get_context();
  const rclcpp::OnShutdownCallbackHandle on_shutdown =
    context->add_on_shutdown_callback([changes = changes_] { changes->happened(); });
  const std::shared_ptr<void> registered(
    nullptr, [&](void *) { context->remove_on_shutdown_callback(on_shutdown); });
  bool ready = false;
  for (;;) {
    std::uint64_t seen;
    {
      std::lock_guard lock(changes_->mutex);
      seen = changes_->count;
    }
    // Each service wakes by itself; the publishers of the topics are counted as changes.
    const bool services = goal_client_->wait_for_service(left()) &&
                          result_client_->wait_for_service(left()) &&
                          cancel_client_->wait_for_service(left());
    ready = is_server_ready();
    if (ready || !services || !context->is_valid()) {
      break;
    }
    std::unique_lock lock(changes_->mutex);
    const auto changed = [&] { return changes_->count != seen; };
    if (for_ever) {
      changes_->changed.wait(lock, changed);
    } else if (!changes_->changed.wait_until(lock, start + timeout, changed)) {
      break;
    }
  }
  return ready;
}

Entities ClientCore::entities() const
{
  Entities entities{goal_client_, result_client_, cancel_client_,
                    feedback_,    status_,        rclcpp::extension::entity_of(overdue_timer_)};
  add_events(entities, *feedback_);
  add_events(entities, *status_);
  return entities;
}

std::shared_ptr<Taken> ClientCore::take(EntityType type)
{
  switch (type) {
    case EntityType::GoalClient:
      return goal_client_->take();
    case EntityType::ResultClient:
      return result_client_->take();
    case EntityType::CancelClient:
      return cancel_client_->take();
    case EntityType::FeedbackSubscription:
      return detail::take(feedback_);
    case EntityType::StatusSubscription:
      return detail::take(status_);
  }
  return nullptr;
}

void ClientCore::set_on_ready(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    goal_client_->clear_on_new_response_callback();
    result_client_->clear_on_new_response_callback();
    cancel_client_->clear_on_new_response_callback();
    feedback_->clear_on_new_message_callback();
    status_->clear_on_new_message_callback();
    return;
  }
  const auto of = [&](EntityType type) {
    return [callback, id = static_cast<int>(type)](std::size_t count) { callback(count, id); };
  };
  goal_client_->set_on_new_response_callback(of(EntityType::GoalClient));
  result_client_->set_on_new_response_callback(of(EntityType::ResultClient));
  cancel_client_->set_on_new_response_callback(of(EntityType::CancelClient));
  feedback_->set_on_new_message_callback(of(EntityType::FeedbackSubscription));
  status_->set_on_new_message_callback(of(EntityType::StatusSubscription));
}

rclcpp::GuardCondition & ClientCore::guard_condition()
{
  rclcpp::GuardCondition::SharedPtr guard_condition;
  {
    std::lock_guard lock(mutex_);
    if (guard_condition_) {
      return *guard_condition_;
    }
    guard_condition = std::make_shared<rclcpp::GuardCondition>(node_->get_context());
    guard_condition_ = guard_condition;
  }
  set_on_ready([guard_condition](std::size_t, int) { guard_condition->trigger(); });
  return *guard_condition;
}

bool ClientCore::has_item() const
{
  using rclcpp::extension::has_item;
  return has_item(*goal_client_) || has_item(*result_client_) || has_item(*cancel_client_) ||
         has_item(*feedback_) || has_item(*status_);
}

}  // namespace rclcpp_action::detail
