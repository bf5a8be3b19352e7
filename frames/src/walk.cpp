// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The path from one frame to another through their tree.

#include "walk.hpp"

#include <algorithm>
#include <limits>

namespace frames
{

namespace
{

constexpr Time no_time = std::numeric_limits<Time>::max();

/// Returns a frame's newest transform.
Sample newest_of(Frame & frame, Reading & reading) noexcept
{
  reading.enter(frame.edge);
  return frame.edge.newest();
}

Time earlier_of(Time common, const Sample & newest) noexcept
{
  return newest.stamp != 0 ? std::min(common, newest.stamp) : common;
}

Error error_of(Found found) noexcept
{
  switch (found) {
    case Found::future:
      return Error::forward_extrapolation;
    case Found::past:
      return Error::backward_extrapolation;
    default:
      return Error::no_data_for_extrapolation;
  }
}

}  // namespace

void find_chain(Frame & target, Frame & source, Reading & reading, Chain & chain) noexcept
{
  std::array<Time, max_depth + 2> times;  // the common time of the source's path up to each edge
  Time common = no_time;
  const auto finish = [&] { chain.common = common == no_time ? 0 : common; };
  if (&target == &source) {
    chain.common = newest_of(source, reading).stamp;
    return;
  }
  Frame * frame = &source;
  for (;;) {
    const Sample newest = newest_of(*frame, reading);
    if (!newest.parent) {
      break;
    }
    common = earlier_of(common, newest);
    times[chain.size] = common;
    chain.frames[chain.size++] = frame;
    frame = newest.parent;
    if (frame == &target) {
      return finish();
    }
    if (chain.size > max_depth) {
      chain.error = Error::lookup;
      chain.source_end = chain.target_end = frame;
      return;
    }
  }
  chain.source_end = frame;
  const std::size_t of_source = chain.size;
  common = no_time;
  for (frame = &target;;) {
    const Sample newest = newest_of(*frame, reading);
    if (!newest.parent) {
      chain.error = Error::connectivity;
      chain.target_end = frame;
      return;
    }
    common = earlier_of(common, newest);
    chain.frames[chain.size++] = frame;
    frame = newest.parent;
    if (frame == &source) {
      std::copy(
        chain.frames.begin() + static_cast<std::ptrdiff_t>(of_source),
        chain.frames.begin() + static_cast<std::ptrdiff_t>(chain.size), chain.frames.begin());
      chain.size -= of_source;
      return finish();
    }
    // The frame at the upper end of the source's i-th edge is the child of the next one, or the
    // path's end.
    for (std::size_t i = 0; i < of_source; ++i) {
      if ((i + 1 < of_source ? chain.frames[i + 1] : chain.source_end) == frame) {
        common = std::min(common, times[i]);
        const std::size_t above = of_source - (i + 1);
        std::copy(
          chain.frames.begin() + static_cast<std::ptrdiff_t>(of_source),
          chain.frames.begin() + static_cast<std::ptrdiff_t>(chain.size),
          chain.frames.begin() + static_cast<std::ptrdiff_t>(i + 1));
        chain.size -= above;
        return finish();
      }
    }
    if (chain.size - of_source > max_depth) {
      chain.error = Error::lookup;
      chain.target_end = frame;
      return;
    }
  }
}

Walk walk(Frame & target, Frame & source, Time time, Reading & reading) noexcept
{
  Walk result;
  result.stamp = time;
  if (time == 0) {
    Chain chain;
    find_chain(target, source, reading, chain);
    if (chain.error != Error::none) {
      result.error = chain.error;
      result.source_end = chain.source_end;
      result.target_end = chain.target_end;
      result.at = chain.source_end;
      return result;
    }
    result.stamp = time = chain.common;
  }
  if (&target == &source) {
    return result;
  }
  const auto fail = [&result](Error error, Frame & at) -> Walk & {
    result.error = error;
    result.at = &at;
    return result;
  };
  Transform up;  // from the source to the frame that its path has reached
  Frame * frame = &source;
  Found found_above_source = Found::no_edge;
  Time available_above_source = 0;
  for (int depth = 0; frame != &target; ++depth) {
    Sample sample;
    reading.enter(frame->edge);
    found_above_source = frame->edge.find(time, sample, available_above_source);
    if (found_above_source != Found::yes || !sample.parent) {
      break;
    }
    if (depth >= max_depth) {
      return fail(Error::lookup, *frame);
    }
    up = sample.transform * up;
    frame = sample.parent;
  }
  result.source_end = frame;
  Transform down;  // from the target to the frame that its path has reached
  frame = &target;
  for (int depth = 0; frame != result.source_end; ++depth) {
    Sample sample;
    reading.enter(frame->edge);
    const Found found = frame->edge.find(time, sample, result.available);
    if (found != Found::yes || !sample.parent) {
      result.target_end = frame;
      if (found != Found::no_edge) {
        return fail(error_of(found), *frame);
      }
      if (found_above_source != Found::no_edge) {
        result.available = available_above_source;
        return fail(error_of(found_above_source), *result.source_end);
      }
      return fail(Error::connectivity, *frame);
    }
    if (depth >= max_depth) {
      return fail(Error::lookup, *frame);
    }
    down = sample.transform * down;
    frame = sample.parent;
  }
  result.transform = &target == result.source_end ? up : inverse(down) * up;
  result.transform.rotation = normalized(result.transform.rotation);
  return result;
}

}  // namespace frames
