// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "bag/reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <set>
#include <utility>

#include "bag/damage.hpp"
#include "bytes.hpp"
#include "faults.hpp"
#include "mcap_file.hpp"
#include "merge.hpp"
#include "metadata.hpp"
#include "sqlite_file.hpp"

namespace bag
{
namespace detail
{
namespace
{

namespace fs = std::filesystem;

constexpr const char * expected = "expected a folder that 'bag record' made, a .mcap or a .db3";

bool is_packed(const fs::path & file)
{
  return file.extension() == ".zstd";
}

/// Returns the name without .zstd.
fs::path plain_name(const fs::path & file)
{
  return is_packed(file) ? file.filename().stem() : file.filename();
}

bool is_storage(const fs::path & file)
{
  const fs::path extension = plain_name(file).extension();
  return extension == ".mcap" || extension == ".db3";
}

/// Sorts x_2 before x_10.
bool by_numbers(const fs::path & a, const fs::path & b)
{
  const std::string left = a.filename().string();
  const std::string right = b.filename().string();
  const auto digit = [](char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() && j < right.size()) {
    if (digit(left[i]) && digit(right[j])) {
      const auto end = [&](const std::string & text, std::size_t from) {
        return static_cast<std::size_t>(
          std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), digit) -
          text.begin());
      };
      i = std::min(left.find_first_not_of('0', i), end(left, i));
      j = std::min(right.find_first_not_of('0', j), end(right, j));
      const std::string one = left.substr(i, end(left, i) - i);
      const std::string other = right.substr(j, end(right, j) - j);
      if (one != other) {
        return one.size() != other.size() ? one.size() < other.size() : one < other;
      }
      i += one.size();
      j += other.size();
    } else if (left[i] != right[j]) {
      return left[i] < right[j];
    } else {
      ++i;
      ++j;
    }
  }
  return left.size() - i < right.size() - j;
}

/// A folder for unpacked files, removed with this object.
class TemporaryFolder
{
public:
  ~TemporaryFolder()
  {
    if (!path_.empty()) {
      std::error_code ignored;
      fs::remove_all(path_, ignored);
    }
  }

  const fs::path & path()
  {
    if (path_.empty()) {
      std::string name = (fs::temp_directory_path() / "rxros2_bag_XXXXXX").string();
      if (::mkdtemp(name.data()) == nullptr) {
        const int code = errno;
        throw Error(name + " cannot be created: " + std::strerror(code), code);
      }
      path_ = name;
    }
    return path_;
  }

private:
  fs::path path_;
};

/// Returns whether the machine, not the recording, is at fault: with more descriptors, memory or
/// disk the file can be read, so leaving it out would be wrong.
bool is_of_machine(const Error & error)
{
  const int code = error.code();
  return code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOSPC;
}

/// The faults of the recording that open_damaged() opens in this thread; null for a Reader that
/// throws them. A parameter of Reader's constructor would be one that no other caller may use.
thread_local std::vector<std::string> * skipped_faults = nullptr;

}  // namespace

struct Recording
{
  fs::path folder;
  Limits limits;
  std::vector<fs::path> files;
  std::vector<std::unique_ptr<McapFile>> mcap;
  std::vector<std::unique_ptr<SqliteFile>> sqlite;
  TemporaryFolder unpacked;
  bool packed_messages = false;
  bool skips_damage = false;
  std::string storage;
  std::uint64_t size = 0;
  std::vector<Topic> topics;
  std::uint64_t count = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool cut_off = false;
  std::map<std::string, std::string> custom_data;
  std::string ros_distro;

  Recording(const fs::path & path, const Limits & given, std::vector<std::string> * skipped)
  : folder(path), limits(given), skips_damage(skipped != nullptr), faults_(skipped)
  {
    const Metadata metadata = find_files(path);
    packed_messages = metadata.compression_mode == "message";
    for (const fs::path & file : files) {
      size += fs::file_size(file);
    }
    if (size == 0) {
      throw Error(path.string() + " is damaged or not a recording: it has no bytes");
    }
    storage = plain_name(files.front()).extension() == ".db3" ? "sqlite3" : "mcap";
    open_files();
    collect_topics(metadata);
    faults_ = nullptr;
  }

