// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// metadata.yaml, and quality of service as text: what rosbag2 keeps in YAML.
#ifndef BAG__METADATA_HPP_
#define BAG__METADATA_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bag/topic.hpp"
#include "file.hpp"

namespace bag::detail
{

/// A list of profiles in words (since version 9) or in rmw's numbers; none for what is neither.
std::vector<Qos> qos_from_yaml(std::string_view text);
/// A list in words, each line behind `indent`, the first behind a line break; "[]" for none.
std::string qos_to_yaml(const std::vector<Qos> & profiles, std::string_view indent);

struct FileMetadata
{
  std::string path;  ///< within the folder
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint64_t count = 0;
};

struct Metadata
{
  std::string storage;
  std::string compression_format;
  std::string compression_mode;  ///< "", "file" or "message"
  std::vector<FileMetadata> files;
  std::vector<Topic> topics;
  std::map<std::string, std::string> custom_data;
  std::string ros_distro;
};

/// Of the versions 1 to 9. Of the files only the paths are read. Error if it is none.
Metadata read_metadata(const std::filesystem::path & file);
/// Version 9.
std::string metadata_text(const Metadata & metadata);
/// metadata.yaml in a folder, in place of one that is there. Error if it cannot be written.
void write_metadata(const std::filesystem::path & folder, const Metadata & metadata);

/// metadata.yaml of a recording that gets one file after the other. A change costs as much with
/// thousands of files as with a few: numbers have room for more digits then, the list of paths has
/// room behind it, and what has not changed is not written again.
class MetadataFile
{
public:
  explicit MetadataFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `head` is all but the files, `whole` what they have together, file(i) the i-th of `count`. Of
  /// files that were told before, only the last three may have changed. Error if it cannot be
  /// written; it says what it said before then.
  void write(
    const Metadata & head, const FileMetadata & whole, std::size_t count,
    const std::function<FileMetadata(std::size_t)> & file);

private:
  void rebuild(
    const std::string & head, std::size_t count,
    const std::function<FileMetadata(std::size_t)> & file);

  /// Where a file's path stands, and where its other data do.
  struct Place
  {
    std::uint64_t path;
    std::uint64_t data;
  };

  const std::filesystem::path folder_;
  std::optional<OutputFile> file_;
  std::size_t head_size_ = 0;
  std::vector<Place> places_;
  std::uint64_t paths_end_ = 0;
  std::uint64_t paths_limit_ = 0;  // what comes behind the room for paths begins here
};

}  // namespace bag::detail

#endif  // BAG__METADATA_HPP_
