// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The messages of a recording's topics, one after the other.

#ifndef RXROS2__DETAIL__BAG_WALK_HPP_
#define RXROS2__DETAIL__BAG_WALK_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rxros2/recorded.hpp"

namespace rxros2::detail
{

/// Which messages of which recording.
struct bag_place
{
  std::string path;
  bag::Selection selection;
  std::string type;  // which all of them must have; empty: any
};

/// One thread at a time.
class bag_walk
{
public:
  /// Throws bag::Error if the recording or one of the topics is not there, or of another type.
  explicit bag_walk(const bag_place & place);

  /// The next message; false at the end. Throws bag::Error for damaged bytes.
  bool next();
  /// Its bytes, in a message of their own.
  rclcpp::SerializedMessage bytes() const;
  /// Its bytes, valid until next().
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

#endif  // RXROS2__DETAIL__BAG_WALK_HPP_
