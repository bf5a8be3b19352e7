/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The types that questions about the graph need. The questions themselves are rclcpp::Node's: there is no rcl below it. */
#ifndef RCL__GRAPH_H_
#define RCL__GRAPH_H_

#include "rcl/allocator.h"
#include "rcl/types.h"
#include "rcutils/time.h"
#include "rcutils/types.h"

#endif /* RCL__GRAPH_H_ */
