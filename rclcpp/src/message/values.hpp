// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages that a subscription's queue holds by value: reused memory of the subscription.
#ifndef RCLCPP__MESSAGE__VALUES_HPP_
#define RCLCPP__MESSAGE__VALUES_HPP_

#include <atomic>
#include <cstddef>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/detail/message/type_support.hpp"

namespace rclcpp::detail
{

/// The type support of messages that a queue holds by value. A destroyed message is kept unchanged,
/// and the next new message is assigned to it. Thread-safe; lives as long as its subscription or
/// the last of its messages.
class Values final : public TypeSupport
{
public:
  /// `callback_type` is the type of the user's messages, which also allocates the messages of this
  /// type. Keeps at most `spare` unused messages. Throws std::invalid_argument if the type cannot
  /// be assigned.
  static TypeSupportPtr make(TypeSupportPtr callback_type, std::size_t spare);

  /// Moves a message of the callback's type into a kept or new message of this type.
  static UniqueMessage to_value(const TypeSupport & self, void * message);
  /// Moves a message of this type into a new message of the callback's type.
  static UniqueMessage from_value(UniqueMessage message);

private:
  Values(TypeSupportPtr callback_type, std::size_t spare);
  ~Values();

  static const Values & cast(const TypeSupport & type) { return static_cast<const Values &>(type); }
  void * acquire() const;
  void keep_or_destroy(void * message) const noexcept;
  void release() const noexcept;

  const TypeSupportPtr callback_type_;
  const std::size_t limit_;
  mutable std::atomic<std::size_t> references_{1};
  mutable base::PiMutex mutex_;  // guards the list
  mutable std::vector<void *> spare_;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__MESSAGE__VALUES_HPP_
