/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* The QoS of /rosout under rcl's name. */
#ifndef RCL__LOGGING_ROSOUT_H_
#define RCL__LOGGING_ROSOUT_H_

#include "rmw/qos_profiles.h"

#define rcl_qos_profile_rosout_default rmw_qos_profile_rosout_default

#endif /* RCL__LOGGING_ROSOUT_H_ */
