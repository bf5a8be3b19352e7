// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes an MCAP file: messages go straight into the chunk that is written next.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>

#include "buffer.hpp"
#include "bytes.hpp"
#include "compression.hpp"
#include "file.hpp"
#include "metadata.hpp"
#include "output.hpp"

namespace bag::detail
{
namespace
{

/// The size of the fields before the compression's name in a chunk: times, size, checksum, length
/// of the name.
constexpr std::size_t chunk_begin = 8 + 8 + 8 + 4 + 4;

struct IndexEntry
{
  std::int64_t log_time;
  std::uint64_t offset;
};
static_assert(sizeof(IndexEntry) == 16, "entries are written as they are");

struct ChunkIndex
{
  std::int64_t begin;
  std::int64_t end;
  std::uint64_t offset;
  std::uint64_t length;
  std::vector<std::pair<std::uint16_t, std::uint64_t>> indexes;
  std::uint64_t indexes_length;
  std::uint64_t packed;
  std::uint64_t size;
};

/// Appends a record whose content `function` appends.
template <typename Function>
void put_record(Buffer & to, Opcode opcode, Function function)
{
  to.put(static_cast<std::uint8_t>(opcode));
  const std::size_t begin = to.size();
  to.put(std::uint64_t{0});
  function();
  to.set<std::uint64_t>(begin, to.size() - begin - sizeof(std::uint64_t));
}

class McapOutput : public Output
{
public:
  McapOutput(const std::filesystem::path & path, const WriteOptions & options)
  : chunks_(options.chunks),
    checksums_(options.checksums),
    chunk_size_(options.chunk_size),
    chunk_duration_(options.chunk_duration),
    compression_(name_of(options.chunks ? options.compression : Compression::none)),
    compressor_(options.chunks ? options.compression : Compression::none, options.level),
    file_(path)
  {
    chunk_.put(magic, sizeof(magic));
    put_record(chunk_, Opcode::header, [&] {
      chunk_.put_text("ros2");
      chunk_.put_text("rxros2");
    });
    file_.write(chunk_.bytes());
    begin_chunk();
  }

  void add_topic(const Topic & topic) override
  {
    const auto [known, is_new] =
      schema_ids_.try_emplace(topic.type, static_cast<std::uint16_t>(schemas_.size() + 1));
    const std::uint16_t schema = known->second;
    if (is_new) {
      schemas_.push_back(topic);
      put_schema(chunk_, schema);
    }
    channels_.push_back({schema, topic});
    put_channel(chunk_, channels_.size() - 1);
    indexes_.emplace_back();
    accepted_.counts.push_back(0);
    written_.counts.push_back(0);
    chunk_contents_.counts.push_back(0);
  }

  void write(const Message & message) override
  {
    if (chunk_contents_.count != 0 && is_full(message)) {
      flush();
    }
    const std::size_t offset = chunk_.size() - records_begin_;
    std::byte * to = chunk_.extend(record_header + message_header + message.data.size());
    const auto put = [&](auto value) {
      std::memcpy(to, &value, sizeof(value));
      to += sizeof(value);
    };
    put(static_cast<std::uint8_t>(Opcode::message));
    put(static_cast<std::uint64_t>(message_header + message.data.size()));
    put(static_cast<std::uint16_t>(message.topic));
    put(message.sequence);
    put(message.log_time);
    put(message.publish_time);
    if (!message.data.empty()) {
      std::memcpy(to, message.data.data(), message.data.size());
    }
    if (chunks_) {
      indexes_[message.topic].push_back({message.log_time, offset});
    }
    chunk_contents_.add(message.topic, message.log_time);
    accepted_.add(message.topic, message.log_time);
  }

  void flush() override
  {
    if (chunk_.size() == records_begin_) {
      return;
    }
    if (!chunks_) {
      file_.write(chunk_.bytes());
    } else {
      write_chunk();
    }
    for (std::size_t topic = 0; topic < written_.counts.size(); ++topic) {
      written_.counts[topic] += chunk_contents_.counts[topic];
      chunk_contents_.counts[topic] = 0;
    }
    written_.count = accepted_.count;
    written_.begin = accepted_.begin;
    written_.end = accepted_.end;
    chunk_contents_.count = 0;
    begin_chunk();
  }

