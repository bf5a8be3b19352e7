// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The result of spin_until_future_complete().
#ifndef RCLCPP__FUTURE_RETURN_CODE_HPP_
#define RCLCPP__FUTURE_RETURN_CODE_HPP_

#include <iosfwd>
#include <string>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// SUCCESS: the future is complete, so get() does not block. INTERRUPTED: cancel() or the context's
/// shutdown ended the spin. TIMEOUT: the time is over.
enum class FutureReturnCode
{
  SUCCESS,
  INTERRUPTED,
  TIMEOUT
};

/// Writes to_string() of the code.
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const FutureReturnCode & future_return_code);

/// Returns "SUCCESS (0)" and so on.
RCLCPP_PUBLIC std::string to_string(const FutureReturnCode & future_return_code);

}  // namespace rclcpp

#endif  // RCLCPP__FUTURE_RETURN_CODE_HPP_
