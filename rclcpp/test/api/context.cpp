// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Contexts, initialisation and signals
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"

HEADER("rclcpp/init_options.hpp");
TYPE(rclcpp::InitOptions);
CONSTRUCTOR(rclcpp::InitOptions, ());
CONSTRUCTOR(rclcpp::InitOptions, (const rclcpp::InitOptions &));
FIELD(bool, rclcpp::InitOptions, shutdown_on_signal);
METHOD(bool, const rclcpp::InitOptions, auto_initialize_logging, ());
METHOD(rclcpp::InitOptions &, rclcpp::InitOptions, auto_initialize_logging, (bool));
METHOD(void, rclcpp::InitOptions, use_default_domain_id, ());
METHOD(void, rclcpp::InitOptions, set_domain_id, (std::size_t));
METHOD(std::size_t, const rclcpp::InitOptions, get_domain_id, ());
MISSING_MEMBER(
  rclcpp::InitOptions, get_rcl_init_options,
  "there is no rcl below; the constructors that take its structs are missing too");

HEADER("rclcpp/context.hpp");
TYPE(rclcpp::ContextAlreadyInitialized);
TYPE(rclcpp::ShutdownCallbackHandle);
TYPE(rclcpp::OnShutdownCallbackHandle);
TYPE(rclcpp::PreShutdownCallbackHandle);
TYPE(rclcpp::Context);
CONSTRUCTOR(rclcpp::Context, ());
METHOD(void, rclcpp::Context, init, (int, char const * const *, const rclcpp::InitOptions &));
METHOD(bool, const rclcpp::Context, is_valid, ());
METHOD(const rclcpp::InitOptions &, const rclcpp::Context, get_init_options, ());
METHOD(rclcpp::InitOptions, rclcpp::Context, get_init_options, ());
METHOD(std::size_t, const rclcpp::Context, get_domain_id, ());
METHOD(std::string, const rclcpp::Context, shutdown_reason, ());
METHOD(bool, rclcpp::Context, shutdown, (const std::string &));
TYPE(rclcpp::Context::OnShutdownCallback);
TYPE(rclcpp::Context::PreShutdownCallback);
METHOD(
  rclcpp::Context::OnShutdownCallback, rclcpp::Context, on_shutdown,
  (rclcpp::Context::OnShutdownCallback));
METHOD(
  rclcpp::OnShutdownCallbackHandle, rclcpp::Context, add_on_shutdown_callback,
  (rclcpp::Context::OnShutdownCallback));
METHOD(
  bool, rclcpp::Context, remove_on_shutdown_callback, (const rclcpp::OnShutdownCallbackHandle &));
METHOD(
  rclcpp::PreShutdownCallbackHandle, rclcpp::Context, add_pre_shutdown_callback,
  (rclcpp::Context::PreShutdownCallback));
METHOD(
  bool, rclcpp::Context, remove_pre_shutdown_callback, (const rclcpp::PreShutdownCallbackHandle &));
METHOD(
  std::vector<rclcpp::Context::OnShutdownCallback>, const rclcpp::Context,
  get_on_shutdown_callbacks, ());
METHOD(
  std::vector<rclcpp::Context::PreShutdownCallback>, const rclcpp::Context,
  get_pre_shutdown_callbacks, ());
METHOD(bool, rclcpp::Context, sleep_for, (const std::chrono::nanoseconds &));
METHOD(void, rclcpp::Context, interrupt_all_sleep_for, ());
USE(
  get_sub_context, std::shared_ptr<int> one = api::some<rclcpp::Context>().get_sub_context<int>(3));
METHOD(std::shared_ptr<rcl_context_t>, rclcpp::Context, get_rcl_context, ());
FUNCTION(std::vector<rclcpp::Context::SharedPtr>, rclcpp::get_contexts, ());

HEADER("rclcpp/contexts/default_context.hpp");
TYPE(rclcpp::contexts::DefaultContext);
FUNCTION(
  rclcpp::contexts::DefaultContext::SharedPtr, rclcpp::contexts::get_global_default_context, ());

HEADER("rclcpp/utilities.hpp");
ENUMERATORS(rclcpp::SignalHandlerOptions, All, SigInt, SigTerm, None);
FUNCTION(
  void, rclcpp::init,
  (int, char const * const *, const rclcpp::InitOptions &, rclcpp::SignalHandlerOptions));
USE(init, rclcpp::init(0, nullptr));
FUNCTION(bool, rclcpp::install_signal_handlers, (rclcpp::SignalHandlerOptions));
FUNCTION(bool, rclcpp::signal_handlers_installed, ());
FUNCTION(rclcpp::SignalHandlerOptions, rclcpp::get_current_signal_handler_options, ());
FUNCTION(bool, rclcpp::uninstall_signal_handlers, ());
FUNCTION(
  std::vector<std::string>, rclcpp::init_and_remove_ros_arguments,
  (int, char const * const *, const rclcpp::InitOptions &));
