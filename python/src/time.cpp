// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// clock, wait_clock and timer for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "gil.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "notifier.hpp"
#include "rcl/time.h"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

/// A clock of some kind, or a node's. Thread-safe.
struct clock
{
  rclcpp::Clock::SharedPtr clock;
};

void check(rcl_ret_t result)
{
  if (result != RCL_RET_OK) {
    rclcpp::exceptions::throw_from_rcl_error(result);
  }
}

/// Callbacks of Python for jumps of a clock, called without the GIL in the thread that sets the
/// time. Exceptions are reported as unraisable.
class jump_callback
{
public:
  jump_callback(const clock & of, nb::object before, nb::object after, rcl_jump_threshold_t when)
  {
    const std::shared_ptr<functions> called(
      new functions{std::move(before), std::move(after)}, [](const functions * destroyed) {
        const gil_acquired gil;
        delete destroyed;
      });
    const gil_released released;
    handler_.set(of.clock->create_jump_callback(
      [called] { call(called->before); },
      [called](const rcl_time_jump_t & jump) {
        call(called->after, static_cast<int>(jump.clock_change), jump.delta.nanoseconds);
      },
      when));
  }
  ~jump_callback()
  {
    const gil_released released;
    close();
  }

  void close() { handler_.take(); }

private:
  struct functions
  {
    nb::object before;
    nb::object after;
  };

  template <typename... Args>
  static void call(const nb::object & function, Args... args)
  {
    const gil_acquired gil;
    if (function.is_none()) {
      return;
    }
    try {
      take_gil([&] { function(args...); });  // the program may end meanwhile
    } catch (nb::python_error & error) {
      error.discard_as_unraisable(function);
    }
  }

  handle<rclcpp::JumpHandler> handler_{"jump callback"};
};

/// The time in which waits are counted: that of a clock, without its jumps. It advances by each
/// step ahead of simulated time, of any size. It stands still when simulated time is set back,
/// starts (leaves 0), or is switched on or off. While time is not simulated it advances with the
/// steady clock. Every wait therefore keeps its remaining time. Ready when simulated time has
/// reached the wake-up time, and when simulated time was switched on or off. Thread-safe.
class wait_clock
{
public:
  explicit wait_clock(const clock & of) : state_(std::make_shared<state>(of.clock))
  {
    // Every step of simulated time is a jump. The state holds the clock, not the other way round.
    handler_.set(of.clock->create_jump_callback(
      nullptr,
      [weak = std::weak_ptr(state_)](const rcl_time_jump_t &) {
        if (const auto kept = weak.lock()) {
          kept->jumped();
        }
      },
      {true, {1}, {-1}}));
    state_->jumped();  // in case its source has changed meanwhile
  }
  ~wait_clock()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (handler_.take()) {
      state_->listen(nullptr, 0);
    }
  }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    state_->listen(std::move(to), key);
  }
  void taking() { state_->taking(); }

  std::int64_t now() const { return state_->now(); }
  bool is_simulated() const { return state_->is_simulated(); }
  /// Makes the source ready when simulated time has reached `time` of now(); replaces the former
  /// call.
  void wake_at(std::int64_t time) { state_->wake_at(time); }

private:
  class state : public source
  {
  public:
    explicit state(rclcpp::Clock::SharedPtr clock) : clock_(std::move(clock)) { look(); }

    /// Handles a jump of the clock or a change of its source.
    void jumped()
    {
      {
        const std::lock_guard lock(mutex_);
        const bool was_simulated = simulated_;
        const std::int64_t before = base_;
        if (!was_simulated) {
          pass(steady_.now().nanoseconds() - before);
        }
        look();
        if (was_simulated && simulated_) {
          if (before != 0) {
            pass(base_ - before);
          }
          if (passed_ < wake_at_) {
            return;
          }
        }
        wake_at_ = never;
      }
      announce();
    }

    std::int64_t now() const
    {
      const std::lock_guard lock(mutex_);
      return simulated_ ? passed_ : sum(passed_, steady_.now().nanoseconds() - base_);
    }

    bool is_simulated() const
    {
      const std::lock_guard lock(mutex_);
      return simulated_;
    }

    void wake_at(std::int64_t time)
    {
      {
        const std::lock_guard lock(mutex_);
        wake_at_ = time;
        if (!simulated_ || passed_ < time) {
          return;
        }
        wake_at_ = never;
      }
      announce();
    }

  private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    static std::int64_t sum(std::int64_t passed, std::int64_t more)
    {
      return passed > never - more ? never : passed + more;
    }

    void pass(std::int64_t more) { passed_ = sum(passed_, std::max<std::int64_t>(more, 0)); }

    void look()
    {
      simulated_ = clock_->ros_time_is_active();
      base_ = simulated_ ? clock_->now().nanoseconds() : steady_.now().nanoseconds();
    }

    const rclcpp::Clock::SharedPtr clock_;
    mutable rclcpp::Clock steady_{RCL_STEADY_TIME};
    mutable std::mutex mutex_;  // guards the members below
    bool simulated_ = false;
    std::int64_t passed_ = 0;  // elapsed until `base_`
    std::int64_t base_ = 0;    // simulated time (0 before it starts), or the steady clock
    std::int64_t wake_at_ = never;
  };

  const std::shared_ptr<state> state_;
  handle<rclcpp::JumpHandler> handler_{"clock of waits"};
};

