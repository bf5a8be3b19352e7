/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* What goes with the options of a node. The options themselves are rclcpp::NodeOptions: there is no
 * rcl below it. */
#ifndef RCL__NODE_OPTIONS_H_
#define RCL__NODE_OPTIONS_H_

#include "rcl/allocator.h"
#include "rcl/arguments.h"
#include "rcl/domain_id.h"

#endif /* RCL__NODE_OPTIONS_H_ */
