// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Keeps the last seconds of what is recorded, and makes a recording of them when there is a fault.

#ifndef BAG__BLACK_BOX_HPP_
#define BAG__BLACK_BOX_HPP_

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

/// What a black box keeps, and with how much memory.
struct BlackBoxOptions
{
  /// Of log_time before a fault; up to an eighth more is kept.
  std::chrono::nanoseconds duration = std::chrono::seconds(30);
  /// Of log_time after a fault; further faults in it belong to the same recording.
  std::chrono::nanoseconds after = std::chrono::seconds(5);
  /// Bytes of the ring's files; where they are full, less than `duration` is kept.
  std::uint64_t size = std::uint64_t(1) << 30;
  /// Bytes that wait for the disk; messages of more are dropped.
  std::size_t queue = std::size_t(32) << 20;
  Compression compression = Compression::none;
  int level = 1;  ///< of the compression
};

/// What a black box tells. Called in its own thread, which holds no lock then; what takes long
/// there lets the queue fill.
struct BlackBoxEvents
{
  /// Files that cannot be written (a full disk: code() is ENOSPC), or messages that were dropped as
  /// the disk is slower than they come. The box goes on.
  std::function<void(const Error &)> failed;
  /// A recording of a fault is complete.
  std::function<void(const std::filesystem::path &)> saved;
};

/// What a black box did so far.
struct BlackBoxStatistics
{
  std::uint64_t received;  ///< messages
  std::uint64_t dropped;   ///< of these: the queue was full, or the files could not be written
  std::uint64_t waiting;   ///< bytes in the queue
  std::uint64_t saved;     ///< recordings of faults
};

/// The last seconds of what is recorded, in a folder: `ring`, some files of MCAP of which the
/// oldest makes room for the newest, and a recording for each fault.
/**
 *  write() copies a message into a queue, and returns. A thread of the box takes what is there four
 *  times a second, or when a quarter of the queue is full, writes it to the ring and flushes; once
 *  a second it has the disk write. So what came up to half a second before the process is killed,
 *  or a second before the power fails, can be read. save() makes a recording of the ring's files:
 *  by links, so that nothing is copied, nor needs room on the disk, where the file system has hard
 *  links (FAT has none). `ring` is removed by finish(). One that is there was left by a process
 *  that was killed: the constructor makes a recording of it, which former() names.
 *
 *  Memory: `queue`, and two chunks. A message costs a lock that is held for a copy, and no
 *  allocation. On a full disk the ring gives up its oldest file for the newest messages. It writes
 *  all the time: give it a folder in memory (/dev/shm) where that wears the disk, and copy from
 *  there what `saved` names.
 *
 *  Threads: any. Error for a folder that cannot be made, or that another box uses.
 *
 *     bag::BlackBox box("black_box", {.duration = 30s});
 *     const auto scan = box.add_topic({.name = "/scan", .type = "sensor_msgs/msg/LaserScan"});
 *     box.write(scan, received, sent, bytes);
 *     box.save(received);
 */
class BlackBox
{
public:
  explicit BlackBox(
    const std::filesystem::path & folder, const BlackBoxOptions & options = {},
    BlackBoxEvents events = {});
  /// As finish().
  ~BlackBox();
  BlackBox(const BlackBox &) = delete;
  BlackBox & operator=(const BlackBox &) = delete;

  /// Returns what write() wants to know. `count` is not looked at.
  std::size_t add_topic(Topic topic);
  /// Times in ns since 1970. False if it was dropped.
  bool write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    std::span<const std::byte> data, std::uint32_t sequence = 0);
  /// There was a fault at this log_time: what came before this call, and `after` it, is recorded.
  void save(std::int64_t log_time);
  /// Writes what waits, completes the recording of a fault, removes the ring. What comes afterwards
  /// is not written. Waits for the disk, except within an event.
  void finish();

  /// The recording of what a process left that was killed; empty if there was none.
  const std::filesystem::path & former() const noexcept;
  BlackBoxStatistics statistics() const;

private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace bag

#endif  // BAG__BLACK_BOX_HPP_
