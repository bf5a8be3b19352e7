// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Shared helpers of the tests of recordings.
#ifndef RECORDING_HPP_
#define RECORDING_HPP_

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bag/reader.hpp"
#include "bag/writer.hpp"
#include "folder.hpp"

using test::Folder;

struct StoredMessage
{
  std::string topic;
  std::int64_t log_time;
  std::int64_t publish_time;
  std::string data;

  friend bool operator==(const StoredMessage &, const StoredMessage &) = default;
  friend std::ostream & operator<<(std::ostream & out, const StoredMessage & kept)
  {
    return out << kept.topic << ' ' << kept.log_time << ' ' << kept.publish_time << ' '
               << kept.data.substr(0, 40);
  }
};

inline std::span<const std::byte> bytes_of(const std::string & text)
{
  return std::as_bytes(std::span(text));
}

inline std::vector<StoredMessage> read_all(
  const bag::Reader & reader, bag::Selection selection = {})
{
  std::vector<StoredMessage> found;
  auto messages = reader.messages(std::move(selection));
  for (bag::Message message; messages.next(message);) {
    found.push_back(
      {reader.topics()[message.topic].name, message.log_time, message.publish_time,
       std::string(reinterpret_cast<const char *>(message.data.data()), message.data.size())});
  }
  return found;
}

inline std::vector<StoredMessage> read_all(
  const std::filesystem::path & path, bag::Selection selection = {})
{
  return read_all(bag::Reader(path), std::move(selection));
}

inline bag::Topic string_topic(const std::string & name)
{
  bag::Topic topic;
  topic.name = name;
  topic.type = "std_msgs/msg/String";
  topic.definition = "string data";
  topic.definition_encoding = "ros2msg";
  topic.hash = "RIHS01_00";
  topic.qos.emplace_back();
  return topic;
}

/// Writes messages on /a and /b alternately, 10 ms apart, and returns them.
inline std::vector<StoredMessage> write_some(
  const std::filesystem::path & path, std::size_t count, bag::WriteOptions options = {})
{
  std::vector<StoredMessage> written;
  bag::Writer writer(path, std::move(options));
  const std::size_t topics[] = {
    writer.add_topic(string_topic("/a")), writer.add_topic(string_topic("/b"))};
  for (std::size_t i = 0; i < count; ++i) {
    const auto time = static_cast<std::int64_t>(1'000'000'000 + i * 10'000'000);
    written.push_back({i % 2 == 0 ? "/a" : "/b", time, time - 5, "message " + std::to_string(i)});
    writer.write(topics[i % 2], time, time - 5, bytes_of(written.back().data));
  }
  writer.finish();
  return written;
}

inline std::string file_bytes(const std::filesystem::path & path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void set_file_bytes(const std::filesystem::path & path, const std::string & bytes)
{
  std::ofstream(path, std::ios::binary)
    .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

#endif  // RECORDING_HPP_
