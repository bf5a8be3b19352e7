// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads recordings: rosbag2's folders, and files of MCAP or SQLite by themselves.

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

/// Bounds of what bytes from a file may make a reader allocate.
struct Limits
{
  /// Uncompressed bytes of one chunk, and of one compressed message.
  std::size_t chunk = std::size_t(1) << 30;
  /// Bytes of chunks that overlap in time and are held at once; beyond, they are read again. One
  /// chunk is always held.
  std::size_t held = std::size_t(256) << 20;
  /// How many times their own size compressed bytes may expand: a chunk, a message, a file.
  /// 256 MiB, or `chunk` if that is less, always may come out.
  std::size_t ratio = 1000;
};

enum class Order
{
  /// By log_time, then publish_time, channel, place in the file.
  time,
  /// As they stand in the files, one file after the other.
  file
};

/// Which messages, in which order.
struct Selection
{
  std::vector<std::string> topics = {};                           ///< names; empty: all
  std::int64_t begin = std::numeric_limits<std::int64_t>::min();  ///< the first log_time
  std::int64_t end = std::numeric_limits<std::int64_t>::max();    ///< the last log_time
  Order order = Order::time;
};

namespace detail
{
struct Recording;
class Merge;
}  // namespace detail

/// A walk over the messages of a recording. One thread at a time; keeps the recording open.
class Messages
{
public:
  Messages(Messages &&) noexcept;
  Messages & operator=(Messages &&) noexcept;
  ~Messages();

  /// False at the end. `message.data` is valid until the next call. Throws Error for damaged bytes,
  /// after which it is at its end.
  bool next(Message & message);

private:
  friend class Reader;
  explicit Messages(std::unique_ptr<detail::Merge> merge);

  std::unique_ptr<detail::Merge> merge_;
};

/// A recording: a folder with metadata.yaml or without, or one file (.mcap, .db3, or one of them
/// with .zstd behind). A file that was cut off while it was written has the messages up to there.
/**
 *  The constructor throws Error for what is no recording. Afterwards the object does not change:
 *  any thread may ask it, and several may each walk over its messages. A file that is compressed as
 *  a whole is unpacked into the folder for temporary files until the last user is gone, as far as
 *  limits.ratio allows, and 1 GiB (or a sixteenth of a smaller disk) stays free.
 *
 *     bag::Reader reader("drive");
 *     auto messages = reader.messages({.topics = {"/scan"}});
 *     for (bag::Message message; messages.next(message);) { use(message.data); }
 */
class Reader
{
public:
  explicit Reader(const std::filesystem::path & path, const Limits & limits = {});

  /// Ordered by name; a name that has two types is there twice.
  const std::vector<Topic> & topics() const noexcept;
  /// In their order in time.
  const std::vector<std::filesystem::path> & files() const noexcept;
  /// "mcap" or "sqlite3".
  const std::string & storage() const noexcept;
  /// Bytes of the files.
  std::uint64_t size() const noexcept;
  /// Of the messages.
  std::uint64_t count() const noexcept;
  /// The least and the greatest log_time; 0 if there are no messages.
  std::int64_t begin() const noexcept;
  std::int64_t end() const noexcept;
  /// Whether a file ends before it should.
  bool is_cut_off() const noexcept;
  /// What who recorded it wanted to keep, of metadata.yaml.
  const std::map<std::string, std::string> & custom_data() const noexcept;
  /// "jazzy"; empty if unknown.
  const std::string & ros_distro() const noexcept;

  Messages messages(Selection selection = {}) const;

private:
  std::shared_ptr<const detail::Recording> recording_;
};

}  // namespace bag

#endif  // BAG__READER_HPP_
