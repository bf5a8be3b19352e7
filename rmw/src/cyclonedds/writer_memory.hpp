// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::WriterMemory, the part of a writer that its samples in shared memory need, and
// detail::SentDescriptors.

#ifndef CYCLONEDDS__WRITER_MEMORY_HPP_
#define CYCLONEDDS__WRITER_MEMORY_HPP_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "base/pi_mutex.hpp"
#include "cyclonedds/able_readers.h"
#include "shared_memory/pool.hpp"
#include "shared_memory/publishers.hpp"

namespace rmw::detail
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

  /// Adds the newest sample. If many wait already, the oldest one is forgotten, and Cyclone's own
  /// acknowledgements are left to release it.
  void add(const Item & item)
  {
    std::lock_guard lock(mutex_);
    items_[next_++ % items_.size()] = item;
  }

  /// Returns the number of the newest sample that all processes have received, and forgets it and
  /// the older ones; readers receive in order. Nothing if there is none.
  std::optional<std::uint64_t> take_received(const shared_memory::Pool & pool)
  {
    std::lock_guard lock(mutex_);
    std::optional<std::uint64_t> received;
    for (std::size_t i = 1; i <= items_.size(); ++i) {
      Item & item = items_[(next_ - i) % items_.size()];
      if (item.number == 0) {
        break;
      }
      if (!received && pool.was_received(item.slot, item.generation, item.receivers)) {
        received = item.number;
      }
      if (received) {
        item = {};
      }
    }
    return received;
  }

private:
  base::PiMutex mutex_;
  std::array<Item, 16> items_;
  std::size_t next_ = 0;  // counts up; a power of two of items, so that it may overflow
};

/// Counted by the writer and by its samples in slots, which may outlive it.
struct WriterMemory
{
  rmw_able_readers able{};
  std::atomic<std::uint64_t> in_use{0};     ///< bytes of samples in slots that exist
  std::atomic<std::uint64_t> receivers{0};  ///< what Pool::release() needs
  SentDescriptors descriptors;
  std::atomic<std::uint32_t> references{1};

  void ref() { references.fetch_add(1, std::memory_order_relaxed); }
  void unref()
  {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      rmw_forget_able_readers(&able);
      delete this;
    }
  }
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__WRITER_MEMORY_HPP_
