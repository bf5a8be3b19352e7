// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ClientGoalHandle<ActionT>: an accepted goal, as its client has it.
#ifndef RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
#define RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "action_msgs/msg/goal_status.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/detail/client_goal.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// How a goal ended. UNKNOWN: its server does not know it any more, or is gone.
enum class ResultCode : std::int8_t
{
  UNKNOWN = action_msgs::msg::GoalStatus::STATUS_UNKNOWN,
  SUCCEEDED = action_msgs::msg::GoalStatus::STATUS_SUCCEEDED,
  CANCELED = action_msgs::msg::GoalStatus::STATUS_CANCELED,
  ABORTED = action_msgs::msg::GoalStatus::STATUS_ABORTED
};

template <typename ActionT>
class Client;

/// Made by Client::async_send_goal(). All functions are thread-safe.
///
/// The client has a weak pointer only: a goal whose handle nobody has, and whose result nobody
/// asked for, gets no feedback any more. The server is told nothing of that: the goal runs on.
template <typename ActionT>
class ClientGoalHandle : public detail::ClientGoal,
                         public std::enable_shared_from_this<ClientGoalHandle<ActionT>>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClientGoalHandle)

  using Feedback = typename ActionT::Feedback;
  using Result = typename ActionT::Result;

  struct WrappedResult
  {
    GoalUUID goal_id;
    ResultCode code;
    /// Never null; a default one if the server had none to give.
    typename Result::SharedPtr result;
  };

  using FeedbackCallback = std::function<void(
    typename ClientGoalHandle<ActionT>::SharedPtr, const std::shared_ptr<const Feedback>)>;
  using ResultCallback = std::function<void(const WrappedResult & result)>;

  ~ClientGoalHandle() override = default;

  const GoalUUID & get_goal_id() const { return id_; }
  /// When the server accepted the goal, by its clock.
  rclcpp::Time get_goal_stamp() const;
  /// As far as it is known here: one of action_msgs/msg/GoalStatus.
  std::int8_t get_status();
  bool is_feedback_aware();
  /// The result was asked for.
  bool is_result_aware();

private:
  friend class Client<ActionT>;

  using ResultResponse = typename detail::ActionMessages<ActionT>::ResultResponse;
  using FeedbackMessage = typename detail::ActionMessages<ActionT>::FeedbackMessage;

  // Shared with the threads that call them.
  struct Callbacks
  {
    FeedbackCallback feedback;
    ResultCallback result;
  };

  static std::shared_ptr<const Callbacks> make_callbacks(
    FeedbackCallback feedback, ResultCallback result);

  ClientGoalHandle(
    const GoalUUID & id, std::weak_ptr<detail::ClientCore> client, FeedbackCallback feedback,
    ResultCallback result);

  // The future of the result, and another callback for it unless `callback` is empty. False if
  // there will be no result to wait for.
  bool want_result(ResultCallback callback, std::shared_future<WrappedResult> & future);
  void stop_callbacks();

  void call_feedback(const std::shared_ptr<const void> & message) override;
  void complete(std::int8_t code, std::shared_ptr<void> result_response) override;
  void invalidate(const char * why) override;
  bool is_feedback_wanted() const override;
  bool is_result_wanted() const override;

  std::shared_ptr<const Callbacks> callbacks_;  // guarded by mutex_, as all that follows
  std::optional<std::promise<WrappedResult>> promise_;
  std::shared_future<WrappedResult> future_;
};

}  // namespace rclcpp_action

#include "rclcpp_action/client_goal_handle_impl.hpp"  // IWYU pragma: export

#endif  // RCLCPP_ACTION__CLIENT_GOAL_HANDLE_HPP_
