// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The context that rclcpp::init() creates: arguments, domain, DDS participant and the shutdown of
// its nodes.
#ifndef RCLCPP__CONTEXT_HPP_
#define RCLCPP__CONTEXT_HPP_

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rcl/context.h"
#include "rcl/guard_condition.h"
#include "rcl/wait.h"
#include "rclcpp/init_options.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rmw
{
class Participant;
}

namespace rclcpp
{

namespace detail
{
struct Arguments;
}

namespace detail
{
/// The reason with which the signal handlers shut contexts down.
constexpr const char * signal_shutdown_reason = "signal handler";
}  // namespace detail

/// Thrown by init() of a context that is already initialised.
class ContextAlreadyInitialized : public std::runtime_error
{
public:
  ContextAlreadyInitialized() : std::runtime_error("init() was called before for this context") {}
};

/// Identifies a registered shutdown callback, to remove it again.
class ShutdownCallbackHandle
{
public:
  /// The function that is called on shutdown.
  using ShutdownCallbackType = std::function<void()>;

private:
  friend class Context;
  std::weak_ptr<ShutdownCallbackType> callback;
};

/// Identifies a callback of Context::add_on_shutdown_callback().
using OnShutdownCallbackHandle = ShutdownCallbackHandle;
/// Identifies a callback of Context::add_pre_shutdown_callback().
using PreShutdownCallbackHandle = ShutdownCallbackHandle;

/// Shares arguments, a DDS participant and a lifetime between nodes, executors and timers. All
/// functions are thread-safe. init() may be called again after shutdown(). The participant is
/// created for the first node and lives until its last user is destroyed. Destroying a valid
/// context shuts it down.
class Context : public std::enable_shared_from_this<Context>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Context)

  RCLCPP_PUBLIC Context();
  RCLCPP_PUBLIC virtual ~Context();

  /// Parses the --ros-args in `argv` and makes the context valid. Throws ContextAlreadyInitialized;
  /// exceptions::RCLInvalidROSArgsError for malformed ROS arguments,
  /// exceptions::UnknownROSArgsError for unknown ones, std::invalid_argument for an invalid
  /// environment variable.
  RCLCPP_PUBLIC virtual void init(
    int argc, char const * const * argv, const InitOptions & init_options = InitOptions());

  /// Returns true from init() until shutdown().
  RCLCPP_PUBLIC virtual bool is_valid() const;
  /// Returns the options that init() got.
  RCLCPP_PUBLIC virtual const InitOptions & get_init_options() const;
  /// Returns a copy of the options that init() got. Thread-safe.
  RCLCPP_PUBLIC virtual InitOptions get_init_options();
  /// Returns the DDS domain id. Throws std::runtime_error if init() was never called.
  RCLCPP_PUBLIC std::size_t get_domain_id() const;
  /// Returns the C handle of this context for the functions of rcl/guard_condition.h. The handle
  /// shares ownership of the context. Throws std::bad_weak_ptr unless a shared_ptr owns the
  /// context.
  RCLCPP_PUBLIC std::shared_ptr<rcl_context_t> get_rcl_context();
  /// Returns the `reason` of the last shutdown(), or an empty string.
  RCLCPP_PUBLIC virtual std::string shutdown_reason() const;

  /// Calls the pre-shutdown callbacks, invalidates the context, calls the on-shutdown callbacks and
  /// wakes sleeping threads. Callbacks run on the calling thread and may call everything except
  /// init() and shutdown() of this context. Returns false if the context was not valid; of several
  /// callers exactly one gets true.
  RCLCPP_PUBLIC virtual bool shutdown(const std::string & reason);

  /// The function that is called after the context became invalid.
  using OnShutdownCallback = OnShutdownCallbackHandle::ShutdownCallbackType;
  /// The function that is called before the context becomes invalid.
  using PreShutdownCallback = PreShutdownCallbackHandle::ShutdownCallbackType;

  /// Adds a callback that each shutdown calls while the context lives; returns the callback.
  RCLCPP_PUBLIC virtual OnShutdownCallback on_shutdown(OnShutdownCallback callback);
  /// Adds a callback that each shutdown calls; the returned handle removes it.
  RCLCPP_PUBLIC virtual OnShutdownCallbackHandle add_on_shutdown_callback(
    OnShutdownCallback callback);
  /// Removes a callback and waits for it if it runs on another thread; it does not run after this
  /// returns. Returns false if it was not registered.
  RCLCPP_PUBLIC virtual bool remove_on_shutdown_callback(
    const OnShutdownCallbackHandle & callback_handle);
  /// Adds a callback that each shutdown calls while the context is still valid.
  RCLCPP_PUBLIC virtual PreShutdownCallbackHandle add_pre_shutdown_callback(
    PreShutdownCallback callback);
  /// Removes a callback as remove_on_shutdown_callback() does.
  RCLCPP_PUBLIC virtual bool remove_pre_shutdown_callback(
    const PreShutdownCallbackHandle & callback_handle);
  /// Returns copies of the registered callbacks.
  RCLCPP_PUBLIC std::vector<OnShutdownCallback> get_on_shutdown_callbacks() const;
  /// Returns copies of the registered pre-shutdown callbacks.
  RCLCPP_PUBLIC std::vector<PreShutdownCallback> get_pre_shutdown_callbacks() const;

  /// Sleeps for a span of steady time. Returns true if it slept the whole span and the context is
  /// still valid.
  RCLCPP_PUBLIC bool sleep_for(const std::chrono::nanoseconds & nanoseconds);
  /// Wakes all threads in sleep_for().
  RCLCPP_PUBLIC virtual void interrupt_all_sleep_for();

  /// Returns the only SubContext object of this context. The first call creates it from `args`.
  template <typename SubContext, typename... Args>
  std::shared_ptr<SubContext> get_sub_context(Args &&... args)
  {
    std::lock_guard<std::recursive_mutex> lock(sub_contexts_mutex_);
    std::shared_ptr<void> & slot = sub_contexts_[std::type_index(typeid(SubContext))];
    if (!slot) {
      slot = std::make_shared<SubContext>(std::forward<Args>(args)...);
    }
    return std::static_pointer_cast<SubContext>(slot);
  }

  // --- for the library ---

  /// Returns true while the context is valid, and after a signal ended it: a program notices the
  /// signal only with its next ok(), and until then creating and waiting for entities must not
  /// fail.
  RCLCPP_PUBLIC bool accepts_entities() const;
  /// Returns the participant; the first call creates it. Throws exceptions::RCLError unless
  /// accepts_entities(), rmw::error if DDS fails. Users of DDS hold the returned pointer; the
  /// context itself only keeps a weak one.
  RCLCPP_PUBLIC std::shared_ptr<rmw::Participant> participant();
  /// Returns the parsed --ros-args; never null after init().
  RCLCPP_PUBLIC std::shared_ptr<const detail::Arguments> arguments() const;

private:
  struct Impl;

  std::recursive_mutex sub_contexts_mutex_;  // guards sub_contexts_; held while one is created
  std::unordered_map<std::type_index, std::shared_ptr<void>> sub_contexts_;
  std::unique_ptr<Impl> impl_;
  rcl_context_t handle_{this};
};

/// Returns the initialised contexts of this process that are not shut down, in the order of their
/// init().
RCLCPP_PUBLIC std::vector<Context::SharedPtr> get_contexts();

}  // namespace rclcpp

#endif  // RCLCPP__CONTEXT_HPP_