/// A timer. Ready when a call is due. The runtime's thread watches the time; missed calls count as
/// one.
class timer
{
public:
  timer(const node & owner, const clock & time, std::int64_t period_nanoseconds, bool autostart)
  {
    const auto kept = owner.get();
    timer_.set(rclcpp::create_timer(
      time.clock, std::chrono::nanoseconds(period_nanoseconds),
      [state = state_](const rclcpp::TimerInfo & info) {
        {
          const std::lock_guard lock(state->mutex);
          state->due = {info.expected_call_time.nanoseconds(), info.actual_call_time.nanoseconds()};
        }
        state->announce();
      },
      nullptr, kept->get_node_base_interface().get(), kept->get_node_timers_interface().get(),
      autostart));
  }
  ~timer()
  {
    const gil_released released;
    close();
  }

  void close()
  {
    if (const auto kept = timer_.take()) {
      kept->cancel();
      state_->listen(nullptr, 0);
    }
  }

  rclcpp::TimerBase::SharedPtr get() const { return timer_.get(); }

  void listen(std::shared_ptr<notifier> to, std::int64_t key)
  {
    state_->listen(std::move(to), key);
  }

  /// Returns when the call was due and when that was noticed, in nanoseconds of its clock; nothing
  /// if no call is due.
  std::optional<std::tuple<std::int64_t, std::int64_t>> take()
  {
    state_->taking();
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->due, std::nullopt);
  }

  bool is_due() const
  {
    const std::lock_guard lock(state_->mutex);
    return state_->due.has_value();
  }

  /// Drops a call that is due.
  void forget() { take(); }

private:
  struct state : source
  {
    std::mutex mutex;  // guards `due`
    std::optional<std::tuple<std::int64_t, std::int64_t>> due;
  };

  const std::shared_ptr<state> state_ = std::make_shared<state>();
  handle<rclcpp::TimerBase> timer_{"timer"};
};

}  // namespace

void bind_time(nb::module_ & module)
{
  using released = nb::call_guard<gil_released>;
  nb::class_<clock>(module, "Clock")
    .def(
      "__init__",
      [](clock * self, int type) {
        new (self) clock{std::make_shared<rclcpp::Clock>(static_cast<rcl_clock_type_t>(type))};
      },
      nb::arg("type"))
    .def_static(
      "of", [](const node & owner) { return clock{owner.get()->get_clock()}; }, nb::arg("node"))
    .def("now", [](const clock & self) { return self.clock->now().nanoseconds(); })
    .def("type", [](const clock & self) { return static_cast<int>(self.clock->get_clock_type()); })
    .def("is_simulated", [](const clock & self) { return self.clock->ros_time_is_active(); })
    .def(
      "simulate",
      [](const clock & self, bool on) {
        rcl_clock_t * const handle = self.clock->get_clock_handle();
        check(on ? rcl_enable_ros_time_override(handle) : rcl_disable_ros_time_override(handle));
      },
      nb::arg("on"), released())
    .def(
      "set",
      [](const clock & self, std::int64_t nanoseconds) {
        check(rcl_set_ros_time_override(self.clock->get_clock_handle(), nanoseconds));
      },
      nb::arg("nanoseconds"), released());
  nb::class_<jump_callback>(module, "JumpCallback")
    .def(
      "__init__",
      [](
        jump_callback * self, const clock & of, nb::object before, nb::object after,
        bool on_clock_change, std::int64_t forward, std::int64_t backward) {
        new (self) jump_callback(
          of, std::move(before), std::move(after), {on_clock_change, {forward}, {backward}});
      },
      nb::arg("clock"), nb::arg("before").none(), nb::arg("after").none(),
      nb::arg("on_clock_change"), nb::arg("forward"), nb::arg("backward"))
    .def("close", &jump_callback::close, released());
  nb::class_<wait_clock>(module, "WaitClock")
    .def(nb::init<const clock &>(), nb::arg("clock"), released())
    .def("close", &wait_clock::close, released())
    .def("listen", &wait_clock::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("taking", &wait_clock::taking)
    .def("now", &wait_clock::now)
    .def("is_simulated", &wait_clock::is_simulated)
    .def("wake_at", &wait_clock::wake_at, nb::arg("time"));
  nb::class_<timer>(module, "Timer")
    .def(
      nb::init<const node &, const clock &, std::int64_t, bool>(), nb::arg("node"),
      nb::arg("clock"), nb::arg("period"), nb::arg("autostart") = true, released())
    .def("close", &timer::close, released())
    .def("listen", &timer::listen, nb::arg("notifier").none(), nb::arg("key"), released())
    .def("take", &timer::take)
    .def("is_due", &timer::is_due)
    .def(
      "cancel",
      [](timer & self) {
        self.get()->cancel();
        self.forget();
      },
      released())
    .def("is_canceled", [](const timer & self) { return self.get()->is_canceled(); })
    .def(
      "reset",
      [](timer & self) {
        self.forget();
        self.get()->reset();
      },
      released())
    .def("time_until_due", [](const timer & self) {
      return self.get()->time_until_trigger().count();
    });
}

}  // namespace rxros2_python
