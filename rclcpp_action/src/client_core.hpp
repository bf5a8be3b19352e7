// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implementation of an action client: its endpoints and its pending goals. Outlives the client
// while a callback of it runs.
#ifndef RCLCPP_ACTION__CLIENT_CORE_HPP_
#define RCLCPP_ACTION__CLIENT_CORE_HPP_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "endpoints.hpp"
#include "goal_map.hpp"
#include "rcl_action/action_client.h"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_action/client_base.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/detail/client_goal.hpp"

namespace rclcpp_action::detail
{

/// Thread-safe. No lock is held while user code runs, nor while a goal is destroyed, which runs
/// user code too. Lock order: the core's, then a goal's.
class ClientCore : public std::enable_shared_from_this<ClientCore>
{
public:
  using CancelRequest = action_msgs::srv::CancelGoal::Request;
  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  using CancelAnswer = std::function<void(std::shared_ptr<CancelResponse>)>;
  using Goal = std::shared_ptr<ClientGoal>;
  using EntityType = ClientBase::EntityType;

  ClientCore(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, rclcpp::Logger logger,
    const ActionType & type, std::string name);

  /// Creates the endpoints; called once before all other functions.
  void open(const rcl_action_client_options_t & options);
  /// Called when the client is destroyed: no callback is called after it.
  void close();

  // --- for the client ---

  void send_goal(
    const Goal & goal, std::shared_ptr<void> request, std::shared_ptr<GoalAnswer> answer,
    std::chrono::nanoseconds timeout);
  void request_result(const Goal & goal);
  void send_cancel(std::shared_ptr<CancelRequest> request, CancelAnswer answer);
  bool is_known(const ClientGoal & goal) const;
  /// Returns null if the goal is unknown.
  Goal find(const GoalUUID & id) const;
  void forget(const GoalUUID & id);
  /// Called when the last pointer to the goal is destroyed.
  void dropped(const GoalUUID & id);
  std::size_t prune();
  void set_introspection(
    const rclcpp::Clock::SharedPtr & clock, const rclcpp::QoS & qos,
    rcl_service_introspection_state_t state);

  bool is_server_ready() const;
  /// A negative timeout waits for ever.
  bool wait_for_server(std::chrono::nanoseconds timeout);

  Entities entities() const;
  std::shared_ptr<Taken> take(EntityType type);
  void set_on_ready(std::function<void(std::size_t, int)> callback);
  /// Returns a guard condition that each item triggers from now on.
  rclcpp::GuardCondition & guard_condition();
  bool has_item() const;

  const rclcpp::Logger logger;

private:
  using Deadlines = std::multimap<std::chrono::steady_clock::time_point, GoalUUID>;

  // A goal that is not answered, or whose feedback or result is in use.
  struct Entry
  {
    std::weak_ptr<ClientGoal> goal;
    std::shared_ptr<GoalAnswer> answer;  // null if it is answered; keeps the goal alive
    std::optional<Deadlines::iterator> deadline = std::nullopt;  // for the answer
  };
  // A cancel request that is not answered.
  struct Cancel
  {
    GoalUUID id;
    CancelAnswer answer;
  };
  class PendingGoal;
  class PendingResult;
  class PendingCancel;

  // Handlers for items of the endpoints.
  void goal_answered(const GoalUUID & id, void * response);
  std::optional<GoalUUID> id_in_feedback(const rclcpp::extension::Message & message) const;
  // Returns true for feedback of a goal that is in use; called on the receiving thread before it is
  // queued.
  bool is_feedback_for_us(const rclcpp::extension::Message & message) const;
  void feedback_arrived(rclcpp::extension::Message & message);
  void result_arrived(const Goal & goal, std::shared_ptr<void> response);
  void cancel_answered(const std::shared_ptr<Cancel> & cancel, std::shared_ptr<void> response);
  void status_arrived(const action_msgs::msg::GoalStatusArray & message);
  void server_left();
  void answers_overdue();

  void accept(const Goal & goal, GoalAnswer & answer, void * response);
  void end_accepting(const Goal & goal, AllCalled & callbacks);
  std::int64_t ask_for_result(const Goal & goal, bool is_probe);
  void probe_answered(const Goal & goal, std::shared_ptr<void> response);
  // Handles a goal whose server has disappeared.
  void lose(const GoalUUID & id);
  void cancel_unknown(const std::shared_ptr<Cancel> & cancel);
  // Gives the goal up if it is not answered in time; 0 and less mean no limit.
  void limit_answer(const GoalUUID & id, std::chrono::nanoseconds timeout);
  // Removes a goal that is not answered. Returns false if it is answered or unknown.
  bool take_unanswered(const GoalUUID & id, Entry & entry);
  // Call with mutex_ held:
  void arm();
  void forget_deadline(Entry & entry);

  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_;
  const ActionType & type_;
  const std::string name_;

  std::shared_ptr<RequestClient> goal_client_;
  std::shared_ptr<RequestClient> result_client_;
  std::shared_ptr<RequestClient> cancel_client_;
  std::shared_ptr<FeedbackSubscription> feedback_;
  std::shared_ptr<rclcpp::Subscription<action_msgs::msg::GoalStatusArray>> status_;
  rclcpp::TimerBase::SharedPtr overdue_timer_;

  mutable std::mutex mutex_;  // guards the members below, but for changes_
  bool closed_ = false;
  GoalMap<Entry> goals_;
  std::unordered_set<std::shared_ptr<Cancel>> cancels_;
  Deadlines deadlines_;  // for pending goal responses
  rclcpp::GuardCondition::SharedPtr guard_condition_;

  // For threads that wait for a server; the callbacks that wake them keep it alive.
  struct Changes
  {
    std::mutex mutex;  // guards `count`
    std::condition_variable changed;
    std::uint64_t count = 0;
    void happened();
  };
  const std::shared_ptr<Changes> changes_ = std::make_shared<Changes>();
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__CLIENT_CORE_HPP_
