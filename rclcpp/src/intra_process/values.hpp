// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages that a subscription's queue holds by value: memory of the subscription's own, used again
// and again.
#ifndef RCLCPP__INTRA_PROCESS__VALUES_HPP_
#define RCLCPP__INTRA_PROCESS__VALUES_HPP_

#include <atomic>
#include <cstddef>
#include <vector>

#include "base/pi_mutex.hpp"
#include "rclcpp/intra_process/message.hpp"
#include "rclcpp/intra_process/message_type.hpp"

namespace rclcpp::intra_process
{

/// The type of such messages. What is destroyed is kept, as it is, and is assigned to when the next
/// message is made. Thread-safe; lives as long as its subscription or the last of its messages.
class Values final : public MessageType
{
public:
  /// `outside`: what the user handles; the memory comes from there. Keeps at most `spare` unused
  /// messages. Throws std::invalid_argument if the type cannot be assigned.
  static MessageTypePtr make(MessageTypePtr outside, std::size_t spare);

  /// Makes a message out of one that is not needed any more.
  static UniqueMessage take_in(const MessageType & self, void * message);
  /// The other way round: a message of the type outside. `message` is one of these.
  static UniqueMessage give_out(UniqueMessage message);

private:
  Values(MessageTypePtr outside, std::size_t spare);
  ~Values();

  static const Values & cast(const MessageType & type)
  {
    return static_cast<const Values &>(type);
  }
  void * acquire() const;
  void give_back(void * message) const noexcept;
  void release() const noexcept;

  const MessageTypePtr outside_;
  const std::size_t limit_;
  mutable std::atomic<std::size_t> references_{1};
  mutable base::PiMutex mutex_;  // guards the list
  mutable std::vector<void *> spare_;
};

}  // namespace rclcpp::intra_process

#endif  // RCLCPP__INTRA_PROCESS__VALUES_HPP_
