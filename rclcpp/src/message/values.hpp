// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages that a subscription's queue holds by value: memory of the subscription's own, used again
// and again.
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

/// The type of such messages. What is destroyed is kept, as it is, and is assigned to when the next
/// message is made. Thread-safe; lives as long as its subscription or the last of its messages.
class Values final : public TypeSupport
{
public:
  /// `callback_type`: what the user handles; the memory comes from there. Keeps at most `spare`
  /// unused messages. Throws std::invalid_argument if the type cannot be assigned.
  static TypeSupportPtr make(TypeSupportPtr callback_type, std::size_t spare);

  /// Makes a message out of one that is not needed any more.
  static UniqueMessage take_in(const TypeSupport & self, void * message);
  /// The other way round: a message of the callback's type. `message` is one of these.
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
