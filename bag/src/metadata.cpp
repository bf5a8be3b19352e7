// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "metadata.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "bag/error.hpp"
#include "file.hpp"
#include "yaml.hpp"

namespace bag::detail
{
namespace
{

using Kind = YamlNode::Kind;
using namespace std::string_view_literals;

constexpr std::string_view history_words[] = {"system_default", "keep_last", "keep_all", "unknown"};
constexpr std::string_view reliability_words[] = {
  "system_default", "reliable", "best_effort", "unknown", "best_available"};
constexpr std::string_view durability_words[] = {
  "system_default", "transient_local", "volatile", "unknown", "best_available"};
constexpr std::string_view liveliness_words[] = {"system_default",  "automatic", "manual_by_node",
                                                 "manual_by_topic", "unknown",   "best_available"};
constexpr std::int64_t second = 1'000'000'000;
/// Infinite durations were written as 2147483647.4294967295, 2147483651.294967295 and
/// 9223372036.854775807.
constexpr std::int64_t endless = 2'147'483'647;
/// A metadata file has a few hundred bytes for each topic and file.
constexpr std::uint64_t largest = std::uint64_t(64) << 20;

std::optional<std::int64_t> number(const YamlNode & node)
{
  std::int64_t value = 0;
  const char * const end = node.scalar.data() + node.scalar.size();
  const auto [at, error] = std::from_chars(node.scalar.data(), end, value);
  if (node.kind != Kind::scalar || error != std::errc() || at != end) {
    return std::nullopt;
  }
  return value;
}

std::string lower(std::string text)
{
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return text;
}

template <typename Policy>
bool read_policy(const YamlNode & node, std::span<const std::string_view> words, Policy & policy)
{
  const auto code = number(node);
  if (code) {
    policy = static_cast<Policy>(*code);
    return *code >= 0 && static_cast<std::size_t>(*code) < words.size();
  }
  const auto word = std::find(words.begin(), words.end(), lower(node.scalar));
  policy = static_cast<Policy>(word - words.begin());
  return node.kind == Kind::scalar && word != words.end();
}

std::int64_t duration(const YamlNode & node)
{
  const auto sec = number(node["sec"]);
  const auto nsec = number(node["nsec"]);
  if (!sec || !nsec || *sec < 0 || *nsec < 0 || *sec >= endless || *nsec / second >= endless) {
    return infinite;
  }
  return *sec * second + *nsec;
}

std::optional<Qos> read_qos(const YamlNode & node)
{
  Qos qos;
  const auto depth = number(node["depth"]);
  if (
    !depth || *depth < 0 || !read_policy(node["history"], history_words, qos.history) ||
    !read_policy(node["reliability"], reliability_words, qos.reliability) ||
    !read_policy(node["durability"], durability_words, qos.durability)) {
    return std::nullopt;
  }
  qos.depth = static_cast<std::size_t>(*depth);
  if (!read_policy(node["liveliness"], liveliness_words, qos.liveliness)) {
    qos.liveliness = Liveliness::automatic;
  }
  qos.deadline = duration(node["deadline"]);
  qos.lifespan = duration(node["lifespan"]);
  qos.liveliness_lease_duration = duration(node["liveliness_lease_duration"]);
  qos.avoid_ros_namespace_conventions = node["avoid_ros_namespace_conventions"].scalar == "true";
  return qos;
}

std::vector<Qos> read_profiles(const YamlNode & node)
{
  if (node.kind == Kind::scalar) {
    return qos_from_yaml(node.scalar);
  }
  std::vector<Qos> found;
  if (node.kind == Kind::sequence) {
    for (const YamlNode & yaml_node : node.items) {
      if (const auto qos = read_qos(yaml_node)) {
        found.push_back(*qos);
      }
    }
  }
  return found;
}

std::string duration_text(std::string_view name, std::int64_t value, std::string_view indent)
{
  std::string text(indent);
  text += "  ";
  text += name;
  text += ":\n";
  text += indent;
  text += "    sec: " + std::to_string(value / second) + "\n";
  text += indent;
  return text + "    nsec: " + std::to_string(value % second) + "\n";
}

/// Returns the number, with room for more digits if it will be overwritten.
std::string number_text(std::int64_t value, bool has_room)
{
  std::string text = std::to_string(value);
  text.resize(has_room ? std::max<std::size_t>(text.size(), 20) : text.size(), ' ');
  return text + "\n";
}

std::string times_text(const FileMetadata & file, std::string_view indent, bool has_room = false)
{
  std::int64_t duration = 0;
  if (__builtin_sub_overflow(file.end, file.begin, &duration)) {
    duration = std::numeric_limits<std::int64_t>::max();
  }
  std::string text(indent);
  text += "duration:\n";
  text += indent;
  text += "  nanoseconds: " + number_text(duration, has_room);
  text += indent;
  text += "starting_time:\n";
  text += indent;
  text += "  nanoseconds_since_epoch: " + number_text(file.begin, has_room);
  text += indent;
  return text + "message_count: " + number_text(static_cast<std::int64_t>(file.count), has_room);
}

/// Returns the text from the beginning to the list of files.
std::string head_text(const Metadata & metadata, const FileMetadata & whole, bool has_room = false)
{
  std::string text = "rosbag2_bagfile_information:\n  version: 9\n  storage_identifier: ";
  text += metadata.storage + "\n" + times_text(whole, "  ", has_room);
  text += "  topics_with_message_count:";
  text += metadata.topics.empty() ? " []\n" : "\n";
  for (const Topic & topic : metadata.topics) {
    text += "    - topic_metadata:\n        name: " + yaml_text(topic.name);
    text += "\n        type: " + yaml_text(topic.type);
    text += "\n        serialization_format: " + yaml_text(topic.format);
    text += "\n        offered_qos_profiles: " + qos_to_yaml(topic.qos, "          ");
    text += "\n        type_description_hash: " + yaml_text(topic.hash);
    text += "\n      message_count: ";
    text += number_text(static_cast<std::int64_t>(topic.count), has_room);
  }
  text += "  compression_format: " + yaml_text(metadata.compression_format);
  return text + "\n  compression_mode: " + yaml_text(metadata.compression_mode) + "\n";
}

/// Returns the text of the fields after the files.
std::string custom_text(const Metadata & metadata)
{
  std::string text = "  custom_data:";
  text += metadata.custom_data.empty() ? " ~\n" : "\n";
  for (const auto & [key, value] : metadata.custom_data) {
    text += "    " + yaml_text(key) + ": " + yaml_text(value) + "\n";
  }
  return text + "  ros_distro: " + yaml_text(metadata.ros_distro) + "\n";
}

/// Returns the path, with room for the suffix of a compressed file.
std::string path_text(const FileMetadata & file, bool has_room = false)
{
  constexpr std::string_view packed = ".zstd";
  std::string text = yaml_text(file.path);
  if (has_room && !file.path.ends_with(packed)) {
    text.append(packed.size(), ' ');
  }
  return text + "\n";
}

}  // namespace

std::vector<Qos> qos_from_yaml(std::string_view text)
{
  try {
    const YamlNode node = parse_yaml(text);
    return node.kind == Kind::sequence ? read_profiles(node) : std::vector<Qos>();
  } catch (const std::runtime_error &) {
    return {};
  }
}

std::string qos_to_yaml(const std::vector<Qos> & profiles, std::string_view indent)
{
  if (profiles.empty()) {
    return "[]";
  }
  std::string text;
  for (const Qos & qos : profiles) {
    const auto line = [&](std::string_view begin, std::string_view name, const auto & value) {
      text += begin;
      text += name;
      text += ": ";
      text += value;
      text += '\n';
    };
    const std::string first = std::string(indent) + "- ";
    const std::string more = std::string(indent) + "  ";
    text += text.empty() ? "\n" : "";
    line(first, "history", history_words[static_cast<std::size_t>(qos.history)]);
    line(more, "depth", std::to_string(qos.depth));
    line(more, "reliability", reliability_words[static_cast<std::size_t>(qos.reliability)]);
    line(more, "durability", durability_words[static_cast<std::size_t>(qos.durability)]);
    text += duration_text("deadline", qos.deadline, indent);
    text += duration_text("lifespan", qos.lifespan, indent);
    line(more, "liveliness", liveliness_words[static_cast<std::size_t>(qos.liveliness)]);
    text += duration_text("liveliness_lease_duration", qos.liveliness_lease_duration, indent);
    line(
      more, "avoid_ros_namespace_conventions",
      qos.avoid_ros_namespace_conventions ? "true"sv : "false"sv);
  }
  text.pop_back();
  return text;
}

Metadata read_metadata(const std::filesystem::path & file)
{
  const auto fail = [&](const std::string & why) {
    throw Error(file.string() + " is not metadata of a recording: " + why);
  };
  const InputFile input(file);
  if (input.size() > largest) {
    fail("it has " + std::to_string(input.size()) + " bytes");
  }
  std::string text(input.size(), '\0');
  input.read(0, std::as_writable_bytes(std::span(text)));
  YamlNode document;
  try {
    document = parse_yaml(text);
  } catch (const std::runtime_error & error) {
    fail(error.what());
  }
  const YamlNode & information = document["rosbag2_bagfile_information"];
  if (information.kind != Kind::mapping) {
    fail("it has no rosbag2_bagfile_information");
  }
  Metadata metadata;
  metadata.storage = information["storage_identifier"].scalar;
  metadata.compression_format = information["compression_format"].scalar;
  metadata.compression_mode = lower(information["compression_mode"].scalar);
  metadata.ros_distro = information["ros_distro"].scalar;
  const YamlNode & paths = information["relative_file_paths"];
  if (paths.kind != Kind::sequence) {
    fail("it has no relative_file_paths");
  }
  for (const YamlNode & path : paths.items) {
    if (path.kind != Kind::scalar) {
      fail("relative_file_paths contains an entry that is not a path");
    }
    metadata.files.push_back({path.scalar});
  }
  const YamlNode & custom = information["custom_data"];
  for (std::size_t i = 0; custom.kind == Kind::mapping && i + 1 < custom.items.size(); i += 2) {
    metadata.custom_data[custom.items[i].scalar] = custom.items[i + 1].scalar;
  }
  for (const YamlNode & yaml_node : information["topics_with_message_count"].items) {
    const YamlNode & known = yaml_node["topic_metadata"];
    Topic topic;
    topic.name = known["name"].scalar;
    topic.type = known["type"].scalar;
    topic.hash = known["type_description_hash"].scalar;
    topic.format = known["serialization_format"].scalar;
    topic.qos = read_profiles(known["offered_qos_profiles"]);
    topic.count = static_cast<std::uint64_t>(
      std::max<std::int64_t>(0, number(yaml_node["message_count"]).value_or(0)));
    metadata.topics.push_back(std::move(topic));
  }
  return metadata;
}

std::string metadata_text(const Metadata & metadata)
{
  FileMetadata whole;
  for (const FileMetadata & file : metadata.files) {
    if (file.count != 0) {
      whole.begin = whole.count == 0 ? file.begin : std::min(whole.begin, file.begin);
      whole.end = whole.count == 0 ? file.end : std::max(whole.end, file.end);
      whole.count += file.count;
    }
  }
  std::string text = head_text(metadata, whole) + "  relative_file_paths:";
  text += metadata.files.empty() ? " []\n" : "\n";
  for (const FileMetadata & file : metadata.files) {
    text += "    - " + path_text(file);
  }
  text += "  files:";
  text += metadata.files.empty() ? " []\n" : "\n";
  for (const FileMetadata & file : metadata.files) {
    text += "    - path: " + path_text(file) + times_text(file, "      ");
  }
  return text + custom_text(metadata);
}

namespace
{

/// Replaces metadata.yaml; returns the file if it stays open.
OutputFile replace_metadata(
  const std::filesystem::path & folder, const std::string & text, bool closes)
{
  const std::filesystem::path fresh = folder / "metadata.yaml.new";
  try {
    OutputFile file(fresh);
    file.write(std::as_bytes(std::span(text)));
    if (closes) {
      file.close();
    }
    std::filesystem::rename(fresh, folder / "metadata.yaml");
    return file;
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(fresh, ignored);
    throw;
  }
}

}  // namespace

void write_metadata(const std::filesystem::path & folder, const Metadata & metadata)
{
  replace_metadata(folder, metadata_text(metadata), true);
}

void MetadataFile::write(
  const Metadata & head, const FileMetadata & whole, std::size_t count,
  const std::function<FileMetadata(std::size_t)> & file)
{
  constexpr std::size_t few = 32;
  constexpr std::size_t unsettled = 3;
  if (count <= few) {
    Metadata metadata = head;
    for (std::size_t i = 0; i < count; ++i) {
      metadata.files.push_back(file(i));
    }
    write_metadata(folder_, metadata);
    return;
  }
  const std::string text =
    head_text(head, whole, true) + custom_text(head) + "  relative_file_paths:\n";
  const std::size_t known = places_.size();
  if (!file_ || text.size() != head_size_ || known > count) {
    rebuild(text, count, file);
    return;
  }
  const auto write_at = [&](std::uint64_t at, const std::string & bytes) {
    file_->write_at(at, std::as_bytes(std::span(bytes)));
  };
  // A file's path is written last, because readers look for the listed files; only the end of the
  // file grows.
  for (std::size_t i = known - std::min(known, unsettled); i < count; ++i) {
    const FileMetadata one = file(i);
    const std::string path = "    - " + path_text(one, true);
    const std::string data =
      "    - path: " + path_text(one, true) + times_text(one, "      ", true);
    if (i < known) {
      write_at(places_[i].data, data);
      write_at(places_[i].path, path);
      continue;
    }
    if (paths_end_ + path.size() >= paths_limit_) {
      rebuild(text, count, file);
      return;
    }
    const std::uint64_t at = file_->size();
    file_->write(std::as_bytes(std::span(data)));
    write_at(paths_end_, path);
    places_.push_back({paths_end_, at});
    paths_end_ += path.size();
  }
  write_at(0, text);
}

void MetadataFile::rebuild(
  const std::string & head, std::size_t count,
  const std::function<FileMetadata(std::size_t)> & file)
{
  std::string paths;
  std::string data = "  files:\n";
  std::vector<Place> places;
  for (std::size_t i = 0; i < count; ++i) {
    const FileMetadata one = file(i);
    places.push_back({head.size() + paths.size(), data.size()});
    paths += "    - " + path_text(one, true);
    data += "    - path: " + path_text(one, true) + times_text(one, "      ", true);
  }
  const std::uint64_t end = head.size() + paths.size();
  // as much room as the paths need
  std::string room(std::max<std::size_t>(paths.size(), 4096), ' ');
  room.back() = '\n';
  const std::uint64_t limit = end + room.size();
  for (Place & place : places) {
    place.data += limit;
  }
  file_.reset();
  file_.emplace(replace_metadata(folder_, head + paths + room + data, false));
  head_size_ = head.size();
  places_ = std::move(places);
  paths_end_ = end;
  paths_limit_ = limit;
}

}  // namespace bag::detail
