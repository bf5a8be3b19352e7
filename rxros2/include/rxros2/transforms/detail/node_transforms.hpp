// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The transforms of a node: one buffer, fed by one pair of subscriptions.

#ifndef RXROS2__TRANSFORMS__DETAIL__NODE_TRANSFORMS_HPP_
#define RXROS2__TRANSFORMS__DETAIL__NODE_TRANSFORMS_HPP_

#include <memory>
#include <string>
#include <vector>

#include "frames/buffer.hpp"
#include "geometry_msgs/msg/transform_stamped.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "tf2_msgs/msg/tf_message.hpp"

namespace rxros2::detail
{

inline frames::Time time_of(const builtin_interfaces::msg::Time & stamp)
{
  return frames::Time{1'000'000'000} * stamp.sec + stamp.nanosec;
}
inline void set_time(builtin_interfaces::msg::Time & stamp, frames::Time time)
{
  stamp.sec = static_cast<std::int32_t>(time / 1'000'000'000);
  stamp.nanosec = static_cast<std::uint32_t>(time % 1'000'000'000);
}

inline frames::Transform to_frames(const geometry_msgs::msg::Transform & t)
{
  return {
    {t.translation.x, t.translation.y, t.translation.z},
    {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}};
}
inline geometry_msgs::msg::Transform to_message(const frames::Transform & t)
{
  geometry_msgs::msg::Transform m;
  m.translation.x = t.translation.x;
  m.translation.y = t.translation.y;
  m.translation.z = t.translation.z;
  m.rotation.x = t.rotation.x;
  m.rotation.y = t.rotation.y;
  m.rotation.z = t.rotation.z;
  m.rotation.w = t.rotation.w;
  return m;
}

/// Returns the text of a rejection, for the log.
inline const char * text_of(frames::Inserted result)
{
  switch (result) {
    case frames::Inserted::too_old:
      return "TF_OLD_DATA: its stamp is older than what the buffer keeps";
    case frames::Inserted::same_frame:
      return "TF_SELF_TRANSFORM: the parent and the child are the same frame";
    case frames::Inserted::no_child:
      return "TF_NO_CHILD_FRAME_ID: the child_frame_id is empty";
    case frames::Inserted::no_parent:
      return "TF_NO_FRAME_ID: the frame_id is empty";
    case frames::Inserted::not_a_number:
      return "TF_NAN_INPUT: it has a value that is infinite or not a number";
    case frames::Inserted::no_rotation:
      return "TF_DENORMALIZED_QUATERNION: the length of its quaternion is 0, or far too small or "
             "large";
    case frames::Inserted::too_many_frames:
      return "the buffer has as many frames as it may have (frames::Buffer::most_frames, 100000), "
             "and this one is new: a publisher of /tf makes new names without end";
    case frames::Inserted::name_too_long:
      return "the name of its frame has more than 1000 bytes (frames::Buffer::longest_name)";
    default:
      return nullptr;
  }
}

/// The node's streams own it. The subscriptions hold only the buffer.
class node_transforms
{
public:
  using message = tf2_msgs::msg::TFMessage;

  /// Returns the transforms of a node; the first call creates them with the subscriptions. Throws
  /// what rclcpp throws.
  static std::shared_ptr<node_transforms> of(const node_access & node)
  {
    return node_streams::of(node)->shared<node_transforms>(
      [&node] { return std::make_shared<node_transforms>(node); });
  }

  explicit node_transforms(const node_access & node) : clock_(node.clock->get_clock())
  {
    // The static transforms come first, so that they are known when the first moving transform
    // arrives.
    static_subscription_ = subscribe(node, "/tf_static", rclcpp::QoS(100).transient_local(), true);
    subscription_ = subscribe(node, "/tf", rclcpp::QoS(100), false);
    rcl_jump_threshold_t threshold{};
    threshold.on_clock_change = true;
    threshold.min_backward.nanoseconds = -1;
    jump_ = clock_->create_jump_callback(
      nullptr,
      [buffer = buffer](const rcl_time_jump_t & jump) {
        if (jump.clock_change != RCL_ROS_TIME_NO_CHANGE || jump.delta.nanoseconds < 0) {
          buffer->clear();
        }
      },
      threshold);
  }

  const std::shared_ptr<frames::Buffer> buffer = std::make_shared<frames::Buffer>();

private:
  rclcpp::SubscriptionBase::SharedPtr subscribe(
    const node_access & node, const std::string & topic, const rclcpp::QoS & qos, bool is_static)
  {
    return rclcpp::create_subscription<message>(
      node, topic, qos, [buffer = buffer, is_static](const message & received) {
        insert(*buffer, received, is_static);
      });
  }

  static void insert(frames::Buffer & buffer, const message & received, bool is_static)
  {
    static thread_local std::vector<frames::Insertion> insertions;
    insertions.clear();
    for (const auto & transform : received.transforms) {
      insertions.push_back(
        {transform.header.frame_id, transform.child_frame_id, time_of(transform.header.stamp),
         to_frames(transform.transform), is_static});
    }
    buffer.insert(insertions);
    for (const auto & insertion : insertions) {
      if (const char * const why = text_of(insertion.result)) {
        log_refused(std::string(insertion.child), why);
      }
    }
  }

  static void log_refused(const std::string & child, const char * why)
  {
    // never destroyed, because static objects may have streams
    static rclcpp::Clock & steady = *new rclcpp::Clock(RCL_STEADY_TIME);
    RCLCPP_WARN_THROTTLE(
      rclcpp::get_logger("rxros2"), steady, 10'000, "a transform of frame [%s] was refused: %s",
      child.c_str(), why);
  }

  const rclcpp::Clock::SharedPtr clock_;
  rclcpp::SubscriptionBase::SharedPtr static_subscription_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
  rclcpp::JumpHandler::SharedPtr jump_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__TRANSFORMS__DETAIL__NODE_TRANSFORMS_HPP_
