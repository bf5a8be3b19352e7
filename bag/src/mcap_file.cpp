// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "mcap_file.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
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
/// The length of a run of messages outside chunks in bytes; a run is read at once.
constexpr std::uint64_t run_length = std::uint64_t(1) << 20;

/// A buffer over a part of the file, for reading small records with few system calls.
class Window
{
public:
  explicit Window(const InputFile & file) : file_(file) {}

  /// Returns `count` bytes from `at` on, or as many as the file has.
  std::span<const std::byte> read(std::uint64_t at, std::size_t count)
  {
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, file_.size() - at));
    if (at < begin_ || at + count > begin_ + bytes_.size()) {
      bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(
        std::max<std::size_t>(count, std::size_t(1) << 16), file_.size() - at)));
      file_.read(at, {bytes_.data(), bytes_.size()});
      begin_ = at;
    }
    return bytes_.bytes().subspan(static_cast<std::size_t>(at - begin_), count);
  }

private:
  const InputFile & file_;
  Buffer bytes_;
  std::uint64_t begin_ = 0;
};

struct MessageRecord
{
  std::uint16_t channel;
  std::uint32_t sequence;
  std::int64_t log_time;
  std::int64_t publish_time;
};

MessageRecord message_record(Bytes & body)
{
  MessageRecord message{};
  message.channel = body.number<std::uint16_t>("a message's channel");
  message.sequence = body.number<std::uint32_t>("a message's sequence");
  message.log_time = body.time("a message's log time");
  message.publish_time = body.time("a message's publish time");
  return message;
}

/// The damage of a message that begins at `place`.
Damage unknown_channel(const MessageRecord & message, std::uint64_t place)
{
  return {
    "a message of channel " + std::to_string(message.channel) + ", which does not exist", place};
}

}  // namespace

class McapBlock : public Block
{
public:
  McapBlock(const McapFile & file, const Segment & segment, std::uint32_t number)
  : file_(file), segment_(segment)
  {
    key_.log_time = segment.begin;
    key_.file = number;
    key_.place = segment.offset;
  }

  bool open(const Chosen & chosen, Scratch & scratch) override
  {
    chosen_ = &chosen;
    fill(scratch);
    return set_key();
  }

  void get(Message & message, Scratch & scratch) override
  {
    if (dropped_) {
      fill(scratch);
      fault_.clear();  // open() has reported it
      dropped_ = false;
    }
    if (at_ >= entries_.size()) {
      file_.fail({"the file has changed while it was read", segment_.offset}, segment_);
    }
    const Entry & entry = entries_[at_];
    message.topic = entry.topic;
    message.log_time = entry.message.log_time;
    message.publish_time = entry.message.publish_time;
    message.sequence = entry.message.sequence;
    message.data = records_.bytes.subspan(
      static_cast<std::size_t>(entry.place), static_cast<std::size_t>(entry.size));
  }

  bool advance() override
  {
    ++at_;
    return set_key();
  }

  std::size_t held() const override
  {
    return bytes_.capacity() + entries_.capacity() * sizeof(Entry);
  }
  void drop() override
  {
    bytes_ = Buffer();
    std::vector<Entry>().swap(entries_);
    dropped_ = true;
  }

private:
  struct Entry
  {
    MessageRecord message;
    std::uint64_t place;  // position of its data
    std::uint64_t size;
    std::size_t topic;

    std::tuple<std::int64_t, std::int64_t, std::uint16_t, std::uint64_t> order() const
    {
      return {message.log_time, message.publish_time, message.channel, place};
    }
  };

  // Reads the records and finds the chosen messages among them.
  void fill(Scratch & scratch)
  {
    records_ = file_.load(segment_, scratch, bytes_);
    const Chosen & chosen = *chosen_;
    const auto add_entry = [&](Opcode opcode, Bytes body, std::uint64_t) {
      if (opcode != Opcode::message) {
        return;
      }
      const std::uint64_t place = body.at();
      const MessageRecord message = message_record(body);
      const auto known = file_.channels_.find(message.channel);
      if (known == file_.channels_.end()) {
        if (!file_.skips_damage_) {
          throw unknown_channel(message, place);
        }
        if (fault_.empty() && !file_.scanned_) {  // a scan has counted them
          fault_ = file_.text_of(unknown_channel(message, place), segment_);
        }
        return;
      }
      const std::size_t index = known->second.index;
      if (
        chosen.topics[index] && message.log_time >= chosen.begin &&
        message.log_time <= chosen.end) {
        entries_.push_back({message, body.at() - records_.begin, body.remaining(), index});
      }
    };
    try {
      fault_ = file_.scanned_ ? std::string() : records_.fault;
      file_.each_record(segment_, records_, add_entry);
    } catch (const Error & error) {
      if (!file_.skips_damage_) {
        throw;
      }
      fault_ = file_.scanned_ ? "" : error.what();
    }
    const auto earlier = [](const Entry & a, const Entry & b) { return a.order() < b.order(); };
    if (chosen.order == Order::time && !std::is_sorted(entries_.begin(), entries_.end(), earlier)) {
      std::sort(entries_.begin(), entries_.end(), earlier);
    }
  }

