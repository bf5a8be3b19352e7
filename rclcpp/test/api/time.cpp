// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Time, clocks and timers
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"

using rclcpp::Clock;
using rclcpp::Context;
using rclcpp::Duration;
using rclcpp::Time;
using rclcpp::TimerBase;
using rclcpp::TimeSource;

HEADER("rclcpp/duration.hpp");
TYPE(rclcpp::Duration);
CONSTRUCTOR(Duration, (std::int32_t, std::uint32_t));
CONSTRUCTOR(Duration, (std::chrono::nanoseconds));
CONSTRUCTOR(Duration, (std::chrono::milliseconds));
CONSTRUCTOR(Duration, (builtin_interfaces::msg::Duration));
CONSTRUCTOR(Duration, (rcl_duration_t));
METHOD(
  builtin_interfaces::msg::Duration, const Duration, operator builtin_interfaces::msg::Duration,
  ());
METHOD(Duration &, Duration, operator=, (const builtin_interfaces::msg::Duration &));
METHOD(bool, const Duration, operator==, (const Duration &));
METHOD(bool, const Duration, operator!=, (const Duration &));
METHOD(bool, const Duration, operator<, (const Duration &));
METHOD(bool, const Duration, operator<=, (const Duration &));
METHOD(bool, const Duration, operator>=, (const Duration &));
METHOD(bool, const Duration, operator>, (const Duration &));
METHOD(Duration, const Duration, operator+, (const Duration &));
METHOD(Duration &, Duration, operator+=, (const Duration &));
METHOD(Duration, const Duration, operator-, (const Duration &));
METHOD(Duration &, Duration, operator-=, (const Duration &));
METHOD(Duration, const Duration, operator*, (double));
METHOD(Duration &, Duration, operator*=, (double));
FUNCTION(Duration, Duration::max, ());
FUNCTION(
  builtin_interfaces::msg::Time, rclcpp::operator+,
  (const builtin_interfaces::msg::Time &, const Duration &));
FUNCTION(
  builtin_interfaces::msg::Time, rclcpp::operator-,
  (const builtin_interfaces::msg::Time &, const Duration &));
METHOD(rcl_duration_value_t, const Duration, nanoseconds, ());
METHOD(double, const Duration, seconds, ());
FUNCTION(Duration, Duration::from_seconds, (double));
FUNCTION(Duration, Duration::from_nanoseconds, (rcl_duration_value_t));
FUNCTION(Duration, Duration::from_rmw_time, (rmw_time_t));
USE(to_chrono, std::chrono::milliseconds ms =
                 api::some<const Duration>().to_chrono<std::chrono::milliseconds>();
    (void)ms);
METHOD(rmw_time_t, const Duration, to_rmw_time, ());

HEADER("rclcpp/time.hpp");
TYPE(rclcpp::Time);
CONSTRUCTOR(Time, ());
CONSTRUCTOR(Time, (std::int32_t, std::uint32_t, rcl_clock_type_t));
CONSTRUCTOR(Time, (std::int64_t, rcl_clock_type_t));
CONSTRUCTOR(Time, (const builtin_interfaces::msg::Time &, rcl_clock_type_t));
CONSTRUCTOR(Time, (const rcl_time_point_t &));
METHOD(builtin_interfaces::msg::Time, const Time, operator builtin_interfaces::msg::Time, ());
METHOD(Time &, Time, operator=, (const builtin_interfaces::msg::Time &));
METHOD(bool, const Time, operator==, (const Time &));
METHOD(bool, const Time, operator!=, (const Time &));
METHOD(bool, const Time, operator<, (const Time &));
METHOD(bool, const Time, operator<=, (const Time &));
METHOD(bool, const Time, operator>=, (const Time &));
METHOD(bool, const Time, operator>, (const Time &));
METHOD(Time, const Time, operator+, (const Duration &));
METHOD(Duration, const Time, operator-, (const Time &));
METHOD(Time, const Time, operator-, (const Duration &));
METHOD(Time &, Time, operator+=, (const Duration &));
METHOD(Time &, Time, operator-=, (const Duration &));
FUNCTION(Time, rclcpp::operator+, (const Duration &, const Time &));
METHOD(rcl_time_point_value_t, const Time, nanoseconds, ());
FUNCTION(Time, Time::max, (rcl_clock_type_t));
METHOD(double, const Time, seconds, ());
METHOD(rcl_clock_type_t, const Time, get_clock_type, ());
FUNCTION(
  builtin_interfaces::msg::Time, rclcpp::convert_rcl_time_to_sec_nanos, (rcl_time_point_value_t));

