// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::WriterMemory, the part of a writer that its samples in shared memory need.

#ifndef CYCLONEDDS__WRITER_MEMORY_HPP_
#define CYCLONEDDS__WRITER_MEMORY_HPP_

#include <atomic>
#include <cstdint>

#include "cyclonedds/able_readers.h"
#include "shared_memory/pool.hpp"
#include "shared_memory/publishers.hpp"
#include "shared_memory/sent_descriptors.hpp"

namespace rmw::detail
{

/// Counted by the writer and by its samples in slots, which may outlive it.
struct WriterMemory
{
  rmw_able_readers able{};
  std::atomic<std::uint64_t> in_use{0};     ///< bytes of samples in slots that exist
  std::atomic<std::uint64_t> receivers{0};  ///< what Pool::release() needs
  shared_memory::SentDescriptors descriptors;
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
