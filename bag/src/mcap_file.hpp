// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One MCAP file, complete or cut off.
#ifndef BAG__MCAP_FILE_HPP_
#define BAG__MCAP_FILE_HPP_

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/reader.hpp"
#include "bytes.hpp"
#include "file.hpp"
#include "merge.hpp"

namespace bag::detail
{

/// A chunk, or a run of records outside of chunks.
struct Segment
{
  std::uint64_t offset = 0;  ///< position of its first record
  std::uint64_t length = 0;
  std::int64_t begin = 0;  ///< the smallest log_time in it
  std::int64_t end = 0;
  bool is_chunk = false;
  bool is_cut = false;
  std::optional<std::vector<std::uint16_t>> channels;  ///< channels of its messages, if known
};

struct Channel
{
  std::uint16_t schema = 0;
  Topic topic;            ///< without the data of its schema
  std::size_t index = 0;  ///< index of the topic in the reader; set by the reader
};

/// Immutable after its construction, so thread-safe.
class McapFile
{
public:
  /// Reads the summary, or the whole file if the summary is missing or incomplete. With `faults`,
  /// damaged parts are described there and skipped; else they throw Error.
  McapFile(
    const std::filesystem::path & path, const Limits & limits,
    std::vector<std::string> * faults = nullptr);

  const std::filesystem::path & path() const noexcept { return file_.path(); }
  std::map<std::uint16_t, Channel> & channels() noexcept { return channels_; }
  bool is_cut_off() const noexcept { return cut_off_; }
  std::uint64_t count() const noexcept { return count_; }
  std::int64_t begin() const noexcept { return begin_; }
  std::int64_t end() const noexcept { return end_; }

  /// Appends the blocks that may contain chosen messages. They refer to this object.
  void add_blocks(
    std::uint32_t number, const Chosen & chosen,
    std::vector<std::unique_ptr<Block>> & blocks) const;

private:
  class Scan;
  friend class McapBlock;

  struct Schema
  {
    std::string name;
    std::string encoding;
    std::string data;
  };
  struct Records
  {
    std::span<const std::byte> bytes;
    std::uint64_t begin = 0;  ///< position of these bytes: in the file, or in the chunk
    std::string fault = {};   ///< damage in spite of which the bytes are used
  };

  /// Afterwards `to` holds the records, or the compressed bytes.
  Records load(const Segment & segment, Scratch & scratch, Buffer & to) const;
  Records unpack_chunk(const Segment & segment, Bytes record, Scratch & scratch, Buffer & to) const;
  /// Calls function(opcode, body, position) for each whole record.
  template <typename Function>
  void each_record(const Segment & segment, const Records & records, Function function) const;
  std::string text_of(const Damage & damage) const;
  std::string text_of(const Damage & damage, const Segment & segment) const;
  [[noreturn]] void fail(const Damage & damage) const;
  [[noreturn]] void fail(const Damage & damage, const Segment & segment) const;

  bool read_summary();
  void read_summary_records(Bytes bytes);
  void scan();
  void add_chunk(Bytes index);
  void add_schema(Bytes body);
  void add_channel(Bytes body);
  void complete_channels();

  InputFile file_;
  Limits limits_;
  const bool skips_damage_;
  std::vector<std::string> * faults_;  ///< only during construction
  std::map<std::uint16_t, Schema> schemas_;
  std::map<std::uint16_t, Channel> channels_;
  std::vector<Segment> segments_;
  bool cut_off_ = false;
  bool scanned_ = false;
  std::uint64_t count_ = 0;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace bag::detail

#endif  // BAG__MCAP_FILE_HPP_
