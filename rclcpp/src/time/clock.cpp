// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clock: reading the time, jumps of simulated time, sleeping.
#include "rclcpp/clock.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/condition.hpp"
#include "base/saturated.hpp"
#include "rcl/error_handling.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "time/clock_reading.hpp"
#include "time/virtual_wait.hpp"

namespace rclcpp
{

namespace
{

bool noticed(const rcl_jump_threshold_t & threshold, const rcl_time_jump_t & jump)
{
  const bool source_changed =
    jump.clock_change == RCL_ROS_TIME_ACTIVATED || jump.clock_change == RCL_ROS_TIME_DEACTIVATED;
  const std::int64_t delta = jump.delta.nanoseconds;
  const std::int64_t forward = threshold.min_forward.nanoseconds;
  const std::int64_t backward = threshold.min_backward.nanoseconds;
  return (source_changed && threshold.on_clock_change) || (backward != 0 && delta <= backward) ||
         (forward != 0 && delta >= forward);
}

}  // namespace

// A jump handler with the state that ends its callbacks when it is dropped.
struct RegisteredHandler
{
  RegisteredHandler(
    JumpHandler::pre_callback_t pre_callback, JumpHandler::post_callback_t post_callback,
    const rcl_jump_threshold_t & threshold)
  : handler(std::move(pre_callback), std::move(post_callback), threshold)
  {
  }

  // An exception is logged: the clock must move, and the other handlers must notice it.
  template <typename Callback, typename... Args>
  void call(const Callback & callback, const Args &... args)
  {
    try {
      std::lock_guard<std::recursive_mutex> lock(mutex);
      if (!dropped && callback) {
        callback(args...);
      }
    } catch (const std::exception & error) {
      RCLCPP_ERROR(get_logger("rclcpp"), "a jump callback of a clock threw: %s", error.what());
    } catch (...) {
      RCLCPP_ERROR(
        get_logger("rclcpp"),
        "a jump callback of a clock threw an exception that is not a std::exception");
    }
  }

  void drop()
  {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    dropped = true;
  }

  JumpHandler handler;
  std::recursive_mutex mutex;  // held during the callbacks, which may drop the handler
  bool dropped = false;
};

class Clock::Impl
{
public:
  explicit Impl(rcl_clock_type_t clock_type) : type(clock_type) {}

  std::int64_t now() const
  {
    switch (type) {
      case RCL_CLOCK_UNINITIALIZED:
        throw exceptions::RCLError("a clock of type RCL_CLOCK_UNINITIALIZED has no time");
      case RCL_STEADY_TIME:
        return base::steady_now();
      case RCL_ROS_TIME:
        if (overridden.load(std::memory_order_acquire)) {
          return override_ns.load(std::memory_order_relaxed);
        }
        return base::system_now();
      default:
        return base::system_now();
    }
  }

  void check_ros_clock() const
  {
    if (type != RCL_ROS_TIME) {
      throw std::invalid_argument("only a clock of type RCL_ROS_TIME can be overridden");
    }
  }

  // Makes the change between the callbacks that notice it. The clock mutex is held.
  template <typename Change>
  void jump(const rcl_time_jump_t & jump, Change change)
  {
    std::vector<std::shared_ptr<RegisteredHandler>> all;
    {
      std::lock_guard<std::mutex> lock(handlers_mutex);
      std::erase_if(handlers, [](const auto & handler) { return handler.expired(); });
      for (const std::weak_ptr<RegisteredHandler> & weak : handlers) {
        if (auto registered = weak.lock()) {
          all.push_back(std::move(registered));
        }
      }
    }
    std::erase_if(all, [&](const auto & registered) {
      return !noticed(registered->handler.notice_threshold, jump);
    });
    for (const auto & registered : all) {
      registered->call(registered->handler.pre_callback);
    }
    {
      std::lock_guard<std::mutex> lock(sleep_mutex);
      const bool started = override_ns != 0;
      change();
      if (jump.clock_change != RCL_ROS_TIME_NO_CHANGE) {
        ++source_changes;
      } else if (jump.delta.nanoseconds < 0) {
        went_back = base::add_saturated(went_back, jump.delta.nanoseconds);
      } else if (!started) {
        began_at = base::add_saturated(began_at, jump.delta.nanoseconds);
      }
      sleepers.notify_all();
    }
    for (const auto & registered : all) {
      registered->call(registered->handler.post_callback, jump);
    }
  }

