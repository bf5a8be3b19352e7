// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared memory between processes: what this process sent and received through it, and why a pair
// of endpoints does not use it.

#ifndef RMW__SHARED_MEMORY_HPP_
#define RMW__SHARED_MEMORY_HPP_

#include <cstdint>
#include <string>

#include "rmw/endpoint.hpp"

namespace rmw
{

/// The use of shared memory in this process.
struct SharedMemoryStatistics
{
  std::uint64_t sent = 0;      ///< samples that were sent in a slot
  std::uint64_t received = 0;  ///< samples that were received in a slot
  std::uint64_t lost = 0;      ///< received descriptors whose slot had been reused or is not here
  std::uint64_t refused = 0;   ///< large samples that found no slot and travelled by DDS
  std::uint64_t slots = 0;     ///< slots that exist
  std::uint64_t bytes = 0;     ///< their memory

  std::uint64_t datagrams = 0;  ///< datagrams that were sent to mailboxes of other processes
  std::uint64_t dropped_datagrams = 0;  ///< those for which a mailbox had no space
};

/// Returns the statistics. Thread-safe.
SharedMemoryStatistics shared_memory_statistics();

/// Returns an empty text if large samples of `writer` reach `reader` through shared memory, as far
/// as this process can see; otherwise the reason in words. Both are endpoints of other processes
/// or of this one.
std::string why_no_shared_memory(const Endpoint & writer, const Endpoint & reader);

}  // namespace rmw

#endif  // RMW__SHARED_MEMORY_HPP_
