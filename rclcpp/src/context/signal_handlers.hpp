// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM: a handler that only posts a semaphore, and a thread that shuts contexts down.
#ifndef CONTEXT__SIGNAL_HANDLERS_HPP_
#define CONTEXT__SIGNAL_HANDLERS_HPP_

#include "rclcpp/context.hpp"
#include "rclcpp/utilities.hpp"

namespace rclcpp::detail
{

/// The signal handlers of the process. All functions are thread-safe.
class SignalHandlers
{
public:
  /// Returns true if they were not installed before.
  static bool install(SignalHandlerOptions options);
  static bool uninstall();
  static bool installed();
  static SignalHandlerOptions current();

  /// Called when a child of fork() creates its first node: signals then shut down its contexts as
  /// they do in the parent.
  static void continue_after_fork();
  /// Called when a context is initialised that a signal shuts down: the next signal counts as the
  /// first one again.
  static void context_initialized();
};

}  // namespace rclcpp::detail

#endif  // CONTEXT__SIGNAL_HANDLERS_HPP_
