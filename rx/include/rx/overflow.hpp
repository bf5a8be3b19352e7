// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What happens when a bounded hand-over between threads is full. Used by observe_on.

#ifndef RX__OVERFLOW_HPP_
#define RX__OVERFLOW_HPP_

#include <cstdint>

namespace rx
{

// What observe_on does with an item for which there is no room.
enum class overflow
{
  latest,       // one item waits, the newest; older ones are dropped
  drop_oldest,  // the item that waits longest is dropped
  drop_newest,  // the item itself is dropped
  block,        // the source waits
  error,        // the stream ends with an error, after the items that wait
};

// What a hand-over did so far.
struct hand_over_statistics
{
  std::uint64_t delivered;  // items that went downstream
  std::uint64_t dropped;    // items that did not, for lack of room
};

}  // namespace rx

#endif  // RX__OVERFLOW_HPP_
