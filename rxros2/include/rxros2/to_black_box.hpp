// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_black_box: a stage that keeps the last seconds of what passes, and records them when there is
// a fault.

#ifndef RXROS2__TO_BLACK_BOX_HPP_
#define RXROS2__TO_BLACK_BOX_HPP_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "bag/black_box.hpp"
#include "rclcpp/time.hpp"
#include "rx/subjects/subject.hpp"
#include "rxros2/to_bag.hpp"

namespace rxros2
{

/// The last seconds of what several streams have, in a folder; a recording of them for each fault.
/** bag::BlackBox says what stands in the folder, what survives a killed process, and what it costs.
 *  Copies are the same one; it ends when the last copy, and the last stream that writes to it, are
 *  gone, or with finish(). Any thread.
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
  /// Throws bag::Error for a folder that cannot be made, or that another black box uses.
  explicit black_box(const std::string & folder, const bag::BlackBoxOptions & options = {});

  /// What could not be written (code() is ENOSPC for a full disk), and how many messages were
  /// dropped. Streams go on. Emitted in the box's thread, which can't write meanwhile. While nobody
  /// subscribes to it, it is logged. Completes with the box.
  auto errors() const { return errors_.get_observable(); }
  /// The folders of recordings that are complete, in the same thread. Completes with the box.
  auto saved() const { return saved_.get_observable(); }
  /// The recording of what a process left that was killed; empty if there was none.
  std::string former() const;

  /// There was a fault at this time, of the clock that stamps the messages.
  void save(const rclcpp::Time & time) const;
  /// Completes the recording of a fault. What comes afterwards is not recorded.
  void finish() const;
  bag::BlackBoxStatistics statistics() const;

  /// Makes the topic, unless it is there with this type; its number.
  std::size_t topic(const std::string & name, const std::string & type) const;
  /// Waits for nobody but others in here.
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

/// Items as those of to_bag<T>.
template <typename T, typename Fault>
struct to_black_box : rx::stage
{
  template <typename U>
  struct emitted
  {
    static_assert(
      publishable<U, T>,
      "rxros2::to_black_box<T>: the items of this stream are neither T nor pointers to T");
    using type = U;
  };
  template <typename U>
  using emits = typename emitted<U>::type;

  to_black_box(black_box b, std::string n, Fault f, std::shared_ptr<rclcpp::Clock> c)
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
    if constexpr (publishable<std::remove_cvref_t<U>, T>) {  // else `emitted` has said it
      const T & message = message_of<T>(std::as_const(value));
      const recorded_times times = times_of<T>(value, *clock);
      serialization.serialize_message(&message, &bytes);
      box.write(topic, times.log, times.publish, bytes);
      const bool is_faulty = fault(message);
      if (is_faulty && !was_faulty) {
        box.save(rclcpp::Time(times.log));
      }
      was_faulty = is_faulty;
    }
    return out.on_next(std::forward<U>(value));
  }

private:
  black_box box;
  std::string name;
  std::size_t topic = 0;
  [[no_unique_address]] Fault fault;
  std::shared_ptr<rclcpp::Clock> clock;
  bool was_faulty = false;
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<T> serialization;
};

}  // namespace detail

namespace operators
{

/// source | to_black_box<T>(box, topic[, is_fault][, clock]) keeps the last seconds of what passes,
/// and has the box record them when an item is a fault. Hands each item on unchanged.
/**
 *     source                     --1--2--3--4--5--6--|
 *     to_black_box<T>(b, t, f)   --1--2--3--4--5--6--|    (f(4): 2, 3, 4, 5 in a recording)
 *
 *  Items are T, item<T>, recorded<T>, or pointers to T. A recorded<T> keeps its times; others have
 *  the time of `clock`, such as node->get_clock(), else the system's. `is_fault` is called with
 *  each as const T &; where it turns true, the box records what all its streams had, as long before
 *  and after that item as its options say. Without it the stream is only among what is recorded.
 *  What was before the last second of a process that is killed can be read: black_box::former().
 *  Errors: those of `is_fault`, and of encoding. A disk that is full or slow ends no stream, and
 *  does not make it wait: black_box::errors().
 *  Cost of an item: encoding it, a lock that nobody holds for longer than a copy, a copy into the
 *  queue; no heap. The disk's work is done in the box's thread.
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
  std::shared_ptr<rclcpp::Clock> clock = nullptr)
{
  return detail::to_black_box<T, Fault>(
    std::move(box), topic, std::move(is_fault), detail::or_system(std::move(clock)));
}
template <typename T>
auto to_black_box(
  black_box box, const std::string & topic, std::shared_ptr<rclcpp::Clock> clock = nullptr)
{
  return detail::to_black_box<T, detail::no_fault>(
    std::move(box), topic, {}, detail::or_system(std::move(clock)));
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TO_BLACK_BOX_HPP_
