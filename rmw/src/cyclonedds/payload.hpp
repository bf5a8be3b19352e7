// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::Payload, the form of Cyclone's serialized sample in this room.

#ifndef CYCLONEDDS__PAYLOAD_HPP_
#define CYCLONEDDS__PAYLOAD_HPP_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "cyclonedds/cyclone.hpp"
#include "rmw/sample.hpp"
#include "thread_sanitizer.hpp"

namespace rmw::detail
{

inline constexpr std::size_t cdr_header_size = 4;
inline constexpr std::size_t max_sample_size = 0x7fffffff;  // the limit of DDS

/// A serdata whose bytes follow it in the same block, or are in the block of another payload
/// (`owner`).
/**
 * Counted by ddsi_serdata_ref/unref. Immutable once written or received. Cyclone reads up to 3
 * bytes behind `size` when it sends; they exist and are zero.
 */
struct Payload : ddsi_serdata
{
  std::byte * data;
  std::uint32_t size;
  Payload * owner;                ///< the payload with the bytes, null if they are in this block
  std::uint64_t sequence_number;  ///< of a sample from the network, else 0
  std::size_t block_size;

  std::span<std::byte> bytes() { return {data, size}; }

  /// Allocates `size` bytes, which are not initialised, and zeroed padding. Throws std::bad_alloc.
  static Payload * create(std::size_t size);
  /// Returns a new header that shares the bytes of `other`.
  static Payload * share(Payload * other);

  static void ref(Payload * payload) { ddsi_serdata_ref(payload); }
  static void unref(Payload * payload) { ddsi_serdata_unref(payload); }
};

/// Returns the payload of a serdata that dds_takecdr returned.
inline Payload * taken(ddsi_serdata * serdata)
{
  auto * payload = static_cast<Payload *>(serdata);
  take_over(&payload->refc);
  return payload;
}

/// The engine's access to Buffer and Sample.
struct PayloadAccess
{
  static Payload * release(Buffer && buffer) { return std::exchange(buffer.payload_, nullptr); }
  static Payload * get(const Sample & sample) { return sample.payload_; }
};

/// Makes `payload` a sample of `type`, written now, or at `source_timestamp_ns` unless that is 0.
void stamp(Payload & payload, const ddsi_sertype * type, std::int64_t source_timestamp_ns);

/// Calls dds_forwardcdr with a uniform rule of ownership: consumes the payload in all cases.
dds_return_t forward(dds_entity_t writer, Payload * payload);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__PAYLOAD_HPP_
