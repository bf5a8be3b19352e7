// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Payloads, and Buffer and Sample on top of them.

#include "cyclonedds/payload.hpp"

#include <new>
#include <stdexcept>

#include "block_pool.hpp"
#include "cyclonedds/sertype.hpp"
#include "rmw/fork.hpp"

namespace rmw::detail
{
namespace
{

// So that the data after the CDR header are aligned like a C++ object.
constexpr std::size_t body_offset = (sizeof(Payload) + cdr_header_size + 15) / 16 * 16;
constexpr std::size_t data_offset = body_offset - cdr_header_size;

constexpr std::size_t padded(std::size_t size)
{
  return (size + 3) & ~std::size_t{3};
}

template <typename Kind = Payload>
Kind * create_in_block(std::size_t bytes, PayloadPlace place)
{
  std::size_t block_size = bytes;
  void * block = BlockPool::instance().allocate(block_size);
  auto * payload = new (block) Kind;
  payload->block_size = block_size;
  payload->place = place;
  payload->owner = nullptr;
  payload->sequence_number = 0;
  payload->latched_number = 0;
  ddsi_serdata_init(payload, &untyped(), SDK_DATA);
  return payload;
}

void set_bytes(Payload & payload, std::byte * data, std::size_t size)
{
  payload.data = data;
  payload.size = static_cast<std::uint32_t>(size);
}

void zero_padding(const Payload & payload)
{
  std::memset(payload.data + payload.size, 0, padded(payload.size) - payload.size);
}

}  // namespace

Payload * Payload::create(std::size_t size)
{
  Payload * payload = create_in_block(data_offset + padded(size), PayloadPlace::block);
  set_bytes(*payload, reinterpret_cast<std::byte *>(payload) + data_offset, size);
  zero_padding(*payload);
  return payload;
}

Payload * Payload::share(Payload * other)
{
  Payload * const owner = other->owner ? other->owner : other;
  Payload * payload = nullptr;
  if (owner->place == PayloadPlace::sent_slot) {
    payload = SentPayload::share(static_cast<SentPayload &>(*owner));
  } else {
    payload = create_in_block(sizeof(Payload), PayloadPlace::other);
  }
  set_bytes(*payload, other->data, other->size);
  payload->owner = owner;
  ref(owner);
  return payload;
}

Payload * Payload::receive(const shared_memory::Descriptor & descriptor)
{
  auto & publishers = shared_memory::Publishers::instance();
  const auto slot = publishers.hold(descriptor);
  if (!slot) {
    Payload * payload = create_in_block(sizeof(Payload), PayloadPlace::lost);
    set_bytes(*payload, reinterpret_cast<std::byte *>(payload), 0);
    return payload;
  }
  try {
    if (!slot->data) {
      Payload * payload = create(descriptor.size);
      if (!publishers.read(*slot, payload->bytes())) {
        payload->place = PayloadPlace::lost;
      }
      publishers.release(*slot);
      return payload;
    }
    auto * payload = create_in_block<HeldPayload>(sizeof(HeldPayload), PayloadPlace::held_slot);
    payload->slot = *slot;
    // Nobody writes to a sample that was received.
    set_bytes(*payload, const_cast<std::byte *>(slot->data), descriptor.size);
    return payload;
  } catch (...) {
    publishers.release(*slot);
    throw;
  }
}

SentPayload * SentPayload::create(
  std::size_t size, const shared_memory::Slot & slot, WriterMemory & memory, std::uint64_t cookie)
{
  auto * payload = create_in_block<SentPayload>(sizeof(SentPayload), PayloadPlace::sent_slot);
  set_bytes(*payload, slot.data, size);
  zero_padding(*payload);
  payload->memory = &memory;
  memory.ref();
  memory.in_use.fetch_add(size, std::memory_order_relaxed);
  payload->reserved = size;
  payload->receivers.store(
    memory.receivers.load(std::memory_order_relaxed), std::memory_order_relaxed);
  payload->slot = slot.index;
  payload->descriptor.cookie = cookie;
  payload->descriptor.generation = slot.generation;
  payload->descriptor.slot = slot.index;
  return payload;
}

SentPayload * SentPayload::share(SentPayload & other)
{
  if (other.is_shared.exchange(true, std::memory_order_relaxed)) {
    other.receivers.store(shared_memory::Pool::unknown_receivers, std::memory_order_relaxed);
    if (!is_forked_copy()) {  // where the mutex may be locked for ever
      other.memory->descriptors.forget_slot(other.slot, other.descriptor.generation);
    }
  }
  auto * payload = create_in_block<SentPayload>(sizeof(SentPayload), PayloadPlace::sent_slot);
  payload->memory = other.memory;
  payload->memory->ref();
  payload->slot = other.slot;
  payload->descriptor = other.descriptor;
  return payload;
}

// Call it with the lock of the writer, when it writes the sample.
void SentPayload::note_descriptor()
{
  const auto & known = owner ? static_cast<SentPayload &>(*owner).receivers : receivers;
  const std::uint64_t number = rmw_number_to_acknowledge(&memory->able);
  // With the readers that came since the buffer was allocated.
  const std::uint64_t processes =
    known.load(std::memory_order_relaxed) | memory->receivers.load(std::memory_order_relaxed);
  if (number == 0 || processes == 0 || processes == shared_memory::Pool::unknown_receivers) {
    return;
  }
  memory->descriptors.add({number, descriptor.generation, processes, slot});
  if (known.load(std::memory_order_relaxed) == shared_memory::Pool::unknown_receivers) {
    memory->descriptors.forget_slot(slot, descriptor.generation);  // share() came in between
  }
}

bool SentPayload::presents_descriptor()
{
  // Cyclone asks for the size of a new sample when it has its sequence number.
  const bool is_new = can_split;
  if (is_new) {
    can_split = false;
  }
  if (is_whole.load(std::memory_order_relaxed) || !has_descriptor()) {
    return false;
  }
  if (rmw_all_readers_are_able(&memory->able)) {
    if (is_new) {
      note_descriptor();
    }
    return true;
  }
  is_whole.store(true, std::memory_order_relaxed);
  if (is_new) {
    is_split = rmw_begin_split_write(&memory->able, &descriptor, sizeof(descriptor), timestamp.v);
  }
  return false;
}

void SentPayload::notice_sent(std::size_t offset, std::size_t bytes)
{
  if (is_split.load(std::memory_order_relaxed) && offset + bytes >= size) {
    is_split.store(false, std::memory_order_relaxed);
    rmw_end_split_write(&memory->able);
  }
}

void stamp(Payload & payload, const ddsi_sertype * type, std::int64_t source_timestamp_ns)
{
  payload.type = type;
  payload.hash = type->serdata_basehash;
  payload.statusinfo = 0;
  payload.timestamp.v = source_timestamp_ns == 0 ? dds_time() : source_timestamp_ns;
}

dds_return_t forward(dds_entity_t writer, Payload * payload)
{
  hand_over(&payload->refc);
  const dds_return_t result = dds_forwardcdr(writer, payload);
  // Rejected before the writer was locked: only then the reference still belongs to us.
  if (
    result == DDS_RETCODE_BAD_PARAMETER || result == DDS_RETCODE_ALREADY_DELETED ||
    result == DDS_RETCODE_ILLEGAL_OPERATION) {
    Payload::unref(payload);
  }
  return result;
}

// Cyclone's counted header is the form of all samples of this room, on other engines too.
void * retain_bytes(const Sample & sample) noexcept
{
  Payload * payload = PayloadAccess::get(sample);
  if (payload) {
    Payload::ref(payload);
  }
  return payload;
}

void release_bytes(void * reference) noexcept
{
  if (reference) {
    Payload::unref(static_cast<Payload *>(reference));
  }
}

}  // namespace rmw::detail

