// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// transform_to: transforms messages into another frame, each at its own stamp. Needs the packages
// tf2_msgs and geometry_msgs, so it is not part of rxros2.hpp.

#ifndef RXROS2__TRANSFORMS__TRANSFORM_TO_HPP_
#define RXROS2__TRANSFORMS__TRANSFORM_TO_HPP_

#if !__has_include("tf2_msgs/msg/tf_message.hpp")
#error "transform_to.hpp needs the package tf2_msgs: link tf2_msgs::tf2_msgs"
#endif

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/combining_operator.hpp"
#include "rx/error.hpp"
#include "rx/observable.hpp"
#include "rx/subjects/subject.hpp"
#include "rxros2/time/detail/stamp.hpp"
#include "rxros2/topics/item.hpp"
#include "rxros2/transforms/apply_transform.hpp"
#include "rxros2/transforms/detail/node_transforms.hpp"
#include "rxros2/transforms/detail/transform_wait.hpp"

namespace rxros2
{

/// Limits of the items of transform_to that wait.
struct transform_options
{
  /// Maximum time that an item waits for its transform, on the node's clock; 0: it does not wait.
  rx::duration wait = std::chrono::seconds(1);
  /// Maximum number of items that wait; beyond it the oldest goes to unmatched().
  std::size_t queue_size = 100;
  /// Emits items in the order of their arrival: items behind one that waits wait, too.
  bool keep_order = true;
};

/// An item that transform_to could not transform.
template <typename T>
struct untransformed
{
  /// The item as it arrived.
  T item;
  /// The error of its last lookup; none if the transform could not be applied.
  frames::Error error;
  /// The reason, as text.
  std::string reason;
};

/// The counters of a transform_to so far, for all its subscriptions together.
struct transformation_statistics
{
  /// The number of items that were transformed and emitted.
  std::uint64_t transformed;
  /// The number of items that went to unmatched().
  std::uint64_t unmatched;
};

namespace detail
{

/// The message type in an item: the item itself, or the target of a pointer.
template <typename U>
struct message_in_item
{
  using type = std::remove_cvref_t<decltype(*std::declval<const U &>())>;
};
template <with_header U>
struct message_in_item<U>
{
  using type = U;
};
template <typename U>
using message_in = typename message_in_item<U>::type;

template <typename T>
concept laser_scan = requires(const T & m) {
  m.ranges;
  m.angle_increment;
};

/// The default function of transform_to: apply_transform(transform, message).
struct apply_by_type
{
  template <typename T>
  void operator()(const frames::Transform & transform, T & message) const
  {
    static_assert(
      !laser_scan<T>,
      "rxros2::transform_to: the ranges of a LaserScan hold in the plane of its own frame only; "
      "map it to points first");
    static_assert(
      laser_scan<T> || requires { apply_transform(transform, message); },
      "rxros2::transform_to: there is no apply_transform(const frames::Transform &, T &) for this "
      "message; write one in its namespace, or give transform_to a function");
    if constexpr (!laser_scan<T>) {
      apply_transform(transform, message);
    }
  }
};

/// The common state of the streams of one transform_to.
template <typename T>
struct transformation_state
{
  rx::subject<untransformed<T>> unmatched;
  std::atomic<std::uint64_t> transformed_count = 0;
  std::atomic<std::uint64_t> unmatched_count = 0;
};

inline void log_untransformed(const std::string & reason)
{
  // never destroyed, because static objects may have streams
  static rclcpp::Clock & steady = *new rclcpp::Clock(RCL_STEADY_TIME);
  RCLCPP_WARN_THROTTLE(
    rclcpp::get_logger("rxros2"), steady, 5'000,
    "transform_to dropped an item (unmatched() has no subscriber): %s", reason.c_str());
}

template <typename T, typename Apply>
struct transforming : rx::combining_operator
{
  using message = message_in<T>;

  static_assert(
    stamped<T> && requires(const message & m) { m.header.frame_id; },
    "rxros2::transform_to: the items of this stream have no header");

