// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Payloads, and Buffer and Sample on top of them.

#include "cyclonedds/payload.hpp"

#include <new>
#include <stdexcept>

#include "block_pool.hpp"
#include "cyclonedds/sertype.hpp"

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

Payload * create_in_block(std::size_t bytes)
{
  std::size_t block_size = bytes;
  void * block = BlockPool::instance().allocate(block_size);
  auto * payload = new (block) Payload;
  payload->block_size = block_size;
  payload->owner = nullptr;
  payload->sequence_number = 0;
  return payload;
}

}  // namespace

Payload * Payload::create(std::size_t size)
{
  Payload * payload = create_in_block(data_offset + padded(size));
  ddsi_serdata_init(payload, &untyped(), SDK_DATA);
  payload->data = reinterpret_cast<std::byte *>(payload) + data_offset;
  payload->size = static_cast<std::uint32_t>(size);
  std::memset(payload->data + size, 0, padded(size) - size);
  return payload;
}

Payload * Payload::share(Payload * other)
{
  Payload * payload = create_in_block(sizeof(Payload));
  ddsi_serdata_init(payload, &untyped(), SDK_DATA);
  payload->data = other->data;
  payload->size = other->size;
  payload->owner = other->owner ? other->owner : other;
  ref(payload->owner);
  return payload;
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
  std::memset(payload_->data + size, 0, detail::padded(size) - size);
  payload_->size = static_cast<std::uint32_t>(size);
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
