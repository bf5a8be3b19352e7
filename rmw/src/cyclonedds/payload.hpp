// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// detail::Payload, the form of Cyclone's serialized sample in this room.

#ifndef CYCLONEDDS__PAYLOAD_HPP_
#define CYCLONEDDS__PAYLOAD_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "cyclonedds/cyclone.hpp"
#include "cyclonedds/writer_memory.hpp"
#include "rmw/sample.hpp"
#include "thread_sanitizer.h"

namespace rmw::detail
{

inline constexpr std::size_t cdr_header_size = 4;
inline constexpr std::size_t max_sample_size = 0x7fffffff;  // the limit of DDS

/// The place of a payload's bytes.
enum class PayloadPlace : std::uint8_t
{
  block,      ///< behind the payload, in the same block
  other,      ///< where `owner` has them
  sent_slot,  ///< in shared memory of this process: SentPayload; perhaps with an owner
  held_slot,  ///< in shared memory of another process: HeldPayload
  lost,       ///< nowhere: the sample of a received descriptor does not exist any longer
};

/// A serdata with its bytes.
/**
 * Counted by ddsi_serdata_ref/unref. Immutable once written or received. Cyclone reads up to 3
 * bytes behind `size` when it sends; they exist and are zero.
 */
struct Payload : ddsi_serdata
{
  std::byte * data;
  std::uint32_t size;
  Payload * owner;                ///< the payload that the bytes belong to, null if it is this one
  std::uint64_t sequence_number;  ///< of a sample from the network, else 0
  std::uint64_t latched_number;   ///< of a sample that a transient_local writer here wrote, else 0
  std::size_t block_size;
  PayloadPlace place;

  std::span<std::byte> bytes() { return {data, size}; }

  /// Allocates `size` bytes, which are not initialised, and zeroed padding. Throws std::bad_alloc.
  static Payload * create(std::size_t size);
  /// Returns a new header that shares the bytes of `other`.
  static Payload * share(Payload * other);

  /// Returns the sample that `descriptor` stands for, or one without bytes whose place is `lost`.
  static Payload * receive(const shared_memory::Descriptor & descriptor);

  static void ref(Payload * payload) { ddsi_serdata_ref(payload); }
  static void unref(Payload * payload) { ddsi_serdata_unref(payload); }
};

/// A sample in a slot of this process. It presents itself to Cyclone as its descriptor as long as
/// all readers of its writer can read the slot. If only some can, its write is split: they are sent
/// the descriptor, and Cyclone sends the whole sample to the others.
/**
 * Once it has been presented as a whole it stays so: a reader that has got some of its fragments
 * will request the others. Cyclone asks for the size while it holds the writer's lock, under which
 * the set of readers changes, and requests exactly that many bytes under the same lock. The number
 * of requested bytes therefore shows which of the two forms it means.
 */
struct SentPayload : Payload
{
  WriterMemory * memory;
  std::size_t reserved;  ///< the size at first, before Buffer::shrink()
  std::uint32_t slot;
  /// The bits of the processes that may get the descriptor, as far as they were known before it was
  /// written (Pool). Those of the owner count.
  std::atomic<std::uint64_t> receivers;
  std::atomic<bool> is_shared{false};  ///< it was written, or share() was called for it
  std::atomic<bool> is_whole{false};
  bool can_split = false;             ///< its write begins; presents_descriptor() resets it
  std::atomic<bool> is_split{false};  ///< its write is split, and goes on
  shared_memory::Descriptor descriptor;

  /// Returns a sample of `size` bytes, which are not initialised, in `slot`.
  static SentPayload * create(
    std::size_t size, const shared_memory::Slot & slot, WriterMemory & memory,
    std::uint64_t cookie);
  /// Returns a new header without bytes for the slot of `other`. From the second one on the
  /// descriptor may be sent several times, so its receivers are unknown.
  static SentPayload * share(SentPayload & other);
  /// Returns false for a sample that was shortened so much that it is always sent as a whole.
  bool has_descriptor() const { return size > sizeof(descriptor); }
  /// Decides on the form that Cyclone sends now. Call it with the lock of the writer.
  bool presents_descriptor();
  /// Ends a split write if these are its last bytes. Call it with the lock of the writer.
  void notice_sent(std::size_t offset, std::size_t bytes);

private:
  void note_descriptor();
};

/// A received sample in a slot of another process.
struct HeldPayload : Payload
{
  shared_memory::HeldSlot slot;
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