  void set_overridden(bool enable)
  {
    check_ros_clock();
    std::lock_guard<std::mutex> lock(clock_mutex);
    if (overridden == enable) {
      return;
    }
    const rcl_clock_change_t change = enable ? RCL_ROS_TIME_ACTIVATED : RCL_ROS_TIME_DEACTIVATED;
    jump({change, {0}}, [&] { overridden.store(enable, std::memory_order_release); });
  }

  void set_override(std::int64_t nanoseconds)
  {
    check_ros_clock();
    std::lock_guard<std::mutex> lock(clock_mutex);
    if (!overridden) {
      override_ns = nanoseconds;
      return;
    }
    const std::int64_t delta = base::subtract_saturated(nanoseconds, override_ns);
    jump({RCL_ROS_TIME_NO_CHANGE, {delta}}, [&] { override_ns = nanoseconds; });
  }

  // Waits until `done`, shutdown or cancel, and returns whether `done`. Checks `done` whenever the
  // clock or its source changes, and at `deadline` of the clock `Base` unless that is null.
  template <typename Base, typename Done>
  bool wait(
    const Context::SharedPtr & context,
    const std::chrono::time_point<Base, std::chrono::nanoseconds> * deadline, Done done)
  {
    if (!context || !context->accepts_entities()) {
      throw std::runtime_error("context cannot be slept with because it's invalid");
    }
    // Wakes this wait at shutdown. Its removal waits for a running call.
    struct Wake
    {
      Wake(Impl & clock, Context & its_context)
      : context(its_context), handle(context.add_on_shutdown_callback([&clock] {
          std::lock_guard<std::mutex> lock(clock.sleep_mutex);
          clock.sleepers.notify_all();
        }))
      {
      }
      Wake(const Wake &) = delete;
      Wake & operator=(const Wake &) = delete;
      ~Wake() { context.remove_on_shutdown_callback(handle); }
      Context & context;
      const OnShutdownCallbackHandle handle;
    } const wake(*this, *context);
    std::unique_lock<std::mutex> lock(sleep_mutex);
    bool met = done();  // throws if the clock has no time
    const std::uint64_t cancels_before = cancels;
    ++waiting;
    for (; !met && context->is_valid() && cancels == cancels_before && !cancel_next; met = done()) {
      if (detail::is_virtual()) {
        const auto ended = [&] { return done() || !context->is_valid() || cancel_next; };
        const std::chrono::nanoseconds until =
          deadline ? deadline->time_since_epoch() : std::chrono::nanoseconds::max();
        detail::wait_virtually(lock, until.count(), ended);
      } else if (deadline != nullptr) {
        sleepers.wait_until(lock, *deadline);
      } else {
        sleepers.wait(lock);
      }
    }
    --waiting;
    cancel_next = false;
    return met && context->is_valid();
  }

  enum class Sleep
  {
    until,
    span
  };

