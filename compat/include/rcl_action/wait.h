/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* What a waitable that is an action's client or server is given to wait with. In ROS 2 this header
 * also has the functions that add an rcl_action_client_t or rcl_action_server_t to a wait set.
 * There are no such structs here: rclcpp_action::ClientBase and ServerBase are waitables
 * themselves. */
#ifndef RCL_ACTION__WAIT_H_
#define RCL_ACTION__WAIT_H_

#include "rcl/wait.h"
#include "rcl_action/action_client.h"
#include "rcl_action/action_server.h"

#endif /* RCL_ACTION__WAIT_H_ */