  transforming(
    std::shared_ptr<transformation_state<T>> s, std::shared_ptr<frames::Buffer> b,
    std::shared_ptr<transform_answers> a, std::string f, const transform_options & o,
    rx::environment env, Apply apply)
  : clock(std::move(env)),
    state_(std::move(s)),
    buffer_(std::move(b)),
    answers_(std::move(a)),
    frame_(std::move(f)),
    options_(o),
    apply_(std::move(apply))
  {
  }
  transforming(transforming &&) = default;
  /// Copies an operator that has not started.
  transforming(const transforming & other)
  : transforming(
      other.state_, other.buffer_, other.answers_, other.frame_, other.options_, other.clock,
      other.apply_)
  {
  }
  ~transforming()
  {
    for (waiting & item : ring_) {
      if (item.request) {
        buffer_->cancel(*item.request);
      }
    }
  }

  template <typename...>
  using emits = T;

  template <typename U, typename Out>
  bool on_next(rx::input<0>, U && item, Out & out, rx::merge_control & self)
  {
    const auto & header = message_of_item(item).header;
    const frames::Time stamp = stamp_of(item).time_since_epoch().count();
    std::optional<frames::Answer> answer;
    std::shared_ptr<transform_request> request;
    if (options_.wait <= rx::duration::zero() || header.frame_id == frame_) {
      answer = buffer_->lookup(frame_, header.frame_id, stamp);
    } else {
      request = unused_request();
      request->number = first_ + count_;
      answer = buffer_->lookup_or_wait(frame_, header.frame_id, stamp, request);
      if (answer) {
        unused_.push_back(std::move(request));
        request.reset();
      }
    }
    if (answer && (count_ == 0 || !options_.keep_order)) {
      return settle(T(std::forward<U>(item)), *answer, out);
    }
    if (count_ == options_.queue_size && !leave_out_oldest(out)) {
      return false;
    }
    if (ring_.empty()) {
      ring_.resize(options_.queue_size);
    }
    waiting & place = at(first_ + count_++);  // the request has the same number
    place.item.emplace(std::forward<U>(item));
    place.deadline = rx::saturated_add(self.now(), options_.wait);
    place.request = std::move(request);
    place.answer = std::move(answer);
    if (place.request && !armed_) {
      armed_ = true;
      self.wake_at(place.deadline);
    }
    return true;
  }

  template <typename Out>
  bool on_next(
    rx::input<1>, std::shared_ptr<transform_request> request, Out & out, rx::merge_control &)
  {
    if (request->number - first_ >= count_ || at(request->number).request != request) {
      return true;  // its item has left the queue
    }
    waiting & place = at(request->number);
    place.answer = std::move(request->answer);
    place.request.reset();
    unused_.push_back(std::move(request));
    return options_.keep_order ? drain(out) : settle_one(place, out) && drain(out);
  }

  template <typename Out>
  bool on_wake(Out & out, rx::merge_control & self)
  {
    armed_ = false;
    const rx::time_point now = self.now();
    for (std::uint64_t i = first_; i != first_ + count_; ++i) {
      waiting & place = at(i);
      if (!place.request) {
        continue;
      }
      if (place.deadline > now) {
        armed_ = true;
        self.wake_at(place.deadline);
        break;
      }
      if (buffer_->cancel(*place.request)) {  // otherwise its answer is already on its way
        give_up(place);
        if (!options_.keep_order && !settle_one(place, out)) {
          return false;
        }
      }
    }
    return drain(out);
  }

  template <typename Out>
  bool on_completed(rx::input<0>, Out & out, rx::merge_control &)
  {
    completed_ = true;
    return drain(out);
  }
  template <typename Out>
  bool on_completed(rx::input<1>, Out &, rx::merge_control &)
  {
    return true;
  }

  rx::environment clock;

private:
  /// An item's place in the ring, in the order of arrival.
  struct waiting
  {
    std::optional<T> item;  // empty: it has left the queue
    std::shared_ptr<transform_request> request;
    std::optional<frames::Answer> answer;
    rx::time_point deadline;
  };

  template <typename U>
  static const message & message_of_item(const U & item)
  {
    if constexpr (with_header<U>) {
      return item;
    } else {
      return *item;
    }
  }

  waiting & at(std::uint64_t number) { return ring_[number % ring_.size()]; }

  std::shared_ptr<transform_request> unused_request()
  {
    if (unused_.empty()) {
      return std::make_shared<transform_request>(answers_);
    }
    auto request = std::move(unused_.back());
    unused_.pop_back();
    return request;
  }

