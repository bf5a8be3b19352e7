// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Changes of a message's ownership: alone, shared, copied.
#include "rclcpp/detail/message/message.hpp"

#include "message/block_pool.hpp"
#include "message/values.hpp"

namespace rclcpp::detail
{

std::shared_ptr<void> make_shared_message(const TypeSupport & type)
{
  return Message(UniqueMessage(type.create(type), {&type})).take_shared_mutable(type);
}

SharedMessage share(UniqueMessage message)
{
  const Destroy destroy = message.get_deleter();
  // If this throws, it has called `destroy`.
  return SharedMessage(message.release(), destroy, BlockAllocator<std::byte>());
}

Message Message::alias() const
{
  Message other;
  other.unique_.get_deleter() = unique_.get_deleter();
  other.shared_ = shared_;
  other.sample_ = sample_;
  return other;
}

UniqueMessage Message::take_unique(const TypeSupport & wanted)
{
  if (unique_ && same_memory(*type(), wanted)) {
    return std::move(unique_);
  }
  if (unique_ && type()->callback_type && same_memory(*type()->callback_type, wanted)) {
    return Values::give_out(std::move(unique_));
  }
  UniqueMessage copy(wanted.copy(wanted, get()), {&wanted});
  unique_.reset();
  shared_.reset();
  return copy;
}

SharedMessage Message::take_shared()
{
  return unique_ ? share(std::move(unique_)) : std::move(shared_);
}

std::shared_ptr<void> Message::take_shared_mutable(const TypeSupport & wanted)
{
  UniqueMessage message = take_unique(unique_ ? *type() : wanted);
  const Destroy destroy = message.get_deleter();
  return std::shared_ptr<void>(message.release(), destroy, BlockAllocator<std::byte>());
}

}  // namespace rclcpp::detail
