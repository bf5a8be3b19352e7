// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// init, ok, shutdown and the signal handlers: the functions that every main() calls.
#ifndef RCLCPP__UTILITIES_HPP_
#define RCLCPP__UTILITIES_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/init_options.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Selects the signals that shut contexts down.
enum class SignalHandlerOptions
{
  All,  ///< SIGINT and SIGTERM
  SigInt,
  SigTerm,
  None
};

/// Initialises the default context from the command line and installs signal handlers. Throws as
/// Context::init().
RCLCPP_PUBLIC void init(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions(),
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);

/// Installs handlers that shut down each valid context with `shutdown_on_signal`, on a thread of
/// the library. The handler that was installed before is called too. A second SIGINT ends the
/// process as it does by default (unless there was a handler before), because the shutdown may hang
/// in user code: it must come more than a second after the first signal, and before another context
/// is initialised. Returns true if this call installed anything. Throws std::system_error if the
/// system rejects it.
RCLCPP_PUBLIC bool install_signal_handlers(
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
/// Returns true if handlers are installed.
RCLCPP_PUBLIC bool signal_handlers_installed();
/// Returns the signals that are handled.
RCLCPP_PUBLIC SignalHandlerOptions get_current_signal_handler_options();
/// Restores the previous handlers. Returns true if there was something to restore.
RCLCPP_PUBLIC bool uninstall_signal_handlers();

/// Calls init() and returns the arguments that are not ROS arguments, including argv[0].
RCLCPP_PUBLIC std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions());
/// Returns the arguments that are not ROS arguments, including argv[0]. Throws as Context::init()
/// for malformed ROS arguments.
RCLCPP_PUBLIC std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv);

/// Returns true while the context (null means the default one) is valid.
RCLCPP_PUBLIC bool ok(Context::SharedPtr context = nullptr);
/// Shuts the context down (null means the default one); with the default one the signal handlers
/// are removed too. Returns false if it was not valid.
RCLCPP_PUBLIC bool shutdown(
  Context::SharedPtr context = nullptr,
  const std::string & reason = "rclcpp::shutdown() was called");
/// Calls `callback` when the context shuts down.
RCLCPP_PUBLIC void on_shutdown(
  std::function<void()> callback, Context::SharedPtr context = nullptr);
/// Sleeps; returns false if the context shuts down earlier.
RCLCPP_PUBLIC bool sleep_for(
  const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context = nullptr);

/// Returns true if x + y is larger than the maximum of T.
template <typename T>
bool add_will_overflow(const T x, const T y)
{
  T sum{};
  return (y > 0) && __builtin_add_overflow(x, y, &sum);
}
/// Returns true if x + y is smaller than the minimum of T.
template <typename T>
bool add_will_underflow(const T x, const T y)
{
  T sum{};
  return (y < 0) && __builtin_add_overflow(x, y, &sum);
}
template <typename T>
/// Returns true if x - y is larger than the maximum of T.
bool sub_will_overflow(const T x, const T y)
{
  T difference{};
  return (y < 0) && __builtin_sub_overflow(x, y, &difference);
}
template <typename T>
/// Returns true if x - y is smaller than the minimum of T.
bool sub_will_underflow(const T x, const T y)
{
  T difference{};
  return (y > 0) && __builtin_sub_overflow(x, y, &difference);
}

/// Returns the string as a C string, which is valid as long as the argument.
RCLCPP_PUBLIC const char * get_c_string(const char * string_in);
/// Returns the string as a C string, which is valid as long as the argument.
RCLCPP_PUBLIC const char * get_c_string(const std::string & string_in);
/// Returns C strings, which are valid as long as the argument.
RCLCPP_PUBLIC std::vector<const char *> get_c_vector_string(
  const std::vector<std::string> & strings_in);

}  // namespace rclcpp

#endif  // RCLCPP__UTILITIES_HPP_
