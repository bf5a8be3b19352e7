// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Passes a message to the queues of subscriptions.
#include "local/delivery.hpp"

#include <utility>
#include <vector>

#include "message/values.hpp"

namespace rclcpp::local
{

using detail::Message;
using detail::share;
using detail::SharedMessage;
using detail::TypeSupport;
using detail::UniqueMessage;
using detail::Values;
using queue::Item;
using queue::MessageQueue;

namespace
{

using Queues = std::vector<MessageQueue *>;

UniqueMessage copy_of(const TypeSupport & type, const void * message)
{
  return UniqueMessage(type.copy(type, message), {&type});
}

void push(MessageQueue & queue, const Item & info, Message && message, bool by_pointer)
{
  Item item = info.alias();
  item.message = std::move(message);
  item.from_intra_process = by_pointer;
  queue.push(std::move(item));
}

void share_with(
  const Queues & queues, const TypeSupport & type, const Item & info, const SharedMessage & message,
  bool by_pointer)
{
  for (MessageQueue * queue : queues) {
    push(*queue, info, Message(message, type), by_pointer);
  }
}

void copy_for(
  const Queues & queues, std::size_t count, const TypeSupport & type, const Item & info,
  const void * message)
{
  for (std::size_t i = 0; i < count; ++i) {
    push(*queues[i], info, Message(copy_of(type, message)), true);
  }
}

void copy_by_value(
  const Queues & queues, std::size_t count, const TypeSupport & type, const Item & info,
  const void * message)
{
  for (std::size_t i = 0; i < count; ++i) {
    push(*queues[i], info, Message(copy_of(queues[i]->values_or(type), message)), true);
  }
}

// Makes one copy for all queues of both lists.
void copy_once_for(
  const Queues & sharing, const Queues & isolated, const TypeSupport & type, const Item & info,
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
  const Readers & readers, const TypeSupport & type, const Item & info, UniqueMessage message)
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
      MessageQueue & last = *readers.by_value.back();
      const TypeSupport & values = last.values_or(type);
      push(
        last, info,
        Message(
          values.callback_type ? Values::to_value(values, message.get()) : std::move(message)),
        true);
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
  const Readers & readers, const TypeSupport & type, const Item & info,
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
  const Readers & readers, const TypeSupport & type, const Item & info, const void * message)
{
  copy_once_for(readers.sharing, readers.isolated, type, info, message);
  copy_for(readers.owning, readers.owning.size(), type, info, message);
  copy_by_value(readers.by_value, readers.by_value.size(), type, info, message);
}

void deliver_sample(const Readers & readers, const Item & info, const rmw::Sample & sample)
{
  for (const Queues * queues :
       {&readers.sharing, &readers.owning, &readers.by_value, &readers.isolated}) {
    for (MessageQueue * queue : *queues) {
      push(*queue, info, Message(sample), queues != &readers.isolated);
    }
  }
}

}  // namespace rclcpp::local
