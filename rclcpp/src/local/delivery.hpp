// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Hands one message to local subscriptions; who gets a copy is decided here, for
// PublisherBase.
//
// @1 is the publisher's message; `sharing`, `owning`, `by_value`, `isolated` are the lists of
// Readers:
//
//   published     | sharing, isolated if nobody owns     | if somebody owns
//   unique_ptr @1 | sharing @1, isolated one copy        | both one copy; owning copies, last @1
//   shared_ptr @1 | sharing @1, isolated one copy        | the same;      owning copies
//   const T & @1  | both one copy                        | the same;      owning copies
//
// and each of by_value a copy in its own memory; the last of them has unique_ptr @1 moved there if
// nobody shares or owns.
#ifndef RCLCPP__LOCAL__DELIVERY_HPP_
#define RCLCPP__LOCAL__DELIVERY_HPP_

#include "local/topic.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::local
{

// `info` is all that is known of the message but the message itself. All throw what copying the
// message throws.

/// A message that the publisher gave away.
void deliver_unique(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  detail::UniqueMessage message);

/// A message that others have too. `is_copy`: the publisher is not among them, so that `isolated`
/// may share it.
void deliver_shared(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  const detail::SharedMessage & message, bool is_copy);

/// A message that the publisher keeps.
void deliver_borrowed(
  const Readers & readers, const detail::TypeSupport & type, const queue::Item & info,
  const void * message);

/// Bytes, to be decoded by whom they reach.
void deliver_sample(const Readers & readers, const queue::Item & info, const rmw::Sample & sample);

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__DELIVERY_HPP_
