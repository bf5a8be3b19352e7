// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What from_bag emits: a message with the times that its recorder noted.

#ifndef RXROS2__RECORDED_HPP_
#define RXROS2__RECORDED_HPP_

#include <memory>

#include "bag/topic.hpp"
#include "rclcpp/time.hpp"
#include "rxros2/item.hpp"

namespace rxros2
{

/// A message of a recording. Becomes a `const T &` where a function asks for one.
/**
 *  Threads: as std::shared_ptr.
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
  item<T> value;
  rclcpp::Time log_time;      ///< when the recorder got it
  rclcpp::Time publish_time;  ///< when it was sent; the log time where the file does not say
  std::shared_ptr<const bag::Topic> topic;

  const T & operator*() const noexcept { return *value; }
  const T * operator->() const noexcept { return value.get(); }
  operator const T &() const noexcept { return *value; }
};

}  // namespace rxros2

#endif  // RXROS2__RECORDED_HPP_
