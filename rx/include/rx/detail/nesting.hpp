// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The nesting depth of streams; for operators that subscribe to inner streams.

#ifndef RX__DETAIL__NESTING_HPP_
#define RX__DETAIL__NESTING_HPP_

#include <exception>
#include <string>
#include <utility>

#include "rx/error.hpp"

namespace rx::detail
{

// An item of an inner stream passes through the operator of each stream around it, so nested
// streams nest on the stack: about 500 bytes each, 1,500 without optimisation, and more with
// AddressSanitizer.
#ifdef __SANITIZE_ADDRESS__
inline constexpr unsigned deepest_nesting = 1024;
#else
inline constexpr unsigned deepest_nesting = 4096;
#endif

// The depth of the stream that is subscribing to an inner one on this thread; 0 if none is.
inline constinit thread_local unsigned nesting_depth = 0;

// Held while a stream of that depth subscribes to an inner one; with 0, while user code subscribes
// to a stream that is independent of those around it.
class nesting
{
public:
  explicit nesting(unsigned depth) noexcept : outer_(std::exchange(nesting_depth, depth)) {}
  nesting(const nesting &) = delete;
  nesting & operator=(const nesting &) = delete;
  ~nesting() { nesting_depth = outer_; }

private:
  const unsigned outer_;
};

inline std::exception_ptr nested_too_deep()
{
  return std::make_exception_ptr(nesting_error(
    "rx: more than " + std::to_string(deepest_nesting) +
    " streams are nested in each other, as in a concat(defer(…)) or flat_map that subscribes to "
    "itself; use repeat(), generate() or a coroutine for a loop"));
}

}  // namespace rx::detail

#endif  // RX__DETAIL__NESTING_HPP_
