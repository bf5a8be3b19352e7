// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Implements rcl's functions of contexts and guard conditions with those of rclcpp.
#include "rcl/guard_condition.h"

#include <cstddef>
#include <exception>
#include <memory>

#include "executors/wait_set.hpp"
#include "rcl/context.h"
#include "rcl/error_handling.h"
#include "rcl/wait.h"
#include "rclcpp/context.hpp"
#include "rclcpp/guard_condition.hpp"

bool rcl_context_is_valid(const rcl_context_t * context)
{
  return context && context->data && static_cast<rclcpp::Context *>(context->data)->is_valid();
}

rcl_ret_t rcl_guard_condition_init(
  rcl_guard_condition_t * guard_condition, rcl_context_t * context,
  rcl_guard_condition_options_t options)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(guard_condition, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(context, RCL_RET_INVALID_ARGUMENT);
  if (guard_condition->impl) {
    RCL_SET_ERROR_MSG("the guard condition is initialized already; expected a zeroed handle");
    return RCL_RET_ALREADY_INIT;
  }
  if (!rcl_context_is_valid(context)) {
    RCL_SET_ERROR_MSG("a guard condition needs a valid context; call rclcpp::init() first");
    return RCL_RET_NOT_INIT;
  }
  try {
    auto owner = static_cast<rclcpp::Context *>(context->data)->shared_from_this();
    guard_condition->impl = new rclcpp::GuardCondition(owner, options);
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  }
  return RCL_RET_OK;
}

rcl_ret_t rcl_guard_condition_fini(rcl_guard_condition_t * guard_condition)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(guard_condition, RCL_RET_INVALID_ARGUMENT);
  if (
    guard_condition->impl && &guard_condition->impl->get_rcl_guard_condition() == guard_condition) {
    RCL_SET_ERROR_MSG("the handle of a rclcpp::GuardCondition ends with that");
    return RCL_RET_INVALID_ARGUMENT;
  }
  delete guard_condition->impl;
  guard_condition->impl = nullptr;
  return RCL_RET_OK;
}

rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t * guard_condition)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(guard_condition, RCL_RET_INVALID_ARGUMENT);
  if (!guard_condition->impl) {
    RCL_SET_ERROR_MSG("the guard condition is not initialized");
    return RCL_RET_INVALID_ARGUMENT;
  }
  try {
    guard_condition->impl->trigger();
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  } catch (...) {  // an exception of the on-trigger callback
    RCL_SET_ERROR_MSG("the on-trigger callback threw an object that is not a std::exception");
    return RCL_RET_ERROR;
  }
  return RCL_RET_OK;
}

rcl_ret_t rcl_wait_set_add_guard_condition(
  rcl_wait_set_t * wait_set, const rcl_guard_condition_t * guard_condition, std::size_t * index)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(wait_set, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(guard_condition, RCL_RET_INVALID_ARGUMENT);
  if (!wait_set->impl) {
    RCL_SET_ERROR_MSG("the wait set was not made by rclcpp");
    return RCL_RET_WAIT_SET_INVALID;
  }
  if (!guard_condition->impl) {
    RCL_SET_ERROR_MSG("the guard condition is not initialized");
    return RCL_RET_INVALID_ARGUMENT;
  }
  try {
    wait_set->impl->add(*guard_condition);
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_BAD_ALLOC;
  }
  if (index) {
    *index = wait_set->impl->collected.size() - 1;
  }
  return RCL_RET_OK;
}
