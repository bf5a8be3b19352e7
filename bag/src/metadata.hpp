// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// metadata.yaml, and QoS profiles as text: rosbag2's data in YAML.
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

/// Returns the profiles of a list with words (since version 9) or rmw's numbers; empty if it is
/// neither.
std::vector<Qos> qos_from_yaml(std::string_view text);
/// Returns a list with words. Each line begins with `indent`, the first one after a line break;
/// "[]" if there are none.
std::string qos_to_yaml(const std::vector<Qos> & profiles, std::string_view indent);

struct FileMetadata
{
  std::string path;  ///< relative to the folder
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

/// Reads versions 1 to 9. Of the files it reads only the paths. Throws Error if the file is not
/// valid metadata.
Metadata read_metadata(const std::filesystem::path & file);
/// Returns the text of version 9.
std::string metadata_text(const Metadata & metadata);
/// Writes or replaces metadata.yaml in a folder. Throws Error if that fails.
void write_metadata(const std::filesystem::path & folder, const Metadata & metadata);

/// The metadata.yaml of a recording to which files are added one by one. A change costs the same
/// for thousands of files as for a few: numbers leave room for more digits, the list of paths
/// leaves room behind it, and unchanged parts are not written again.
class MetadataFile
{
public:
  explicit MetadataFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `head` is everything but the files, `whole` the sums of all files, and file(i) the i-th of
  /// `count` files. Of the files in previous calls, only the last three may have changed. Throws
  /// Error if it cannot be written; the file then keeps its previous content.
  void write(
    const Metadata & head, const FileMetadata & whole, std::size_t count,
    const std::function<FileMetadata(std::size_t)> & file);

private:
  void rebuild(
    const std::string & head, std::size_t count,
    const std::function<FileMetadata(std::size_t)> & file);

  /// The positions of a file's path and of its other data.
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
  std::uint64_t paths_limit_ = 0;  // the part behind the room for paths begins here
};

}  // namespace bag::detail

#endif  // BAG__METADATA_HPP_
