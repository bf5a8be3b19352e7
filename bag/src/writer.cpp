// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "bag/writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <exception>
#include <future>
#include <optional>
#include <stdexcept>
#include <utility>

#include "compression.hpp"
#include "file.hpp"
#include "metadata.hpp"
#include "output.hpp"

namespace bag
{

namespace fs = std::filesystem;

class Writer::Impl
{
public:
  Impl(const fs::path & path, WriteOptions options) : options_(std::move(options))
  {
    const fs::path extension = path.extension();
    alone_ = extension == ".mcap" || extension == ".db3";
    if (alone_) {
      options_.storage = extension == ".db3" ? Storage::sqlite3 : Storage::mcap;
      if (options_.mode != Mode::none || options_.max_size != 0 || options_.max_duration != 0) {
        throw std::invalid_argument(
          path.string() + " is one file; expected a folder for several, or for compressed ones");
      }
    }
    if (options_.max_size != 0) {
      options_.chunk_size = std::min<std::uint64_t>(
        options_.chunk_size, std::max<std::uint64_t>(options_.max_size / 8, 1024));
    }
    if (options_.mode == Mode::message) {
      compressor_.emplace(Compression::zstd, options_.level);
    }
    make(path);
    metadata_.emplace(folder_);
    try {
      guarded([&] { open(); });
    } catch (...) {  // removes everything that would block the next attempt
      std::error_code ignored;
      fs::remove_all(folder_, ignored);
      throw;
    }
  }

  ~Impl()
  {
    if (process_ != ::getpid()) {
      return;  // a forked child shares the file and its position with its parent
    }
    try {
      finish();
    } catch (...) {
      // Everything that could be saved is saved; to see errors, call finish().
    }
  }

  std::size_t add_topic(Topic topic)
  {
    check();
    if (topics_.size() >= most_topics) {
      throw std::invalid_argument(topic.name + ": a recording has at most 65535 topics");
    }
    topics_.push_back(std::move(topic));
    guarded([&] { output_->add_topic(topics_.back()); });
    return topics_.size() - 1;
  }

  void write(Message message)
  {
    check();
    if (message.topic >= topics_.size()) {
      throw std::invalid_argument(
        "topic " + std::to_string(message.topic) + " was not added; there are " +
        std::to_string(topics_.size()));
    }
    const std::size_t size = message.data.size();
    guarded([&] {
      if (compressor_) {
        packed_.clear();
        compressor_->compress(message.data, packed_);
        message.data = packed_.bytes();
      }
      if (is_full(message.log_time)) {
        close();
        open();
      }
      output_->write(message);
    });
    ++count_;
    size_ += size;
  }

  void flush()
  {
    check();
    guarded([&] {
      output_->flush();
      if (output_->written().count != files_.back().contents.count) {
        files_.back().contents = output_->written();
        write_metadata();
      }
    });
  }

  void finish()
  {
    if (finished_) {
      return;
    }
    finished_ = true;
    if (!failure_) {
      guarded([&] {
        close();
        settle_packing(true);
        write_whole_metadata();
      });
    }
  }

  std::vector<fs::path> files()
  {
    try {
      settle_packing(false);
    } catch (...) {
      failed_packing_ = std::current_exception();  // reported by the next write
    }
    std::vector<fs::path> paths;
    for (const File & file : files_) {
      paths.push_back(file.path());
    }
    return paths;
  }

  std::uint64_t count_ = 0;
  std::uint64_t size_ = 0;

private:
  /// MCAP numbers channels with 16 bits.
  static constexpr std::size_t most_topics = 65535;

  struct File
  {
    fs::path plain;
    detail::Contents contents;
    bool is_packed = false;

    fs::path path() const
    {
      fs::path now = plain;
      now += is_packed ? ".zstd" : "";
      return now;
    }
  };

