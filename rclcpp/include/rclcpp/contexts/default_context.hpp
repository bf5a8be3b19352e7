// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The context that rclcpp::init() initialises and that everything uses by default.
#ifndef RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_
#define RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_

#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::contexts
{

/// The class of the default context.
class DefaultContext : public rclcpp::Context
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(DefaultContext)

  RCLCPP_PUBLIC DefaultContext();
};

/// Returns the default context of the process; it lives until the process exits.
RCLCPP_PUBLIC DefaultContext::SharedPtr get_global_default_context();

}  // namespace rclcpp::contexts

#endif  // RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_