  void finish() override
  {
    flush();
    chunk_.clear();
    put_record(chunk_, Opcode::data_end, [&] { chunk_.put(std::uint32_t{0}); });
    put_summary(file_.size() + chunk_.size());
    file_.write(chunk_.bytes());
    file_.close();
  }

  std::uint64_t size() const override
  {
    return file_.size() + chunk_.size() + chunk_contents_.count * sizeof(IndexEntry);
  }

private:
  bool is_full(const Message & message) const
  {
    return chunk_.size() + message.data.size() >= chunk_size_ ||
           has_passed(chunk_duration_, chunk_contents_.begin, message.log_time);
  }

  /// Leaves room for the fields before the records, which are known when the chunk is complete.
  void begin_chunk()
  {
    chunk_.clear();
    records_begin_ = 0;
    if (chunks_) {
      records_begin_ = record_header + chunk_begin + compression_.size() + sizeof(std::uint64_t);
      chunk_.resize(records_begin_);
    }
  }

  void write_chunk()
  {
    const auto records = chunk_.bytes().subspan(records_begin_);
    const std::uint64_t size = records.size();
    const std::uint32_t crc = checksums_ ? crc32(records) : 0;
    Buffer * out = &chunk_;
    if (!compression_.empty()) {
      packed_.clear();
      packed_.resize(records_begin_);
      compressor_.compress(records, packed_);
      out = &packed_;
    }
    ChunkIndex index{
      chunk_contents_.begin,
      chunk_contents_.end,
      file_.size(),
      out->size(),
      {},
      0,
      out->size() - records_begin_,
      size};
    if (chunk_contents_.count == 0) {
      index.begin = index.end = 0;
    }
    std::size_t at = 0;
    const auto put = [&](auto value) {
      out->set(at, value);
      at += sizeof(value);
    };
    put(static_cast<std::uint8_t>(Opcode::chunk));
    put(static_cast<std::uint64_t>(out->size() - record_header));
    put(index.begin);
    put(index.end);
    put(size);
    put(crc);
    put(static_cast<std::uint32_t>(compression_.size()));
    std::memcpy(out->data() + at, compression_.data(), compression_.size());
    at += compression_.size();
    put(index.packed);
    for (std::size_t channel = 0; channel < indexes_.size(); ++channel) {
      std::vector<IndexEntry> & entries = indexes_[channel];
      if (entries.empty()) {
        continue;
      }
      index.indexes.emplace_back(channel, index.offset + out->size());
      put_record(*out, Opcode::message_index, [&] {
        out->put(static_cast<std::uint16_t>(channel));
        out->put(static_cast<std::uint32_t>(entries.size() * sizeof(IndexEntry)));
        out->put(entries.data(), entries.size() * sizeof(IndexEntry));
      });
    }
    index.indexes_length = out->size() - index.length;
    file_.write(out->bytes());
    for (auto & entries : indexes_) {
      entries.clear();
    }
    chunk_indexes_.push_back(std::move(index));
  }

  void put_schema(Buffer & to, std::size_t id) const
  {
    const Topic & topic = schemas_[id - 1];
    put_record(to, Opcode::schema, [&] {
      to.put(static_cast<std::uint16_t>(id));
      to.put_text(topic.type);
      to.put_text(topic.definition_encoding);
      to.put_text(topic.definition);
    });
  }

  void put_channel(Buffer & to, std::size_t id) const
  {
    // Named one by one, because clang 14 cannot capture a structured binding in a lambda.
    const auto & channel = channels_[id];
    const std::uint16_t schema = channel.first;
    const Topic & topic = channel.second;
    put_record(to, Opcode::channel, [&] {
      to.put(static_cast<std::uint16_t>(id));
      to.put(schema);
      to.put_text(topic.name);
      to.put_text(topic.format);
      const std::size_t begin = to.size();
      to.put(std::uint32_t{0});
      std::string qos = qos_to_yaml(topic.qos, "");
      to.put_text("offered_qos_profiles");
      to.put_text(qos.front() == '\n' ? std::string_view(qos).substr(1) : std::string_view(qos));
      to.put_text("topic_type_hash");
      to.put_text(topic.hash);
      to.set<std::uint32_t>(
        begin, static_cast<std::uint32_t>(to.size() - begin - sizeof(std::uint32_t)));
    });
  }

