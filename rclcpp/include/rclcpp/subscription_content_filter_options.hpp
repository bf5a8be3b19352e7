// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The content filter of a subscription.
#ifndef RCLCPP__SUBSCRIPTION_CONTENT_FILTER_OPTIONS_HPP_
#define RCLCPP__SUBSCRIPTION_CONTENT_FILTER_OPTIONS_HPP_

#include <string>
#include <vector>

namespace rclcpp
{

/// A content filter in the language of the DDS specification. The middleware of RxROS2 does not
/// filter by content: it accepts options with a filter, and the subscription gets all messages
/// (is_cft_enabled() is false).
struct ContentFilterOptions
{
  std::string filter_expression;                   ///< empty means no filter
  std::vector<std::string> expression_parameters;  ///< for %0 … %99 in the expression
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_CONTENT_FILTER_OPTIONS_HPP_
