// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_transform: the transform between two frames as a stream. Needs the packages tf2_msgs and
// geometry_msgs, so it is not part of rxros2.hpp.

#ifndef RXROS2__TRANSFORMS__FROM_TRANSFORM_HPP_
#define RXROS2__TRANSFORMS__FROM_TRANSFORM_HPP_

#if !__has_include("tf2_msgs/msg/tf_message.hpp")
#error "from_transform.hpp needs the package tf2_msgs: link tf2_msgs::tf2_msgs"
#endif

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/transforms/detail/node_transforms.hpp"

namespace rxros2
{

/// Selects the transforms that from_transform emits.
enum class transforms
{
  latest,      ///< the newest, whenever there is a newer one
  each_stamp,  ///< one for each stamp of the frames between the two, none skipped
};

namespace detail
{

/// One subscribed observer of from_transform.
template <typename Out>
class transform_stream final
: public rx::serialized_observer<geometry_msgs::msg::TransformStamped, Out>,
  public std::enable_shared_from_this<transform_stream<Out>>,
  public node_bound,
  public frames::Request
{
public:
  using base = rx::serialized_observer<geometry_msgs::msg::TransformStamped, Out>;

  transform_stream(
    Out out, std::shared_ptr<node_streams> streams, std::shared_ptr<frames::Buffer> buffer,
    std::string target, std::string source, transforms which)
  : base(std::move(out)),
    streams_(std::move(streams)),
    buffer_(std::move(buffer)),
    target_(std::move(target)),
    source_(std::move(source)),
    which_(which)
  {
  }

  /// Continues from the known transforms: emits them and waits for the next one.
  void go_on(std::optional<frames::Answer> answer)
  {
    const auto self = this->shared_from_this();
    while (!this->disposed()) {
      if (!answer) {
        answer = buffer_->lookup_or_wait(target_, source_, last_ ? *last_ + 1 : 0, self);
        if (!answer) {
          break;  // ready() continues
        }
      }
      const frames::Answer found = std::move(*answer);
      answer.reset();
      if (found.error == frames::Error::invalid_argument) {
        return this->error(
          std::make_exception_ptr(std::invalid_argument("from_transform: " + text_of(found))));
      }
      if (found.error == frames::Error::cleared || (!found && last_)) {
        last_.reset();  // time has jumped
      } else if (!found || !emit_new()) {
        buffer_->wait_for_change(target_, source_, self);
        break;
      }
    }
    if (this->disposed()) {
      buffer_->cancel(*this);
    }
  }

  void node_ended() noexcept override { this->completed(); }

  /// Logs why there is no transform, if there is none.
  void report_wait(const rclcpp::Logger & logger, std::chrono::seconds time) const
  {
    if (const frames::Answer answer = buffer_->lookup(target_, source_); !answer) {
      RCLCPP_INFO(
        logger, "from_transform(%s, %s) has waited %d s for its first transform: %s",
        target_.c_str(), source_.c_str(), static_cast<int>(time.count()), text_of(answer).c_str());
    }
  }

protected:
  void released() noexcept override
  {
    streams_->remove(*this);
    buffer_->cancel(*this);
  }

private:
  void ready(const frames::Answer & answer) noexcept override
  {
    try {
      go_on(answer);
    } catch (...) {
      this->error(std::current_exception());
    }
  }

  std::string text_of(const frames::Answer & answer) const { return buffer_->explain(answer); }

  /// Emits the transforms that are newer than the last. Returns false if nothing between the frames
  /// moves.
  bool emit_new()
  {
    const frames::Answer latest = buffer_->lookup(target_, source_);
    if (!latest) {
      return true;  // cleared meanwhile
    }
    if (latest.stamp == 0) {
      emit(latest);
      return false;
    }
    if (which_ == transforms::each_stamp && last_) {
      while (const auto next = buffer_->next_stamp(target_, source_, *last_)) {
        if (this->disposed()) {
          return true;
        }
        last_ = *next;
        if (const frames::Answer answer = buffer_->lookup(target_, source_, *next)) {
          emit(answer);
        }
      }
    } else if (!last_ || latest.stamp > *last_) {
      last_ = latest.stamp;
      emit(latest);
    }
    return true;
  }

  void emit(const frames::Answer & answer)
  {
    geometry_msgs::msg::TransformStamped message;
    set_time(message.header.stamp, answer.stamp);
    message.header.frame_id = target_;
    message.child_frame_id = source_;
    message.transform = to_message(answer.transform);
    this->next(std::move(message));
  }

  const std::shared_ptr<node_streams> streams_;
  const std::shared_ptr<frames::Buffer> buffer_;
  const std::string target_;
  const std::string source_;
  const transforms which_;
  std::optional<frames::Time> last_;  // used by the thread that continues
};

/// Reports once that a stream of from_transform, which it does not keep alive, waits for long.
template <typename Stream>
class transform_wait_report final : public rx::schedulable
{
public:
  static constexpr std::chrono::seconds patience{3};

