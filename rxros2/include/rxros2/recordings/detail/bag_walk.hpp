// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads the messages of a recording's topics one after the other.

#ifndef RXROS2__RECORDINGS__DETAIL__BAG_WALK_HPP_
#define RXROS2__RECORDINGS__DETAIL__BAG_WALK_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rxros2/recordings/recorded.hpp"

namespace rxros2::detail
{

/// Selects messages of a recording.
struct bag_place
{
  std::string path;
  bag::Selection selection;
  std::string type;  // required of all messages; empty: any
};

/// A pass over a recording. Not thread-safe.
class bag_walk
{
public:
  /// Throws bag::Error if the recording or one of the topics is missing, or has another type.
  explicit bag_walk(const bag_place & place);

  /// Moves to the next message. Returns false at the end. Throws bag::Error for damaged bytes.
  bool next();
  /// Returns the message's bytes in a new message.
  rclcpp::SerializedMessage bytes() const;
  /// Returns the message's bytes; valid until next().
  const rclcpp::SerializedMessage & view();
  template <typename T>
  recorded<T> with(std::shared_ptr<const T> value) const
  {
    return {
      item<T>(std::move(value)), rclcpp::Time(message_.log_time, RCL_ROS_TIME),
      rclcpp::Time(message_.publish_time, RCL_ROS_TIME), topics_[message_.topic]};
  }

private:
  bag_walk(const bag::Reader & reader, const bag::Selection & selection);
  void copy(rclcpp::SerializedMessage & to) const;

  std::vector<std::shared_ptr<const bag::Topic>> topics_;
  bag::Messages messages_;
  bag::Message message_;
  rclcpp::SerializedMessage view_;
};

}  // namespace rxros2::detail

#endif  // RXROS2__RECORDINGS__DETAIL__BAG_WALK_HPP_
