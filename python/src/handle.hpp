// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// handle: an entity of rclcpp that Python may close in one thread while another uses it; used by
// node.cpp, topics.cpp and services.cpp.

#ifndef RXROS2_PYTHON__HANDLE_HPP_
#define RXROS2_PYTHON__HANDLE_HPP_

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "forked.hpp"

namespace rxros2_python
{

/// Any thread, with or without the GIL: nothing is done while its lock is held. In a child that was
/// forked off it is closed, and the entity is never destroyed.
template <typename T>
class handle
{
public:
  /// `what`: for errors, "publisher".
  explicit handle(const char * what) : what_(what) {}
  ~handle()
  {
    if (born_.forked()) {
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

  /// Stays valid while the caller has it. Throws std::runtime_error once it is closed.
  std::shared_ptr<T> get() const
  {
    if (born_.forked()) {
      throw std::runtime_error(made_before_fork(std::string("the ") + what_));
    }
    if (auto entity = if_open()) {
      return entity;
    }
    throw std::runtime_error(std::string("the ") + what_ + " is closed");
  }

  /// Null once it is closed.
  std::shared_ptr<T> if_open() const
  {
    if (born_.forked()) {
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    return entity_;
  }

  /// Closes it: the caller gets the entity, null if somebody was first.
  std::shared_ptr<T> take()
  {
    if (born_.forked()) {
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    return std::exchange(entity_, nullptr);
  }

private:
  const char * const what_;
  const birthplace born_;
  mutable std::mutex mutex_;
  std::shared_ptr<T> entity_;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__HANDLE_HPP_
