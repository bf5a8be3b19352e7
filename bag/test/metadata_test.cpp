// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// metadata.yaml in the versions that rosbag2 has written, QoS in words and numbers, and rejected
// values of SQLite.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "bag/definition.hpp"
#include "metadata.hpp"
#include "recording.hpp"
#include "sqlite.hpp"
#include "yaml.hpp"

namespace
{

using bag::detail::metadata_text;
using bag::detail::qos_from_yaml;
using bag::detail::qos_to_yaml;
using bag::detail::read_metadata;

bag::detail::Metadata read_text(const std::string & text)
{
  const Folder folder;
  set_file_bytes(folder / "metadata.yaml", text);
  return read_metadata(folder / "metadata.yaml");
}

/// Returns metadata in a version of the format: without later fields, and before version 9 with QoS
/// as a text with numbers.
std::string of_version(int version)
{
  std::string text = "rosbag2_bagfile_information:\n  version: " + std::to_string(version) +
                     "\n  storage_identifier: sqlite3\n  relative_file_paths:\n    - x_0.db3\n"
                     "  duration:\n    nanoseconds: 5\n  starting_time:\n"
                     "    nanoseconds_since_epoch: 7\n  message_count: 3\n"
                     "  topics_with_message_count:\n    - topic_metadata:\n        name: /a\n"
                     "        type: std_msgs/msg/String\n        serialization_format: cdr\n";
  if (version >= 9) {
    text +=
      "        offered_qos_profiles:\n          - history: keep_last\n            depth: 5\n"
      "            reliability: best_effort\n            durability: transient_local\n"
      "            deadline:\n              sec: 1\n              nsec: 5\n"
      "            lifespan:\n              sec: 9223372036\n              nsec: 854775807\n"
      "            liveliness: automatic\n            liveliness_lease_duration:\n"
      "              sec: 9223372036\n              nsec: 854775807\n"
      "            avoid_ros_namespace_conventions: false\n";
  } else {
    text +=
      "        offered_qos_profiles: \"- history: 1\\n  depth: 5\\n  reliability: 2\\n  "
      "durability: "
      "1\\n  deadline:\\n    sec: 1\\n    nsec: 5\\n  lifespan:\\n    sec: 2147483647\\n    nsec: "
      "4294967295\\n  liveliness: 1\\n  liveliness_lease_duration:\\n    sec: 2147483651\\n    "
      "nsec: 294967295\\n  avoid_ros_namespace_conventions: false\"\n";
  }
  if (version >= 7) {
    text += "        type_description_hash: RIHS01_ab\n";
  }
  text += "      message_count: 3\n  compression_format: \"\"\n  compression_mode: \"\"\n";
  if (version >= 5) {
    text +=
      "  files:\n    - path: x_0.db3\n      starting_time:\n"
      "        nanoseconds_since_epoch: 7\n      duration:\n        nanoseconds: 5\n"
      "      message_count: 3\n";
  }
  if (version >= 6) {
    text += "  custom_data:\n    robot: a7\n";
  }
  if (version >= 8) {
    text += "  ros_distro: jazzy\n";
  }
  return text;
}

TEST(Metadata, ReadsAllVersions)
{
  for (int version = 4; version <= 9; ++version) {
    const auto found = read_text(of_version(version));
    EXPECT_EQ(found.storage, "sqlite3");
    ASSERT_EQ(found.files.size(), 1u);
    EXPECT_EQ(found.files[0].path, "x_0.db3");
    EXPECT_EQ(found.custom_data.size(), version >= 6 ? 1u : 0u);
    EXPECT_EQ(found.ros_distro, version >= 8 ? "jazzy" : "");
    ASSERT_EQ(found.topics.size(), 1u);
    EXPECT_EQ(found.topics[0].hash, version >= 7 ? "RIHS01_ab" : "");
    EXPECT_EQ(found.topics[0].count, 3u);
    bag::Qos qos;
    qos.depth = 5;
    qos.reliability = bag::Reliability::best_effort;
    qos.durability = bag::Durability::transient_local;
    qos.deadline = 1'000'000'005;
    EXPECT_EQ(found.topics[0].qos, std::vector{qos}) << version;
  }
}

TEST(Metadata, ReadsItsOwnOutput)
{
  bag::detail::Metadata metadata;
  metadata.storage = "mcap";
  metadata.compression_format = "zstd";
  metadata.compression_mode = "file";
  metadata.files = {{"a b_0.mcap", 1, 5, 2}, {"2.mcap", 6, 7, 1}};
  metadata.custom_data = {{"robot: \"7\"\n", "~"}, {"no", "123"}};
  metadata.ros_distro = "rxros2";
  bag::Topic topic = string_topic("/a");
  topic.count = 3;
  topic.qos.push_back(topic.qos[0]);
  topic.qos[1].history = bag::History::keep_all;
  topic.qos[1].lifespan = 1'500'000'000;
  metadata.topics = {topic};
  const auto found = read_text(metadata_text(metadata));
  EXPECT_EQ(found.files.size(), 2u);
  EXPECT_EQ(found.files[0].path, "a b_0.mcap");
  EXPECT_EQ(found.compression_mode, "file");
  EXPECT_EQ(found.custom_data, metadata.custom_data);
  EXPECT_EQ(found.topics.at(0).qos, topic.qos);
  EXPECT_EQ(found.topics.at(0).count, 3u);
}

// Peers choose the names of topics, types and hashes, so these may contain any bytes.
TEST(Metadata, EscapesAnyBytes)
{
  const auto read_again = [](const std::string & text) {
    bag::detail::Metadata metadata;
    metadata.files = {{"x.mcap"}};
    bag::Topic topic = string_topic(text);
    topic.hash = topic.type = text;
    metadata.topics = {topic};
    metadata.custom_data = {{text, text}};
    const auto found = read_text(metadata_text(metadata));
    EXPECT_EQ(found.topics.at(0).type, found.topics[0].name);
    EXPECT_EQ(found.topics[0].hash, found.topics[0].name);
    EXPECT_EQ(found.custom_data.begin()->second, found.topics[0].name);
    return found.topics[0].name;
  };
  for (const char * text :
       {"", "~", "y", "1e5", "a: b", "\n\t\x7f\"\\", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"}) {
    EXPECT_EQ(read_again(text), text);
  }
  EXPECT_EQ(read_again("a\xff/\xe2\x82"), "a\xc3\xbf/\xc3\xa2\xc2\x82");  // not UTF-8
  EXPECT_EQ(read_again("\xed\xa0\x80"), "\xc3\xad\xc2\xa0\xc2\x80");  // half of a surrogate pair
  for (int byte = 1; byte < 256; ++byte) {
    EXPECT_FALSE(read_again(std::string(3, static_cast<char>(byte))).empty()) << byte;
  }
}

TEST(Metadata, RejectsInvalidMetadata)
{
  const auto error_of = [](const std::string & text) -> std::string {
    try {
      read_text(text);
    } catch (const bag::Error & error) {
      const std::string what = error.what();
      const std::string known = "metadata.yaml is not metadata of a recording: ";
      return what.substr(what.find(known) + known.size());
    }
    return "";
  };
  const std::string top = "rosbag2_bagfile_information: ";
  EXPECT_EQ(error_of("[1]"), "it has no rosbag2_bagfile_information");
  EXPECT_EQ(error_of(""), "it has no rosbag2_bagfile_information");
  EXPECT_EQ(error_of(top + "{a: b}"), "it has no relative_file_paths");
  EXPECT_EQ(
    error_of(top + "{relative_file_paths: [[]]}"),
    "relative_file_paths contains an entry that is not a path");
  EXPECT_EQ(error_of(top + "{a: b, c: *x}"), "an alias of 'x', which does not exist in line 1");
  EXPECT_EQ(error_of(std::string(100, '[')), "nested too deeply in line 1");
  EXPECT_FALSE(error_of("a: 'b").empty());
}

TEST(Metadata, ReplacesAliasesWithinItsLimits)
{
  const std::string top = "rosbag2_bagfile_information: ";
  const auto metadata =
    read_text(top + "{storage_identifier: &s mcap, ros_distro: *s, relative_file_paths: [x]}");
  EXPECT_EQ(metadata.ros_distro, "mcap");
  std::string bomb = top + "{relative_file_paths: [x], a0: &a0 [" + std::string(200, 'y') + "]";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1) + " ";
    const std::string name = "a" + std::to_string(i);
    bomb += ", " + name + ": &" + name + " [" + before + ", " + before + "]";
  }
  EXPECT_THROW(read_text(bomb + "}"), bag::Error);
}

