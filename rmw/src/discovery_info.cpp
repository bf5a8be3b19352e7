// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The CDR of ros_discovery_info, by hand, since two generations of ROS 2 share one type name.

#include "discovery_info.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rmw::detail
{
namespace
{

constexpr std::size_t header_size = 4;
constexpr std::size_t max_padding = 3;

constexpr std::size_t gid_size(GidGeneration generation)
{
  return generation == GidGeneration::iron_and_later ? 16 : 24;
}

// A first pass without memory counts the bytes, a second one writes them.
class Encoder
{
public:
  explicit Encoder(std::byte * body) : body_(body) {}
  std::size_t size() const { return at_; }

  void number(std::uint32_t value)
  {
    while (at_ % 4 != 0) {
      put("", 1);
    }
    put(&value, sizeof(value));
  }
  void text(const std::string & value)
  {
    number(static_cast<std::uint32_t>(value.size() + 1));
    put(value.c_str(), value.size() + 1);
  }
  void gid(const Gid & value, std::size_t size)
  {
    constexpr char zeros[24] = {};
    put(value.data(), value.size());
    put(zeros, size - value.size());
  }
  void gids(const std::vector<Gid> & values, std::size_t size)
  {
    number(static_cast<std::uint32_t>(values.size()));
    for (const Gid & value : values) {
      gid(value, size);
    }
  }

private:
  void put(const void * from, std::size_t size)
  {
    if (body_ && size != 0) {
      std::memcpy(body_ + at_, from, size);
    }
    at_ += size;
  }

  std::byte * body_;
  std::size_t at_ = 0;
};

void encode_body(const DiscoveryInfo & info, std::size_t gid_size, Encoder & out)
{
  out.gid(info.participant, gid_size);
  out.number(static_cast<std::uint32_t>(info.nodes.size()));
  for (const NodeEntities & node : info.nodes) {
    out.text(node.namespace_);
    out.text(node.name);
    out.gids(node.readers, gid_size);
    out.gids(node.writers, gid_size);
  }
}

// Each function returns false if the bytes do not contain what they claim.
class Decoder
{
public:
  Decoder(std::span<const std::byte> body, bool swap) : body_(body), swap_(swap) {}

  std::size_t remaining() const { return body_.size() - at_; }

  bool number(std::uint32_t & value)
  {
    const std::size_t aligned = (at_ + 3) & ~std::size_t{3};
    if (aligned > body_.size() || body_.size() - aligned < sizeof(value)) {
      return false;
    }
    std::memcpy(&value, body_.data() + aligned, sizeof(value));
    at_ = aligned + sizeof(value);
    if (swap_) {
      value = __builtin_bswap32(value);
    }
    return true;
  }
  bool text(std::string & value)
  {
    std::uint32_t length = 0;
    if (!number(length) || length > remaining()) {
      return false;
    }
    const auto * characters = reinterpret_cast<const char *>(body_.data() + at_);
    at_ += length;
    if (length == 0) {
      value.clear();
      return true;
    }
    value.assign(characters, length - 1);
    return characters[length - 1] == '\0' && value.find('\0') == std::string::npos;
  }
  // In the older generation the bytes after the GUID are zero.
  bool gid(Gid & value, std::size_t size)
  {
    if (remaining() < size) {
      return false;
    }
    std::memcpy(value.data(), body_.data() + at_, value.size());
    const auto extra = body_.subspan(at_ + value.size(), size - value.size());
    at_ += size;
    return std::all_of(extra.begin(), extra.end(), [](std::byte b) { return b == std::byte{0}; });
  }
  bool gids(std::vector<Gid> & values, std::size_t size)
  {
    std::uint32_t count = 0;
    if (!number(count) || count > remaining() / size) {
      return false;
    }
    values.resize(count);
    return std::all_of(values.begin(), values.end(), [&](Gid & value) { return gid(value, size); });
  }

private:
  std::span<const std::byte> body_;
  bool swap_;
  std::size_t at_ = 0;
};

std::optional<DiscoveryInfo> decode_as(Decoder in, std::size_t gid_size)
{
  // Two texts and two sequences, each at least a count.
  constexpr std::size_t min_node_size = 16;
  DiscoveryInfo info;
  std::uint32_t count = 0;
  if (
    !in.gid(info.participant, gid_size) || !in.number(count) ||
    count > in.remaining() / min_node_size) {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    NodeEntities & node = info.nodes.emplace_back();
    if (
      !in.text(node.namespace_) || !in.text(node.name) || !in.gids(node.readers, gid_size) ||
      !in.gids(node.writers, gid_size)) {
      return std::nullopt;
    }
  }
  if (in.remaining() > max_padding) {
    return std::nullopt;
  }
  return info;
}

}  // namespace

std::vector<std::byte> encode(const DiscoveryInfo & info, GidGeneration generation)
{
  const std::size_t gid = gid_size(generation);
  Encoder counter(nullptr);
  encode_body(info, gid, counter);
  std::vector<std::byte> bytes(header_size + counter.size());
  const std::byte header[header_size] = {
    std::byte{0}, std::byte{std::endian::native == std::endian::little}, std::byte{0},
    std::byte{0}};
  std::memcpy(bytes.data(), header, header_size);
  Encoder writer(bytes.data() + header_size);
  encode_body(info, gid, writer);
  return bytes;
}

std::optional<DiscoveryInfo> decode(std::span<const std::byte> bytes, const Gid & sender)
{
  if (bytes.size() < header_size || bytes[0] != std::byte{0} || bytes[1] > std::byte{1}) {
    return std::nullopt;  // not plain CDR
  }
  const bool little = bytes[1] == std::byte{1};
  const Decoder body(
    bytes.subspan(header_size), little != (std::endian::native == std::endian::little));
  for (const auto generation : {GidGeneration::iron_and_later, GidGeneration::humble_and_earlier}) {
    auto info = decode_as(body, gid_size(generation));
    if (info && same_participant(info->participant, sender)) {
      return info;
    }
  }
  return std::nullopt;
}

}  // namespace rmw::detail