  void make(const fs::path & path)
  {
    std::error_code error;
    folder_ = path;
    name_ = fs::absolute(path).lexically_normal().filename();
    if (name_.empty()) {  // the path ends with a slash
      name_ = fs::absolute(path).lexically_normal().parent_path().filename();
    }
    if (fs::exists(path, error)) {
      throw Error(
        path.string() + " exists; expected a new " + (alone_ ? "file" : "folder"), EEXIST);
    }
    if (!alone_) {
      fs::create_directories(path, error);
    }
    if (error) {
      throw Error(path.string() + " cannot be created: " + error.message(), error.value());
    }
  }

  void check() const
  {
    if (failure_) {
      throw Error(*failure_);
    }
    if (finished_) {
      throw std::logic_error(folder_.string() + " is finished; nothing can be written");
    }
  }

  bool is_full(std::int64_t now) const
  {
    const detail::Contents & has = output_->accepted();
    if (has.count == 0) {
      return false;
    }
    return (options_.max_duration != 0 &&
            detail::has_passed(options_.max_duration, has.begin, now)) ||
           (options_.max_size != 0 && output_->size() >= options_.max_size);
  }

  void open()
  {
    const bool mcap = options_.storage == Storage::mcap;
    fs::path path = folder_;
    if (!alone_) {
      path /= name_.string() + "_" + std::to_string(number_++) + (mcap ? ".mcap" : ".db3");
    }
    output_ =
      mcap ? detail::make_mcap_output(path, options_) : detail::make_sqlite_output(path, options_);
    files_.push_back({path, {}});
    for (const Topic & topic : topics_) {
      output_->add_topic(topic);
    }
    while (options_.max_files != 0 && files_.size() > options_.max_files) {
      if (packing_.valid() && packing_number_ == removed_) {
        settle_packing(true);
      }
      fs::remove(files_.front().path());
      files_.pop_front();
      ++removed_;
    }
    write_metadata();
  }

  void close()
  {
    output_->finish();
    File & file = files_.back();
    file.contents = output_->written();
    whole_.add(file.contents);
    output_.reset();
    if (options_.mode == Mode::file) {
      settle_packing(true);  // one at a time
      packing_ = std::async(std::launch::async, [plain = file.plain] {
        fs::path packed = plain;
        packed += ".zstd";
        try {
          detail::pack_file(plain, packed);
        } catch (...) {
          std::error_code ignored;
          fs::remove(packed, ignored);
          throw;
        }
        fs::remove(plain);
      });
      packing_number_ = removed_ + files_.size() - 1;
    }
  }

  /// Waits for the end of a file's compression, or checks for it. Throws its error; the file then
  /// still exists uncompressed.
  void settle_packing(bool waits)
  {
    if (failed_packing_) {
      std::rethrow_exception(std::exchange(failed_packing_, nullptr));
    }
    if (
      packing_.valid() &&
      (waits || packing_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)) {
      packing_.get();
      files_[packing_number_ - removed_].is_packed = true;
    }
  }

  template <typename Function>
  void guarded(const Function & function)
  {
    try {
      function();
    } catch (const Error & error) {
      fail(error.what(), error.code());
    } catch (const fs::filesystem_error & error) {
      fail(
        error.path1().string() + " cannot be written: " + error.code().message(),
        error.code().value());
    } catch (const std::exception & error) {  // out of memory, or no thread
      fail(folder_.string() + " cannot be written: " + error.what(), 0);
    }
  }

  [[noreturn]] void fail(const std::string & text, int code)
  {
    if (output_) {
      if (!files_.empty()) {
        files_.back().contents = output_->written();
      }
      output_.reset();
    }
    try {
      settle_packing(true);
    } catch (...) {
      // The file stays unchanged: the first error is reported.
    }
    try {
      write_whole_metadata();
    } catch (...) {
      // The disk is full: the first error is reported.
    }
    std::uint64_t saved = 0;
    for (const File & file : files_) {
      saved += file.contents.count;
    }
    failure_ = Error(text + "; " + std::to_string(saved) + " messages are in the recording", code);
    throw Error(*failure_);
  }

