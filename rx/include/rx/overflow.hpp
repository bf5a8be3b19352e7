// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The policy and the counters of a bounded queue between threads. Used by observe_on.

#ifndef RX__OVERFLOW_HPP_
#define RX__OVERFLOW_HPP_

#include <cstdint>

namespace rx
{

// The policy of observe_on for an item that arrives when its queue is full.
enum class overflow
{
  latest,       // the queue holds only the newest item; older items are dropped
  drop_oldest,  // drops the oldest item in the queue
  drop_newest,  // drops the arriving item
  block,        // backpressure: the source waits until there is room
  error,        // the stream ends with an error after the queued items
};

// The counters of a queue between threads so far.
struct hand_over_statistics
{
  // The number of items that were passed downstream.
  std::uint64_t delivered;
  // The number of items that were dropped because the queue was full.
  std::uint64_t dropped;
};

}  // namespace rx

#endif  // RX__OVERFLOW_HPP_