  /// The summary begins at byte `begin` of the file.
  void put_summary(std::uint64_t begin)
  {
    Buffer & to = chunk_;
    const std::size_t before = to.size();
    Buffer offsets;
    const auto group = [&](Opcode opcode, const auto & put_all) {
      const std::size_t first = to.size();
      put_all();
      if (to.size() != first) {
        put_record(offsets, Opcode::summary_offset, [&] {
          offsets.put(static_cast<std::uint8_t>(opcode));
          offsets.put(begin + first - before);
          offsets.put(static_cast<std::uint64_t>(to.size() - first));
        });
      }
    };
    group(Opcode::schema, [&] {
      for (std::size_t id = 1; id <= schemas_.size(); ++id) {
        put_schema(to, id);
      }
    });
    group(Opcode::channel, [&] {
      for (std::size_t id = 0; id < channels_.size(); ++id) {
        put_channel(to, id);
      }
    });
    group(Opcode::statistics, [&] { put_statistics(to); });
    group(Opcode::chunk_index, [&] {
      for (const ChunkIndex & chunk_index : chunk_indexes_) {
        put_chunk_index(to, chunk_index);
      }
    });
    const std::uint64_t offsets_begin = begin + to.size() - before;
    to.put(offsets.data(), offsets.size());
    to.put(static_cast<std::uint8_t>(Opcode::footer));
    to.put(std::uint64_t{20});
    to.put(begin);
    to.put(offsets_begin);
    to.put(checksums_ ? crc32(to.bytes().subspan(before)) : std::uint32_t{0});
    to.put(magic, sizeof(magic));
  }

  void put_statistics(Buffer & to) const
  {
    put_record(to, Opcode::statistics, [&] {
      to.put(written_.count);
      to.put(static_cast<std::uint16_t>(schemas_.size()));
      to.put(static_cast<std::uint32_t>(channels_.size()));
      to.put(std::uint32_t{0});  // attachments
      to.put(std::uint32_t{0});  // metadata
      to.put(static_cast<std::uint32_t>(chunk_indexes_.size()));
      to.put(written_.begin);
      to.put(written_.end);
      to.put(static_cast<std::uint32_t>(channels_.size() * 10));
      for (std::size_t id = 0; id < channels_.size(); ++id) {
        to.put(static_cast<std::uint16_t>(id));
        to.put(written_.counts[id]);
      }
    });
  }

  void put_chunk_index(Buffer & to, const ChunkIndex & index) const
  {
    put_record(to, Opcode::chunk_index, [&] {
      to.put(index.begin);
      to.put(index.end);
      to.put(index.offset);
      to.put(index.length);
      to.put(static_cast<std::uint32_t>(index.indexes.size() * 10));
      for (const auto & [channel, offset] : index.indexes) {
        to.put(channel);
        to.put(offset);
      }
      to.put(index.indexes_length);
      to.put_text(compression_);
      to.put(index.packed);
      to.put(index.size);
    });
  }

  const bool chunks_;
  const bool checksums_;
  const std::size_t chunk_size_;
  const std::int64_t chunk_duration_;
  const std::string compression_;
  Compressor compressor_;
  OutputFile file_;
  std::vector<Topic> schemas_;  // one topic of each type; its index is the id - 1
  std::unordered_map<std::string, std::uint16_t> schema_ids_;  // by type
  std::vector<std::pair<std::uint16_t, Topic>> channels_;      // with the schema's id
  Buffer chunk_;                   // the chunk's record, or records without a chunk
  std::size_t records_begin_ = 0;  // position in it
  Buffer packed_;
  Contents chunk_contents_;
  std::vector<std::vector<IndexEntry>> indexes_;  // by channel
  std::vector<ChunkIndex> chunk_indexes_;
};

}  // namespace

std::unique_ptr<Output> make_mcap_output(
  const std::filesystem::path & path, const WriteOptions & options)
{
  return std::make_unique<McapOutput>(path, options);
}

}  // namespace bag::detail
