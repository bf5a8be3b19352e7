// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Changes of a message's ownership: alone, shared, copied.
#include "rclcpp/detail/message/message.hpp"

#include "message/values.hpp"
#include "rclcpp/detail/block_pool.hpp"

namespace rclcpp::detail
{

std::shared_ptr<void> make_shared_message(const TypeSupport & type)
{
  return share_mutable(UniqueMessage(type.create(type), {&type}));
}

std::shared_ptr<void> share_mutable(UniqueMessage message)
{
  const Destroy destroy = message.get_deleter();
  // If this throws, it has already called `destroy`.
  return std::shared_ptr<void>(message.release(), destroy, BlockAllocator<std::byte>());
}

SharedMessage share(UniqueMessage message)
{
  return share_mutable(std::move(message));
}

SharedMessage share(UniqueMessage message, SampleView view)
{
  struct DestroyView
  {
    Destroy destroy;
    SampleView view;
    void operator()(void * message) noexcept
    {
      view.sequences.end();
      destroy(message);
    }
  };
  const Destroy destroy = message.get_deleter();
  // If this throws, it has already called the deleter.
  return std::shared_ptr<void>(
    message.release(), DestroyView{destroy, std::move(view)}, BlockAllocator<std::byte>());
}

Message Message::alias() const
{
  Message other;
  other.unique_.get_deleter() = unique_.get_deleter();
  other.shared_ = shared_;
  other.sample_ = sample_;
  return other;
}

UniqueMessage Message::take_unique(const TypeSupport & expected)
{
  if (unique_ && same_memory(*type(), expected)) {
    return std::move(unique_);
  }
  if (unique_ && type()->callback_type && same_memory(*type()->callback_type, expected)) {
    return Values::from_value(std::move(unique_));
  }
  UniqueMessage copy(expected.copy(expected, get()), {&expected});
  unique_.reset();
  shared_.reset();
  return copy;
}

SharedMessage Message::take_shared()
{
  return unique_ ? share(std::move(unique_)) : std::move(shared_);
}

std::shared_ptr<void> Message::take_shared_mutable(const TypeSupport & expected)
{
  return share_mutable(take_unique(unique_ ? *type() : expected));
}

}  // namespace rclcpp::detail
