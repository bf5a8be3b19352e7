// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Passes one message of PublisherBase to local subscriptions and decides which of them get a copy.
//
// @1 is the publisher's message; `sharing`, `owning`, `by_value` and `isolated` are the lists of
// Readers:
//
//   published     | sharing, isolated without owners     | with owners
//   unique_ptr @1 | sharing @1, isolated one copy        | both one copy; owning copies, last @1
//   shared_ptr @1 | sharing @1, isolated one copy        | the same;      owning copies
//   const T & @1  | both one copy                        | the same;      owning copies
//
// Each reader by_value gets a copy in its own memory. If no reader shares or owns, the last of them
// gets unique_ptr @1 moved into its memory.
#ifndef RCLCPP__LOCAL__DELIVERY_HPP_
#define RCLCPP__LOCAL__DELIVERY_HPP_

#include "local/topic.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::local
{

// `info` is the metadata of the message. All functions rethrow the errors of copying the message.

/// Delivers a message that the publisher passed by ownership.
void deliver_unique(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  detail::UniqueMessage message);

/// Delivers a message with other owners. With `is_copy` the publisher is not one of them, so that
/// `isolated` may share it.
void deliver_shared(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  const detail::SharedMessage & message, bool is_copy);

/// Delivers a message that the publisher keeps.
void deliver_borrowed(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  const void * message);

/// Delivers an encoded sample; each receiver decodes it.
void deliver_sample(const Readers & readers, const queue::Item & info, const rmw::Sample & sample);

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__DELIVERY_HPP_