/// Returns the number of bytes that this process has written so far.
std::uint64_t written_bytes()
{
  std::ifstream file("/proc/self/io");
  std::uint64_t count = 0;
  for (std::string name; file >> name;) {
    file >> count;
    if (name == "wchar:") {
      return count;
    }
  }
  return 0;
}

TEST(Metadata, IsCorrectAfterEachOfManyFilesAndWrittenInParts)
{
  const Folder folder;
  bag::detail::Metadata head;
  head.storage = "mcap";
  head.custom_data = {{"robot", "7"}};
  head.ros_distro = "rxros2";
  head.topics = {string_topic("/a")};
  bag::detail::MetadataFile file(folder / "");
  std::vector<bag::detail::FileMetadata> files;
  bag::detail::FileMetadata whole;
  constexpr int count = 1000;
  const std::uint64_t before = written_bytes();
  for (int i = 0; i < count; ++i) {
    if (i == 100) {
      head.topics.push_back(string_topic("/b"));
    }
    // The previous file is complete, the one before it compressed.
    if (i >= 1) {
      files.back() = {files.back().path, i * 1'000'000'000LL, i * 1'000'000'007LL, 7};
      whole = {"", 1'000'000'000, files.back().end, whole.count + 7};
      head.topics[0].count += 7;
    }
    if (i >= 2) {
      files[files.size() - 2].path += ".zstd";
    }
    files.push_back({"a b_" + std::to_string(i) + ".mcap"});
    file.write(head, whole, files.size(), [&](std::size_t at) { return files[at]; });
    if (i < 200 || i % 500 == 0 || i == count - 1) {
      const auto found = read_metadata(folder / "metadata.yaml");
      ASSERT_EQ(found.files.size(), files.size());
      for (std::size_t at = 0; at < files.size(); ++at) {
        ASSERT_EQ(found.files[at].path, files[at].path) << at << " of " << i;
      }
      ASSERT_EQ(found.topics.size(), head.topics.size());
      ASSERT_EQ(found.topics[0].count, head.topics[0].count);
      ASSERT_EQ(found.topics[0].qos, head.topics[0].qos);
      ASSERT_EQ(found.custom_data, head.custom_data);
      ASSERT_EQ(found.ros_distro, "rxros2");
      // read_metadata() does not return times and counts of files, so the text is checked.
      const std::string text = file_bytes(folder / "metadata.yaml");
      std::size_t entries = 0;
      for (std::size_t at = text.find("- path: "); at != std::string::npos;
           at = text.find("- path: ", at + 1)) {
        ++entries;
      }
      ASSERT_EQ(entries, files.size());
      if (i >= 1) {
        const std::string complete =
          "nanoseconds_since_epoch: " + std::to_string(files[files.size() - 2].begin);
        ASSERT_NE(text.find(complete), std::string::npos) << i;
      }
    }
  }
  const std::uint64_t written = written_bytes() - before;
  EXPECT_LT(written, count * 8'000u);  // linear in the number of files; quadratic would be 100 MB
  EXPECT_GT(written, 0u);
}

TEST(Metadata, RejectsTextsWithTooManyValues)
{
  std::string text = "rosbag2_bagfile_information: {relative_file_paths: [";
  for (int i = 0; i < 20'000; ++i) {
    text += "a,";
  }
  EXPECT_THROW(read_text(text + "]}"), bag::Error);
}

TEST(Definition, SearchesByNamesOnly)
{
  const Folder folder;
  std::filesystem::create_directories(folder / "share/x/msg");
  std::filesystem::create_directories(folder / "msg");
  set_file_bytes(folder / "share/x/msg/Y.msg", "int8 a\n");
  set_file_bytes(folder / "msg/Y.msg", "a secret\n");
  ::setenv("AMENT_PREFIX_PATH", (folder / "").c_str(), 1);
  EXPECT_EQ(bag::find_definition("x/msg/Y"), "int8 a\n");
  for (const char * type : {"../msg/Y", "x/../msg/", "/Y", "x/msg/..", "x"}) {
    EXPECT_EQ(bag::find_definition(type), "") << type;
  }
  ::unsetenv("AMENT_PREFIX_PATH");
}

TEST(Sqlite, RejectsValuesLongerThanTheFile)
{
  const Folder folder;
  bag::WriteOptions options;
  options.storage = bag::Storage::sqlite3;
  write_some(folder / "x.db3", 3, options);
  EXPECT_EQ(read_all(folder / "x.db3").size(), 3u);
  {
    bag::detail::Database database(folder / "x.db3");
    database.run(
      "ALTER TABLE messages RENAME TO old; CREATE TABLE messages(id INTEGER PRIMARY KEY,"
      " topic_id INTEGER, timestamp INTEGER, data BLOB AS (zeroblob(500000000)));"
      "INSERT INTO messages (topic_id, timestamp) VALUES (1, 1);");
  }
  EXPECT_THROW(read_all(folder / "x.db3"), bag::Error);
}

TEST(Metadata, OmitsInvalidQos)
{
  EXPECT_TRUE(qos_from_yaml("").empty());
  EXPECT_TRUE(qos_from_yaml("text").empty());
  EXPECT_TRUE(qos_from_yaml("[1, {depth: x}]").empty());
  EXPECT_TRUE(qos_from_yaml("[{history: 77, depth: 1, reliability: 1, durability: 1}]").empty());
  EXPECT_EQ(qos_from_yaml("[{history: 1, depth: 1, reliability: 1, durability: 1}]").size(), 1u);
  EXPECT_EQ(qos_to_yaml({}, "  "), "[]");
}

}  // namespace
