/* Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0 */
/* Symbol visibility under rcl_lifecycle's macro names. */
#ifndef RCL_LIFECYCLE__VISIBILITY_CONTROL_H_
#define RCL_LIFECYCLE__VISIBILITY_CONTROL_H_

#define RCL_LIFECYCLE_EXPORT __attribute__((visibility("default")))
#define RCL_LIFECYCLE_IMPORT
#define RCL_LIFECYCLE_PUBLIC __attribute__((visibility("default")))
#define RCL_LIFECYCLE_LOCAL __attribute__((visibility("hidden")))
#define RCL_LIFECYCLE_PUBLIC_TYPE

#endif /* RCL_LIFECYCLE__VISIBILITY_CONTROL_H_ */
