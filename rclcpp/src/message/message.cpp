// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Changes of a message's ownership: alone, shared, copied.
#include "rclcpp/detail/message/message.hpp"

#include <atomic>

#include "message/values.hpp"
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/reads_sample.hpp"

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

namespace
{

// The samples that messages with views keep, of the whole process. They occupy the memory of their
// publishers, which all topics of those share, so that a program that keeps more gets copies.
class KeptSamples
{
public:
  // Returns true if one more may be kept, which is then counted.
  static bool add(std::size_t size) noexcept
  {
    const bool is_few = count.fetch_add(1, std::memory_order_relaxed) < most_samples;
    const bool is_small = bytes.fetch_add(size, std::memory_order_relaxed) + size <= most_bytes;
    if (is_few && is_small) {
      return true;
    }
    remove(size);
    return false;
  }
  static void remove(std::size_t size) noexcept
  {
    count.fetch_sub(1, std::memory_order_relaxed);
    bytes.fetch_sub(size, std::memory_order_relaxed);
  }

private:
  static constexpr std::size_t most_samples = 256;  // a quarter of the slots of a publisher
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  static inline std::atomic<std::size_t> count{0};
  static inline std::atomic<std::size_t> bytes{0};
};

struct DestroyView
{
  Destroy destroy;
  SampleView view;
  void operator()(void * message) noexcept
  {
    view.sequences.end();
    destroy(message);
    KeptSamples::remove(view.sample.bytes().size());
    view.sample = rmw::Sample();
  }
};

}  // namespace

SharedMessage share(UniqueMessage message, SampleView view)
{
  SampleView active = std::move(view);  // ends before `message`
  const Destroy destroy = message.get_deleter();
  if (!KeptSamples::add(active.sample.bytes().size())) {
    return share(UniqueMessage(destroy.type->copy(*destroy.type, message.get()), destroy));
  }
  // If this throws, it has already called the deleter.
  return std::shared_ptr<void>(
    message.release(), DestroyView{destroy, std::move(active)}, BlockAllocator<std::byte>());
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

bool rclcpp::reads_sample(const std::shared_ptr<const void> & message) noexcept
{
  return std::get_deleter<rclcpp::detail::DestroyView>(message) != nullptr;
}
