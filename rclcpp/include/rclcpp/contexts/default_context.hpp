// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The context that rclcpp::init() initialises and that everything uses unless told otherwise.
#ifndef RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_
#define RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_

#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::contexts
{

/// The class of the one default context.
class DefaultContext : public rclcpp::Context
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(DefaultContext)

  RCLCPP_PUBLIC DefaultContext();
};

/// The process-wide default context; lives until the process exits.
RCLCPP_PUBLIC DefaultContext::SharedPtr get_global_default_context();

}  // namespace rclcpp::contexts

#endif  // RCLCPP__CONTEXTS__DEFAULT_CONTEXT_HPP_