HEADER("rclcpp/clock.hpp");
TYPE(rclcpp::JumpHandler);
TYPE(rclcpp::JumpHandler::pre_callback_t);
TYPE(rclcpp::JumpHandler::post_callback_t);
FIELD(rcl_jump_threshold_t, rclcpp::JumpHandler, notice_threshold);
TYPE(rclcpp::Clock);
CONSTRUCTOR(Clock, (rcl_clock_type_t));
METHOD(Time, const Clock, now, ());
METHOD(bool, Clock, sleep_until, (Time, Context::SharedPtr));
METHOD(bool, Clock, sleep_for, (Duration, Context::SharedPtr));
METHOD(bool, Clock, started, ());
METHOD(bool, Clock, wait_until_started, (Context::SharedPtr));
METHOD(bool, Clock, wait_until_started, (const Duration &, Context::SharedPtr, const Duration &));
METHOD(void, Clock, cancel_sleep_or_wait, ());
METHOD(bool, Clock, ros_time_is_active, ());
METHOD(rcl_clock_type_t, const Clock, get_clock_type, ());
METHOD(std::mutex &, Clock, get_clock_mutex, ());
METHOD(
  rclcpp::JumpHandler::SharedPtr, Clock, create_jump_callback,
  (rclcpp::JumpHandler::pre_callback_t, rclcpp::JumpHandler::post_callback_t,
   const rcl_jump_threshold_t &));
METHOD(rcl_clock_t *, Clock, get_clock_handle, ());
TYPE(rclcpp::ClockWaiter);
CONSTRUCTOR(rclcpp::ClockWaiter, (const Clock::SharedPtr &));
METHOD(
  bool, rclcpp::ClockWaiter, wait_until,
  (std::unique_lock<std::mutex> &, const Time &, const std::function<bool()> &));
METHOD(void, rclcpp::ClockWaiter, notify_one, ());
TYPE(rclcpp::ClockConditionalVariable);
CONSTRUCTOR(rclcpp::ClockConditionalVariable, (const Clock::SharedPtr &, Context::SharedPtr));
METHOD(
  bool, rclcpp::ClockConditionalVariable, wait_until,
  (std::unique_lock<std::mutex> &, Time, const std::function<bool()> &));
METHOD(void, rclcpp::ClockConditionalVariable, notify_one, ());
METHOD(std::mutex &, rclcpp::ClockConditionalVariable, mutex, ());

HEADER("rclcpp/rate.hpp");
TYPE(rclcpp::RateBase);
METHOD(bool, rclcpp::RateBase, sleep, ());
METHOD(rcl_clock_type_t, const rclcpp::RateBase, get_type, ());
METHOD(void, rclcpp::RateBase, reset, ());
TYPE(rclcpp::Rate);
CONSTRUCTOR(rclcpp::Rate, (double, Clock::SharedPtr));
CONSTRUCTOR(rclcpp::Rate, (const Duration &, Clock::SharedPtr));
METHOD(bool, rclcpp::Rate, sleep, ());
METHOD(rcl_clock_type_t, const rclcpp::Rate, get_type, ());
METHOD(void, rclcpp::Rate, reset, ());
METHOD(std::chrono::nanoseconds, const rclcpp::Rate, period, ());
TYPE(rclcpp::WallRate);
CONSTRUCTOR(rclcpp::WallRate, (double));
CONSTRUCTOR(rclcpp::WallRate, (const Duration &));
TYPE(rclcpp::ROSRate);
CONSTRUCTOR(rclcpp::ROSRate, (double));
CONSTRUCTOR(rclcpp::ROSRate, (const Duration &));
TYPE(rclcpp::GenericRate<std::chrono::steady_clock>);
CONSTRUCTOR(rclcpp::GenericRate<std::chrono::steady_clock>, (double));
CONSTRUCTOR(rclcpp::GenericRate<std::chrono::steady_clock>, (std::chrono::nanoseconds));
METHOD(bool, const rclcpp::GenericRate<std::chrono::steady_clock>, is_steady, ());