  /// Returns whether the bytes of a message were compressed by rosbag2.
  bool is_packed_message(const Message & message) const
  {
    if (packed_messages || !mode_is_unknown_ || topics[message.topic].format != "cdr") {
      return packed_messages;
    }
    // The first byte of an encapsulated sample is 0, that of zstd's magic number is not.
    constexpr std::uint8_t begin[] = {0x28, 0xb5, 0x2f, 0xfd};
    return message.data.size() > sizeof(begin) &&
           std::memcmp(message.data.data(), begin, sizeof(begin)) == 0;
  }

private:
  std::vector<std::string> * faults_;  // only during construction
  bool mode_is_unknown_ = false;

  Metadata find_files(const fs::path & path)
  {
    Metadata metadata;
    mode_is_unknown_ = true;
    if (fs::is_regular_file(path) && is_storage(path)) {
      files.push_back(path);
      return metadata;
    }
    const fs::path listed = path / "metadata.yaml";
    std::exception_ptr error_of_metadata;
    if (fs::is_regular_file(listed)) {
      try {
        metadata = read_metadata(listed);
        add_listed_files(path, metadata);
        mode_is_unknown_ = false;
      } catch (const Error & error) {
        if (faults_ == nullptr || is_of_machine(error)) {
          throw;
        }
        error_of_metadata = std::current_exception();
        add_fault(*faults_, std::string(error.what()) + "; all files of the folder are read");
        metadata = {};
        files.clear();
      }
    }
    if (!fs::is_regular_file(listed) || (files.empty() && faults_ != nullptr)) {
      add_files_of_folder(path);
    }
    if (files.empty() && error_of_metadata) {
      std::rethrow_exception(error_of_metadata);
    }
    if (files.empty()) {
      throw Error(
        path.string() + (fs::exists(path) ? " is not a recording; " : " does not exist; ") +
        expected);
    }
    custom_data = metadata.custom_data;
    ros_distro = metadata.ros_distro;
    return metadata;
  }

  void add_listed_files(const fs::path & path, const Metadata & metadata)
  {
    const fs::path listed = path / "metadata.yaml";
    std::set<std::string> names;
    std::string missing;
    for (const FileMetadata & file_metadata : metadata.files) {
      fs::path file = path / fs::path(file_metadata.path).filename();
      if (!names.insert(file.filename().string()).second) {
        throw Error(
          listed.string() + " lists " + file.filename().string() +
          " twice; expected each file once");
      }
      fs::path packed = file;
      packed += ".zstd";
      // A crash during the compression leaves only the uncompressed file.
      file = !fs::exists(file) && fs::exists(packed) ? packed : file;
      if (fs::is_regular_file(file)) {
        files.push_back(file);
      } else {
        missing += (missing.empty() ? "" : ", ") + file.string();
      }
    }
    const std::string & mode = metadata.compression_mode;
    if ((mode == "file" || mode == "message") && metadata.compression_format != "zstd") {
      throw Error(
        listed.string() + ": compression_format is '" + metadata.compression_format +
        "'; expected zstd");
    }
    if (!missing.empty()) {
      if (faults_ == nullptr || files.empty()) {
        throw Error(missing + " is missing; " + expected);
      }
      add_fault(*faults_, missing + " is missing; the other files are read");
    }
  }

  void add_files_of_folder(const fs::path & path)
  {
    if (fs::is_directory(path)) {
      for (const auto & entry : fs::directory_iterator(path)) {
        if (is_storage(entry.path()) && fs::is_regular_file(entry.path())) {
          files.push_back(entry.path());
        }
      }
      std::sort(files.begin(), files.end(), by_numbers);
    }
  }

  /// With `faults`, leaves out files that cannot be opened, if others can.
  void open_files()
  {
    std::vector<fs::path> opened;
    for (const fs::path & file : files) {
      try {
        open(file);
        opened.push_back(file);
      } catch (const Error & error) {
        const bool is_last = file == files.back() && opened.empty();
        if (faults_ == nullptr || is_last || is_of_machine(error)) {
          throw;
        }
        add_fault(*faults_, std::string(error.what()) + "; the other files are read");
      }
    }
    files = std::move(opened);
  }

