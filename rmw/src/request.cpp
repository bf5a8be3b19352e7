// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads and writes the header of requests and responses.

#include "rmw/request.hpp"

#include <bit>
#include <cstring>

namespace rmw
{

namespace
{

constexpr std::size_t cdr_header = 4;

bool is_swapped(std::span<const std::byte> sample)
{
  constexpr std::byte native{std::endian::native == std::endian::little ? 1 : 0};
  return sample[1] != native;
}

}  // namespace

std::optional<RequestId> read_request_id(std::span<const std::byte> sample) noexcept
{
  if (sample.size() < cdr_header + request_header_size) {
    return std::nullopt;
  }
  std::uint64_t words[2];
  std::memcpy(words, sample.data() + cdr_header, sizeof(words));
  if (is_swapped(sample)) {
    words[0] = __builtin_bswap64(words[0]);
    words[1] = __builtin_bswap64(words[1]);
  }
  return RequestId{words[0], static_cast<std::int64_t>(words[1])};
}

void write_request_id(std::span<std::byte> sample, const RequestId & id) noexcept
{
  std::uint64_t words[2] = {id.client, static_cast<std::uint64_t>(id.sequence)};
  if (is_swapped(sample)) {
    words[0] = __builtin_bswap64(words[0]);
    words[1] = __builtin_bswap64(words[1]);
  }
  std::memcpy(sample.data() + cdr_header, words, sizeof(words));
}

bool sends_request_ids(const Gid & peer) noexcept
{
  // Each GUID of Fast DDS begins with eProsima's vendor id.
  return peer[0] != 0x01 || peer[1] != 0x0f;
}

}  // namespace rmw