  /// Returns everything but the files.
  detail::Metadata metadata_head() const
  {
    detail::Metadata metadata;
    metadata.storage = options_.storage == Storage::mcap ? "mcap" : "sqlite3";
    if (options_.mode != Mode::none) {
      metadata.compression_format = "zstd";
      metadata.compression_mode = options_.mode == Mode::file ? "FILE" : "MESSAGE";
    }
    metadata.topics = topics_;
    metadata.custom_data = options_.custom_data;
    metadata.ros_distro = options_.ros_distro;
    return metadata;
  }

  static detail::FileMetadata metadata_of(const File & file)
  {
    const detail::Contents & has = file.contents;
    return {file.path().filename().string(), has.begin, has.end, has.count};
  }

  /// Writes the metadata for the end of the recording.
  void write_whole_metadata()
  {
    if (alone_) {
      return;
    }
    detail::Metadata metadata = metadata_head();
    for (const File & file : files_) {
      metadata.files.push_back(metadata_of(file));
      for (std::size_t topic = 0; topic < file.contents.counts.size(); ++topic) {
        metadata.topics[topic].count += file.contents.counts[topic];
      }
    }
    detail::write_metadata(folder_, metadata);
  }

  /// Writes the metadata for the messages that are on the disk, so that rosbag2 can play them after
  /// a crash. Writes none while there are no messages: rosbag2 believes it, and plays nothing.
  void write_metadata()
  {
    detail::Contents on_disk = whole_;
    if (output_) {
      on_disk.add(files_.back().contents);
    }
    if (alone_ || on_disk.count == 0) {
      return;
    }
    if (options_.max_files != 0) {  // there are few files, and they change each time
      write_whole_metadata();
      return;
    }
    detail::Metadata head = metadata_head();
    for (std::size_t topic = 0; topic < on_disk.counts.size(); ++topic) {
      head.topics[topic].count = on_disk.counts[topic];
    }
    metadata_->write(
      head, {"", on_disk.begin, on_disk.end, on_disk.count}, files_.size(),
      [&](std::size_t i) { return metadata_of(files_[i]); });
  }

  WriteOptions options_;
  bool alone_ = false;  // a single file without a folder
  fs::path folder_;     // or that file
  fs::path name_;
  std::vector<Topic> topics_;
  std::deque<File> files_;
  std::size_t removed_ = 0;  // number of removed files before them
  std::size_t number_ = 0;
  detail::Contents whole_;  // of all complete files
  std::optional<detail::MetadataFile> metadata_;
  std::future<void> packing_;  // of one file, while it is compressed
  std::size_t packing_number_ = 0;
  std::exception_ptr failed_packing_;
  std::unique_ptr<detail::Output> output_;
  std::optional<detail::Compressor> compressor_;
  detail::Buffer packed_;
  std::optional<Error> failure_;
  bool finished_ = false;
  const pid_t process_ = ::getpid();
};

Writer::Writer(const fs::path & path, WriteOptions options)
: impl_(std::make_unique<Impl>(path, std::move(options)))
{
}
Writer::~Writer() = default;
Writer::Writer(Writer &&) noexcept = default;
Writer & Writer::operator=(Writer &&) noexcept = default;

std::size_t Writer::add_topic(Topic topic)
{
  topic.count = 0;
  return impl_->add_topic(std::move(topic));
}

void Writer::write(
  std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
  std::span<const std::byte> data, std::uint32_t sequence)
{
  impl_->write({topic, log_time, publish_time, sequence, data});
}

void Writer::flush()
{
  impl_->flush();
}
void Writer::finish()
{
  impl_->finish();
}
std::vector<fs::path> Writer::files() const
{
  return impl_->files();
}
std::uint64_t Writer::count() const noexcept
{
  return impl_->count_;
}
std::uint64_t Writer::size() const noexcept
{
  return impl_->size_;
}

}  // namespace bag
