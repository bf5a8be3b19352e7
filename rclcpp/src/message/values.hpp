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

/// The type of messages by value. A destroyed message is kept unchanged, and the next new message
/// is assigned to it. Thread-safe; lives as long as its subscription or the last of its messages.
class Values final : public TypeSupport
{
public:
  /// `callback_type` is the type that the user handles; its memory is used. Keeps at most `spare`
  /// unused messages. Throws std::invalid_argument if the type cannot be assigned.
  static TypeSupportPtr make(TypeSupportPtr callback_type, std::size_t spare);

  /// Turns an unused message of the callback's type into one of this type.
  static UniqueMessage take_in(const TypeSupport & self, void * message);
  /// Turns a message of this type into one of the callback's type.
  static UniqueMessage give_out(UniqueMessage message);

private:
  Values(TypeSupportPtr callback_type, std::size_t spare);
  ~Values();

  static const Values & cast(const TypeSupport & type) { return static_cast<const Values &>(type); }
  void * acquire() const;
  void give_back(void * message) const noexcept;
  void release() const noexcept;

  const TypeSupportPtr callback_type_;
  const std::size_t limit_;
  mutable std::atomic<std::size_t> references_{1};
  mutable base::PiMutex mutex_;  // guards the list
  mutable std::vector<void *> spare_;
};

}  // namespace rclcpp::detail

#endif  // RCLCPP__MESSAGE__VALUES_HPP_
