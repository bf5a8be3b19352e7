// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The engine's share in the ownership of an entity.
#ifndef RCLCPP__EXECUTORS__HANDLE_HPP_
#define RCLCPP__EXECUTORS__HANDLE_HPP_

#include <memory>
#include <utility>

namespace rclcpp::executors::detail
{

/// While callbacks of an entity run, the engine holds one reference to it, however many threads run
/// them; else it holds none. So one reference in all means that no user has the entity any more,
/// and nothing of it may begin. That holds for every std::shared_ptr, made by us or by a user.
///
/// begin() and end() are guarded by the lock of the entity's core.
class Handle
{
public:
  void set_owner(const std::shared_ptr<void> & owner) { owner_ = owner; }

  /// A thread is about to run a callback, until it calls end(). False if the entity is gone.
  bool begin() noexcept
  {
    if (running_ == 0) {
      kept_ = owner_.lock();
    }
    running_ += kept_ ? 1 : 0;
    return kept_ != nullptr;
  }

  /// Returns the engine's reference if no thread needs it any more. It may be the last one, and is
  /// to be released without the lock.
  [[nodiscard]] std::shared_ptr<void> end() noexcept
  {
    return --running_ == 0 ? std::move(kept_) : nullptr;
  }

  /// From begin() to end(), without the lock: no user has a reference any more.
  bool is_dropped() const noexcept { return kept_.use_count() == 1; }

  /// From begin() to end(), without the lock.
  const std::shared_ptr<void> & kept() const noexcept { return kept_; }

private:
  std::weak_ptr<void> owner_;
  std::shared_ptr<void> kept_;  // null unless callbacks run
  int running_ = 0;             // threads between begin() and end()
};

}  // namespace rclcpp::executors::detail

#endif  // RCLCPP__EXECUTORS__HANDLE_HPP_
