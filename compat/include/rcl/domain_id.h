/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The domain id that stands for the one of the environment. */
#ifndef RCL__DOMAIN_ID_H_
#define RCL__DOMAIN_ID_H_

#include <stdint.h>

/* What InitOptions::get_domain_id() returns until one is set: ROS_DOMAIN_ID counts, else 0. */
#define RCL_DEFAULT_DOMAIN_ID SIZE_MAX

#endif /* RCL__DOMAIN_ID_H_ */
