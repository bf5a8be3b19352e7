// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The files of a black box: the ring, and the recordings that are made of it.
#ifndef BAG__SEGMENT_RING_HPP_
#define BAG__SEGMENT_RING_HPP_

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

/// Tells the user of a failure; what he throws goes to stderr.
void tell_failed(const BlackBoxEvents & events, const Error & error) noexcept;

/// Segments, each a file of MCAP, of which the oldest are removed as they get too old or too many.
/**
 *  One thread at a time. What goes wrong with files is told to events.failed, and never thrown but
 *  by the constructor, nor is what an event throws: messages that are lost by it are counted, and
 *  the next one begins another
 *  segment.
 */
class SegmentRing
{
public:
  /// Error if the folder cannot be made, or is another's.
  SegmentRing(std::filesystem::path folder, const BlackBoxOptions & options, BlackBoxEvents events);
  ~SegmentRing();

  const std::filesystem::path & former() const noexcept { return former_; }
  void add_topic(Topic topic);
  void write(const Message & message);
  void fault(std::int64_t log_time);
  /// Gives the system what was written.
  void flush();
  /// Has the disk write what was flushed.
  void sync();
  /// Completes the recording of a fault, and removes the ring.
  void finish();

  /// Messages that could not be written.
  std::uint64_t lost() const noexcept { return lost_; }
  /// Recordings of faults.
  std::uint64_t saved() const noexcept { return saved_; }

private:
  struct Segment
  {
    std::filesystem::path path;
    std::uint64_t size = 0;
    Contents contents;
  };

  /// The recording of a fault while it is made.
  struct Recording
  {
    std::filesystem::path folder;
    std::int64_t begin = 0;  ///< log times: outside of them nothing belongs to it
    std::int64_t end = 0;
    std::vector<FileMetadata> files = {};
    Contents whole = {};  ///< what its files have
    std::unique_ptr<MetadataFile> metadata = nullptr;
  };

  void open();
  void close();
  void abandon(const Error & error);
  void retire();
  void trim(std::int64_t newest);
  bool remove_oldest();
  void add_to_recording(const Segment & segment);
  /// Writes its metadata.yaml; without it rosbag2 does not know the recording.
  void describe_recording(bool is_complete);
  void complete();
  void keep_former();
  void tell(const Error & error);
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
  std::filesystem::path former_;
  std::vector<Topic> topics_;
  std::deque<Segment> segments_;  // those that are complete, the oldest first
  std::uint64_t segments_size_ = 0;
  std::unique_ptr<Output> output_;  // the newest, at output_path_
  std::filesystem::path output_path_;
  std::size_t number_ = 0;
  bool synced_ = true;
  bool failed_ = false;  // nothing is tried until the next flush()
  int told_code_ = 0;
  std::chrono::steady_clock::time_point told_at_;
  std::optional<Recording> recording_;
  std::uint64_t lost_ = 0;
  std::uint64_t saved_ = 0;
};

}  // namespace bag::detail

#endif  // BAG__SEGMENT_RING_HPP_