  // Sleeps until a point of time, or for a span from now on. A sleep in simulated time keeps what
  // is left of it when time goes back, and a span does when time begins: it is no lapse of time
  // that the first /clock comes.
  bool sleep(std::int64_t time, Sleep kind, const Context::SharedPtr & context)
  {
    std::int64_t until = 0;
    std::uint64_t changes_before = 0;
    bool simulated = false;
    std::int64_t moved_before = 0;
    const auto moved = [&] {
      return kind == Sleep::span ? base::add_saturated(went_back, began_at) : went_back;
    };
    {
      std::lock_guard<std::mutex> lock(sleep_mutex);  // no jump may come between these
      until = kind == Sleep::span ? base::add_saturated(now(), time) : time;
      changes_before = source_changes;
      simulated = overridden;
      moved_before = moved();
    }
    const auto reached = [&] { return now() >= until; };
    if (type == RCL_STEADY_TIME) {
      const std::chrono::steady_clock::time_point deadline{std::chrono::nanoseconds(until)};
      return wait<std::chrono::steady_clock>(context, &deadline, reached);
    }
    const std::chrono::sys_time<std::chrono::nanoseconds> deadline{std::chrono::nanoseconds(until)};
    if (type != RCL_ROS_TIME) {
      return wait<std::chrono::system_clock>(context, &deadline, reached);
    }
    const auto done = [&] {
      if (source_changes != changes_before) {
        return true;
      }
      const std::int64_t by = simulated ? base::subtract_saturated(moved(), moved_before) : 0;
      return now() >= base::add_saturated(until, by);
    };
    return wait<std::chrono::system_clock>(context, simulated ? nullptr : &deadline, done) &&
           source_changes == changes_before;
  }

  detail::ClockReading read()
  {
    std::lock_guard<std::mutex> lock(sleep_mutex);
    return {now(), went_back};
  }

  const rcl_clock_type_t type;
  rcl_clock_t handle{type, this};
  std::mutex clock_mutex;  // serialises jumps; held while their callbacks run
  std::atomic_bool overridden{false};
  std::atomic<std::int64_t> override_ns{0};

  std::mutex handlers_mutex;  // guards the members below up to the next mutex
  std::vector<std::weak_ptr<RegisteredHandler>> handlers;
  std::size_t forget_dropped_at = 8;  // how many handlers: so each one is looked at O(1) times

  std::mutex sleep_mutex;  // also held while the override changes, so that no sleeper misses that
  base::Condition sleepers;
  std::atomic<std::uint64_t> source_changes{0};
  // The sum of the steps by which simulated time was set back, and the time at which it began, in
  // nanoseconds. Guarded by sleep_mutex.
  std::int64_t went_back = 0;
  std::int64_t began_at = 0;
  std::uint64_t cancels = 0;
  int waiting = 0;           // threads
  bool cancel_next = false;  // cancel_sleep() was called while no thread waited
};

JumpHandler::JumpHandler(
  pre_callback_t pre_callback, post_callback_t post_callback,
  const rcl_jump_threshold_t & threshold)
: pre_callback(std::move(pre_callback)),
  post_callback(std::move(post_callback)),
  notice_threshold(threshold)
{
}

Clock::Clock(rcl_clock_type_t clock_type) : impl_(std::make_shared<Impl>(clock_type))
{
}

Clock::~Clock() = default;

Time Clock::now() const
{
  return Time(impl_->now(), impl_->type);
}

bool Clock::sleep_until(Time until, Context::SharedPtr context)
{
  if (until.get_clock_type() != impl_->type) {
    throw std::runtime_error("until's clock type does not match this clock's type");
  }
  return impl_->sleep(until.nanoseconds(), Impl::Sleep::until, context);
}

bool Clock::sleep_for(Duration rel_time, Context::SharedPtr context)
{
  return impl_->sleep(rel_time.nanoseconds(), Impl::Sleep::span, context);
}

bool Clock::started()
{
  return impl_->now() != 0;
}

bool Clock::wait_until_started(Context::SharedPtr context)
{
  return impl_->wait<std::chrono::steady_clock>(context, nullptr, [this] { return started(); });
}

bool Clock::wait_until_started(
  const Duration & timeout, Context::SharedPtr context, const Duration &)
{
  const auto now = std::chrono::steady_clock::now();
  const auto deadline = now + std::min<std::chrono::nanoseconds>(
                                timeout.to_chrono<std::chrono::nanoseconds>(),
                                std::chrono::steady_clock::time_point::max() - now);
  impl_->wait<std::chrono::steady_clock>(
    context, &deadline, [&] { return started() || std::chrono::steady_clock::now() >= deadline; });
  return started();
}

void Clock::cancel_sleep_or_wait()
{
  std::lock_guard<std::mutex> lock(impl_->sleep_mutex);
  if (impl_->waiting == 0) {
    impl_->cancel_next = true;
    return;
  }
  ++impl_->cancels;
  impl_->sleepers.notify_all();
}

bool Clock::ros_time_is_active()
{
  return impl_->overridden;
}
rcl_clock_type_t Clock::get_clock_type() const noexcept
{
  return impl_->type;
}
rcl_clock_t * Clock::get_clock_handle() noexcept
{
  return &impl_->handle;
}
std::mutex & Clock::get_clock_mutex() noexcept
{
  return impl_->clock_mutex;
}

JumpHandler::SharedPtr Clock::create_jump_callback(
  JumpHandler::pre_callback_t pre_callback, JumpHandler::post_callback_t post_callback,
  const rcl_jump_threshold_t & threshold)
{
  if (threshold.min_forward.nanoseconds < 0) {
    throw std::invalid_argument(
      "jump threshold: min_forward is 0 ns or more, got " +
      std::to_string(threshold.min_forward.nanoseconds) + " ns");
  }
  if (threshold.min_backward.nanoseconds > 0) {
    throw std::invalid_argument(
      "jump threshold: min_backward is 0 ns or less, got " +
      std::to_string(threshold.min_backward.nanoseconds) + " ns");
  }
  auto registered = std::make_shared<RegisteredHandler>(
    std::move(pre_callback), std::move(post_callback), threshold);
  {
    std::lock_guard<std::mutex> lock(impl_->handlers_mutex);
    if (impl_->handlers.size() >= impl_->forget_dropped_at) {
      std::erase_if(impl_->handlers, [](const auto & known) { return known.expired(); });
      impl_->forget_dropped_at = 2 * impl_->handlers.size() + 8;
    }
    impl_->handlers.push_back(registered);
  }
  JumpHandler * const handler = &registered->handler;
  return {handler, [registered = std::move(registered)](JumpHandler *) { registered->drop(); }};
}

namespace detail
{
void enable_ros_time_override(Clock & clock)
{
  clock.impl_->set_overridden(true);
}
void disable_ros_time_override(Clock & clock)
{
  clock.impl_->set_overridden(false);
}
void set_ros_time_override(Clock & clock, rcl_time_point_value_t nanoseconds)
{
  clock.impl_->set_override(nanoseconds);
}
ClockReading read(Clock & clock)
{
  return static_cast<Clock::Impl *>(clock.get_clock_handle()->data)->read();
}
}  // namespace detail

}  // namespace rclcpp

