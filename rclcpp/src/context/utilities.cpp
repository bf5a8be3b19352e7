// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The free functions around the default context.
#include "rclcpp/utilities.hpp"

#include "context/arguments.hpp"
#include "context/signal_handlers.hpp"

namespace rclcpp
{

namespace
{
Context::SharedPtr or_default(Context::SharedPtr context)
{
  return context ? std::move(context) : contexts::get_global_default_context();
}
}  // namespace

void init(
  int argc, char const * const * argv, const InitOptions & init_options,
  SignalHandlerOptions signal_handler_options)
{
  contexts::get_global_default_context()->init(argc, argv, init_options);
  install_signal_handlers(signal_handler_options);
}

bool install_signal_handlers(SignalHandlerOptions signal_handler_options)
{
  return detail::SignalHandlers::install(signal_handler_options);
}

bool signal_handlers_installed()
{
  return detail::SignalHandlers::installed();
}

SignalHandlerOptions get_current_signal_handler_options()
{
  return detail::SignalHandlers::current();
}

bool uninstall_signal_handlers()
{
  return detail::SignalHandlers::uninstall();
}

std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options)
{
  init(argc, argv, init_options);
  return remove_ros_arguments(argc, argv);
}

std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv)
{
  std::vector<std::string> arguments;
  for (int i = 0; i < argc && argv != nullptr; ++i) {
    arguments.emplace_back(argv[i]);
  }
  return detail::parse_arguments(arguments).non_ros;
}

bool ok(Context::SharedPtr context)
{
  return or_default(std::move(context))->is_valid();
}

bool shutdown(Context::SharedPtr context, const std::string & reason)
{
  const Context::SharedPtr default_context = contexts::get_global_default_context();
  const Context::SharedPtr ending = context ? context : default_context;
  const bool was_valid = ending->shutdown(reason);
  if (ending == default_context) {
    uninstall_signal_handlers();
  }
  return was_valid;
}

void on_shutdown(std::function<void()> callback, Context::SharedPtr context)
{
  or_default(std::move(context))->on_shutdown(std::move(callback));
}

bool sleep_for(const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context)
{
  return or_default(std::move(context))->sleep_for(nanoseconds);
}

const char * get_c_string(const char * string_in)
{
  return string_in;
}
const char * get_c_string(const std::string & string_in)
{
  return string_in.c_str();
}

std::vector<const char *> get_c_vector_string(const std::vector<std::string> & strings_in)
{
  std::vector<const char *> pointers;
  pointers.reserve(strings_in.size());
  for (const std::string & string : strings_in) {
    pointers.push_back(string.c_str());
  }
  return pointers;
}

}  // namespace rclcpp
