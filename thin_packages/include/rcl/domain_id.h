/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The domain id that means "use the environment". */
#ifndef RCL__DOMAIN_ID_H_
#define RCL__DOMAIN_ID_H_

#include <stdint.h>

/* The value of InitOptions::get_domain_id() before one is set: ROS_DOMAIN_ID is used, else 0. */
#define RCL_DEFAULT_DOMAIN_ID SIZE_MAX

#endif /* RCL__DOMAIN_ID_H_ */
