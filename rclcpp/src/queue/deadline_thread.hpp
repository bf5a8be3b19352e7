// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread that watches deadlines for callbacks of set_on_new_qos_event_callback(), which are
// notified even if no executor spins; for Deadline.
#ifndef RCLCPP__QUEUE__DEADLINE_THREAD_HPP_
#define RCLCPP__QUEUE__DEADLINE_THREAD_HPP_

#include <memory>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/detail/entity.hpp"

namespace rclcpp::queue
{

/// One per process, from the first such callback on, while it is in use. The destructor does not
/// wait: it may run on that thread.
class DeadlineThread
{
public:
  static std::shared_ptr<DeadlineThread> get();

  DeadlineThread();
  ~DeadlineThread();
  DeadlineThread(const DeadlineThread &) = delete;
  DeadlineThread & operator=(const DeadlineThread &) = delete;

  void add(const std::shared_ptr<executors::detail::Entity> & entity);

private:
  struct Engine;

  const std::shared_ptr<Engine> engine_;  // shared with the thread
};

}  // namespace rclcpp::queue

#endif  // RCLCPP__QUEUE__DEADLINE_THREAD_HPP_
