// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How spin_until_future_complete() ended.
#ifndef RCLCPP__FUTURE_RETURN_CODE_HPP_
#define RCLCPP__FUTURE_RETURN_CODE_HPP_

#include <iosfwd>
#include <string>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// SUCCESS: get() will not block. INTERRUPTED: by cancel() or the context's shutdown. TIMEOUT: the
/// time ran out.
enum class FutureReturnCode
{
  SUCCESS,
  INTERRUPTED,
  TIMEOUT
};

RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const FutureReturnCode & future_return_code);

/// "SUCCESS (0)" and so on.
RCLCPP_PUBLIC std::string to_string(const FutureReturnCode & future_return_code);

}  // namespace rclcpp

#endif  // RCLCPP__FUTURE_RETURN_CODE_HPP_
