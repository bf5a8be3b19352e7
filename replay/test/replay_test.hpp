// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Recordings of numbers, and programs that are replayed on them.
#ifndef REPLAY_TEST_HPP_
#define REPLAY_TEST_HPP_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "folder.hpp"
#include "replay/replay.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"

namespace replay_test
{

namespace fs = std::filesystem;
using std_msgs::msg::Int32;

inline constexpr std::int64_t ms = 1'000'000;
inline constexpr std::int64_t second = 1'000'000'000;
inline constexpr std::int64_t begin = 1'700'000'000 * second;

inline Int32 number(int value)
{
  Int32 message;
  message.data = value;
  return message;
}

inline std::string bytes_of(const std::string & file)
{
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Recorded
{
  std::string topic;
  int value;
  std::int64_t after;  // time after the beginning

  friend bool operator==(const Recorded &, const Recorded &) = default;
  friend std::ostream & operator<<(std::ostream & out, const Recorded & m)
  {
    return out << m.topic << ' ' << m.value << " after " << m.after / 1'000'000 << " ms";
  }
};

class Replay : public testing::Test
{
protected:
  std::string path(const std::string & name) const { return (folder_ / name).string(); }

  /// A recording of numbers, each at a time after the beginning.
  std::string recording(const std::vector<Recorded> & messages)
  {
    const std::string file = path("recording.mcap");
    fs::remove(file);
    const rxros2::recording to(file);
    for (const Recorded & each : messages) {
      put(to, each.topic, number(each.value), each.after);
    }
    to.finish();
    return file;
  }

  /// Writes a message into a recording.
  template <typename Message>
  static void put(
    const rxros2::recording & to, const std::string & topic, const Message & message,
    std::int64_t after)
  {
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Message>().serialize_message(&message, &bytes);
    const auto index = to.topic(topic, rosidl_generator_traits::name<Message>());
    to.write(index, begin + after, begin + after, bytes);
  }

  /// Returns the recorded messages of one type, with topics and times.
  template <typename Message>
  static std::vector<std::tuple<std::string, Message, std::int64_t>> messages_of(
    const std::string & file)
  {
    const bag::Reader reader(file);
    auto walk = reader.messages();
    std::vector<std::tuple<std::string, Message, std::int64_t>> messages;
    for (bag::Message each; walk.next(each);) {
      const bag::Topic & topic = reader.topics()[each.topic];
      if (topic.type != rosidl_generator_traits::name<Message>()) {
        continue;
      }
      rclcpp::SerializedMessage bytes(each.data.size());
      auto & raw = bytes.get_rcl_serialized_message();
      std::copy_n(
        reinterpret_cast<const std::uint8_t *>(each.data.data()), each.data.size(), raw.buffer);
      raw.buffer_length = each.data.size();
      Message message;
      rclcpp::Serialization<Message>().deserialize_message(&bytes, &message);
      messages.emplace_back(topic.name, message, each.log_time - begin);
    }
    return messages;
  }

  /// Returns the recorded Int32 messages.
  static std::vector<Recorded> read(const std::string & file)
  {
    std::vector<Recorded> messages;
    for (const auto & [topic, message, after] : messages_of<Int32>(file)) {
      messages.push_back({topic, message.data, after});
    }
    return messages;
  }

  /// Returns the outputs of a program that spins nodes.
  template <typename Make>
  std::vector<Recorded> outputs(
    const std::string & bag, const Make & make, replay::Options options = {})
  {
    options.record = path("outputs.mcap");
    fs::remove(options.record);
    report_ = replay::run(
      bag,
      [&] {
        const auto node = std::make_shared<rclcpp::Node>("robot");
        const auto kept = make(node);
        rclcpp::spin(node);
      },
      options);
    return read(options.record);
  }

  const test::Folder folder_;
  replay::Report report_;
};

}  // namespace replay_test

#endif  // REPLAY_TEST_HPP_
