// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exceptions of the client about goals, in addition to rclcpp's.
#ifndef RCLCPP_ACTION__EXCEPTIONS_HPP_
#define RCLCPP_ACTION__EXCEPTIONS_HPP_

#include <stdexcept>
#include <string>

namespace rclcpp_action::exceptions
{

/// Thrown if the client does not know the goal: it belongs to another client, its result has
/// arrived, its callbacks were stopped, or its server has disappeared.
class UnknownGoalHandleError : public std::invalid_argument
{
public:
  UnknownGoalHandleError()
  : std::invalid_argument(
      "the client does not know this goal: it belongs to another client, has its result, was "
      "removed by stop_callbacks(), or its server no longer exists")
  {
  }
};

/// Thrown if the result of a goal will never arrive: it could not be requested, or the client was
/// destroyed.
class UnawareGoalHandleError : public std::runtime_error
{
public:
  /// Creates the error with the text `message`.
  explicit UnawareGoalHandleError(
    const std::string & message = "the result of this goal was not asked for")
  : std::runtime_error(message)
  {
  }
};

}  // namespace rclcpp_action::exceptions

#endif  // RCLCPP_ACTION__EXCEPTIONS_HPP_
