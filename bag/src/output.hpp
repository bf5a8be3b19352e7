// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes one file of a recording.
#ifndef BAG__OUTPUT_HPP_
#define BAG__OUTPUT_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "bag/writer.hpp"

namespace bag::detail
{

/// Returns true if at least `duration` has passed between two times; safe for any two times.
constexpr bool has_passed(std::int64_t duration, std::int64_t begin, std::int64_t now) noexcept
{
  std::int64_t passed = 0;
  return __builtin_sub_overflow(now, begin, &passed) ? now > begin : passed >= duration;
}

/// The messages in a file.
struct Contents
{
  std::uint64_t count = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::vector<std::uint64_t> counts;  ///< number of messages by topic

  void add(std::size_t topic, std::int64_t time)
  {
    begin = count == 0 || time < begin ? time : begin;
    end = count == 0 || time > end ? time : end;
    ++count;
    ++counts[topic];
  }
  /// Adds the contents of another file, whose topics have the same numbers.
  void add(const Contents & other)
  {
    if (other.count != 0) {
      begin = count == 0 ? other.begin : std::min(begin, other.begin);
      end = count == 0 ? other.end : std::max(end, other.end);
      count += other.count;
    }
    counts.resize(std::max(counts.size(), other.counts.size()));
    for (std::size_t topic = 0; topic < other.counts.size(); ++topic) {
      counts[topic] += other.counts[topic];
    }
  }
};

/// A file of a recording that is being written. The functions throw Error, with errno, if writing
/// fails; the file then has the contents that written() returns.
class Output
{
public:
  virtual ~Output() = default;

  /// Adds a topic. Topics are numbered in the order of these calls.
  virtual void add_topic(const Topic & topic) = 0;
  virtual void write(const Message & message) = 0;
  virtual void flush() = 0;
  virtual void finish() = 0;
  /// Returns the size of the file in bytes if it were flushed now.
  virtual std::uint64_t size() const = 0;
  /// Returns the contents after all calls of write(), including unflushed messages.
  const Contents & accepted() const noexcept { return accepted_; }
  const Contents & written() const noexcept { return written_; }

protected:
  Contents accepted_;
  Contents written_;
};

std::unique_ptr<Output> make_mcap_output(
  const std::filesystem::path & path, const WriteOptions & options);
std::unique_ptr<Output> make_sqlite_output(
  const std::filesystem::path & path, const WriteOptions & options);

}  // namespace bag::detail

#endif  // BAG__OUTPUT_HPP_
