// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Hands one message to local subscriptions; who gets a copy is decided here, for
// PublisherBase.
//
// @1 is the publisher's message; `sharing`, `owning`, `by_value`, `isolated` are the lists of Readers:
//
//   published     | sharing, isolated if nobody owns     | if somebody owns
//   unique_ptr @1 | sharing @1, isolated one copy        | both one copy; owning copies, last @1
//   shared_ptr @1 | sharing @1, isolated one copy        | the same;      owning copies
//   const T & @1  | both one copy                        | the same;      owning copies
//
// and each of by_value a copy in its own memory; the last of them has unique_ptr @1 moved there if
// nobody shares or owns.
#ifndef RCLCPP__INTRA_PROCESS__DELIVERY_HPP_
#define RCLCPP__INTRA_PROCESS__DELIVERY_HPP_

#include "intra_process/inbox.hpp"
#include "intra_process/topic.hpp"
#include "rclcpp/intra_process/message.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::intra_process
{

// `info` is all that is known of the message but the message itself. All throw what copying the
// message throws.

/// A message that the publisher gave away.
void deliver_unique(
  const Readers & readers, const MessageType & type, const Item & info, UniqueMessage message);

/// A message that others have too. `is_copy`: the publisher is not among them, so that `isolated`
/// may share it.
void deliver_shared(
  const Readers & readers, const MessageType & type, const Item & info,
  const SharedMessage & message, bool is_copy);

/// A message that the publisher keeps.
void deliver_borrowed(
  const Readers & readers, const MessageType & type, const Item & info, const void * message);

/// Bytes, to be decoded by whom they reach.
void deliver_sample(const Readers & readers, const Item & info, const rmw::Sample & sample);

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__DELIVERY_HPP_
