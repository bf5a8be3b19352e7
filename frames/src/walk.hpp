// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path from one frame to another through their tree.

#ifndef FRAMES__SRC__WALK_HPP_
#define FRAMES__SRC__WALK_HPP_

#include <array>
#include <cstddef>

#include "frame.hpp"

namespace frames
{

/// A longer chain of frames is treated as a loop.
inline constexpr int max_depth = 1000;

/// The edges between two frames, by the newest transform of each.
struct Chain
{
  Error error = Error::none;
  /// The latest time for which all edges have data; 0: all are static.
  Time common = 0;
  Frame * source_end = nullptr;  ///< set on an error: where the paths from both frames end
  Frame * target_end = nullptr;
  std::size_t size = 0;
  /// The child frames of the edges; uninitialised.
  std::array<Frame *, std::size_t{2} * (max_depth + 2)> frames;
};
void find_chain(Frame & target, Frame & source, Reading & reading, Chain & chain) noexcept;

struct Walk
{
  Error error = Error::none;
  Transform transform;
  Time stamp = 0;
  // Set on an error: where the paths from both frames end, and the frame and the time of the
  // nearest data.
  Frame * source_end = nullptr;
  Frame * target_end = nullptr;
  Frame * at = nullptr;
  Time available = 0;
};
/// Walks from source to target at a time; 0: the latest.
Walk walk(Frame & target, Frame & source, Time time, Reading & reading) noexcept;

}  // namespace frames

#endif  // FRAMES__SRC__WALK_HPP_