namespace rmw
{

Buffer::Buffer(std::size_t size)
{
  if (size > detail::max_sample_size) {
    throw std::length_error(
      "serialized sample of " + std::to_string(size) + " bytes; DDS allows 2147483647");
  }
  payload_ = detail::Payload::create(size);
}

Buffer::~Buffer()
{
  if (payload_) {
    detail::Payload::unref(payload_);
  }
}

std::span<std::byte> Buffer::bytes() noexcept
{
  return payload_ ? payload_->bytes() : std::span<std::byte>();
}

std::span<const std::byte> Buffer::bytes() const noexcept
{
  return payload_ ? payload_->bytes() : std::span<std::byte>();
}

void Buffer::shrink(std::size_t size)
{
  if (!payload_ || size > payload_->size) {
    throw std::length_error("a buffer can only shrink");
  }
  payload_->size = static_cast<std::uint32_t>(size);
  detail::zero_padding(*payload_);
}

Sample::Sample(const Sample & other) noexcept : payload_(other.payload_)
{
  if (payload_) {
    detail::Payload::ref(payload_);
  }
}

void Sample::release(detail::Payload * payload) noexcept
{
  detail::Payload::unref(payload);
}

std::span<const std::byte> Sample::bytes() const noexcept
{
  return payload_ ? payload_->bytes() : std::span<std::byte>();
}

}  // namespace rmw
