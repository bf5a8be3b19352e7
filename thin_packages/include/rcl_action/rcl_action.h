/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* All headers of rcl_action that RxROS2 has. */
#ifndef RCL_ACTION__RCL_ACTION_H_
#define RCL_ACTION__RCL_ACTION_H_

#include "rcl_action/action_client.h"
#include "rcl_action/action_server.h"
#include "rcl_action/default_qos.h"
#include "rcl_action/graph.h"
#include "rcl_action/names.h"
#include "rcl_action/types.h"

#endif /* RCL_ACTION__RCL_ACTION_H_ */
