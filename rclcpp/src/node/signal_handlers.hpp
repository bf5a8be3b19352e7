// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM: a handler that only posts a semaphore, and a thread that shuts contexts down.
#ifndef NODE__SIGNAL_HANDLERS_HPP_
#define NODE__SIGNAL_HANDLERS_HPP_

#include "rclcpp/context.hpp"
#include "rclcpp/utilities.hpp"

namespace rclcpp::detail
{

/// The process's signal handlers. All functions are thread-safe.
class SignalHandlers
{
public:
  /// True if they were not installed before.
  static bool install(SignalHandlerOptions options);
  static bool uninstall();
  static bool installed();
  static SignalHandlerOptions current();

  /// Once a child of fork() begins to have nodes: signals shut its contexts down as its parent's.
  static void continue_after_fork();
  /// A context that a signal shuts down was initialised: the next signal is a first one again.
  static void context_initialized();
};

}  // namespace rclcpp::detail

#endif  // NODE__SIGNAL_HANDLERS_HPP_
