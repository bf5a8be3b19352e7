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

  // The following members are for Buffer::explain(). The buffer owns the frames.

  /// The time in ns, nearest to the requested one, for which the frame `at` has data.
  Time available = 0;
  /// The frame whose data do not contain the requested time.
  const Frame * at = nullptr;
  /// The target frame of the lookup.
  const Frame * target = nullptr;
  /// The source frame of the lookup.
  const Frame * source = nullptr;
  /// The description of a frame name that is invalid or unknown; otherwise empty.
  std::string argument;
};

}  // namespace frames

#endif  // FRAMES__ANSWER_HPP_
