// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads one file of rosbag2's SQLite storage.
#ifndef BAG__SQLITE_FILE_HPP_
#define BAG__SQLITE_FILE_HPP_

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bag/reader.hpp"
#include "merge.hpp"
#include "sqlite.hpp"

namespace bag::detail
{

/// A file of rosbag2's SQLite storage. Immutable after its construction, so thread-safe; each block
/// has its own connection.
class SqliteFile
{
public:
  /// With `faults`, rows that cannot be read are described there.
  SqliteFile(
    const std::filesystem::path & path, const Limits & limits,
    std::vector<std::string> * faults = nullptr);

  struct IndexedTopic
  {
    Topic topic;
    std::size_t index = 0;  ///< index of the topic in the reader; set by the reader
  };

  const std::filesystem::path & path() const noexcept { return path_; }
  std::map<std::int64_t, IndexedTopic> & topics() noexcept { return topics_; }
  std::uint64_t count() const noexcept { return count_; }
  std::int64_t begin() const noexcept { return begin_; }
  std::int64_t end() const noexcept { return end_; }

  void add_blocks(
    std::uint32_t number, const Chosen & chosen,
    std::vector<std::unique_ptr<Block>> & blocks) const;

private:
  friend class SqliteBlock;

  std::filesystem::path path_;
  Limits limits_;
  std::map<std::int64_t, IndexedTopic> topics_;
  std::string publish_time_;  ///< the column of table messages with the publish time
  std::uint64_t count_ = 0;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace bag::detail

#endif  // BAG__SQLITE_FILE_HPP_