  bool set_key()
  {
    if (at_ >= entries_.size()) {
      return false;
    }
    const Entry & entry = entries_[at_];
    key_ = {
      entry.message.log_time, entry.message.publish_time, entry.message.channel, key_.file,
      segment_.offset + entry.place};
    return true;
  }

  const McapFile & file_;
  const Segment & segment_;
  const Chosen * chosen_ = nullptr;
  Buffer bytes_;
  McapFile::Records records_;
  std::vector<Entry> entries_;
  std::size_t at_ = 0;
  bool dropped_ = false;
};

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

template <typename Function>
void McapFile::each_record(
  const Segment & segment, const Records & records, Function function) const
{
  try {
    Bytes bytes(records.bytes, records.begin);
    while (!bytes.empty()) {
      if (segment.is_cut && bytes.remaining() < record_header) {
        return;
      }
      const auto opcode = static_cast<Opcode>(bytes.number<std::uint8_t>("an opcode"));
      const auto length = bytes.number<std::uint64_t>("a record's length");
      if (segment.is_cut && length > bytes.remaining()) {
        return;
      }
      const std::uint64_t at = bytes.at();
      function(opcode, Bytes(bytes.take(length, "a record"), at), at);
    }
  } catch (const Damage & damage) {
    fail(damage, segment);
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

/// Reads a file without a summary from its begin: its schemas, channels, segments and counts.
class McapFile::Scan
{
public:
  explicit Scan(McapFile & file) : file_(file), window_(file.file_) {}

  /// Sets whether the file is cut off, that is, ends before its footer.
  void run()
  {
    file_.cut_off_ = true;
    for (std::uint64_t at = sizeof(magic); file_.cut_off_;) {
      const std::optional<Place> record = find_record(at);
      if (!record) {
        break;
      }
      try {
        read(*record);
      } catch (const Damage & damage) {
        end_run();  // so that the reading of the run does not meet this record
        report(file_.text_of(damage));
      } catch (const Error & error) {
        report(error.what());
      }
      file_.cut_off_ = record->opcode != Opcode::data_end && record->opcode != Opcode::footer;
      at = record->end;
    }
    end_run();
    for (const auto & [channel, count] : unknown_) {
      report(
        file_.path().string() + ": " + std::to_string(count) + " messages belong to channel " +
        std::to_string(channel) + ", which does not exist");
    }
  }

private:
  // Throws if damaged parts must not be skipped.
  void report(const std::string & fault)
  {
    if (!file_.skips_damage_) {
      throw Error(fault);
    }
    add_fault(*file_.faults_, fault);
  }

  struct Place
  {
    Opcode opcode;
    std::uint64_t begin;
    std::uint64_t length;  // of the body
    std::uint64_t end;     // at most that of the file
    bool is_cut;
    std::uint64_t body() const { return begin + record_header; }
  };

  // Returns none where the records end. Of a record that is cut off, only a chunk can be used.
  std::optional<Place> find_record(std::uint64_t at)
  {
    const std::uint64_t size = file_.file_.size();
    if (at >= size) {
      return std::nullopt;
    }
    const auto header = window_.read(at, record_header);
    if (header.size() < record_header) {
      return std::nullopt;
    }
    Bytes bytes(header, at);
    const auto opcode = static_cast<Opcode>(bytes.number<std::uint8_t>("an opcode"));
    const auto length = bytes.number<std::uint64_t>("a record's length");
    const bool is_cut = length > size - at - record_header;
    if (is_cut && opcode != Opcode::chunk) {
      return std::nullopt;
    }
    if (static_cast<std::uint8_t>(opcode) == 0) {
      if (length == 0) {
        return std::nullopt;  // the file was enlarged, but not yet written to this point
      }
      report(file_.text_of({"a record of kind 0", at}));
      return std::nullopt;
    }
    return Place{opcode, at, length, is_cut ? size : at + record_header + length, is_cut};
  }

  void read(const Place & record)
  {
    switch (record.opcode) {
      case Opcode::message:
        read_message(record);
        break;
      case Opcode::schema:
      case Opcode::channel:
        add(record.opcode, Bytes(read_body(record), record.body()));
        break;
      case Opcode::chunk:
        end_run();
        read_chunk(record);
        break;
      default:
        end_run();
    }
  }

  // A longer record cannot be read.
  void check_length(const Place & record) const
  {
    if (record.length > file_.limits_.chunk) {
      throw Damage{
        "a record of " + std::to_string(record.length) + " bytes; the limit is " +
          std::to_string(file_.limits_.chunk),
        record.begin};
    }
  }

  std::span<const std::byte> read_body(const Place & record)
  {
    check_length(record);
    return window_.read(record.body(), static_cast<std::size_t>(record.length));
  }

  void read_message(const Place & record)
  {
    check_length(record);
    if (run_ && record.end - run_->offset > std::min(run_length, file_.limits_.chunk)) {
      end_run();
    }
    if (!run_) {
      run_ = empty_segment(record.begin);
    }
    const auto head = std::min<std::uint64_t>(record.length, message_header);
    Bytes message(window_.read(record.body(), head), record.body());
    count(message, *run_);
    run_->length = record.end - run_->offset;
  }

  void read_chunk(const Place & record)
  {
    Segment segment = empty_segment(record.begin);
    segment.is_chunk = true;
    segment.is_cut = record.is_cut;
    segment.length = record.end - record.begin;
    const Records records = file_.load(segment, scratch_, records_);
    if (!records.fault.empty()) {
      report(records.fault);
    }
    bool defines = true;
    try {
      file_.each_record(segment, records, [&](Opcode opcode, Bytes body, std::uint64_t) {
        if (opcode == Opcode::message) {
          count(body, segment);
        } else if (defines) {
          try {
            add(opcode, body);
          } catch (const Damage & damage) {  // the messages behind it are still delivered
            defines = false;
            report(file_.text_of(damage, segment));
          }
        }
      });
    } catch (const Error & error) {
      report(error.what());
    }
    if (segment.begin <= segment.end) {
      file_.segments_.push_back(std::move(segment));
    }
  }

  void add(Opcode opcode, Bytes body)
  {
    if (opcode == Opcode::schema) {
      file_.add_schema(body);
    } else if (opcode == Opcode::channel) {
      file_.add_channel(body);
    }
  }

  void count(Bytes & body, Segment & segment)
  {
    const std::uint64_t place = body.at();
    const MessageRecord message = message_record(body);
    const auto channel = file_.channels_.find(message.channel);
    if (channel == file_.channels_.end()) {
      if (!file_.skips_damage_) {
        throw unknown_channel(message, place);
      }
      ++unknown_[message.channel];
      return;
    }
    ++channel->second.topic.count;
    const std::int64_t time = message.log_time;
    file_.begin_ = file_.count_ == 0 ? time : std::min(file_.begin_, time);
    file_.end_ = file_.count_ == 0 ? time : std::max(file_.end_, time);
    ++file_.count_;
    segment.begin = std::min(segment.begin, time);
    segment.end = std::max(segment.end, time);
  }

  // Its begin lies after its end until a message is counted.
  static Segment empty_segment(std::uint64_t offset)
  {
    Segment segment;
    segment.offset = offset;
    segment.begin = std::numeric_limits<std::int64_t>::max();
    segment.end = std::numeric_limits<std::int64_t>::min();
    return segment;
  }

  void end_run()
  {
    if (run_ && run_->begin <= run_->end) {
      file_.segments_.push_back(*run_);
    }
    run_.reset();
  }

  McapFile & file_;
  Window window_;
  Scratch scratch_;
  Buffer records_;
  std::optional<Segment> run_;                      // of messages outside of chunks
  std::map<std::uint16_t, std::uint64_t> unknown_;  // numbers of messages of unknown channels
};

void McapFile::scan()
{
  Scan(*this).run();
}

void McapFile::add_blocks(
  std::uint32_t number, const Chosen & chosen, std::vector<std::unique_ptr<Block>> & blocks) const
{
  const auto is_chosen = [&](std::uint16_t id) {
    const auto channel = channels_.find(id);
    return channel == channels_.end() || chosen.topics[channel->second.index];
  };
  for (const Segment & segment : segments_) {
    if (segment.end < chosen.begin || segment.begin > chosen.end) {
      continue;
    }
    if (
      !segment.channels ||
      std::any_of(segment.channels->begin(), segment.channels->end(), is_chosen)) {
      blocks.push_back(std::make_unique<McapBlock>(*this, segment, number));
    }
  }
}

}  // namespace bag::detail
