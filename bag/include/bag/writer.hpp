// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes recordings as rosbag2 does: MCAP or SQLite, with metadata.yaml.

#ifndef BAG__WRITER_HPP_
#define BAG__WRITER_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bag/error.hpp"
#include "bag/topic.hpp"

namespace bag
{

enum class Storage
{
  mcap,
  sqlite3
};
/// Of MCAP's chunks.
enum class Compression
{
  none,
  lz4,
  zstd
};
/// rosbag2's own, by zstd, of whole files when they are complete, or of each message.
enum class Mode
{
  none,
  file,
  message
};

/// In which form a recording is written.
struct WriteOptions
{
  Storage storage = Storage::mcap;
  Compression compression = Compression::none;
  int level = 1;                                ///< of the compression
  bool chunks = true;                           ///< without them a file has no index
  bool checksums = true;                        ///< of chunks and of the summary
  std::size_t chunk_size = 1 << 20;             ///< bytes
  std::int64_t chunk_duration = 1'000'000'000;  ///< ns of log_time: what a crash may lose
  Mode mode = Mode::none;
  std::uint64_t max_size = 0;     ///< bytes after which another file is begun; 0: never
  std::int64_t max_duration = 0;  ///< ns of log_time after which another file is begun; 0: never
  std::size_t max_files = 0;      ///< so many are kept, the oldest is removed; 0: all
  std::map<std::string, std::string> custom_data;
  std::string ros_distro = "rxros2";
};

/// Writes a recording: into a new folder, or, if the path ends in .mcap or .db3, one file.
/**
 *  One thread at a time. write() copies into the chunk, and allocates nothing once its buffers have
 *  grown. What was written is safe from the end of this process (not of the machine) with the end
 *  of its chunk, or with flush(). metadata.yaml is true whenever a file was begun or ended.
 *
 *  Error for a folder or file that exists or cannot be made, and for what cannot be written (a full
 *  disk): the files end with their last whole chunk then, and the error's text says how many
 *  messages they have, as metadata.yaml does; all later calls throw the same. The destructor does
 *  what finish() does, but without a word of what goes wrong.
 *
 *     bag::Writer writer("drive");
 *     const auto scan = writer.add_topic({.name = "/scan", .type = "sensor_msgs/msg/LaserScan"});
 *     writer.write(scan, received, sent, bytes);
 *     writer.finish();
 */
class Writer
{
public:
  explicit Writer(const std::filesystem::path & path, WriteOptions options = {});
  ~Writer();
  Writer(Writer &&) noexcept;
  Writer & operator=(Writer &&) noexcept;

  /// Returns what write() wants to know. `count` is not looked at.
  std::size_t add_topic(Topic topic);
  /// Times in ns since 1970.
  void write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    std::span<const std::byte> data, std::uint32_t sequence = 0);
  /// Gives the system what is not a whole chunk yet.
  void flush();
  /// Completes the files. Nothing can be written afterwards.
  void finish();

  /// Those that are kept.
  std::vector<std::filesystem::path> files() const;
  /// Of the messages that were written.
  std::uint64_t count() const noexcept;
  /// Bytes of these messages.
  std::uint64_t size() const noexcept;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bag

#endif  // BAG__WRITER_HPP_