  void open(const fs::path & file)
  {
    fs::path plain = file;
    if (is_packed(file)) {
      plain = unpacked.path() / plain_name(file);
      unpack_file(file, plain, limits);
    }
    if (plain.extension() == ".db3") {
      sqlite.push_back(std::make_unique<SqliteFile>(plain, limits, faults_));
      add_times(*sqlite.back());
    } else {
      mcap.push_back(std::make_unique<McapFile>(plain, limits, faults_));
      add_times(*mcap.back());
      cut_off = cut_off || mcap.back()->is_cut_off();
    }
  }

  template <typename File>
  void add_times(const File & file)
  {
    if (file.count() != 0) {
      begin = count == 0 ? file.begin() : std::min(begin, file.begin());
      end = count == 0 ? file.end() : std::max(end, file.end());
      count += file.count();
    }
  }

  void collect_topics(const Metadata & metadata)
  {
    std::map<std::pair<std::string, std::string>, Topic> found;
    const auto each_topic = [&](const auto & function) {
      for (const auto & file : mcap) {
        for (auto & [id, channel] : file->channels()) {
          function(channel.topic, channel.index);
        }
      }
      for (const auto & file : sqlite) {
        for (auto & [id, known] : file->topics()) {
          function(known.topic, known.index);
        }
      }
    };
    each_topic([&](const Topic & topic, std::size_t) {
      Topic & known = found[{topic.name, topic.type}];
      const std::uint64_t before = known.count;
      if (known.name.empty()) {
        known = topic;
      }
      for (const Qos & qos : topic.qos) {
        if (std::find(known.qos.begin(), known.qos.end(), qos) == known.qos.end()) {
          known.qos.push_back(qos);
        }
      }
      known.count = before + topic.count;
    });
    // Data that older storages do not contain.
    for (const Topic & topic : metadata.topics) {
      const auto known = found.find({topic.name, topic.type});
      if (known != found.end() && known->second.qos.empty()) {
        known->second.qos = topic.qos;
      }
      if (known != found.end() && known->second.hash.empty()) {
        known->second.hash = topic.hash;
      }
    }
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    for (auto & [name, topic] : found) {
      places[name] = topics.size();
      topics.push_back(std::move(topic));
    }
    each_topic([&](const Topic & topic, std::size_t & index) {
      index = places.at({topic.name, topic.type});
    });
  }
};

}  // namespace detail

Reader::Reader(const std::filesystem::path & path, const Limits & limits)
{
  try {
    recording_ = std::make_shared<const detail::Recording>(path, limits, detail::skipped_faults);
  } catch (const std::filesystem::filesystem_error & error) {
    throw Error(
      error.path1().string() + " cannot be read: " + error.code().message(), error.code().value());
  }
}

Reader open_damaged(
  const std::filesystem::path & path, std::vector<std::string> & faults, const Limits & limits)
{
  struct Scope
  {
    explicit Scope(std::vector<std::string> & faults) { detail::skipped_faults = &faults; }
    ~Scope() { detail::skipped_faults = nullptr; }
  };
  const Scope scope(faults);
  return Reader(path, limits);
}

const std::vector<Topic> & Reader::topics() const noexcept
{
  return recording_->topics;
}
const std::vector<std::filesystem::path> & Reader::files() const noexcept
{
  return recording_->files;
}
const std::string & Reader::storage() const noexcept
{
  return recording_->storage;
}
std::uint64_t Reader::size() const noexcept
{
  return recording_->size;
}
std::uint64_t Reader::count() const noexcept
{
  return recording_->count;
}
std::int64_t Reader::begin() const noexcept
{
  return recording_->begin;
}
std::int64_t Reader::end() const noexcept
{
  return recording_->end;
}
bool Reader::is_cut_off() const noexcept
{
  return recording_->cut_off;
}
const std::map<std::string, std::string> & Reader::custom_data() const noexcept
{
  return recording_->custom_data;
}
const std::string & Reader::ros_distro() const noexcept
{
  return recording_->ros_distro;
}

Messages Reader::messages(Selection selection) const
{
  detail::Chosen chosen{{}, selection.begin, selection.end, selection.order};
  for (const Topic & topic : recording_->topics) {
    chosen.topics.push_back(
      selection.topics.empty() ||
      std::find(selection.topics.begin(), selection.topics.end(), topic.name) !=
        selection.topics.end());
  }
  std::vector<std::unique_ptr<detail::Block>> blocks;
  std::uint32_t number = 0;
  for (const auto & file : recording_->mcap) {
    file->add_blocks(number++, chosen, blocks);
  }
  for (const auto & file : recording_->sqlite) {
    file->add_blocks(number++, chosen, blocks);
  }
  return Messages(std::make_unique<detail::Merge>(
    recording_, std::move(blocks), std::move(chosen), recording_->limits.held));
}

