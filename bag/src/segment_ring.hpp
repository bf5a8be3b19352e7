// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The files of a black box: the ring of segments, and the recordings of faults from them.
#ifndef BAG__SEGMENT_RING_HPP_
#define BAG__SEGMENT_RING_HPP_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "bag/black_box.hpp"
#include "file.hpp"
#include "metadata.hpp"
#include "output.hpp"

namespace bag::detail
{

/// Reports a failure to the user; an exception of the callback goes to stderr.
void report_failure(const BlackBoxEvents & events, const Error & error) noexcept;

/// A ring of segments, each an MCAP file. Removes the oldest segments when they are too old or the
/// ring is too large.
/**
 * Not thread-safe. Errors of files are passed to events.failed; only the constructor throws.
 * Exceptions of the callbacks are not thrown either. Messages that are lost by an error are
 * counted, and the next message begins a new segment.
 */
class SegmentRing
{
public:
  /// Throws Error if the folder cannot be created or is in use.
  SegmentRing(std::filesystem::path folder, const BlackBoxOptions & options, BlackBoxEvents events);
  ~SegmentRing();

  const std::filesystem::path & recovered_recording() const noexcept
  {
    return recovered_recording_;
  }
  void add_topic(Topic topic);
  void write(const Message & message);
  void fault(std::int64_t log_time);
  /// Passes the written data to the operating system.
  void flush();
  /// Syncs the flushed data to the disk.
  void sync();
  /// Completes the recording of a fault and removes the ring.
  void finish();

  /// Returns the number of messages that could not be written.
  std::uint64_t lost() const noexcept { return lost_; }
  /// Returns the number of recordings of faults.
  std::uint64_t saved() const noexcept { return saved_; }

private:
  struct Segment
  {
    std::filesystem::path path;
    std::uint64_t size = 0;
    Contents contents;
  };

  /// The recording of a fault while it is being made.
  struct Recording
  {
    std::filesystem::path folder;
    std::int64_t begin = 0;  ///< log times of the first and the last message of the recording
    std::int64_t end = 0;
    std::vector<FileMetadata> files = {};
    Contents whole = {};  ///< the contents of its files
    std::unique_ptr<MetadataFile> metadata = nullptr;
  };

  void open();
  void close();
  void abandon(const Error & error);
  void retire();
  void trim(std::int64_t newest);
  bool remove_oldest();
  void add_to_recording(const Segment & segment);
  /// Writes the recording's metadata.yaml, without which rosbag2 does not recognise it.
  void describe_recording(bool is_complete);
  void complete();
  void recover_ring();
  void report(const Error & error);
  std::filesystem::path make_recording(const char * kind, std::int64_t time);
  template <typename Function>
  bool guarded(const Function & function);

  const std::filesystem::path folder_;
  const std::filesystem::path ring_folder_;
  const std::int64_t duration_;
  const std::int64_t after_;
  const std::uint64_t size_;
  const BlackBoxEvents events_;
  WriteOptions write_options_;
  FolderLock lock_;
  std::filesystem::path recovered_recording_;
  std::vector<Topic> topics_;
  std::deque<Segment> segments_;  // complete segments, oldest first
  std::uint64_t segments_size_ = 0;
  std::unique_ptr<Output> output_;  // the newest segment, at output_path_
  std::filesystem::path output_path_;
  std::size_t number_ = 0;
  bool synced_ = true;
  bool failed_ = false;  // no further attempt until the next flush()
  int reported_code_ = 0;
  std::chrono::steady_clock::time_point reported_at_;
  std::optional<Recording> recording_;
  std::uint64_t lost_ = 0;
  std::atomic<std::uint64_t> saved_{0};  // read by any thread
};

}  // namespace bag::detail

#endif  // BAG__SEGMENT_RING_HPP_
