// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// BlackBox: keeps the last seconds of messages and records them when there is a fault.

#ifndef BAG__BLACK_BOX_HPP_
#define BAG__BLACK_BOX_HPP_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "bag/error.hpp"
#include "bag/topic.hpp"
#include "bag/writer.hpp"

namespace bag
{

/// The time span and the memory of a black box.
struct BlackBoxOptions
{
  /// Time span before a fault, by log_time; up to an eighth more is kept.
  std::chrono::nanoseconds duration = std::chrono::seconds(30);
  /// Time span after a fault, by log_time; further faults within it belong to the same recording.
  std::chrono::nanoseconds after = std::chrono::seconds(5);
  /// Bytes of the ring's files; if they are full, less than `duration` is kept.
  std::uint64_t size = std::uint64_t(1) << 30;
  /// Bytes that may wait for the disk; further messages are dropped.
  std::size_t queue = std::size_t(32) << 20;
  /// The compression of the ring's chunks.
  Compression compression = Compression::none;
  /// The level of the compression.
  int level = 1;
};

/// The callbacks of a black box. They run in its own thread, without a lock; while a callback runs,
/// the queue fills.
struct BlackBoxEvents
{
  /// Called with an Error if files cannot be written (disk full: code() is ENOSPC), or if messages
  /// were dropped because the disk is too slow. The box continues.
  std::function<void(const Error &)> failed;
  /// Called with the folder when the recording of a fault is complete.
  std::function<void(const std::filesystem::path &)> saved;
};

/// The counters of a black box so far.
struct BlackBoxStatistics
{
  /// The number of messages that were passed to write().
  std::uint64_t received;
  /// The number of those that were dropped: the queue was full, or the files could not be written.
  std::uint64_t dropped;
  /// The number of bytes in the queue.
  std::uint64_t waiting;
  /// The number of recordings of faults.
  std::uint64_t saved;
};

/// The last seconds of messages, in a folder: `ring`, a few MCAP files whose oldest one makes room
/// for the newest, and one recording for each fault.
/**
 * write() copies a message into a queue and returns. A thread of the box empties the queue four
 * times a second, or when a quarter of it is full, writes the messages to the ring and flushes;
 * once a second it syncs the disk. So the messages can be read up to half a second before the
 * process is killed, or up to a second before a power failure. save() makes a recording of the
 * ring's files with hard links, which copies nothing and needs no disk space, if the file system
 * has hard links (FAT has none). finish() removes `ring`. If the constructor finds a `ring`, it was
 * left by a process that was killed: it makes a recording of it; see recovered_recording().
 *
 *  Memory: `queue`, and two chunks. A message costs a lock that is held for one copy, and no
 *  allocation. On a full disk the ring drops its oldest file for the newest messages. The box
 *  writes all the time: if that wears out the disk, use a folder in memory (/dev/shm), and copy the
 *  recordings that `saved` reports from there.
 *
 *  Thread-safe. The constructor throws Error for a folder that cannot be created or that another
 *  box uses.
 *
 *     bag::BlackBox box("black_box", {.duration = 30s});
 *     const auto scan = box.add_topic({.name = "/scan", .type = "sensor_msgs/msg/LaserScan"});
 *     box.write(scan, received, sent, bytes);
 *     box.save(received);
 */
class BlackBox
{
public:
  /// Opens or creates `folder` and starts the thread. Throws Error, and std::invalid_argument for
  /// options that are too small.
  explicit BlackBox(
    const std::filesystem::path & folder, const BlackBoxOptions & options = {},
    BlackBoxEvents events = {});
  /// Calls finish(). In a forked child, which does not have the thread and can do nothing else with
  /// the box, leaves everything as it is.
  ~BlackBox();
  BlackBox(const BlackBox &) = delete;
  BlackBox & operator=(const BlackBox &) = delete;

  /// Adds a topic and returns its number, for write(). `topic.count` is ignored. Throws
  /// std::invalid_argument for more than 65535 topics.
  std::size_t add_topic(Topic topic);
  /// Queues a message. Times are in ns since 1970. Returns false if the message was dropped.
  bool write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    std::span<const std::byte> data, std::uint32_t sequence = 0);
  /// Records a fault at this log_time: the recording contains the messages before this call, and
  /// those of the `after` span.
  void save(std::int64_t log_time);
  /// Writes the queued messages, completes the recording of a fault, and removes the ring. Later
  /// messages are not written. Waits for the disk, except within a callback.
  void finish();

  /// Returns the recording that was recovered from a killed process; empty if there was none.
  const std::filesystem::path & recovered_recording() const noexcept;
  /// The old name of recovered_recording().
  [[deprecated("use recovered_recording()")]] const std::filesystem::path & former() const noexcept
  {
    return recovered_recording();
  }
  /// Returns a snapshot of the counters.
  BlackBoxStatistics statistics() const;

private:
  class Impl;
  const pid_t process_;  // the one that has the thread
  std::shared_ptr<Impl> impl_;
};

}  // namespace bag

#endif  // BAG__BLACK_BOX_HPP_
