// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A std::unique_lock that clang's thread safety analysis understands; Debian's older rcpputils
// lacks it.
#ifndef RCPPUTILS__UNIQUE_LOCK_HPP_
#define RCPPUTILS__UNIQUE_LOCK_HPP_

#include <mutex>

#include "rcpputils/thread_safety_annotations.hpp"

namespace rcpputils
{

/// A std::unique_lock whose scope clang's thread safety analysis can follow. Not thread-safe
/// itself.
template <typename Mutex>
class RCPPUTILS_TSA_SCOPED_CAPABILITY unique_lock : public std::unique_lock<Mutex>
{
public:
  /// Locks the mutex; the destructor unlocks it.
  explicit unique_lock(Mutex & mutex) RCPPUTILS_TSA_ACQUIRE(mutex) : std::unique_lock<Mutex>(mutex)
  {
  }
  ~unique_lock() RCPPUTILS_TSA_RELEASE() {}
};

}  // namespace rcpputils

#endif  // RCPPUTILS__UNIQUE_LOCK_HPP_
