// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implementation of an action server: its endpoints and the goals that it knows. Outlives the
// server while a callback of it runs.
#ifndef RCLCPP_ACTION__SERVER_CORE_HPP_
#define RCLCPP_ACTION__SERVER_CORE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "endpoints.hpp"
#include "rcl_action/action_server.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/server.hpp"

namespace rclcpp_action::detail
{

struct ServerGoal;
using ServerGoals = std::list<
  std::shared_ptr<ServerGoal>, rclcpp::extension::BlockAllocator<std::shared_ptr<ServerGoal>>>;
using RequestIds =
  std::vector<rmw_request_id_t, rclcpp::extension::BlockAllocator<rmw_request_id_t>>;

/// One goal; its handle and the server share it.
struct ServerGoal
{
  explicit ServerGoal(const GoalUUID & goal_id) : id(goal_id) {}

  /// Makes the change if the state machine allows it; of several threads one succeeds.
  bool change(std::int8_t to) noexcept;
  bool is_active() const noexcept;

  const GoalUUID id;
  /// UNKNOWN while the user decides whether to accept it.
  std::atomic<std::int8_t> status{GoalStatus::STATUS_UNKNOWN};
  /// The server ended it because the context shut down: calls of the user have no effect.
  std::atomic<bool> ended_by_shutdown{false};

  // Guarded by the core's mutex.
  builtin_interfaces::msg::Time stamp;
  std::weak_ptr<ServerGoalHandleBase> handle;
  std::shared_ptr<void> result;  // the response; null while the goal is active
  RequestIds waiting;            // for the result
  bool fetched = false;
  std::int64_t ended_ns = 0;
  bool is_listed = false;
  ServerGoals::iterator listed;
  ServerGoals::iterator ended;
};

/// Thread-safe. No lock is held while user code runs.
class ServerCore : public std::enable_shared_from_this<ServerCore>
{
public:
  using EntityType = ServerBase::EntityType;
  using Goal = std::shared_ptr<ServerGoal>;

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
  // The number of ended goals that the status topic lists.
  static constexpr std::size_t most_listed_ended = 20;

  // Handlers for items of the endpoints.
  void goal_requested(const rmw_request_id_t & header, const std::shared_ptr<void> & request);
  void cancel_requested(
    const rmw_request_id_t & header, const action_msgs::srv::CancelGoal::Request & request);
  void result_requested(const rmw_request_id_t & header, void * request);
  void expire();
  void count_anew();
  void shut_down();
  // A subscription of another process may have matched: status that was not sent for lack of one is
  // sent now.
  void status_matched();
  void publish_unsent_status();
  void publish_due_status();

  void answer_goal(
    const rmw_request_id_t & header, bool accepted, const builtin_interfaces::msg::Time & stamp);
  std::vector<Goal> cancel_candidates(
    const action_msgs::srv::CancelGoal::Request & request, std::int8_t & code) const;
  std::shared_ptr<void> make_result(std::int8_t status) const;
  void respond(
    RequestService & service, const rmw_request_id_t & header, std::shared_ptr<void> response);
  // Rejects the goal for the user; requests for its result in the meantime are answered.
  void reject(const Goal & goal, const rmw_request_id_t & header);
  void abort_or_cancel(const Goal & goal, DroppedGoalPolicy policy);

  // Call with mutex_ held:
  void list(const Goal & goal);
  void unlist(ServerGoal & goal);
  void add_ended(const Goal & goal, std::int64_t now);
  Goal remove_ended(const Goal & goal);
  void arm(std::int64_t now);

  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_;
  const rclcpp::Clock::SharedPtr clock_;
  const rclcpp::Logger logger_;
  const ActionType & type_;
  const std::string name_;
  const rcl_action_server_options_t options_;
  // Without a retention time, results are kept until one client has fetched them, but not for ever.
  const bool until_fetched_;
  const std::int64_t result_timeout_;
  const std::unique_ptr<ServerCallbacks> callbacks_;

  std::shared_ptr<RequestService> goal_service_;
  std::shared_ptr<RequestService> cancel_service_;
  std::shared_ptr<RequestService> result_service_;
  std::shared_ptr<FeedbackPublisher> feedback_;
  std::shared_ptr<StatusPublisher> status_;
  rclcpp::TimerBase::SharedPtr expire_timer_;
  rclcpp::JumpHandler::SharedPtr on_jump_;
  rclcpp::PreShutdownCallbackHandle on_pre_shutdown_;

  mutable std::mutex mutex_;  // guards the members below
  bool closed_ = false;
  bool shut_down_ = false;
  GoalMap<Goal> goals_;
  ServerGoals listed_;  // on the status topic, in the order of acceptance
  ServerGoals ended_;   // in the order of their ends
  ServerGoals::iterator first_listed_ended_ = ended_.end();
  std::size_t listed_ended_ = 0;
  // One thread at a time publishes the status; it repeats until nothing has changed in the
  // meantime.
  bool status_changed_ = false;
  std::atomic<bool> status_due_{false};  // a goal was accepted, and its callback has not returned
  bool status_unsent_ = false;           // not sent to other processes because none subscribed
  bool publishing_status_ = false;
  rclcpp::GuardCondition::SharedPtr guard_condition_;
};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__SERVER_CORE_HPP_
