// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Type support of messages that a user's allocator creates, and their way into and out of
// publishers and subscriptions.
#ifndef RCLCPP__DETAIL__MESSAGE__ALLOCATED_HPP_
#define RCLCPP__DETAIL__MESSAGE__ALLOCATED_HPP_

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/detail/message/adapted.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/message/type_support.hpp"

namespace rclcpp::detail
{

/// Type support with an allocator. It lives as long as its last message or endpoint; each of them
/// counts as a reference. Thread-safe as far as the allocator is. `Allocator` allocates objects of
/// type T.
template <typename T, typename Allocator>
class AllocatedTypeSupport final : public TypeSupport
{
public:
  using Deleter = rclcpp::allocator::Deleter<Allocator, T>;

  static TypeSupportPtr make(const TypeSupport & plain, const Allocator & allocator)
  {
    return TypeSupportPtr(new AllocatedTypeSupport(plain, allocator), [](const TypeSupport * type) {
      cast(*type).release();
    });
  }

  /// Takes ownership of `message`, which `allocator` created.
  static UniqueMessage adopt(const TypeSupport & plain, T * message, const Allocator & allocator)
  {
    return UniqueMessage(message, {new AllocatedTypeSupport(plain, allocator)});
  }

  /// Returns the message in the user's pointer type; the message must be of such a type.
  static std::unique_ptr<T, Deleter> give(UniqueMessage message)
  {
    const AllocatedTypeSupport & self = cast(*message.get_deleter().type);
    Allocator allocator = self.allocator_;
    std::unique_ptr<T, Deleter> given(static_cast<T *>(message.release()), Deleter(&allocator));
    self.release();
    return given;
  }

private:
  using Traits = std::allocator_traits<Allocator>;

  AllocatedTypeSupport(const TypeSupport & base, const Allocator & allocator)
  : TypeSupport(base), allocator_(allocator)
  {
    create = [](const TypeSupport & self) -> void * { return cast(self).make_message(nullptr); };
    copy = [](const TypeSupport & self, const void * message) -> void * {
      return cast(self).make_message(static_cast<const T *>(message));
    };
    destroy = [](const TypeSupport & self, void * message) noexcept {
      cast(self).destroy_message(static_cast<T *>(message));
    };
    plain = &base;
    same_allocator = [](const TypeSupport & self, const TypeSupport & other) {
      return other.same_allocator == self.same_allocator &&
             cast(self).allocator_ == cast(other).allocator_;
    };
  }

  static const AllocatedTypeSupport & cast(const TypeSupport & type)
  {
    return static_cast<const AllocatedTypeSupport &>(type);
  }

  // The message and its containers both use the allocator if they can. Therefore a copy is an
  // assignment to a new message.
  T * make_message(const T * original) const
  {
    Allocator allocator = allocator_;
    T * const memory = Traits::allocate(allocator, 1);
    bool constructed = false;
    try {
      if constexpr (std::is_constructible_v<T, const Allocator &> && RosMessage<T>) {
        ::new (static_cast<void *>(memory)) T(allocator);
      } else if constexpr (std::uses_allocator_v<T, Allocator>) {
        std::uninitialized_construct_using_allocator(memory, allocator);
      } else {
        Traits::construct(allocator, memory);
      }
      constructed = true;
      if (original) {
        *memory = *original;
      }
    } catch (...) {
      if (constructed) {
        Traits::destroy(allocator, memory);
      }
      Traits::deallocate(allocator, memory, 1);
      throw;
    }
    references_.fetch_add(1, std::memory_order_relaxed);
    return memory;
  }

  void destroy_message(T * message) const noexcept
  {
    Allocator allocator = allocator_;
    Traits::destroy(allocator, message);
    Traits::deallocate(allocator, message, 1);
    release();
  }

  void release() const noexcept
  {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete this;
    }
  }

  const Allocator allocator_;
  mutable std::atomic<std::size_t> references_{1};
};

template <typename T, typename Alloc>
using Rebound = typename std::allocator_traits<Alloc>::template rebind_alloc<T>;

/// True if Alloc takes memory from `new`.
template <typename T, typename Alloc>
inline constexpr bool from_heap = std::is_same_v<Rebound<T, Alloc>, std::allocator<T>>;

/// The pointer in which the user of an allocator owns a message.
template <typename T, typename Alloc>
using UserMessage = std::unique_ptr<T, rclcpp::allocator::Deleter<Rebound<T, Alloc>, T>>;

/// Returns `plain` combined with the allocator.
template <typename T, typename Alloc>
TypeSupportPtr with_allocator(const TypeSupport & plain, const Alloc & allocator)
{
  if constexpr (from_heap<T, Alloc>) {
    return immortal(plain);
  } else {
    return AllocatedTypeSupport<T, Rebound<T, Alloc>>::make(plain, Rebound<T, Alloc>(allocator));
  }
}

/// Returns the message types of an endpoint of MessageT, which may be an adapter, whose user
/// handles T.
template <typename T, typename MessageT, typename Alloc>
MessageTypes message_types_of(const Alloc & allocator)
{
  using Adapter = TypeAdapter<MessageT>;
  using Ros = typename Adapter::ros_message_type;
  const TypeSupportPtr ros = with_allocator<Ros>(type_support<Ros>, allocator);
  if constexpr (std::is_same_v<T, Ros>) {
    return {ros, ros};
  } else {
    return {with_allocator<T>(adapted_type_support<Adapter>, allocator), ros};
  }
}

/// Takes ownership of a user's message. `plain` is its type without an allocator.
template <typename T, typename Alloc>
UniqueMessage adopt(const TypeSupport & plain, UserMessage<T, Alloc> message)
{
  if constexpr (from_heap<T, Alloc>) {
    return UniqueMessage(message.release(), {&plain});
  } else {
    if (!message) {
      return nullptr;
    }
    const auto * allocator = message.get_deleter().get_allocator();
    if (!allocator) {
      throw std::invalid_argument(
        "the deleter of a message has no allocator: see "
        "rclcpp::allocator::set_allocator_for_deleter");
    }
    UniqueMessage adopted =
      AllocatedTypeSupport<T, Rebound<T, Alloc>>::adopt(plain, message.get(), *allocator);
    (void)message.release();
    return adopted;
  }
}

/// Returns a message to the user. Its type must come from with_allocator<T, Alloc>().
template <typename T, typename Alloc>
UserMessage<T, Alloc> give(UniqueMessage message)
{
  if constexpr (from_heap<T, Alloc>) {
    return std::unique_ptr<T>(static_cast<T *>(message.release()));
  } else {
    return AllocatedTypeSupport<T, Rebound<T, Alloc>>::give(std::move(message));
  }
}

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__MESSAGE__ALLOCATED_HPP_
