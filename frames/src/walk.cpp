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

/// Replaces the source's edges behind the first `kept` ones by those of the target's path, which
/// begin at `of_source`.
void join(Chain & chain, std::size_t of_source, std::size_t kept) noexcept
{
  const auto at = [&](std::size_t index) {
    return chain.frames.begin() + static_cast<std::ptrdiff_t>(index);
  };
  std::copy(at(of_source), at(chain.size), at(kept));
  chain.size -= of_source - kept;
}

/// Takes the newest time that all edges between the frames have, or the error if there is no path.
void take_common_time(Frame & target, Frame & source, Reading & reading, Walk & result) noexcept
{
  Chain chain;
  find_chain(target, source, reading, chain);
  if (chain.error == Error::none) {
    result.stamp = chain.common;
    return;
  }
  result.error = chain.error;
  result.source_end = chain.source_end;
  result.target_end = chain.target_end;
  result.at = chain.source_end;
}

Walk failed(Walk & result, Error error, Frame & at) noexcept
{
  result.error = error;
  result.at = &at;
  return result;
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
      join(chain, of_source, 0);
      return finish();
    }
    // The frame at the upper end of the source's i-th edge is the child of the next one, or the
    // path's end.
    for (std::size_t i = 0; i < of_source; ++i) {
      if ((i + 1 < of_source ? chain.frames[i + 1] : chain.source_end) == frame) {
        common = std::min(common, times[i]);
        join(chain, of_source, i + 1);
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
    take_common_time(target, source, reading, result);
    if (result.error != Error::none) {
      return result;
    }
    time = result.stamp;
  }
  if (&target == &source) {
    return result;
  }
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
      return failed(result, Error::lookup, *frame);
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
        return failed(result, error_of(found), *frame);
      }
      if (found_above_source != Found::no_edge) {
        result.available = available_above_source;
        return failed(result, error_of(found_above_source), *result.source_end);
      }
      return failed(result, Error::connectivity, *frame);
    }
    if (depth >= max_depth) {
      return failed(result, Error::lookup, *frame);
    }
    down = sample.transform * down;
    frame = sample.parent;
  }
  result.transform = &target == result.source_end ? up : inverse(down) * up;
  result.transform.rotation = normalized(result.transform.rotation);
  return result;
}

}  // namespace frames
