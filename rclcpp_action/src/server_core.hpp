// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implementation of an action server: its endpoints and the goals that it knows. Outlives the
// server while a callback of it runs.
#ifndef RCLCPP_ACTION__SERVER_CORE_HPP_
#define RCLCPP_ACTION__SERVER_CORE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "endpoints.hpp"
#include "goal_table.hpp"
#include "rcl_action/action_server.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/server.hpp"

namespace rclcpp_action::detail
{

/// Thread-safe. No lock is held while user code runs.
class ServerCore : public std::enable_shared_from_this<ServerCore>
{
public:
  using EntityType = ServerBase::EntityType;
  using Goal = GoalTable::Goal;

  ServerCore(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, rclcpp::Clock::SharedPtr clock,
    rclcpp::Logger logger, const ActionType & type, std::string name,
    const rcl_action_server_options_t & options, std::unique_ptr<ServerCallbacks> callbacks);

  /// Creates the endpoints; called once before all other functions.
  void open();
  /// Called when the server is destroyed: nothing is sent after it.
  void close();

  // --- for goal handles ---

  void publish_feedback(rclcpp::extension::UniqueMessage message);
  void publish_status();
  /// Called when the state of `goal` has become final. A null `response` means a default result.
  void ended(const Goal & goal, std::shared_ptr<void> response);
  /// Called when the last handle of the goal is destroyed.
  void dropped(const Goal & goal) noexcept;

  // --- for the server ---

  void set_introspection(
    const rclcpp::Clock::SharedPtr & clock, const rclcpp::QoS & qos,
    rcl_service_introspection_state_t state);
  Entities entities() const;
  std::shared_ptr<Taken> take(EntityType type);
  void set_on_ready(std::function<void(std::size_t, int)> callback);
  /// Returns a guard condition that each item triggers from now on.
  rclcpp::GuardCondition & guard_condition();
  bool has_item() const;

  std::atomic<DroppedGoalPolicy> dropped_goal_policy{DroppedGoalPolicy::abort_as_lyrical};

private:
  // Handlers for items of the endpoints.
  void goal_requested(const rmw_request_id_t & header, const std::shared_ptr<void> & request);
  void cancel_requested(
    const rmw_request_id_t & header, const action_msgs::srv::CancelGoal::Request & request);
  void result_requested(const rmw_request_id_t & header, void * request);
  void expire();
  // Restarts the retention time of results if the time was set back or is no longer simulated.
  void count_anew();
  // Sets the timer for the next result that expires.
  void arm(std::int64_t now);
  void shut_down();
  // A subscription of another process may have matched: status that was not sent for lack of one is
  // sent now.
  void status_matched();
  void publish_unsent_status();
  void publish_status(std::unique_lock<std::mutex> lock);
  void publish_due_status();

  void answer_goal(
    const rmw_request_id_t & header, bool accepted, const builtin_interfaces::msg::Time & stamp);
  std::shared_ptr<void> make_result(std::int8_t status) const;
  void respond(
    RequestService & service, const rmw_request_id_t & header, std::shared_ptr<void> response);
  // Rejects the goal for the user; requests for its result in the meantime are answered.
  void reject(const Goal & goal, const rmw_request_id_t & header);
  void abort_or_cancel(const Goal & goal, DroppedGoalPolicy policy);

  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_;
  const rclcpp::Clock::SharedPtr clock_;
  const rclcpp::Logger logger_;
  const ActionType & type_;
  const std::string name_;
  const rcl_action_server_options_t options_;
  const std::unique_ptr<ServerCallbacks> callbacks_;
  GoalTable goals_;

  std::shared_ptr<RequestService> goal_service_;
  std::shared_ptr<RequestService> cancel_service_;
  std::shared_ptr<RequestService> result_service_;
  std::shared_ptr<FeedbackPublisher> feedback_;
  std::shared_ptr<StatusPublisher> status_;
  rclcpp::TimerBase::SharedPtr expire_timer_;
  rclcpp::JumpHandler::SharedPtr on_jump_;
  rclcpp::PreShutdownCallbackHandle on_pre_shutdown_;

  std::mutex mutex_;  // guards the members below and the time of expire_timer_
  bool closed_ = false;
  // One thread at a time publishes the status; it repeats until nothing has changed in the
  // meantime.
  bool status_changed_ = false;
  std::atomic<bool> status_due_{false};  // a goal was accepted, and its callback has not returned
  bool status_unsent_ = false;           // not sent to other processes because none subscribed
  bool publishing_status_ = false;
  bool matched_while_publishing_ = false;  // a subscription that publish() may have missed
  rclcpp::GuardCondition::SharedPtr guard_condition_;
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__SERVER_CORE_HPP_
