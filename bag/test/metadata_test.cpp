// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// metadata.yaml in the versions that rosbag2 has written, and quality of service in words and
// numbers.
#include <gtest/gtest.h>

#include "metadata.hpp"
#include "recording.hpp"
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

/// As the version has it: what came later is left out, and QoS is a text with numbers before 9.
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

TEST(Metadata, AllVersionsAreRead)
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

TEST(Metadata, WhatIsWrittenIsRead)
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

TEST(Metadata, WhatIsNoneIsRefused)
{
  const auto error_of = [](const std::string & text) -> std::string {
    try {
      read_text(text);
    } catch (const bag::Error & error) {
      const std::string what = error.what();
      const std::string known = "metadata.yaml is no metadata of a recording: ";
      return what.substr(what.find(known) + known.size());
    }
    return "";
  };
  const std::string top = "rosbag2_bagfile_information: ";
  EXPECT_EQ(error_of("[1]"), "it has no rosbag2_bagfile_information");
  EXPECT_EQ(error_of(""), "it has no rosbag2_bagfile_information");
  EXPECT_EQ(error_of(top + "{a: b}"), "it has no relative_file_paths");
  EXPECT_EQ(
    error_of(top + "{relative_file_paths: [[]]}"), "relative_file_paths has what is no path");
  EXPECT_EQ(error_of(top + "{a: &x b, c: *x}"), "an alias in line 1");
  EXPECT_EQ(error_of(std::string(100, '[')), "nested too deeply in line 1");
  EXPECT_FALSE(error_of("a: 'b").empty());
}

TEST(Metadata, QosThatIsNoneIsLeftOut)
{
  EXPECT_TRUE(qos_from_yaml("").empty());
  EXPECT_TRUE(qos_from_yaml("text").empty());
  EXPECT_TRUE(qos_from_yaml("[1, {depth: x}]").empty());
  EXPECT_TRUE(qos_from_yaml("[{history: 77, depth: 1, reliability: 1, durability: 1}]").empty());
  EXPECT_EQ(qos_from_yaml("[{history: 1, depth: 1, reliability: 1, durability: 1}]").size(), 1u);
  EXPECT_EQ(qos_to_yaml({}, "  "), "[]");
}

}  // namespace
