// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The one thread of a context that receives /clock for all its nodes, so that a blocked executor
// does not stop time.
#ifndef NODE__CLOCK_THREAD_HPP_
#define NODE__CLOCK_THREAD_HPP_

#include <memory>
#include <mutex>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp::detail
{

/// Runs callback groups in a thread, from its construction until its destruction or the context's
/// shutdown. The destructor does not wait for the thread: the caller may hold locks that a callback
/// there needs, or be in it.
class ClockThread
{
public:
  /// Returns the thread of the context, which is created if there is none. It exists while one of
  /// its users keeps the pointer.
  static std::shared_ptr<ClockThread> get(const Context::SharedPtr & context);

  explicit ClockThread(const Context::SharedPtr & context);
  ~ClockThread();
  ClockThread(const ClockThread &) = delete;
  ClockThread & operator=(const ClockThread &) = delete;

  void add(
    const CallbackGroup::SharedPtr & group,
    const node_interfaces::NodeBaseInterface::SharedPtr & node);

private:
  const std::shared_ptr<executors::SingleThreadedExecutor> executor_;
};

}  // namespace rclcpp::detail

#endif  // NODE__CLOCK_THREAD_HPP_
