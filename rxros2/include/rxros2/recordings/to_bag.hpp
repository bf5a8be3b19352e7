// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_bag: a stage that records the items of a stream.

#ifndef RXROS2__RECORDINGS__TO_BAG_HPP_
#define RXROS2__RECORDINGS__TO_BAG_HPP_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "bag/writer.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rosidl_runtime_cpp/traits.hpp"
#include "rx/stage.hpp"
#include "rxros2/recordings/recorded.hpp"
#include "rxros2/topics/publish_to_topic.hpp"

namespace rxros2
{

/// A recording that several streams write to. Copies are the same recording. It is complete after
/// finish(), or when the last copy and the last stream that writes to it are destroyed.
/// Thread-safe.
class recording
{
public:
  /// Creates the recording. Throws bag::Error if the path exists or cannot be created. See
  /// bag::Writer.
  explicit recording(const std::string & path, bag::WriteOptions options = {});

  /// Creates the topic, unless it exists with this type, and returns its number.
  std::size_t topic(const std::string & name, const std::string & type) const;
  /// The same, with all properties of the topic.
  std::size_t topic(const bag::Topic & topic) const;
  /// Writes an encoded message; times are in ns since 1970. Throws bag::Error if it cannot be
  /// written (disk full).
  void write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    const rclcpp::SerializedMessage & message) const;
  /// Passes the incomplete chunk to the operating system, so that it survives a crash of this
  /// process.
  void flush() const;
  /// Completes the files. Later writes throw std::logic_error.
  void finish() const;

private:
  struct state;
  std::shared_ptr<state> state_;
};

namespace detail
{

/// The log and publish times of an item in ns: those of a recorded<T>, otherwise now.
struct recorded_times
{
  std::int64_t log;
  std::int64_t publish;
};
template <typename T, typename U>
recorded_times times_of(const U & item, rclcpp::Clock & clock)
{
  if constexpr (std::is_same_v<U, recorded<T>>) {
    return {item.log_time.nanoseconds(), item.publish_time.nanoseconds()};
  } else {
    const std::int64_t now = clock.now().nanoseconds();
    return {now, now};
  }
}

/// Records items that are T, pointers to T, item<T> or recorded<T>.
template <typename T>
struct to_bag : rx::stage
{
  static constexpr bool serialized = std::is_same_v<T, rclcpp::SerializedMessage>;

  template <typename U>
  using emits = U;

  template <typename U>
  static constexpr bool accepts = serialized ? std::is_same_v<U, recorded<T>> : publishable<U, T>;

  RX_REJECT(
    to_bag, (!serialized && !accepts<Item>),
    "rxros2::to_bag<T>: an Item of this stream is neither a T nor a pointer to T. Name the type of"
    " the items, or put map() in front that returns a T")
  RX_REJECT(
    to_bag, (serialized && !accepts<Item>),
    "rxros2::to_bag(path) records the items of from_bag(path), recorded<SerializedMessage>. Write "
    "to_bag<T>(path, topic) for messages of type T")

  to_bag(std::string p, std::string n, rclcpp::Clock::SharedPtr c)
  : path(std::move(p)), name(std::move(n)), clock(std::move(c))
  {
  }
  to_bag(recording r, std::string n, rclcpp::Clock::SharedPtr c)
  : to(std::move(r)), name(std::move(n)), clock(std::move(c))
  {
  }

  template <typename U, typename Out>
  bool on_start(Out &)
  {
    if (!to) {
      to.emplace(path);
    }
    if constexpr (!serialized) {
      topic = to->topic(name, rosidl_generator_traits::name<T>());
    }
    return true;
  }

  template <typename U, typename Out>
  bool on_next(U && value, Out & out)
  {
    record(std::as_const(value));
    return out.on_next(std::forward<U>(value));
  }

