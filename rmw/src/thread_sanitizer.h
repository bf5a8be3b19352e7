// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports hand-overs inside Cyclone DDS, which is not instrumented, to ThreadSanitizer.

#ifndef THREAD_SANITIZER_H_
#define THREAD_SANITIZER_H_

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

#ifdef __cplusplus
namespace rmw::detail
{
#endif

/// Declares that accesses of this thread to `object` happen before those of a thread after
/// take_over(); Cyclone's locks guarantee it.
static inline void hand_over(const volatile void * object)
{
#if defined(__SANITIZE_THREAD__)
  __tsan_release((void *)object);  // NOLINT: also C
#else
  (void)object;
#endif
}

static inline void take_over(const volatile void * object)
{
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire((void *)object);  // NOLINT: also C
#else
  (void)object;
#endif
}

#ifdef __cplusplus
}  // namespace rmw::detail
#endif

#endif  // THREAD_SANITIZER_H_