Messages::Messages(std::unique_ptr<detail::Merge> merge) : merge_(std::move(merge))
{
}
Messages::Messages(Messages &&) noexcept = default;
Messages & Messages::operator=(Messages &&) noexcept = default;
Messages::~Messages() = default;

bool Messages::next(Message & message)
{
  return merge_->next(message);
}

namespace detail
{
namespace
{

/// Orders a heap whose first block is the earliest.
bool later(const std::unique_ptr<Block> & a, const std::unique_ptr<Block> & b)
{
  return a->key() > b->key();
}

}  // namespace

Merge::Merge(
  std::shared_ptr<const Recording> recording, std::vector<std::unique_ptr<Block>> blocks,
  Chosen chosen, std::size_t most_held)
: recording_(std::move(recording)),
  waiting_(std::move(blocks)),
  chosen_(std::move(chosen)),
  most_held_(most_held)
{
  if (chosen_.order == Order::time) {
    std::stable_sort(waiting_.begin(), waiting_.end(), later);
  } else {
    std::reverse(waiting_.begin(), waiting_.end());
  }
}

bool Merge::next_block()
{
  const auto is_next = [&] {
    return !waiting_.empty() &&
           (open_.empty() || (chosen_.order == Order::time &&
                              waiting_.back()->key().log_time <= open_.front()->key().log_time));
  };
  while (is_next()) {
    std::unique_ptr<Block> block = std::move(waiting_.back());
    waiting_.pop_back();
    const bool has_messages = block->open(chosen_, scratch_);
    const std::string fault = block->take_fault();
    if (has_messages) {
      open_.push_back(std::move(block));
      const Block * const opened = open_.back().get();
      std::push_heap(open_.begin(), open_.end(), later);
      make_room(opened);
    }
    if (!fault.empty()) {
      throw Error(fault);
    }
  }
  return !open_.empty();
}

void Merge::make_room(const Block * keep)
{
  std::size_t held = 0;
  for (const auto & block : open_) {
    held += block->held();
  }
  while (held > most_held_) {
    Block * last = nullptr;
    for (const auto & block : open_) {
      if (
        block.get() != keep && block->held() != 0 &&
        (last == nullptr || block->key() > last->key())) {
        last = block.get();
      }
    }
    if (last == nullptr) {
      return;
    }
    held -= last->held();
    last->drop();
  }
}

void Merge::skip_given()
{
  given_ = false;
  std::pop_heap(open_.begin(), open_.end(), later);
  std::unique_ptr<Block> block = std::move(open_.back());
  open_.pop_back();  // it is left out if advance() throws
  if (block->advance()) {
    open_.push_back(std::move(block));
    std::push_heap(open_.begin(), open_.end(), later);
  }
}

bool Merge::next(Message & message)
{
  try {
    if (given_) {
      skip_given();
    }
    if (!next_block()) {
      return false;
    }
    Block & block = *open_.front();
    given_ = true;  // after an error of this message, the next call skips it
    const bool was_held = block.held() != 0;
    block.get(message, scratch_);
    if (!was_held) {
      make_room(&block);
    }
    if (recording_->is_packed_message(message)) {
      decompress(message);
    }
    return true;
  } catch (...) {
    if (!recording_->skips_damage) {
      waiting_.clear();
      open_.clear();
      given_ = false;
    }
    throw;
  }
}

void Merge::decompress(Message & message)
{
  const Limits & limits = recording_->limits;
  const auto limit = static_cast<std::size_t>(
    std::min<std::uint64_t>(limits.chunk, largest_expansion(message.data.size(), limits)));
  if (
    scratch_.decompressor.decompress("zstd", message.data, limit, message_) !=
    Decompressed::complete) {
    throw Error(
      "a message of " + printable(recording_->topics[message.topic].name) + " in " +
      recording_->folder.string() + " cannot be decompressed: it is damaged, or " +
      (limit == limits.chunk
         ? "larger than bag::Limits::chunk, which is " + std::to_string(limit) + " bytes"
         : expansion_text(message.data.size(), limits)));
  }
  message.data = message_.bytes();
}

}  // namespace detail
}  // namespace bag
