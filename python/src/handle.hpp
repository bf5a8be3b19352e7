// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// handle: an entity of rclcpp that Python may close in one thread while another one uses it. Used
// by node.cpp, topics.cpp and services.cpp.

#ifndef RXROS2_PYTHON__HANDLE_HPP_
#define RXROS2_PYTHON__HANDLE_HPP_

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "fork_check.hpp"

namespace rxros2_python
{

/// Thrown for an entity that was closed; InvalidHandle in Python, as in rclpy.
struct closed_error : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

/// Thread-safe, with or without the GIL: its lock is never held during other work. In a forked
/// child it is closed, and the entity is never destroyed.
template <typename T>
class handle
{
public:
  /// `what` names the entity in errors: "publisher".
  explicit handle(const char * what) : what_(what) {}
  ~handle()
  {
    if (fork_check_.forked()) {
      new std::shared_ptr<T>(std::move(entity_));
    }
  }
  handle(const handle &) = delete;
  handle & operator=(const handle &) = delete;

  void set(std::shared_ptr<T> entity)
  {
    const std::lock_guard lock(mutex_);
    entity_ = std::move(entity);
  }

  /// Returns the entity, which stays valid while the caller holds it. Throws closed_error after
  /// take(), and std::runtime_error in a forked child.
  std::shared_ptr<T> get() const
  {
    if (fork_check_.forked()) {
      throw std::runtime_error(fork_error_text(std::string("the ") + what_));
    }
    if (auto entity = if_open()) {
      return entity;
    }
    throw closed_error(std::string("the ") + what_ + " is closed");
  }

  /// Returns the entity; null after take().
  std::shared_ptr<T> if_open() const
  {
    if (fork_check_.forked()) {
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    return entity_;
  }

  /// Closes the handle and returns the entity; null if it was closed before.
  std::shared_ptr<T> take()
  {
    if (fork_check_.forked()) {
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    return std::exchange(entity_, nullptr);
  }

private:
  const char * const what_;
  const fork_check fork_check_;
  mutable std::mutex mutex_;  // guards entity_
  std::shared_ptr<T> entity_;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__HANDLE_HPP_