FUNCTION(std::vector<std::string>, rclcpp::remove_ros_arguments, (int, char const * const *));
FUNCTION(bool, rclcpp::ok, (rclcpp::Context::SharedPtr));
FUNCTION(bool, rclcpp::shutdown, (rclcpp::Context::SharedPtr, const std::string &));
FUNCTION(void, rclcpp::on_shutdown, (std::function<void()>, rclcpp::Context::SharedPtr));
FUNCTION(bool, rclcpp::sleep_for, (const std::chrono::nanoseconds &, rclcpp::Context::SharedPtr));
FUNCTION(bool, rclcpp::add_will_overflow, (long, long));
FUNCTION(bool, rclcpp::add_will_underflow, (long, long));
FUNCTION(bool, rclcpp::sub_will_overflow, (long, long));
FUNCTION(bool, rclcpp::sub_will_underflow, (long, long));
FUNCTION(const char *, rclcpp::get_c_string, (const char *));
FUNCTION(const char *, rclcpp::get_c_string, (const std::string &));
FUNCTION(
  std::vector<const char *>, rclcpp::get_c_vector_string, (const std::vector<std::string> &));

HEADER("rclcpp/guard_condition.hpp");
TYPE(rclcpp::GuardCondition);
USE(GuardCondition, rclcpp::GuardCondition condition(api::some<rclcpp::Context::SharedPtr>()));
METHOD(void, rclcpp::GuardCondition, trigger, ());
METHOD(rcl_guard_condition_t &, rclcpp::GuardCondition, get_rcl_guard_condition, ());
METHOD(const rcl_guard_condition_t &, const rclcpp::GuardCondition, get_rcl_guard_condition, ());
METHOD(bool, rclcpp::GuardCondition, exchange_in_use_by_wait_set_state, (bool));
METHOD(void, rclcpp::GuardCondition, add_to_wait_set, (rcl_wait_set_t &));
METHOD(void, rclcpp::GuardCondition, set_on_trigger_callback, (std::function<void(std::size_t)>));

HEADER("rclcpp/macros.hpp");
namespace api
{
struct SharedOnly
{
  RCLCPP_SHARED_PTR_DEFINITIONS(SharedOnly)
};
struct WeakOnly
{
  RCLCPP_WEAK_PTR_DEFINITIONS(WeakOnly)
};
struct UniqueOnly
{
  RCLCPP_UNIQUE_PTR_DEFINITIONS(UniqueOnly)
};
struct Pointers
{
  RCLCPP_SMART_PTR_DEFINITIONS(Pointers)
};
struct Aliases
{
  RCLCPP_SMART_PTR_ALIASES_ONLY(Aliases)
};
struct NotCopyable
{
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NotCopyable)
  NotCopyable() = default;
};
struct NotCopied
{
  RCLCPP_DISABLE_COPY(NotCopied)
};
}  // namespace api
USE(RCLCPP_DISABLE_COPY, static_assert(!std::is_copy_constructible_v<api::NotCopied>));
USE(RCLCPP_SMART_PTR_DEFINITIONS, api::Pointers::ConstWeakPtr weak = api::Pointers::make_shared());
USE(RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE, auto one = api::NotCopyable::make_unique());
USE(RCLCPP_SMART_PTR_ALIASES_ONLY, api::Aliases::UniquePtr one; api::Aliases::ConstSharedPtr other);
USE(
  RCLCPP_SHARED_PTR_DEFINITIONS,
  api::SharedOnly::ConstSharedPtr one = api::SharedOnly::make_shared());
USE(RCLCPP_WEAK_PTR_DEFINITIONS, api::WeakOnly::WeakPtr one);
USE(RCLCPP_UNIQUE_PTR_DEFINITIONS, api::UniqueOnly::UniquePtr one = api::UniqueOnly::make_unique());
USE(RCLCPP_STRING_JOIN, int RCLCPP_STRING_JOIN(on, e) = 1; (void)one);

HEADER("rclcpp/visibility_control.hpp");
USE(RCLCPP_PUBLIC, struct RCLCPP_PUBLIC One{});
USE(RCLCPP_LOCAL, struct RCLCPP_LOCAL One{});

HEADER("rclcpp/version.h");
#include "rclcpp/version.h"
USE(RCLCPP_VERSION_MAJOR, static_assert(RCLCPP_VERSION_MAJOR == 28));
USE(RCLCPP_VERSION_MINOR, static_assert(RCLCPP_VERSION_MINOR == 1));
USE(RCLCPP_VERSION_PATCH, static_assert(RCLCPP_VERSION_PATCH >= 0));
USE(RCLCPP_VERSION_STR, const char * text = RCLCPP_VERSION_STR; (void)text);
USE(RCLCPP_VERSION_GTE, static_assert(RCLCPP_VERSION_GTE(28, 1, 0)));

HEADER("rclcpp/function_traits.hpp");
#include "rclcpp/function_traits.hpp"
TYPE(rclcpp::function_traits::function_traits<void(int)>);
TYPE(rclcpp::function_traits::tuple_tail<std::tuple<int>>::type);
TYPE(rclcpp::function_traits::arity_comparator<1, void(int)>);
TYPE(rclcpp::function_traits::check_arguments<void(int), int>);
TYPE(rclcpp::function_traits::same_arguments<void(int), void(int)>);
TYPE(rclcpp::function_traits::as_std_function<void(int)>::type);
