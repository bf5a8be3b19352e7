// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The items of from_topic: a message that is shared until a function needs its own copy.

#ifndef RXROS2__TOPICS__ITEM_HPP_
#define RXROS2__TOPICS__ITEM_HPP_

#include <atomic>
#include <memory>
#include <utility>

#if __has_include("rclcpp/reads_sample.hpp")
#include "rclcpp/reads_sample.hpp"
#endif

namespace rxros2
{

/// A received message of type T. It converts to the parameter type of the next function.
/** | parameter | cost |
 *  |---|---|
 *  | `const T &`, generic (`m->field`, `*m`) | nothing |
 *  | `std::shared_ptr<const T>` (`T::ConstSharedPtr`) | one reference count |
 *  | `T` | a copy of the message |
 *  | `std::shared_ptr<T>` (`T::SharedPtr`) | nothing if the item is the only owner, else a copy |
 *  | `std::unique_ptr<T>` (`T::UniquePtr`) | a move if the item is the only owner, else a copy |
 *
 *  The last two avoid the copy only for an rvalue: a message that others can see never changes.
 *  They copy a message whose large sequences read its sample, too.
 *  An item is never empty unless moved from. Thread safety: that of std::shared_ptr.
 *
 *     auto show = [](const Int32 & n) { return n.data; };
 *     auto change = [](Int32::UniquePtr n) { n->data *= 2; return n->data; };
 *     rxros2::item<Int32> item(std::make_shared<const Int32>(to_message('3')));
 *     item->data;    // -> 3
 *     show(item);    // -> 3
 *     change(item);  // -> 6
 *     item->data;    // -> 3
 */
template <typename T>
class item
{
public:
  /// The type of the message.
  using element_type = T;

  /// Takes a message, which must not be null.
  explicit item(std::shared_ptr<const T> message) noexcept : message_(std::move(message)) {}

  /// The message; valid as long as an item refers to it.
  const T & operator*() const noexcept { return *message_; }
  /// Gives access to the fields of the message.
  const T * operator->() const noexcept { return message_.get(); }
  /// Returns the message; the pointer is valid as long as an item refers to it.
  const T * get() const noexcept { return message_.get(); }

  /// Converts to the message, without a copy; valid as long as an item refers to it.
  operator const T &() const noexcept { return *message_; }

  /// Shares the message: costs one reference count.
  operator std::shared_ptr<const T>() const & noexcept { return message_; }
  /// Hands the message on as a shared pointer, without a copy; leaves the item empty.
  operator std::shared_ptr<const T>() && noexcept { return std::move(message_); }

  /// Copies the message.
  operator std::shared_ptr<T>() const & { return std::make_shared<T>(*message_); }
  /// Hands the message on without a copy if this item is its only owner; otherwise copies it.
  operator std::shared_ptr<T>() &&
  {
    return alone() ? std::const_pointer_cast<T>(std::move(message_))
                   : std::make_shared<T>(*message_);
  }

  /// Copies the message.
  operator std::unique_ptr<T>() const & { return std::make_unique<T>(*message_); }
  /// Moves the message if this item is its only owner; otherwise copies it.
  operator std::unique_ptr<T>() &&
  {
    return alone() ? std::make_unique<T>(std::move(const_cast<T &>(*message_)))
                   : std::make_unique<T>(*message_);
  }

private:
  bool alone() const noexcept
  {
    if (message_.use_count() != 1) {
      return false;
    }
#if __has_include("rclcpp/reads_sample.hpp")
    if (rclcpp::reads_sample(message_)) {
      return false;
    }
#endif
#ifndef __SANITIZE_THREAD__  // which does not know fences
    // The count was read relaxed. This fence orders the former owners' use of the message before
    // ours.
    std::atomic_thread_fence(std::memory_order_acquire);
#endif
    return true;
  }

  std::shared_ptr<const T> message_;
};

}  // namespace rxros2

#endif  // RXROS2__TOPICS__ITEM_HPP_
