// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "segment_ring.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <exception>
#include <limits>
#include <string>
#include <utility>

#include "bag/reader.hpp"

namespace bag::detail
{
namespace
{

namespace fs = std::filesystem;

/// The number of files in a full ring.
constexpr int parts = 8;

Error as_error(const fs::filesystem_error & error)
{
  return Error(
    error.path1().string() + " cannot be written: " + error.code().message(), error.code().value());
}

bool is_full(const Error & error)
{
  return error.code() == ENOSPC || error.code() == EDQUOT;
}

std::string text_of(const std::exception_ptr & thrown)
{
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception & error) {
    return error.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

std::string text_of(std::int64_t time)
{
  const auto seconds = static_cast<std::time_t>(time / 1'000'000'000);
  std::tm parts_of{};
  ::gmtime_r(&seconds, &parts_of);
  char text[64];
  return {text, std::strftime(text, sizeof(text), "%Y-%m-%d_%H-%M-%S", &parts_of)};
}

std::int64_t before(std::int64_t time, std::int64_t duration)
{
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  return time < least + duration ? least : time - duration;
}

std::int64_t behind(std::int64_t time, std::int64_t duration)
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return time > most - duration ? most : time + duration;
}

/// Writes metadata.yaml for the files in a folder that have messages; rosbag2 needs it to recognise
/// the recording. Returns the greatest log_time, or nothing if there are no messages.
std::optional<std::int64_t> describe(const fs::path & folder)
{
  Metadata metadata;
  std::int64_t end = 0;
  for (const auto & file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".mcap" || file.file_size() == 0) {
      continue;
    }
    try {
      const Reader one(file.path());
      if (one.count() == 0) {
        continue;
      }
      end = metadata.files.empty() ? one.end() : std::max(end, one.end());
      metadata.files.push_back(
        {file.path().filename().string(), one.begin(), one.end(), one.count()});
      for (const Topic & topic : one.topics()) {
        const auto known = std::find_if(
          metadata.topics.begin(), metadata.topics.end(),
          [&](const Topic & each) { return each.name == topic.name && each.type == topic.type; });
        if (known == metadata.topics.end()) {
          metadata.topics.push_back(topic);
        } else {
          known->count += topic.count;
        }
      }
    } catch (const Error &) {
      // The process was killed when it had just created the file.
    }
  }
  if (metadata.files.empty()) {
    return std::nullopt;
  }
  std::sort(
    metadata.files.begin(), metadata.files.end(),
    [](const FileMetadata & a, const FileMetadata & b) { return a.begin < b.begin; });
  metadata.storage = "mcap";
  metadata.ros_distro = WriteOptions().ros_distro;
  write_metadata(folder, metadata);
  return end;
}

}  // namespace

void report_failure(const BlackBoxEvents & events, const Error & error) noexcept
{
  try {
    if (events.failed) {
      events.failed(error);
    }
  } catch (...) {  // no one is left to notify
    std::fprintf(
      stderr, "black box: the callback for failures threw: %s; the failure was: %s\n",
      text_of(std::current_exception()).c_str(), error.what());
  }
}

SegmentRing::SegmentRing(fs::path folder, const BlackBoxOptions & options, BlackBoxEvents events)
: folder_(std::move(folder)),
  ring_folder_(folder_ / "ring"),
  duration_(options.duration.count()),
  after_(options.after.count()),
  size_(options.size),
  events_(std::move(events)),
  lock_(folder_)
{
  write_options_.compression = options.compression;
  write_options_.level = options.level;
  write_options_.chunk_size =
    static_cast<std::size_t>(std::min<std::uint64_t>(write_options_.chunk_size, size_ / 16));
  try {
    recover_ring();
    fs::create_directory(ring_folder_);
  } catch (const fs::filesystem_error & error) {
    throw as_error(error);
  }
}

SegmentRing::~SegmentRing()
{
  finish();
}

void SegmentRing::recover_ring()
{
  if (!fs::exists(ring_folder_)) {
    return;
  }
  const auto end = describe(ring_folder_);
  if (!end) {
    fs::remove_all(ring_folder_);
    return;
  }
  recovered_recording_ = make_recording("killed", *end);
  fs::rename(ring_folder_, recovered_recording_);
  sync_path(folder_);
}

fs::path SegmentRing::make_recording(const char * kind, std::int64_t time)
{
  const fs::path first = folder_ / (std::string(kind) + "_" + text_of(time));
  fs::path path = first;
  for (int number = 2; !fs::create_directory(path); ++number) {
    path = first;
    path += "_" + std::to_string(number);
  }
  return path;
}

void SegmentRing::add_topic(Topic topic)
{
  topics_.push_back(std::move(topic));
  if (output_) {
    try {
      output_->add_topic(topics_.back());
    } catch (const Error & error) {
      abandon(error);
    }
  }
}

void SegmentRing::write(const Message & message)
{
  if (recording_ && (message.log_time > recording_->end || message.log_time < recording_->begin)) {
    complete();
  }
  if (output_) {
    const std::int64_t begin = output_->accepted().begin;
    const std::int64_t part = duration_ / parts;
    if (
      message.log_time >= behind(begin, part) || message.log_time < before(begin, part) ||
      output_->size() + message.data.size() > size_ / parts) {
      close();
    }
  }
  if (failed_) {
    ++lost_;
    return;
  }
  if (!output_) {
    trim(message.log_time);
    if (!guarded([&] { open(); })) {
      failed_ = true;
      ++lost_;
      return;
    }
  }
  try {
    output_->write(message);
  } catch (const Error & error) {
    ++lost_;
    abandon(error);
  }
}

void SegmentRing::fault(std::int64_t log_time)
{
  if (recording_ && log_time <= recording_->end && log_time >= recording_->begin) {
    return;
  }
  complete();
  close();
  const bool made = guarded([&] {
    const fs::path folder = make_recording("fault", log_time);
    recording_ = Recording{folder, before(log_time, duration_), behind(log_time, after_)};
    recording_->metadata = std::make_unique<MetadataFile>(folder);
  });
  if (!made) {
    return;
  }
  for (const Segment & segment : segments_) {
    if (segment.contents.end >= recording_->begin) {
      add_to_recording(segment);
    }
  }
  describe_recording(false);
  if (after_ == 0) {
    complete();
  }
}

void SegmentRing::flush()
{
  failed_ = false;
  if (output_) {
    try {
      output_->flush();
      synced_ = false;
    } catch (const Error & error) {
      abandon(error);
    }
  }
}

void SegmentRing::sync()
{
  if (!synced_ && output_) {
    try {
      sync_path(output_path_);
      sync_path(ring_folder_);
    } catch (const Error & error) {
      report(error);
    }
  }
  synced_ = true;
}

void SegmentRing::finish()
{
  complete();
  output_.reset();
  std::error_code ignored;
  fs::remove_all(ring_folder_, ignored);
}

void SegmentRing::open()
{
  output_path_ = ring_folder_ / (std::to_string(number_) + ".mcap");
  try {
    output_ = make_mcap_output(output_path_, write_options_);
    for (const Topic & topic : topics_) {
      output_->add_topic(topic);
    }
  } catch (...) {
    output_.reset();
    std::error_code ignored;
    fs::remove(output_path_, ignored);
    throw;
  }
  ++number_;
}

void SegmentRing::close()
{
  if (!output_) {
    return;
  }
  try {
    output_->finish();
  } catch (const Error & error) {
    abandon(error);
    return;
  }
  retire();
}

void SegmentRing::abandon(const Error & error)
{
  report(error);
  failed_ = true;
  lost_ += output_->accepted().count - output_->written().count;
  retire();
  if (is_full(error)) {
    remove_oldest();
  }
}

void SegmentRing::retire()
{
  const Contents has = output_->written();
  output_.reset();
  std::error_code ignored;
  if (has.count == 0) {
    fs::remove(output_path_, ignored);
    return;
  }
  const std::uintmax_t size = fs::file_size(output_path_, ignored);
  segments_.push_back({output_path_, ignored ? 0 : size, has});
  segments_size_ += segments_.back().size;
  if (recording_) {
    add_to_recording(segments_.back());
    describe_recording(false);
  }
}

void SegmentRing::trim(std::int64_t newest)
{
  const std::int64_t oldest = before(newest, duration_);
  while (!segments_.empty() &&
         (segments_.front().contents.end < oldest || segments_size_ + size_ / parts > size_)) {
    remove_oldest();
  }
}

bool SegmentRing::remove_oldest()
{
  if (segments_.empty()) {
    return false;
  }
  std::error_code ignored;
  fs::remove(segments_.front().path, ignored);
  segments_size_ -= segments_.front().size;
  segments_.pop_front();
  return true;
}

void SegmentRing::add_to_recording(const Segment & segment)
{
  const fs::path & folder = recording_->folder;
  const fs::path path = folder / (folder.filename().string() + "_" +
                                  std::to_string(recording_->files.size()) + ".mcap");
  std::error_code error;
  fs::create_hard_link(segment.path, path, error);
  if (error && error.value() != ENOSPC) {
    error.clear();
    fs::copy_file(segment.path, path, error);
  }
  if (error) {
    std::error_code ignored;
    fs::remove(path, ignored);
    report(Error(path.string() + " cannot be written: " + error.message(), error.value()));
    return;
  }
  const Contents & has = segment.contents;
  recording_->files.push_back({path.filename().string(), has.begin, has.end, has.count});
  recording_->whole.add(has);
}

void SegmentRing::describe_recording(bool is_complete)
{
  const std::vector<FileMetadata> & files = recording_->files;
  if (!files.empty()) {
    Metadata metadata;
    metadata.storage = "mcap";
    metadata.ros_distro = WriteOptions().ros_distro;
    const Contents & whole = recording_->whole;
    for (std::size_t topic = 0; topic < whole.counts.size(); ++topic) {
      metadata.topics.push_back(topics_[topic]);
      metadata.topics.back().count = whole.counts[topic];
    }
    try {
      if (is_complete) {
        metadata.files = files;
        write_metadata(recording_->folder, metadata);
      } else {
        recording_->metadata->write(
          metadata, {"", whole.begin, whole.end, whole.count}, files.size(),
          [&](std::size_t i) { return files[i]; });
      }
    } catch (const Error & error) {
      report(error);
    } catch (const fs::filesystem_error & error) {
      report(as_error(error));
    }
  }
}

void SegmentRing::complete()
{
  if (!recording_) {
    return;
  }
  close();
  describe_recording(true);
  const Recording done = std::move(*recording_);
  recording_.reset();
  std::error_code ignored;
  if (done.files.empty()) {
    fs::remove(done.folder, ignored);
    report(Error(done.folder.string() + " is not kept: no message has a time of this fault"));
    return;
  }
  try {
    for (const auto & file : fs::directory_iterator(done.folder)) {
      sync_path(file.path());
    }
    sync_path(done.folder);
    sync_path(folder_);
  } catch (const Error & error) {
    report(error);
  } catch (const fs::filesystem_error & error) {
    report(as_error(error));
  }
  ++saved_;
  if (events_.saved) {
    try {
      events_.saved(done.folder);
    } catch (...) {
      report(Error(
        "the callback for recordings that were saved threw for " + done.folder.string() + ": " +
        text_of(std::current_exception())));
    }
  }
}

void SegmentRing::report(const Error & error)
{
  const auto now = std::chrono::steady_clock::now();
  if (error.code() == reported_code_ && now < reported_at_ + std::chrono::seconds(1)) {
    return;
  }
  reported_code_ = error.code();
  reported_at_ = now;
  report_failure(events_, error);
}

/// Retries on a full disk without the oldest segment. Reports other errors.
template <typename Function>
bool SegmentRing::guarded(const Function & function)
{
  while (true) {
    std::optional<Error> failure;
    try {
      function();
      return true;
    } catch (const Error & error) {
      failure = error;
    } catch (const fs::filesystem_error & error) {
      failure = as_error(error);
    }
    report(*failure);
    if (!is_full(*failure) || !remove_oldest()) {
      return false;
    }
  }
}

}  // namespace bag::detail
