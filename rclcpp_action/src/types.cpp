// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts goal ids to text and to C; the QoS of the status topic.
#include "rclcpp_action/types.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "rcl_action/default_qos.h"
#include "rclcpp_action/qos.hpp"

namespace rclcpp_action
{

std::string to_string(const GoalUUID & goal_id)
{
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(36);
  for (std::size_t i = 0; i < goal_id.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) {
      text += '-';
    }
    text += digits[goal_id[i] >> 4];
    text += digits[goal_id[i] & 0xf];
  }
  return text;
}

void convert(const GoalUUID & goal_id, rcl_action_goal_info_t * info)
{
  if (!info) {
    throw std::invalid_argument("convert: the pointer to the goal info is null");
  }
  std::copy(goal_id.begin(), goal_id.end(), std::begin(info->goal_id.uuid));
}

void convert(const rcl_action_goal_info_t & info, GoalUUID * goal_id)
{
  if (!goal_id) {
    throw std::invalid_argument("convert: the pointer to the goal id is null");
  }
  std::copy(std::begin(info.goal_id.uuid), std::end(info.goal_id.uuid), goal_id->begin());
}

DefaultActionStatusQoS::DefaultActionStatusQoS()
: QoS(
    rclcpp::QoSInitialization::from_rmw(rcl_action_qos_profile_status_default),
    rcl_action_qos_profile_status_default)
{
}

}  // namespace rclcpp_action
