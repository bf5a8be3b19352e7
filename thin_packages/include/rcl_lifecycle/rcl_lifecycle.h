/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The main header, with the types. */
#ifndef RCL_LIFECYCLE__RCL_LIFECYCLE_H_
#define RCL_LIFECYCLE__RCL_LIFECYCLE_H_

#include "rcl_lifecycle/data_types.h"

#endif /* RCL_LIFECYCLE__RCL_LIFECYCLE_H_ */
