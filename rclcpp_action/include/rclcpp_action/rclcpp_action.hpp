// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The main header of rclcpp_action: long-running goals with feedback, a result, and cancelling.
#ifndef RCLCPP_ACTION__RCLCPP_ACTION_HPP_
#define RCLCPP_ACTION__RCLCPP_ACTION_HPP_

#include "rclcpp_action/client.hpp"
#include "rclcpp_action/client_goal_handle.hpp"
#include "rclcpp_action/create_client.hpp"
#include "rclcpp_action/create_generic_client.hpp"
#include "rclcpp_action/create_server.hpp"
#include "rclcpp_action/generic_client.hpp"
#include "rclcpp_action/generic_client_goal_handle.hpp"
#include "rclcpp_action/server.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rclcpp_action/visibility_control.hpp"

#endif  // RCLCPP_ACTION__RCLCPP_ACTION_HPP_