  /// The reason is that of a lookup at this moment.
  void give_up(waiting & place)
  {
    const message & m = message_of_item(*place.item);
    place.answer =
      buffer_->lookup(frame_, m.header.frame_id, stamp_of(*place.item).time_since_epoch().count());
    unused_.push_back(std::move(place.request));
    place.request.reset();
  }

  template <typename Out>
  bool leave_out_oldest(Out & out)
  {
    waiting & oldest = at(first_);
    if (oldest.item) {
      if (oldest.request && buffer_->cancel(*oldest.request)) {
        give_up(oldest);
      }
      oldest.request.reset();
      const std::string why =
        oldest.answer && !*oldest.answer ? ": " + buffer_->explain(*oldest.answer) : std::string();
      leave_out(
        std::move(*oldest.item), oldest.answer ? oldest.answer->error : frames::Error::none,
        "more than " + std::to_string(options_.queue_size) + " items wait" + why);
      oldest.item.reset();
    }
    return drain(out);
  }

  /// Emits the items at the front of the queue that have an answer.
  template <typename Out>
  bool drain(Out & out)
  {
    while (count_ != 0) {
      waiting & front = at(first_);
      if (front.item) {
        if (!front.answer) {
          return true;
        }
        if (!settle_one(front, out)) {
          return false;
        }
      }
      ++first_;
      --count_;
    }
    if (completed_) {
      out.on_completed();
    }
    return !completed_;
  }

  template <typename Out>
  bool settle_one(waiting & place, Out & out)
  {
    T item = std::move(*place.item);
    const frames::Answer answer = std::move(*place.answer);
    place.item.reset();
    place.answer.reset();
    return settle(std::move(item), answer, out);
  }

  template <typename Out>
  bool settle(T && item, const frames::Answer & answer, Out & out)
  {
    if (!answer) {
      leave_out(std::move(item), answer.error, buffer_->explain(answer));
      return true;
    }
    if (message_of_item(item).header.frame_id != frame_) {
      if (const auto failure = map_item(item, answer.transform)) {
        leave_out(std::move(item), frames::Error::none, *failure);
        return true;
      }
    }
    state_->transformed_count.fetch_add(1, std::memory_order_relaxed);
    return out.on_next(std::move(item));
  }

  /// Transforms in place if no one else has the message. An exception of apply_ is the reason to
  /// drop the item.
  std::optional<std::string> map_item(T & item, const frames::Transform & transform)
  {
    if constexpr (with_header<T>) {
      return map_message(item, transform);
    } else if constexpr (std::is_same_v<T, std::unique_ptr<message>>) {
      return map_message(*item, transform);
    } else {
      std::shared_ptr<message> own;
      if constexpr (std::is_same_v<T, rxros2::item<message>>) {
        own = std::move(item);
      } else {
        own = std::make_shared<message>(*item);
      }
      auto failure = map_message(*own, transform);
      item = T(std::move(own));
      return failure;
    }
  }
  std::optional<std::string> map_message(message & m, const frames::Transform & transform)
  {
    try {
      apply_(transform, m);
    } catch (const std::exception & error) {
      return error.what();
    }
    m.header.frame_id = frame_;
    return std::nullopt;
  }

  void leave_out(T && item, frames::Error error, std::string reason)
  {
    state_->unmatched_count.fetch_add(1, std::memory_order_relaxed);
    if (state_->unmatched.has_observers()) {
      state_->unmatched.on_next(untransformed<T>{std::move(item), error, std::move(reason)});
    } else {
      log_untransformed(reason);
    }
  }

  std::shared_ptr<transformation_state<T>> state_;
  std::shared_ptr<frames::Buffer> buffer_;
  std::shared_ptr<transform_answers> answers_;
  std::string frame_;
  transform_options options_;
  Apply apply_;
  std::vector<waiting> ring_;  // holds the elements first_ … first_ + count_ - 1, by their numbers
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::vector<std::shared_ptr<transform_request>> unused_;
  bool armed_ = false;
  bool completed_ = false;
};

template <typename T, typename Source, typename Apply>
struct transformation_source
{
  using value_type = T;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {
      out.on_completed();
      return {};
    }
    std::shared_ptr<frames::Buffer> buffer;
    rx::environment clock;
    try {
      buffer = node_transforms::of(*access)->buffer;
      clock = rx::environment(node_streams::of(*access)->scheduler(*access));
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    const auto answers = std::make_shared<transform_answers>();
    return rx::make_operator(
             transforming<T, Apply>(
               state, std::move(buffer), answers, frame, options, std::move(clock), apply),
             rx::make_observable(transform_answers_source{answers}))(rx::make_observable(source))
      .source()
      .start(std::forward<Out>(out));
  }

