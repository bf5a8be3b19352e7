// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a lookup in a frames::Buffer gives: a transform, or why there is none.

#ifndef FRAMES__ANSWER_HPP_
#define FRAMES__ANSWER_HPP_

#include <cstdint>
#include <string>

#include "frames/transform.hpp"

namespace frames
{

class Frame;

/// Why there is no transform; in brackets the exception of tf2 that says the same.
enum class Error : std::uint8_t
{
  none,
  invalid_argument,           ///< a frame's name is empty or begins with / (InvalidArgument)
  lookup,                     ///< no such frame, or the frames form a loop (Lookup)
  connectivity,               ///< the frames are in two trees (Connectivity)
  forward_extrapolation,      ///< newer than the newest data (ForwardExtrapolation)
  backward_extrapolation,     ///< older than the oldest data (BackwardExtrapolation)
  no_data_for_extrapolation,  ///< data of another time only, or none (NoDataForExtrapolation)
  cleared,                    ///< the buffer was cleared while the request waited (none)
};

/// What a lookup found: a transform, or why there is none.
struct Answer
{
  explicit operator bool() const noexcept { return error == Error::none; }

  /// Maps points in the source frame to points in the target frame; its rotation has unit length.
  Transform transform;
  /// The time asked for; for the latest the time that was found, or 0 if all of it is static.
  Time stamp = 0;
  Error error = Error::none;

  // What Buffer::explain() makes its text of. The frames belong to the buffer.
  Time available = 0;
  const Frame * at = nullptr;
  const Frame * target = nullptr;
  const Frame * source = nullptr;
  std::string argument;
};

}  // namespace frames

#endif  // FRAMES__ANSWER_HPP_
