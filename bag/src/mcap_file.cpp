// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens an MCAP file, reads its summary, and loads its chunks.
#include "mcap_file.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "faults.hpp"
#include "metadata.hpp"

namespace bag::detail
{
namespace
{

constexpr std::uint64_t footer_length = 20;
/// The size of the footer and the magic bytes at the end.
constexpr std::uint64_t tail = record_header + footer_length + sizeof(magic);

}  // namespace

McapFile::McapFile(
  const std::filesystem::path & path, const Limits & limits, std::vector<std::string> * faults)
: file_(path), limits_(limits), skips_damage_(faults != nullptr), faults_(faults)
{
  char begin[sizeof(magic)] = {};
  const std::size_t count =
    static_cast<std::size_t>(std::min<std::uint64_t>(sizeof(begin), file_.size()));
  file_.read(0, std::as_writable_bytes(std::span(begin, count)));
  if (std::memcmp(begin, magic, count) != 0) {
    throw Error(
      path.string() + " is damaged or not an MCAP file: it does not begin with MCAP's magic bytes");
  }
  if (!read_summary()) {
    schemas_.clear();
    channels_.clear();
    segments_.clear();
    count_ = 0;
    scan();
    scanned_ = true;
  }
  complete_channels();
  faults_ = nullptr;
}

std::string McapFile::text_of(const Damage & damage) const
{
  return path().string() + " is damaged: " + damage.what + " at byte " + std::to_string(damage.at);
}

std::string McapFile::text_of(const Damage & damage, const Segment & segment) const
{
  const std::string chunk =
    segment.is_chunk ? " of the chunk at byte " + std::to_string(segment.offset) : "";
  return text_of(damage) + chunk;
}

void McapFile::fail(const Damage & damage) const
{
  throw Error(text_of(damage));
}

void McapFile::fail(const Damage & damage, const Segment & segment) const
{
  throw Error(text_of(damage, segment));
}

bool McapFile::read_summary()
{
  if (file_.size() < sizeof(magic) + tail) {
    return false;
  }
  Buffer end;
  end.resize(tail);
  file_.read(file_.size() - tail, {end.data(), tail});
  if (std::memcmp(end.data() + tail - sizeof(magic), magic, sizeof(magic)) != 0) {
    return false;
  }
  try {
    Bytes footer(end.bytes());
    if (
      footer.number<std::uint8_t>("the footer") != static_cast<std::uint8_t>(Opcode::footer) ||
      footer.number<std::uint64_t>("the footer") != footer_length) {
      return false;
    }
    const auto start = footer.number<std::uint64_t>("the footer");
    footer.number<std::uint64_t>("the footer");
    const auto crc = footer.number<std::uint32_t>("the footer");
    const std::uint64_t stop = file_.size() - tail;
    if (start < sizeof(magic) || start > stop || stop - start > limits_.chunk) {
      return false;
    }
    Buffer summary;
    summary.resize(static_cast<std::size_t>(stop - start));
    file_.read(start, {summary.data(), summary.size()});
    const std::uint32_t computed =
      crc32(end.bytes().first(record_header + 16), crc32(summary.bytes()));
    if (crc != 0 && crc != computed) {
      return false;
    }
    read_summary_records(Bytes(summary.bytes(), start));
  } catch (const Damage &) {
    return false;
  }
  return !segments_.empty() || count_ == 0;
}

void McapFile::read_summary_records(Bytes bytes)
{
  bool has_statistics = false;
  std::uint32_t chunks = 0;
  std::map<std::uint16_t, std::uint64_t> counts;
  while (!bytes.empty()) {
    const auto opcode = static_cast<Opcode>(bytes.number<std::uint8_t>("an opcode"));
    const auto length = bytes.number<std::uint64_t>("a length");
    const std::uint64_t at = bytes.at();
    Bytes body(bytes.take(length, "a record"), at);
    if (opcode == Opcode::schema) {
      add_schema(body);
    } else if (opcode == Opcode::channel) {
      add_channel(body);
    } else if (opcode == Opcode::statistics) {
      has_statistics = true;
      count_ = body.number<std::uint64_t>("statistics");
      body.number<std::uint16_t>("statistics");
      body.take(12, "statistics");
      chunks = body.number<std::uint32_t>("statistics");
      begin_ = body.time("statistics");
      end_ = body.time("statistics");
      Bytes entries(body.take(body.number<std::uint32_t>("statistics"), "statistics"));
      while (!entries.empty()) {
        const auto channel = entries.number<std::uint16_t>("statistics");
        counts[channel] = entries.number<std::uint64_t>("statistics");
      }
    } else if (opcode == Opcode::chunk_index) {
      add_chunk(body);
    }
  }
  if (!has_statistics || chunks != segments_.size()) {
    throw Damage{"the summary is incomplete", bytes.at()};
  }
  for (const auto & [channel, count] : counts) {
    const auto known = channels_.find(channel);
    if (known == channels_.end()) {
      throw Damage{"the summary is incomplete", bytes.at()};
    }
    known->second.topic.count = count;
  }
  std::sort(segments_.begin(), segments_.end(), [](const Segment & a, const Segment & b) {
    return a.offset < b.offset;
  });
  for (std::size_t i = 1; i < segments_.size(); ++i) {
    if (segments_[i].offset - segments_[i - 1].offset < segments_[i - 1].length) {
      throw Damage{"chunks of the summary overlap", bytes.at()};
    }
  }
}

void McapFile::add_chunk(Bytes index)
{
  constexpr const char * what = "a chunk's index";
  Segment segment;
  segment.is_chunk = true;
  segment.begin = index.time(what);
  segment.end = index.time(what);
  segment.offset = index.number<std::uint64_t>(what);
  segment.length = index.number<std::uint64_t>(what);
  if (segment.offset > file_.size() || segment.length > file_.size() - segment.offset) {
    throw Damage{"a chunk's index points outside the file", index.at()};
  }
  Bytes entries(index.take(index.number<std::uint32_t>(what), what));
  std::vector<std::uint16_t> channels;
  while (!entries.empty()) {
    channels.push_back(entries.number<std::uint16_t>(what));
    entries.number<std::uint64_t>(what);
  }
  if (!channels.empty()) {
    segment.channels = std::move(channels);
  }
  segments_.push_back(std::move(segment));
}

void McapFile::add_schema(Bytes body)
{
  const auto id = body.number<std::uint16_t>("a schema's id");
  Schema schema;
  schema.name = body.text("a schema's name");
  schema.encoding = body.text("a schema's encoding");
  schema.data = body.text("a schema's data");
  schemas_.try_emplace(id, std::move(schema));
}

void McapFile::add_channel(Bytes body)
{
  const auto id = body.number<std::uint16_t>("a channel's id");
  Channel channel;
  channel.schema = body.number<std::uint16_t>("a channel's schema");
  channel.topic.name = body.text("a channel's topic");
  channel.topic.format = body.text("a channel's encoding");
  const auto length = body.number<std::uint32_t>("a channel's metadata");
  const std::uint64_t at = body.at();
  Bytes entries(body.take(length, "a channel's metadata"), at);
  while (!entries.empty()) {
    const std::string_view key = entries.text("a channel's metadata");
    const std::string_view value = entries.text("a channel's metadata");
    if (key == "offered_qos_profiles") {
      channel.topic.qos = qos_from_yaml(value);
    } else if (key == "topic_type_hash") {
      channel.topic.hash = value;
    }
  }
  const auto [known, is_new] = channels_.try_emplace(id, std::move(channel));
  // try_emplace() leaves `channel` as it is if the id exists. A summary repeats all channels.
  if (is_new || faults_ == nullptr || known->second.topic.name == channel.topic.name) {
    return;
  }
  add_fault(
    *faults_, path().string() + ": channel " + std::to_string(id) + " is " +
                printable(known->second.topic.name) + " and again " +
                printable(channel.topic.name) + "; all its messages count as those of the first");
}

void McapFile::complete_channels()
{
  for (auto & [id, channel] : channels_) {
    const auto schema = schemas_.find(channel.schema);
    if (schema != schemas_.end()) {
      channel.topic.type = schema->second.name;
      channel.topic.definition = schema->second.data;
      channel.topic.definition_encoding = schema->second.encoding;
    }
  }
}

McapFile::Records McapFile::load(const Segment & segment, Scratch & scratch, Buffer & to) const
{
  // A chunk's record is little longer than the chunk. A sparse file may claim more than its disk
  // has.
  if (segment.length > limits_.chunk && segment.length - limits_.chunk > (std::size_t(1) << 16)) {
    if (segment.is_cut) {
      return {};
    }
    fail(
      {"a record of " + std::to_string(segment.length) + " bytes; the limit is " +
         std::to_string(limits_.chunk),
       segment.offset});
  }
  if (!segment.is_chunk) {
    to.resize(static_cast<std::size_t>(segment.length));
    file_.read(segment.offset, {to.data(), to.size()});
    return {to.bytes(), segment.offset};
  }
  Buffer & record = scratch.record;
  record.resize(static_cast<std::size_t>(segment.length));
  file_.read(segment.offset, {record.data(), record.size()});
  try {
    Bytes bytes(record.bytes(), segment.offset);
    if (bytes.number<std::uint8_t>("a chunk") != static_cast<std::uint8_t>(Opcode::chunk)) {
      throw Damage{"the index points to a record that is not a chunk", segment.offset};
    }
    const auto length = bytes.number<std::uint64_t>("a chunk");
    if (!segment.is_cut && length != bytes.remaining()) {
      throw Damage{"a chunk's length is not that of the index", segment.offset};
    }
    return unpack_chunk(segment, bytes, scratch, to);
  } catch (const Damage & damage) {
    if (segment.is_cut) {
      return {};
    }
    fail(damage);
  }
}

McapFile::Records McapFile::unpack_chunk(
  const Segment & segment, Bytes record, Scratch & scratch, Buffer & to) const
{
  record.take(16, "a chunk's times");
  const auto size = record.number<std::uint64_t>("a chunk's size");
  const auto crc = record.number<std::uint32_t>("a chunk's checksum");
  const std::string_view compression = record.text("a chunk's compression");
  const auto length = record.number<std::uint64_t>("a chunk's records");
  const std::uint64_t at = record.at();
  auto packed = record.take(
    segment.is_cut ? std::min<std::uint64_t>(length, record.remaining()) : length,
    "a chunk's records");
  if (size > limits_.chunk) {
    throw Damage{
      "a chunk of " + std::to_string(size) + " bytes; the limit is " +
        std::to_string(limits_.chunk),
      at};
  }
  if (compression.empty()) {
    if (!segment.is_cut && size != packed.size()) {
      throw Damage{"a chunk's size is not that of its records", at};
    }
    std::swap(to, scratch.record);  // swaps the buffers, so that `to` holds the bytes
  } else if (compression == "zstd" || compression == "lz4") {
    if (size > largest_expansion(packed.size(), limits_)) {
      throw Damage{
        "a chunk of " + std::to_string(size) + " bytes, but " +
          expansion_text(packed.size(), limits_),
        at};
    }
    const Decompressed result =
      scratch.decompressor.decompress(compression, packed, static_cast<std::size_t>(size), to);
    const bool complete = result == Decompressed::complete && to.size() == size;
    if (!complete && !segment.is_cut) {
      throw Damage{"a chunk cannot be decompressed", at};
    }
    packed = to.bytes();
  } else {
    throw Damage{
      "compression '" + printable(compression.substr(0, 20)) + "'; expected lz4, zstd or none", at};
  }
  Records records{packed, 0};
  if (crc != 0 && !segment.is_cut && crc32(packed) != crc) {
    const Damage damage{"a chunk's checksum does not match", at};
    if (!skips_damage_) {
      throw damage;
    }
    records.fault = text_of(damage) + ", so messages of this chunk may be wrong";
  }
  return records;
}

}  // namespace bag::detail