  rx::environment env() const
  {
    auto own = rx::env_of(source);
    return own ? own : environment_of(node);
  }

  Source source;
  weak_node node;
  std::string frame;
  transform_options options;
  Apply apply;
  std::shared_ptr<transformation_state<T>> state;
};

}  // namespace detail

/// The result of transform_to: the stream of the transformed items, and unmatched().
/** Copies are the same transformation. */
template <typename T, typename Source>
class transformation : public rx::observable<T, Source>
{
public:
  using rx::observable<T, Source>::observable;

  /// Returns a stream of the items that could not be transformed, unchanged, each with the reason.
  /// It does not end by itself. Without a subscriber the reasons are logged.
  auto unmatched() const { return this->source().state->unmatched.get_observable(); }

  /// Returns the counters. Thread-safe.
  transformation_statistics statistics() const noexcept
  {
    const auto & state = *this->source().state;
    return {
      state.transformed_count.load(std::memory_order_relaxed),
      state.unmatched_count.load(std::memory_order_relaxed)};
  }
};

namespace operators
{

/// source | transform_to(node, frame[, options][, apply]) transforms each item into another frame,
/// with the transform at the item's own stamp.
/**
 *     source (stamps)           --1--2--3--------…    in the frame laser
 *     /tf, map → laser          -0------2-----9--…
 *     transform_to(n, "map")    --------1-2---3--…    in the frame map (1 and 2 once 2 has come)
 *
 * Items are messages with a header, or pointers to them (from_topic), and keep their type; a
 * message that no one else has is changed in place. Points, poses, vectors, quaternions,
 * transforms, wrenches, polygons and PointCloud2 are supported (apply_transform.hpp). For a type of
 * your own, write apply_transform(const frames::Transform &, Own &) in its namespace, or pass that
 * function here. A LaserScan is rejected, because its ranges are valid in its own plane only.
 * An item without a known transform waits for it: at most options.wait on the node's clock, and at
 * most options.queue_size items. An item that cannot be transformed is always reported: it goes,
 * unchanged, to unmatched() of the result, with the reason, or else into the log; `statistics()`
 * counts both. With options.keep_order the items behind a waiting one wait, too. After a jump back
 * in time all waiting items go to unmatched(). Items that waited are emitted within the callback
 * that receives /tf. Completes once the source has completed and no item waits. Throws
 * std::invalid_argument for a queue_size of 0 and for a frame that is empty or begins with /. Cost
 * of an item: one lookup; no polling; no heap, except for a message that must be copied.
 *
 *     publish_static_transform(node, between("map", "laser", 10));
 *     m.cold("-1-2|") | map(in_frame("laser")) | transform_to(node, "map") | map(x_of);
 *       // -> 11 12 |
 *     auto points = m.cold("-1-2|") | map(in_frame("nowhere")) | transform_to(node, "map", {5ms});
 *     points.subscribe();
 *     points.unmatched() | map([](const auto & left) { return left.reason; }) | take(1);
 *       // -> source_frame "nowhere" does not exist: no transform names it; check its publisher |
 */
template <detail::node_pointer Node, typename Apply = detail::apply_by_type>
auto transform_to(
  const Node & node, std::string frame, const transform_options & options = {}, Apply apply = {})
{
  if (options.queue_size == 0 || frame.empty() || frame.starts_with('/')) {
    throw std::invalid_argument(
      "transform_to: the queue_size is " + std::to_string(options.queue_size) + " and the frame '" +
      frame + "'; expected 1 or more, and a name that does not begin with /");
  }
  return [node = detail::weak_node(node), frame = std::move(frame), options,
          apply = std::move(apply)](auto && source) {
    using pipe = std::remove_cvref_t<decltype(source)>;
    using item_type = typename pipe::value_type;
    using made = detail::transformation_source<item_type, typename pipe::source_type, Apply>;
    return transformation<item_type, made>(made{
      std::forward<decltype(source)>(source).source(), node, frame, options, apply,
      std::make_shared<detail::transformation_state<item_type>>()});
  };
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__TRANSFORMS__TRANSFORM_TO_HPP_