  template <typename Out>
  void on_completed(Out & out)
  {
    if (!path.empty()) {
      to->finish();
    }
    out.on_completed();
  }

private:
  template <typename U>
  void record(const U & value)
  {
    if constexpr (serialized) {
      if (value.topic != known) {
        known = value.topic;
        topic = to->topic(*known);
      }
      to->write(
        topic, value.log_time.nanoseconds(), value.publish_time.nanoseconds(),
        message_of<T>(value));
    } else {
      const auto [log_time, publish_time] = times_of<T>(value, *clock);
      serialization.serialize_message(&message_of<T>(value), &bytes);
      to->write(topic, log_time, publish_time, bytes);
    }
  }

  struct nothing
  {
  };

  std::optional<recording> to;
  std::string path;  // of a recording that only this stream writes
  std::string name;
  rclcpp::Clock::SharedPtr clock;
  std::size_t topic = 0;
  std::shared_ptr<const bag::Topic> known;
  rclcpp::SerializedMessage bytes;
  [[no_unique_address]] std::conditional_t<serialized, nothing, rclcpp::Serialization<T>>
    serialization;
};

inline rclcpp::Clock::SharedPtr or_system(rclcpp::Clock::SharedPtr clock)
{
  return clock ? std::move(clock) : std::make_shared<rclcpp::Clock>(RCL_SYSTEM_TIME);
}

}  // namespace detail

namespace operators
{

/// source | to_bag<T>(path, topic[, clock]) records each item and passes it on unchanged.
/**
 *     source             --1--2--|
 *     to_bag<T>(p, t)    --1--2--|       (and 1, 2 in the recording)
 *
 * Items are T, item<T>, recorded<T>, or pointers to T. A recorded<T> keeps its times; other items
 * get the time of `clock`, such as node->get_clock(), by default the system's. `path` is a new
 * folder, or a new .mcap or .db3; alternatively pass a `recording`, which several streams share.
 * Like most operators it waits for a subscriber. The files are complete when the source is, or, for
 * a `recording`, when its last user is destroyed. If the process is killed, everything but the last
 * second can be read.
 * Errors: bag::Error, as the stream's error, if the path exists or if writing fails (disk full:
 * code() is ENOSPC); everything that was written before can be read.
 * Cost of an item: its encoding, a lock that no thread holds for long, a copy into the chunk; no
 * heap.
 *
 *     const std::string path = fresh("numbers.mcap");
 *     just('1', '2') | map(to_message) | to_bag<Int32>(path, "numbers");
 *       // -> {data: 1} {data: 2} |
 *     from_bag<Int32>(path, "/numbers");                             // -> {data: 1} {data: 2} |
 */
template <typename T>
auto to_bag(
  const std::string & path, const std::string & topic, rclcpp::Clock::SharedPtr clock = nullptr)
{
  return detail::to_bag<T>(path, topic, detail::or_system(std::move(clock)));
}
template <typename T>
auto to_bag(recording to, const std::string & topic, rclcpp::Clock::SharedPtr clock = nullptr)
{
  return detail::to_bag<T>(std::move(to), topic, detail::or_system(std::move(clock)));
}

/// source | to_bag(path) records the items of from_bag(path, topics), each on its topic. With
/// filter() in between, it records a part of a recording.
/** Otherwise like to_bag<T>.
 *
 *     const std::string path = fresh("numbers.mcap");
 *     just('1', '2') | map(to_message) | to_bag<Int32>(path, "numbers");
 *       // -> {data: 1} {data: 2} |
 *     from_bag(path) | take(1) | to_bag(fresh("first.mcap"))
 *       | map([](const auto & m) { return m.topic->name; });  // -> /numbers |
 *     from_bag<Int32>("first.mcap", "/numbers");              // -> {data: 1} |
 */
inline auto to_bag(const std::string & path)
{
  return detail::to_bag<rclcpp::SerializedMessage>(path, "", nullptr);
}
inline auto to_bag(recording to)
{
  return detail::to_bag<rclcpp::SerializedMessage>(std::move(to), "", nullptr);
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__RECORDINGS__TO_BAG_HPP_
