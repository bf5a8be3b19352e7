// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The bits of the slots as acknowledgements.

#ifndef SHARED_MEMORY__SENT_DESCRIPTORS_HPP_
#define SHARED_MEMORY__SENT_DESCRIPTORS_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/pi_mutex.hpp"
#include "shared_memory/pool.hpp"

namespace rmw::detail::shared_memory
{

/// The last samples that a writer sent to all its readers as descriptors, until all readers are
/// known to have received them. Thread-safe.
class SentDescriptors
{
public:
  struct Item
  {
    std::uint64_t number = 0;  ///< the sequence number; 0: none
    std::uint64_t generation = 0;
    std::uint64_t receivers = 0;  ///< the bits of the readers' processes
    std::uint32_t slot = 0;
  };

  /// Samples with consecutive numbers.
  struct Run
  {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< 0: none
  };

  /// Adds a sample with a larger number than all before. If many wait already, the oldest one is
  /// forgotten, and left to acknowledgements by the network.
  void add(const Item & item)
  {
    std::lock_guard lock(mutex_);
    items_[next_++ % items_.size()] = item;
  }

  /// Returns the newest samples in a row that all processes have received.
  Run received(const Pool & pool) const
  {
    std::lock_guard lock(mutex_);
    Run run;
    for (std::size_t i = 1; i <= items_.size(); ++i) {
      const Item & item = items_[(next_ - i) % items_.size()];
      if (item.number == 0 || (run.last != 0 && item.number + 1 != run.first)) {
        break;
      }
      if (pool.was_received(item.slot, item.generation, item.receivers)) {
        run.first = item.number;
        run.last = run.last == 0 ? item.number : run.last;
      } else if (run.last != 0) {
        break;
      }
    }
    return run;
  }

  /// Forgets the samples up to this number, which are acknowledged.
  void forget_until(std::uint64_t last)
  {
    std::lock_guard lock(mutex_);
    for (Item & item : items_) {
      if (item.number <= last) {
        item = {};
      }
    }
  }

  /// Forgets the sample of a slot: its descriptor is sent several times, so its bits do not say
  /// which of them was received.
  void forget_slot(std::uint32_t slot, std::uint64_t generation)
  {
    std::lock_guard lock(mutex_);
    for (Item & item : items_) {
      if (item.slot == slot && item.generation == generation) {
        item = {};
      }
    }
  }

private:
  mutable base::PiMutex mutex_;  // guards the members below
  std::array<Item, 16> items_;
  std::size_t next_ = 0;  // counts up; a power of two of items, so that it may overflow
};

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__SENT_DESCRIPTORS_HPP_
