// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tells ThreadSanitizer about hand-overs inside Cyclone DDS, which is not instrumented.

#ifndef THREAD_SANITIZER_HPP_
#define THREAD_SANITIZER_HPP_

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace rmw::detail
{

/// Declares that accesses of this thread to `object` happen before those of a thread after
/// take_over(); Cyclone's locks guarantee it.
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
