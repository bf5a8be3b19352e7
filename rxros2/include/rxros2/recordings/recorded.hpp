// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The items of from_bag: a message with the times that the recorder stored.

#ifndef RXROS2__RECORDINGS__RECORDED_HPP_
#define RXROS2__RECORDINGS__RECORDED_HPP_

#include <memory>

#include "bag/topic.hpp"
#include "rclcpp/time.hpp"
#include "rxros2/topics/item.hpp"

namespace rxros2
{

/// A message of a recording. It converts to `const T &`.
/**
 * Thread safety: that of std::shared_ptr.
 *
 *     auto show = [](const Int32 & n) { return n.data; };
 *     const rclcpp::Time time(5, 0, RCL_ROS_TIME);
 *     rxros2::recorded<Int32> message{
 *       rxros2::item<Int32>(std::make_shared<const Int32>(to_message('3'))), time, time, nullptr};
 *     message->data;               // -> 3
 *     show(message);               // -> 3
 *     message.log_time.seconds();  // -> 5
 */
template <typename T>
struct recorded
{
  /// The message.
  item<T> value;
  /// The time at which the recorder received it.
  rclcpp::Time log_time;
  /// The time at which it was sent; the log time if the file does not contain it.
  rclcpp::Time publish_time;
  /// The topic of the message, with its type and QoS.
  std::shared_ptr<const bag::Topic> topic;

  /// The message; valid as long as this object exists.
  const T & operator*() const noexcept { return *value; }
  /// Gives access to the fields of the message.
  const T * operator->() const noexcept { return value.get(); }
  /// Converts to the message, without a copy; valid as long as this object exists.
  operator const T &() const noexcept { return *value; }
};

}  // namespace rxros2

#endif  // RXROS2__RECORDINGS__RECORDED_HPP_
