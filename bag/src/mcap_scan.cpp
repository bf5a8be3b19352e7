// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads a file without a summary, or with an incomplete one, from its begin.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "faults.hpp"
#include "mcap_records.hpp"

namespace bag::detail
{
namespace
{

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

}  // namespace

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

}  // namespace bag::detail
