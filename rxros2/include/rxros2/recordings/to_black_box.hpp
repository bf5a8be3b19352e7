// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_black_box: a stage that keeps the last seconds of a stream and records them when there is a
// fault.

#ifndef RXROS2__RECORDINGS__TO_BLACK_BOX_HPP_
#define RXROS2__RECORDINGS__TO_BLACK_BOX_HPP_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "bag/black_box.hpp"
#include "rclcpp/time.hpp"
#include "rx/subjects/subject.hpp"
#include "rxros2/recordings/to_bag.hpp"

namespace rxros2
{

/// Keeps the last seconds of several streams in a folder, and makes a recording of them for each
/// fault.
/** See bag::BlackBox for the contents of the folder, for what survives a killed process, and for
 * the cost. Copies are the same black box. It ends with finish(), or when the last copy and the
 * last stream that writes to it are destroyed. Thread-safe.
 *
 *     const rxros2::black_box box(fresh("black_box"), {.duration = 10s, .after = 0s});
 *     just('1', '2') | map(to_message) | to_black_box<Int32>(box, "/n", node->get_clock());
 *       // -> {data: 1} {data: 2} |
 *     box.save(node->now());
 *     box.finish();
 *     box.statistics().saved;  // -> 1
 */
class black_box
{
public:
  /// Throws bag::Error if the folder cannot be created or another black box uses it.
  explicit black_box(const std::string & folder, const bag::BlackBoxOptions & options = {});

  /// Returns the stream of write errors (code() is ENOSPC for a full disk) and of dropped messages.
  /// The recorded streams continue. Emitted in the box's thread, which cannot write meanwhile.
  /// Errors without a subscriber are logged. Completes with the box.
  auto errors() const { return errors_.get_observable(); }
  /// Returns the stream of the folders of complete recordings, emitted in the same thread.
  /// Completes with the box.
  auto saved() const { return saved_.get_observable(); }
  /// Returns the recording that was recovered from a killed process; empty if there was none.
  std::string recovered_recording() const;
  /// The old name of recovered_recording().
  [[deprecated("use recovered_recording()")]] std::string former() const
  {
    return recovered_recording();
  }

  /// Records a fault at this time, which must be of the clock that stamps the messages.
  void save(const rclcpp::Time & time) const;
  /// Completes the recording of a fault. Later messages are not recorded.
  void finish() const;
  /// Returns the counters of the box.
  bag::BlackBoxStatistics statistics() const;

  /// Creates the topic, unless it exists with this type, and returns its number.
  std::size_t topic(const std::string & name, const std::string & type) const;
  /// Queues an encoded message; times are in ns since 1970. It waits only for other callers, never
  /// for the disk.
  void write(
    std::size_t topic, std::int64_t log_time, std::int64_t publish_time,
    const rclcpp::SerializedMessage & message) const;

private:
  struct state;
  rx::subject<bag::Error> errors_;
  rx::subject<std::string> saved_;
  std::shared_ptr<state> state_;
};

namespace detail
{

struct no_fault
{
  template <typename T>
  bool operator()(const T &) const noexcept
  {
    return false;
  }
};

/// Takes the items that to_bag<T> takes.
template <typename T, typename Fault>
struct to_black_box : rx::stage
{
  template <typename U>
  using emits = U;

  template <typename U>
  static constexpr bool accepts = publishable<U, T>;

  RX_REJECT(
    to_black_box, (!accepts<Item>),
    "rxros2::to_black_box<T>: an Item of this stream is neither a T nor a pointer to T. Name the "
    "type of the items, or put map() in front that returns a T")

  to_black_box(black_box b, std::string n, Fault f, rclcpp::Clock::SharedPtr c)
  : box(std::move(b)), name(std::move(n)), fault(std::move(f)), clock(std::move(c))
  {
  }

  template <typename U, typename Out>
  bool on_start(Out &)
  {
    topic = box.topic(name, rosidl_generator_traits::name<T>());
    return true;
  }

  template <typename U, typename Out>
  bool on_next(U && value, Out & out)
  {
    const T & message = message_of<T>(std::as_const(value));
    const recorded_times times = times_of<T>(value, *clock);
    serialization.serialize_message(&message, &bytes);
    box.write(topic, times.log, times.publish, bytes);
    const bool is_faulty = fault(message);
    if (is_faulty && !was_faulty) {
      box.save(rclcpp::Time(times.log));
    }
    was_faulty = is_faulty;
    return out.on_next(std::forward<U>(value));
  }

private:
  black_box box;
  std::string name;
  std::size_t topic = 0;
  [[no_unique_address]] Fault fault;
  rclcpp::Clock::SharedPtr clock;
  bool was_faulty = false;
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<T> serialization;
};

}  // namespace detail

namespace operators
{

/// source | to_black_box<T>(box, topic[, is_fault][, clock]) keeps the last seconds of the stream
/// and makes the box record them when an item is a fault. Passes each item on unchanged.
/**
 *     source                     --1--2--3--4--5--6--|
 *     to_black_box<T>(b, t, f)   --1--2--3--4--5--6--|    (f(4): 2, 3, 4, 5 in a recording)
 *
 * Items are T, item<T>, recorded<T>, or pointers to T. A recorded<T> keeps its times; other items
 * get the time of `clock`, such as node->get_clock(), by default the system's. `is_fault` is called
 * with each item as const T &. When its result changes to true, the box records all its streams,
 * from before to after that item, as long as its options say. Without `is_fault` the stream is
 * recorded, but triggers no recording. If the process is killed, everything but the last second can
 * be read: black_box::recovered_recording().
 * Errors: those of `is_fault` and of encoding. A disk that is full or slow neither ends nor delays
 * the stream; see black_box::errors().
 * Cost of an item: its encoding, a lock that no thread holds for longer than a copy, a copy into
 * the queue; no heap. The box's thread does the disk's work.
 *
 *     const rxros2::black_box box(fresh("black_box"));
 *     auto is_two = [](const Int32 & n) { return n.data == 2; };
 *     just('1', '2', '3') | map(to_message) | to_black_box<Int32>(box, "/numbers", is_two);
 *       // -> {data: 1} {data: 2} {data: 3} |
 *     box.finish();
 *     box.statistics().saved;  // -> 1
 */
template <typename T, std::predicate<const T &> Fault>
auto to_black_box(
  black_box box, const std::string & topic, Fault is_fault,
  rclcpp::Clock::SharedPtr clock = nullptr)
{
  return detail::to_black_box<T, Fault>(
    std::move(box), topic, std::move(is_fault), detail::or_system(std::move(clock)));
}
template <typename T>
auto to_black_box(
  black_box box, const std::string & topic, rclcpp::Clock::SharedPtr clock = nullptr)
{
  return detail::to_black_box<T, detail::no_fault>(
    std::move(box), topic, {}, detail::or_system(std::move(clock)));
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__RECORDINGS__TO_BLACK_BOX_HPP_