  transform_wait_report(std::weak_ptr<const Stream> stream, rclcpp::Logger logger)
  : stream_(std::move(stream)), logger_(std::move(logger))
  {
  }

  void run() noexcept override
  {
    if (const auto stream = stream_.lock(); stream && !stream->disposed()) {
      stream->report_wait(logger_, patience);
    }
  }
  void dispose() noexcept override {}
  bool disposed() const noexcept override { return stream_.expired(); }

private:
  const std::weak_ptr<const Stream> stream_;
  const rclcpp::Logger logger_;
};

struct transform_source
{
  using value_type = geometry_msgs::msg::TransformStamped;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {
      out.on_completed();
      return {};
    }
    std::shared_ptr<frames::Buffer> buffer;
    try {
      node_streams::check_context(*access, "frame", target);
      buffer = node_transforms::of(*access)->buffer;
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    auto streams = node_streams::of(*access);
    using stream_type = transform_stream<std::remove_cvref_t<Out>>;
    const auto stream =
      std::make_shared<stream_type>(std::forward<Out>(out), streams, buffer, target, source, which);
    streams->add(stream);
    stream->go_on(std::nullopt);
    if (const auto time = env(); time && !stream->disposed() && !buffer->lookup(target, source)) {
      using report = transform_wait_report<stream_type>;
      time->schedule(
        std::make_shared<report>(
          stream, rclcpp::get_node_logger(access->base->get_rcl_node_handle())),
        rx::saturated_add(time.now(), report::patience), rx::duration::zero());
    }
    return stream;
  }

  rx::environment env() const
  {
    return labelled(environment_of(node), node, {"transform", source + "' in '" + target});
  }

  weak_node node;
  std::string target;
  std::string source;
  transforms which;
};

}  // namespace detail

namespace observable
{

/// from_transform(node, target, source[, which]) emits the pose of `source` in `target`.
/**
 *     /tf, map → base (stamps)               --1--2-----3--4--
 *     /tf, base → arm (stamps)               ---1-----3------4
 *     from_transform(n, "map", "arm")        ---1-----2-3----4    the latest that both cover
 *     … transforms::each_stamp               ---1-----2-3----4    (each stamp of either)
 *
 * Items are geometry_msgs/msg/TransformStamped that map points in `source` to points in `target`.
 * transforms::latest (the default) emits the newest transform for which the whole chain of frames
 * has data, whenever there is a newer one. each_stamp emits one for each stamp of a frame between
 * the two, starting with the newest at the subscription. The first item comes at once if it is
 * known. If nothing between the frames moves, one item with stamp 0 is emitted, and another when it
 * is replaced. After a jump back in time the stream starts anew. Frames that have not been
 * published yet are waited for; after 3 s the reason is logged. A frame name that is empty or
 * begins with / is a std::invalid_argument. Items are emitted by the node's executor, within the
 * callback that receives /tf. Ends with the node. Cost of an item: one lookup; no polling, no heap.
 *
 *     auto moving = [](char c) { return at_second(between("map", "base", c - '0'), c); };
 *     m.cold("-1-2-3") | map(moving) | publish_transform(node);
 *     from_transform(node, "map", "base") | map(x_of) | take(3);  // -> 1 2 3 |
 */
template <detail::node_pointer Node>
auto from_transform(
  const Node & node, std::string target, std::string source,
  transforms selection = transforms::latest)
{
  return rx::make_observable(detail::transform_source{
    detail::weak_node(node), std::move(target), std::move(source), selection});
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__TRANSFORMS__FROM_TRANSFORM_HPP_
