// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The result of a lookup in a frames::Buffer: a transform, or the reason why there is none.

#ifndef FRAMES__ANSWER_HPP_
#define FRAMES__ANSWER_HPP_

#include <cstdint>
#include <string>

#include "frames/transform.hpp"

namespace frames
{

class Frame;

/// The reason why there is no transform; the corresponding exception of tf2 is in parentheses.
enum class Error : std::uint8_t
{
  none,
  invalid_argument,           ///< a frame name is empty or begins with / (InvalidArgument)
  lookup,                     ///< unknown frame, or the frames form a loop (Lookup)
  connectivity,               ///< the frames are in two trees (Connectivity)
  forward_extrapolation,      ///< newer than the newest data (ForwardExtrapolation)
  backward_extrapolation,     ///< older than the oldest data (BackwardExtrapolation)
  no_data_for_extrapolation,  ///< data of another time only, or no data (NoDataForExtrapolation)
  cleared,                    ///< the buffer was cleared while the request waited (none)
};

/// The result of a lookup: a transform, or the reason why there is none.
struct Answer
{
  /// True if there is a transform.
  explicit operator bool() const noexcept { return error == Error::none; }

  /// Maps points in the source frame to points in the target frame; its rotation has unit length.
  Transform transform;
  /// The requested time; for the latest transform the time that was found, or 0 if all of it is
  /// static.
  Time stamp = 0;
  /// The reason why there is no transform, or Error::none.
  Error error = Error::none;

  // Used by Buffer::explain(). The buffer owns the frames.
  Time available = 0;
  const Frame * at = nullptr;
  const Frame * target = nullptr;
  const Frame * source = nullptr;
  std::string argument;
};

}  // namespace frames

#endif  // FRAMES__ANSWER_HPP_
