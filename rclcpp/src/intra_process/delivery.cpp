// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// From a message to the inboxes.
#include "intra_process/delivery.hpp"

#include <utility>
#include <vector>

#include "intra_process/values.hpp"

namespace rclcpp::intra_process
{
namespace
{

using Inboxes = std::vector<Inbox *>;

UniqueMessage copy_of(const MessageType & type, const void * message)
{
  return UniqueMessage(type.copy(type, message), {&type});
}

void push(Inbox & inbox, const Item & info, Message && message, bool by_pointer)
{
  Item item = info.alias();
  item.message = std::move(message);
  item.from_intra_process = by_pointer;
  inbox.push(std::move(item));
}

void share_with(
  const Inboxes & inboxes, const MessageType & type, const Item & info,
  const SharedMessage & message, bool by_pointer)
{
  for (Inbox * inbox : inboxes) {
    push(*inbox, info, Message(message, type), by_pointer);
  }
}

void copy_for(
  const Inboxes & inboxes, std::size_t count, const MessageType & type, const Item & info,
  const void * message)
{
  for (std::size_t i = 0; i < count; ++i) {
    push(*inboxes[i], info, Message(copy_of(type, message)), true);
  }
}

void copy_by_value(
  const Inboxes & inboxes, std::size_t count, const MessageType & type, const Item & info,
  const void * message)
{
  for (std::size_t i = 0; i < count; ++i) {
    push(*inboxes[i], info, Message(copy_of(inboxes[i]->values_or(type), message)), true);
  }
}

// One copy for all of both lists.
void copy_once_for(
  const Inboxes & sharing, const Inboxes & isolated, const MessageType & type, const Item & info,
  const void * message)
{
  const std::size_t count = sharing.size() + isolated.size();
  if (count == 0) {
    return;
  }
  UniqueMessage copy = copy_of(type, message);
  if (count == 1) {
    const bool by_pointer = isolated.empty();
    push(*(by_pointer ? sharing : isolated)[0], info, Message(std::move(copy)), by_pointer);
    return;
  }
  const SharedMessage shared = share(std::move(copy));
  share_with(sharing, type, info, shared, true);
  share_with(isolated, type, info, shared, false);
}

}  // namespace

void deliver_unique(
  const Readers & readers, const MessageType & type, const Item & info, UniqueMessage message)
{
  if (!readers.owning.empty()) {
    copy_by_value(readers.by_value, readers.by_value.size(), type, info, message.get());
    copy_once_for(readers.sharing, readers.isolated, type, info, message.get());
    copy_for(readers.owning, readers.owning.size() - 1, type, info, message.get());
    push(*readers.owning.back(), info, Message(std::move(message)), true);
    return;
  }
  copy_once_for({}, readers.isolated, type, info, message.get());
  if (readers.sharing.empty()) {
    if (!readers.by_value.empty()) {
      copy_by_value(readers.by_value, readers.by_value.size() - 1, type, info, message.get());
      Inbox & last = *readers.by_value.back();
      const MessageType & values = last.values_or(type);
      push(
        last, info,
        Message(values.outside ? Values::take_in(values, message.get()) : std::move(message)), true);
    }
    return;
  }
  copy_by_value(readers.by_value, readers.by_value.size(), type, info, message.get());
  if (readers.sharing.size() == 1) {
    push(*readers.sharing[0], info, Message(std::move(message)), true);
  } else {
    share_with(readers.sharing, type, info, share(std::move(message)), true);
  }
}

void deliver_shared(
  const Readers & readers, const MessageType & type, const Item & info,
  const SharedMessage & message, bool is_copy)
{
  share_with(readers.sharing, type, info, message, true);
  if (is_copy) {
    share_with(readers.isolated, type, info, message, false);
  } else {
    copy_once_for({}, readers.isolated, type, info, message.get());
  }
  copy_for(readers.owning, readers.owning.size(), type, info, message.get());
  copy_by_value(readers.by_value, readers.by_value.size(), type, info, message.get());
}

void deliver_borrowed(
  const Readers & readers, const MessageType & type, const Item & info, const void * message)
{
  copy_once_for(readers.sharing, readers.isolated, type, info, message);
  copy_for(readers.owning, readers.owning.size(), type, info, message);
  copy_by_value(readers.by_value, readers.by_value.size(), type, info, message);
}

void deliver_sample(const Readers & readers, const Item & info, const rmw::Sample & sample)
{
  for (const Inboxes * inboxes :
       {&readers.sharing, &readers.owning, &readers.by_value, &readers.isolated}) {
    for (Inbox * inbox : *inboxes) {
      push(*inbox, info, Message(sample), inboxes != &readers.isolated);
    }
  }
}

}  // namespace rclcpp::intra_process
