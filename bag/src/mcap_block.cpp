// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The messages of a chunk or of a run, in the order in which they are read.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcap_records.hpp"

namespace bag::detail
{

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