// The functions of rcl/time.h.
namespace
{
template <typename Function>
rcl_ret_t with_clock(const rcl_clock_t * clock, Function function)
{
  if (!clock || !clock->data) {
    RCL_SET_ERROR_MSG("the clock is null");
    return RCL_RET_INVALID_ARGUMENT;
  }
  try {
    function(*static_cast<rclcpp::Clock::Impl *>(clock->data));
    return RCL_RET_OK;
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG(error.what());
    return RCL_RET_ERROR;
  }
}
}  // namespace

rcl_ret_t rcl_clock_get_now(rcl_clock_t * clock, rcl_time_point_value_t * time_point_value)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(time_point_value, RCL_RET_INVALID_ARGUMENT);
  return with_clock(clock, [&](const auto & impl) { *time_point_value = impl.now(); });
}

rcl_ret_t rcl_enable_ros_time_override(rcl_clock_t * clock)
{
  return with_clock(clock, [](auto & impl) { impl.set_overridden(true); });
}

rcl_ret_t rcl_disable_ros_time_override(rcl_clock_t * clock)
{
  return with_clock(clock, [](auto & impl) { impl.set_overridden(false); });
}

rcl_ret_t rcl_is_enabled_ros_time_override(rcl_clock_t * clock, bool * is_enabled)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(is_enabled, RCL_RET_INVALID_ARGUMENT);
  return with_clock(clock, [&](const auto & impl) {
    impl.check_ros_clock();
    *is_enabled = impl.overridden;
  });
}

rcl_ret_t rcl_set_ros_time_override(rcl_clock_t * clock, rcl_time_point_value_t time_value)
{
  return with_clock(clock, [&](auto & impl) { impl.set_override(time_value); });
}
