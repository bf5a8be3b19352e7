// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// init, ok, shutdown and the signal handlers: what every main() calls.
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

/// Which signals shut contexts down.
enum class SignalHandlerOptions
{
  All,  ///< SIGINT and SIGTERM
  SigInt,
  SigTerm,
  None
};

/// Initialises the default context from the command line and installs signal handlers. Errors as
/// Context::init().
RCLCPP_PUBLIC void init(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions(),
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);

/// On a handled signal every valid context with `shutdown_on_signal` is shut down, in a thread of
/// ours; the handler that was installed before is called too. A SIGINT that comes more than a
/// second after the first signal, and before another context was initialised, ends the process as
/// it does by default (unless there was a handler before): the shutdown may hang in user code.
/// Returns true if this call installed anything. Throws std::system_error if the system refuses.
RCLCPP_PUBLIC bool install_signal_handlers(
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
RCLCPP_PUBLIC bool signal_handlers_installed();
RCLCPP_PUBLIC SignalHandlerOptions get_current_signal_handler_options();
/// Puts the handlers back that were there before. True if there was something to put back.
RCLCPP_PUBLIC bool uninstall_signal_handlers();

/// init(), then the arguments that are not ROS's, argv[0] included.
RCLCPP_PUBLIC std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions());
/// The arguments that are not ROS's, argv[0] included. Throws as Context::init() for malformed ROS
/// arguments.
RCLCPP_PUBLIC std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv);

/// True while the context (null: the default one) is valid.
RCLCPP_PUBLIC bool ok(Context::SharedPtr context = nullptr);
/// Shuts the context (null: the default one) down; with the default one the signal handlers go too.
/// False if it was not valid.
RCLCPP_PUBLIC bool shutdown(
  Context::SharedPtr context = nullptr,
  const std::string & reason = "rclcpp::shutdown() was called");
/// Calls `callback` when the context shuts down.
RCLCPP_PUBLIC void on_shutdown(
  std::function<void()> callback, Context::SharedPtr context = nullptr);
/// Sleeps, ending early (false) when the context shuts down.
RCLCPP_PUBLIC bool sleep_for(
  const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context = nullptr);

/// x + y is more than T can hold.
template <typename T>
bool add_will_overflow(const T x, const T y)
{
  T sum{};
  return (y > 0) && __builtin_add_overflow(x, y, &sum);
}
/// x + y is less than T can hold.
template <typename T>
bool add_will_underflow(const T x, const T y)
{
  T sum{};
  return (y < 0) && __builtin_add_overflow(x, y, &sum);
}
template <typename T>
bool sub_will_overflow(const T x, const T y)
{
  T difference{};
  return (y < 0) && __builtin_sub_overflow(x, y, &difference);
}
template <typename T>
bool sub_will_underflow(const T x, const T y)
{
  T difference{};
  return (y > 0) && __builtin_sub_overflow(x, y, &difference);
}

RCLCPP_PUBLIC const char * get_c_string(const char * string_in);
RCLCPP_PUBLIC const char * get_c_string(const std::string & string_in);
RCLCPP_PUBLIC std::vector<const char *> get_c_vector_string(
  const std::vector<std::string> & strings_in);

}  // namespace rclcpp

#endif  // RCLCPP__UTILITIES_HPP_
