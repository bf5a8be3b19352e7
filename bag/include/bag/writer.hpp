// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes recordings like rosbag2: MCAP or SQLite, with metadata.yaml.

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

/// The file format of a recording.
enum class Storage
{
  mcap,
  sqlite3
};
/// The compression of MCAP's chunks.
enum class Compression
{
  none,
  lz4,
  zstd
};
/// rosbag2's own zstd compression: of whole files when they are complete, or of each message.
enum class Mode
{
  none,
  file,
  message
};

/// The form of a recording.
struct WriteOptions
{
  Storage storage = Storage::mcap;              ///< file format
  Compression compression = Compression::none;  ///< of MCAP's chunks
  int level = 1;                                ///< level of the compression
  bool chunks = true;                           ///< without chunks a file has no index
  bool checksums = true;                        ///< of chunks and of the summary
  std::size_t chunk_size = 1 << 20;             ///< in bytes
  std::int64_t chunk_duration = 1'000'000'000;  ///< in ns of log_time; a crash may lose this much
  Mode mode = Mode::none;                       ///< rosbag2's compression of files or messages
  std::uint64_t max_size = 0;     ///< bytes after which the next file begins; 0: never
  std::int64_t max_duration = 0;  ///< ns of log_time after which the next file begins; 0: never
  std::size_t max_files = 0;      ///< number of files to keep, the oldest is removed; 0: all
  std::map<std::string, std::string> custom_data;  ///< entries of the user in metadata.yaml
  std::string ros_distro = "rxros2";               ///< distribution in metadata.yaml
};

/// Writes a recording: into a new folder, or into one file if the path ends in .mcap or .db3.
/**
 * Not thread-safe. write() copies into the chunk and allocates nothing once its buffers have grown.
 * A message survives the end of this process (but not of the machine) once its chunk is complete or
 * flush() was called. metadata.yaml counts the messages that are on the disk: flush() writes it, as
 * do the begin and the end of a file, but not before the first message.
 *
 *  Throws Error if the folder or file exists or cannot be created, and if writing fails (disk
 *  full): the files then end with their last whole chunk, the text of the error contains the number
 *  of messages in them, as metadata.yaml does, and all later calls throw the same. The destructor
 *  does what finish() does, but ignores errors.
 *
 *     bag::Writer writer("drive");
 *     const auto scan = writer.add_topic({.name = "/scan", .type = "sensor_msgs/msg/LaserScan"});
 *     writer.write(scan, received, sent, bytes);
 *     writer.finish();
 */
class Writer
{
public:
  /// Creates the folder or file. Throws Error if it exists or cannot be created.
  explicit Writer(const std::filesystem::path & path, WriteOptions options = {});
  /// Completes the files as finish() does, but ignores errors.
  ~Writer();
  /// Takes over the recording; the other writer must not be used afterwards.
  Writer(Writer &&) noexcept;
  /// Completes the own recording and takes over the other one.
  Writer & operator=(Writer &&) noexcept;

  /// Adds a topic and returns its number, for write(). `topic.count` is ignored. Throws
  /// std::invalid_argument for more than 65535 topics.
  std::size_t add_topic(Topic topic);
  /// Writes a message. Times are in ns since 1970.
  void write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    std::span<const std::byte> data, std::uint32_t sequence = 0);
  /// Passes the incomplete chunk to the operating system.
  void flush();
  /// Completes the files. Afterwards add_topic(), write() and flush() throw std::logic_error.
  void finish();

  /// Returns the files that are kept.
  std::vector<std::filesystem::path> files() const;
  /// Returns the number of messages written.
  std::uint64_t count() const noexcept;
  /// Returns the total size of these messages in bytes.
  std::uint64_t size() const noexcept;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bag

#endif  // BAG__WRITER_HPP_
