/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* All headers of rcl that RxROS2 has: see docs/how-to/headers-beside-rclcpp.md. */
#ifndef RCL__RCL_H_
#define RCL__RCL_H_

#include "rcl/allocator.h"
#include "rcl/arguments.h"
#include "rcl/context.h"
#include "rcl/domain_id.h"
#include "rcl/error_handling.h"
#include "rcl/graph.h"
#include "rcl/guard_condition.h"
#include "rcl/logging_rosout.h"
#include "rcl/node.h"
#include "rcl/node_options.h"
#include "rcl/service_introspection.h"
#include "rcl/time.h"
#include "rcl/timer.h"
#include "rcl/types.h"
#include "rcl/validate_topic_name.h"
#include "rcl/wait.h"

#endif /* RCL__RCL_H_ */