HEADER("rclcpp/time_source.hpp");
TYPE(rclcpp::TimeSource);
CONSTRUCTOR(TimeSource, (rclcpp::Node::SharedPtr, const rclcpp::QoS &, bool));
CONSTRUCTOR(TimeSource, (const rclcpp::QoS &, bool));
METHOD(void, TimeSource, attachNode, (rclcpp::Node::SharedPtr));
METHOD(
  void, TimeSource, attachNode,
  (rclcpp::node_interfaces::NodeBaseInterface::SharedPtr,
   rclcpp::node_interfaces::NodeTopicsInterface::SharedPtr,
   rclcpp::node_interfaces::NodeGraphInterface::SharedPtr,
   std::shared_ptr<rclcpp::node_interfaces::NodeServicesInterface>,
   rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr,
   rclcpp::node_interfaces::NodeClockInterface::SharedPtr,
   rclcpp::node_interfaces::NodeParametersInterface::SharedPtr));
METHOD(void, TimeSource, detachNode, ());
METHOD(void, TimeSource, attachClock, (Clock::SharedPtr));
METHOD(void, TimeSource, detachClock, (Clock::SharedPtr));
METHOD(bool, TimeSource, get_use_clock_thread, ());
METHOD(void, TimeSource, set_use_clock_thread, (bool));
METHOD(bool, TimeSource, clock_thread_is_joinable, ());

HEADER("rclcpp/timer.hpp");
TYPE(rclcpp::TimerInfo);
FIELD(Time, rclcpp::TimerInfo, expected_call_time);
FIELD(Time, rclcpp::TimerInfo, actual_call_time);
TYPE(rclcpp::TimerBase);
METHOD(void, TimerBase, cancel, ());
METHOD(bool, TimerBase, is_canceled, ());
METHOD(void, TimerBase, reset, ());
METHOD(std::shared_ptr<void>, TimerBase, call, ());
METHOD(void, TimerBase, execute_callback, (const std::shared_ptr<void> &));
METHOD(std::chrono::nanoseconds, TimerBase, time_until_trigger, ());
METHOD(bool, TimerBase, is_steady, ());
METHOD(bool, TimerBase, is_ready, ());
METHOD(bool, TimerBase, exchange_in_use_by_wait_set_state, (bool));
METHOD(void, TimerBase, set_on_reset_callback, (std::function<void(std::size_t)>));
METHOD(void, TimerBase, clear_on_reset_callback, ());
MISSING_MEMBER(TimerBase, get_timer_handle, "there is no rcl below");
TYPE(rclcpp::VoidCallbackType);
TYPE(rclcpp::TimerCallbackType);
TYPE(rclcpp::TimerInfoCallbackType);
TYPE(rclcpp::GenericTimer<rclcpp::TimerCallbackType>);
CONSTRUCTOR(
  rclcpp::GenericTimer<rclcpp::VoidCallbackType>,
  (Clock::SharedPtr, std::chrono::nanoseconds, rclcpp::VoidCallbackType &&, Context::SharedPtr,
   bool));
TYPE(rclcpp::WallTimer<rclcpp::TimerInfoCallbackType>);
CONSTRUCTOR(
  rclcpp::WallTimer<rclcpp::VoidCallbackType>,
  (std::chrono::nanoseconds, rclcpp::VoidCallbackType &&, Context::SharedPtr, bool));

HEADER("rclcpp/create_timer.hpp");
FUNCTION(
  TimerBase::SharedPtr, rclcpp::create_timer,
  (rclcpp::Node::SharedPtr, Clock::SharedPtr, Duration, rclcpp::VoidCallbackType,
   rclcpp::CallbackGroup::SharedPtr, bool));
FUNCTION(
  TimerBase::SharedPtr, rclcpp::create_timer,
  (rclcpp::node_interfaces::NodeBaseInterface::SharedPtr,
   rclcpp::node_interfaces::NodeTimersInterface::SharedPtr, Clock::SharedPtr, Duration,
   rclcpp::VoidCallbackType, rclcpp::CallbackGroup::SharedPtr, bool));
FUNCTION(
  TimerBase::SharedPtr, rclcpp::create_timer,
  (Clock::SharedPtr, std::chrono::milliseconds, rclcpp::VoidCallbackType,
   rclcpp::CallbackGroup::SharedPtr, rclcpp::node_interfaces::NodeBaseInterface *,
   rclcpp::node_interfaces::NodeTimersInterface *, bool));
FUNCTION(
  TimerBase::SharedPtr, rclcpp::create_wall_timer,
  (std::chrono::milliseconds, rclcpp::VoidCallbackType, rclcpp::CallbackGroup::SharedPtr,
   rclcpp::node_interfaces::NodeBaseInterface *, rclcpp::node_interfaces::NodeTimersInterface *,
   bool));
