// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the client throws about goals, beside rclcpp's exceptions.
#ifndef RCLCPP_ACTION__EXCEPTIONS_HPP_
#define RCLCPP_ACTION__EXCEPTIONS_HPP_

#include <stdexcept>
#include <string>

namespace rclcpp_action::exceptions
{

/// The client does not know the goal, or not any more: it is another client's, its result has
/// arrived, its callbacks were stopped, or its server is gone.
class UnknownGoalHandleError : public std::invalid_argument
{
public:
  UnknownGoalHandleError()
  : std::invalid_argument(
      "the client does not know this goal: it is another client's, has its result, was given up "
      "with stop_callbacks(), or its server is gone")
  {
  }
};

/// The result of a goal will never arrive: it could not be asked for, or the client is gone.
class UnawareGoalHandleError : public std::runtime_error
{
public:
  explicit UnawareGoalHandleError(
    const std::string & message = "the result of this goal was not asked for")
  : std::runtime_error(message)
  {
  }
};

}  // namespace rclcpp_action::exceptions

#endif  // RCLCPP_ACTION__EXCEPTIONS_HPP_
