/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Headers for the options of a node. The options are in rclcpp::NodeOptions: RxROS2 has no rcl. */
#ifndef RCL__NODE_OPTIONS_H_
#define RCL__NODE_OPTIONS_H_

#include "rcl/allocator.h"
#include "rcl/arguments.h"
#include "rcl/domain_id.h"

#endif /* RCL__NODE_OPTIONS_H_ */
