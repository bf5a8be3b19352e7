// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The records of a chunk or of a run of messages, for mcap_scan.cpp and mcap_block.cpp.
#ifndef BAG__MCAP_RECORDS_HPP_
#define BAG__MCAP_RECORDS_HPP_

#include <cstdint>
#include <string>

#include "mcap_file.hpp"

namespace bag::detail
{

/// The head of a message's record.
struct MessageRecord
{
  std::uint16_t channel;
  std::uint32_t sequence;
  std::int64_t log_time;
  std::int64_t publish_time;
};

/// Reads it from the body of the record; the data of the message follow.
inline MessageRecord message_record(Bytes & body)
{
  MessageRecord message{};
  message.channel = body.number<std::uint16_t>("a message's channel");
  message.sequence = body.number<std::uint32_t>("a message's sequence");
  message.log_time = body.time("a message's log time");
  message.publish_time = body.time("a message's publish time");
  return message;
}

/// The damage of a message that begins at `place`.
inline Damage unknown_channel(const MessageRecord & message, std::uint64_t place)
{
  return {
    "a message of channel " + std::to_string(message.channel) + ", which does not exist", place};
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

}  // namespace bag::detail

#endif  // BAG__MCAP_RECORDS_HPP_
