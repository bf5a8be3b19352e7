// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ServerGoalHandle<ActionT>: an accepted goal, as the program that executes it sees it.
#ifndef RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_

#include <cstdint>
#include <memory>
#include <utility>

#include "rclcpp/extension/memory.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

template <typename ActionT>
class Server;

namespace detail
{
class ServerCore;
struct ServerGoal;
}  // namespace detail

/// The states of a goal:
///
///   ACCEPTED  --execute()--> EXECUTING --succeed(), abort()--> SUCCEEDED, ABORTED
///   ACCEPTED, EXECUTING --an accepted cancel request--> CANCELING
///   CANCELING --canceled(), succeed(), abort()--> CANCELED, SUCCEEDED, ABORTED
///
/// All functions are thread-safe. Each change is published on the status topic.
class RCLCPP_ACTION_PUBLIC ServerGoalHandleBase : public rclcpp::extension::BlockAllocated
{
public:
  /// Ends a goal that has not ended: it is aborted with a default result, or canceled if a cancel
  /// request was accepted, and a warning is logged; see ServerBase::set_dropped_goal_policy().
  virtual ~ServerGoalHandleBase();
  ServerGoalHandleBase(const ServerGoalHandleBase &) = delete;
  ServerGoalHandleBase & operator=(const ServerGoalHandleBase &) = delete;

  /// Returns true if a cancel request was accepted and the goal has not ended.
  bool is_canceling() const;
  /// Returns true if the goal has not ended.
  bool is_active() const;
  /// Returns true in the state EXECUTING.
  bool is_executing() const;

protected:
  /// Creates the handle of `goal`. If `server` is destroyed, the handle only changes the state of
  /// the goal.
  ServerGoalHandleBase(
    std::shared_ptr<detail::ServerGoal> goal, std::weak_ptr<detail::ServerCore> server);

  /// Returns the id of the goal.
  const GoalUUID & id() const;
  /// Throws std::invalid_argument for null. ROS 2 dereferences the pointer, which ends the process.
  void refuse_null(const void * message, const char * function, const char * kind) const;
  /// Publishes a feedback message; does nothing if the server was destroyed.
  void publish(rclcpp::extension::UniqueMessage feedback);
  /// Ends the goal. `result_response` already contains the status `state`.
  void end(std::int8_t state, std::shared_ptr<void> result_response);
  /// Changes the state from ACCEPTED to EXECUTING and publishes the status. Throws
  /// rclcpp::exceptions::RCLError in another state.
  void begin_execution();

private:
  const std::shared_ptr<detail::ServerGoal> goal_;
  const std::weak_ptr<detail::ServerCore> server_;
};

/// The handle that the server's callbacks get. The server only keeps a weak pointer: the code that
/// executes the goal keeps the handle. If the server was destroyed, the functions change the state
/// and send nothing. If the context shuts down, the server aborts the goal: then they do nothing.
template <typename ActionT>
class ServerGoalHandle : public ServerGoalHandleBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerGoalHandle)

  /// Publishes feedback; does nothing before or after the goal is active. Copies the feedback once;
  /// clients of this process with intra-process communication share that copy. Throws
  /// std::invalid_argument for null.
  void publish_feedback(std::shared_ptr<typename ActionT::Feedback> feedback_msg)
  {
    refuse_null(feedback_msg.get(), "publish_feedback", "feedback");
    if (!is_active()) {
      return;
    }
    using Message = typename detail::ActionMessages<ActionT>::FeedbackMessage;
    auto message = std::make_unique<Message>();
    message->goal_id.uuid = id();
    message->feedback = *feedback_msg;
    publish(rclcpp::extension::UniqueMessage(
      message.release(), {&rclcpp::extension::type_support<Message>}));
  }

  // End the goal: waiting clients get the result at once, others as long as the server keeps it. A
  // result that the caller passes with std::move is not copied. Throw std::invalid_argument for
  // null, which leaves the goal unchanged, and rclcpp::exceptions::RCLError in the wrong state.
  void abort(typename ActionT::Result::SharedPtr result_msg)
  {
    end(GoalStatus::STATUS_ABORTED, std::move(result_msg), "abort");
  }
  /// Ends the goal as SUCCEEDED with this result. Throws std::invalid_argument for null, and
  /// rclcpp::exceptions::RCLError in the wrong state.
  void succeed(typename ActionT::Result::SharedPtr result_msg)
  {
    end(GoalStatus::STATUS_SUCCEEDED, std::move(result_msg), "succeed");
  }
  /// Ends the goal as CANCELED with this result, after a cancel request was accepted. Throws
  /// std::invalid_argument for null, and rclcpp::exceptions::RCLError in the wrong state.
  void canceled(typename ActionT::Result::SharedPtr result_msg)
  {
    end(GoalStatus::STATUS_CANCELED, std::move(result_msg), "canceled");
  }

  /// Starts a goal that was accepted with ACCEPT_AND_DEFER. Throws rclcpp::exceptions::RCLError in
  /// the wrong state.
  void execute() { begin_execution(); }

  /// Returns the goal: a part of the request without a copy, valid as long as the pointer.
  const std::shared_ptr<const typename ActionT::Goal> get_goal() const { return request_; }
  /// Returns the id of the goal.
  const GoalUUID & get_goal_id() const { return id(); }

protected:
  /// Creates the handle of `goal`. `request` is the goal as the client sent it.
  ServerGoalHandle(
    std::shared_ptr<detail::ServerGoal> goal, std::weak_ptr<detail::ServerCore> server,
    std::shared_ptr<const typename ActionT::Goal> request)
  : ServerGoalHandleBase(std::move(goal), std::move(server)), request_(std::move(request))
  {
  }

private:
  friend class Server<ActionT>;

  using ServerGoalHandleBase::end;
  void end(std::int8_t state, typename ActionT::Result::SharedPtr result_msg, const char * function)
  {
    refuse_null(result_msg.get(), function, "result");
    auto response = std::make_shared<typename detail::ActionMessages<ActionT>::ResultResponse>();
    response->status = state;
    if (result_msg.use_count() == 1) {
      response->result = std::move(*result_msg);
    } else {
      response->result = *result_msg;
    }
    end(state, std::shared_ptr<void>(std::move(response)));
  }

  const std::shared_ptr<const typename ActionT::Goal> request_;
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__SERVER_GOAL_HANDLE_HPP_
