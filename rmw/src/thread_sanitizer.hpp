// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tells ThreadSanitizer about hand-overs that happen inside Cyclone DDS, which is not instrumented.

#ifndef THREAD_SANITIZER_HPP_
#define THREAD_SANITIZER_HPP_

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace rmw::detail
{

/// What this thread did to `object` comes before what a thread does after take_over(): Cyclone's
/// locks see to it.
inline void hand_over([[maybe_unused]] const volatile void * object)
{
#if defined(__SANITIZE_THREAD__)
  __tsan_release(const_cast<void *>(object));
#endif
}

inline void take_over([[maybe_unused]] const volatile void * object)
{
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire(const_cast<void *>(object));
#endif
}

}  // namespace rmw::detail

#endif  // THREAD_SANITIZER_HPP_
