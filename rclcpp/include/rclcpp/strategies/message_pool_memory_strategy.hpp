// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A memory strategy with a fixed number of messages that are created at the start.
#ifndef RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "rclcpp/logging.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_memory_strategy.hpp"

namespace rclcpp::strategies::message_pool_memory_strategy
{

/// A pool of `Size` messages. `Size` must be at least the number of messages in callbacks at the
/// same time: 1, or in a reentrant group the number of threads. A message that a callback keeps is
/// missing from the pool for that time. Thread-safe.
template <typename MessageT, std::size_t Size>
class MessagePoolMemoryStrategy : public message_memory_strategy::MessageMemoryStrategy<MessageT>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(MessagePoolMemoryStrategy)

  MessagePoolMemoryStrategy()
  {
    for (Slot & slot : slots_) {
      slot.message = std::make_shared<MessageT>();
    }
  }

  /// Returns a message that is not in use. Throws std::runtime_error if there is none.
  std::shared_ptr<MessageT> borrow_message() override
  {
    std::lock_guard lock(mutex_);
    for (Slot & slot : slots_) {
      if (!slot.used && slot.message.use_count() == 1) {
        slot.used = true;
        return slot.message;
      }
    }
    throw std::runtime_error("No more free slots in the pool");  // programs compare this text
  }

  /// Takes back a message. Throws std::runtime_error for a message that is not from this pool.
  void return_message(std::shared_ptr<MessageT> & message) override
  {
    std::lock_guard lock(mutex_);
    for (Slot & slot : slots_) {
      if (slot.message == message) {
        slot.used = false;
        return;
      }
    }
    throw std::runtime_error("MessagePoolMemoryStrategy: the message returned is none of its own");
  }

private:
  struct Slot
  {
    std::shared_ptr<MessageT> message;
    bool used = false;
  };

  std::mutex mutex_;  // guards slots_
  std::array<Slot, Size> slots_;
};

}  // namespace rclcpp::strategies::message_pool_memory_strategy

#endif  // RCLCPP__STRATEGIES__MESSAGE_POOL_MEMORY_STRATEGY_HPP_
