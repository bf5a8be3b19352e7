// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of send_goal, the updates that it emits, and the errors of goals.

#ifndef RXROS2__ACTIONS__GOAL_UPDATE_HPP_
#define RXROS2__ACTIONS__GOAL_UPDATE_HPP_

#include <any>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/types.hpp"
#include "rx/error.hpp"
#include "rx/time.hpp"

namespace rxros2
{

/// The options of send_goal. Times are of the node's clock.
/**
 *     just(order(3)) | send_goal<Fibonacci>(node, "nobody", {.server_timeout = 20ms}) | concat()
 *       | map([](const auto & update) { return update.stamp.seconds(); });
 *     // -> X send_goal: there was no server of action 'nobody' within 20.000000 ms
 */
struct goal_options
{
  /// How long a goal waits for a server. Zero: for ever.
  rx::duration server_timeout = rx::duration::zero();
  /// The time from sending a goal to its end. Zero: for ever.
  rx::duration timeout = rx::duration::zero();
  /// How long a goal waits for the end of disposed goals of the same operator.
  rx::duration cancel_timeout = std::chrono::seconds(5);
  /// The callback group that emits the updates; null: the node's default group.
  rclcpp::CallbackGroup::SharedPtr callback_group = nullptr;
};

/// The kinds of goal_update.
enum class goal_update_kind : std::uint8_t
{
  accepted,
  feedback,
  result
};

/// The progress of a goal: first accepted, then feedback as it arrives, and the result last.
template <typename ActionT>
struct goal_update
{
  goal_update_kind kind;            ///< the kind: accepted, feedback or result
  rclcpp_action::GoalUUID goal_id;  ///< the id of the goal, the same in all its updates
  rclcpp::Time stamp;               ///< when the server accepted the goal, by the server's clock
  std::shared_ptr<const typename ActionT::Feedback> feedback;  ///< null for other kinds
  std::shared_ptr<const typename ActionT::Result> result;      ///< null for other kinds
};

/// The server did not accept the goal.
struct goal_rejected : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

/// The goal ended without success.
class goal_failed : public std::runtime_error
{
public:
  /// `status` is a value of action_msgs/msg/GoalStatus; `result` holds a shared_ptr to the result.
  goal_failed(const std::string & text, std::int8_t status, std::any result)
  : std::runtime_error(text), status_(status), result_(std::move(result))
  {
  }

  /// Returns the status of the goal, a value of action_msgs/msg/GoalStatus.
  std::int8_t status() const noexcept { return status_; }

  /// Returns the result that the server sent nevertheless. Throws std::bad_any_cast for the type of
  /// another action.
  template <typename ActionT>
  std::shared_ptr<const typename ActionT::Result> result() const
  {
    return std::any_cast<std::shared_ptr<const typename ActionT::Result>>(result_);
  }

private:
  std::int8_t status_;
  std::any result_;
};

/// The server aborted the goal.
struct goal_aborted : goal_failed
{
  using goal_failed::goal_failed;
};

/// The goal was canceled, but not by the end of its stream.
struct goal_canceled : goal_failed
{
  using goal_failed::goal_failed;
};

/// The server is gone, or does not know the goal.
struct goal_lost : goal_failed
{
  using goal_failed::goal_failed;
};

/// No server was available in time.
struct no_action_server : rx::timeout_error
{
  using rx::timeout_error::timeout_error;
};

/// The goal has not ended in time; it is being canceled.
struct goal_timeout : rx::timeout_error
{
  using rx::timeout_error::timeout_error;
};

}  // namespace rxros2

#endif  // RXROS2__ACTIONS__GOAL_UPDATE_HPP_
