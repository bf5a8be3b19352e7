/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The wait set of waitables, for action clients and servers. In ROS 2 this header also has
 * functions that add an rcl_action_client_t or rcl_action_server_t to a wait set. RxROS2 has no
 * such structs: rclcpp_action::ClientBase and ServerBase are waitables themselves. */
#ifndef RCL_ACTION__WAIT_H_
#define RCL_ACTION__WAIT_H_

#include "rcl/wait.h"
#include "rcl_action/action_client.h"
#include "rcl_action/action_server.h"

#endif /* RCL_ACTION__WAIT_H_ */
