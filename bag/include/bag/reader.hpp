// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads recordings: rosbag2's folders, and single files of MCAP or SQLite.

#ifndef BAG__READER_HPP_
#define BAG__READER_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bag/error.hpp"
#include "bag/topic.hpp"

namespace bag
{

/// Limits of the memory and disk space that a file may make a reader use.
struct Limits
{
  /// Uncompressed bytes of one chunk, and of one compressed message.
  std::size_t chunk = std::size_t(1) << 30;
  /// Bytes of chunks that overlap in time and are held at once; beyond that, chunks are read again.
  /// At least one chunk is always held.
  std::size_t held = std::size_t(256) << 20;
  /// Maximum expansion of compressed bytes, as a multiple of their size: for a chunk, a message or
  /// a file. An expansion to 64 MiB, or to `chunk` if that is less, is always allowed.
  std::size_t ratio = 1000;
};

/// The order in which messages are read.
enum class Order
{
  /// By log_time, then publish_time, channel, position in the file.
  time,
  /// In the order of the files.
  file
};

/// Selects the messages to read, and their order.
struct Selection
{
  std::vector<std::string> topics = {};                           ///< names; empty: all
  std::int64_t begin = std::numeric_limits<std::int64_t>::min();  ///< the first log_time
  std::int64_t end = std::numeric_limits<std::int64_t>::max();    ///< the last log_time
  Order order = Order::time;                                      ///< order of the messages
};

namespace detail
{
struct Recording;
class Merge;
}  // namespace detail

/// A pass over the messages of a recording. Not thread-safe. Keeps the recording open.
class Messages
{
public:
  /// Takes over the pass; the other object must not be used afterwards.
  Messages(Messages &&) noexcept;
  /// Ends the own pass and takes over the other one.
  Messages & operator=(Messages &&) noexcept;
  ~Messages();

  /// Reads the next message. Returns false at the end. `message.data` is valid until the next call.
  /// Throws Error for damaged bytes, which ends the pass.
  bool next(Message & message);

private:
  friend class Reader;
  explicit Messages(std::unique_ptr<detail::Merge> merge);

  std::unique_ptr<detail::Merge> merge_;
};

/// A recording: a folder with or without metadata.yaml, or one file (.mcap, .db3, or one of them
/// with .zstd appended). A file that was cut off while it was written has the messages up to that
/// point.
/**
 * The constructor throws Error if the path is not a recording. Afterwards the object does not
 * change, so it is thread-safe, and several threads may each read its messages. A file that is
 * compressed as a whole is unpacked into the folder for temporary files until the last user is
 * destroyed, as long as limits.ratio permits it and 1 GiB (or a sixteenth of a smaller disk)
 * remains free.
 *
 *     bag::Reader reader("drive");
 *     auto messages = reader.messages({.topics = {"/scan"}});
 *     for (bag::Message message; messages.next(message);) { use(message.data); }
 */
class Reader
{
public:
  /// Opens a recording and reads its index. Throws Error if it is not a recording, or damaged.
  explicit Reader(const std::filesystem::path & path, const Limits & limits = {});

  /// Returns the topics, sorted by name; a name with two types occurs twice.
  const std::vector<Topic> & topics() const noexcept;
  /// Returns the files in the order of time.
  const std::vector<std::filesystem::path> & files() const noexcept;
  /// Returns "mcap" or "sqlite3".
  const std::string & storage() const noexcept;
  /// Returns the total size of the files in bytes.
  std::uint64_t size() const noexcept;
  /// Returns the number of messages.
  std::uint64_t count() const noexcept;
  /// Returns the smallest log_time in ns since 1970; 0 if there are no messages.
  std::int64_t begin() const noexcept;
  /// Returns the greatest log_time in ns since 1970; 0 if there are no messages.
  std::int64_t end() const noexcept;
  /// Returns true if a file ends too early.
  bool is_cut_off() const noexcept;
  /// Returns the user's data in metadata.yaml.
  const std::map<std::string, std::string> & custom_data() const noexcept;
  /// Returns the ROS distribution, such as "jazzy"; empty if unknown.
  const std::string & ros_distro() const noexcept;

  /// Returns a pass over the selected messages. Topics that the recording does not have are
  /// ignored.
  Messages messages(Selection selection = {}) const;

private:
  std::shared_ptr<const detail::Recording> recording_;
};

}  // namespace bag

#endif  // BAG__READER_HPP_
