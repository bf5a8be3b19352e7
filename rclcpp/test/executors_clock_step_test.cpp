// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The system clock is set back during a sleep: for the kernel, a deadline of that clock is then an
// hour later than at the beginning of the sleep. This test has that state from the start: this
// process reads the clock an hour ahead of the kernel.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "executors_support.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_set.hpp"

// Replaces libc's function for all libraries of this process.
extern "C" int clock_gettime(clockid_t clock, timespec * time) noexcept
{
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (result == 0 && clock == CLOCK_REALTIME) {
    time->tv_sec += 3600;
  }
  return result;
}

namespace executors_test
{

class TimerGroup : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_timer;
  using CallbackGroup::CallbackGroup;
};

class ExecutorsClockStep : public ExecutorsTest
{
protected:
  rclcpp::TimerBase::SharedPtr system_timer(std::chrono::nanoseconds period)
  {
    return std::make_shared<rclcpp::GenericTimer<std::function<void()>>>(
      std::make_shared<rclcpp::Clock>(RCL_SYSTEM_TIME), period, [] {}, context);
  }
};

TEST_F(ExecutorsClockStep, SteadyTimersAndTimeoutsGoOn)
{
  rclcpp::executors::SingleThreadedExecutor executor(options);
  auto group = std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  executor.add_callback_group(group);
  auto slow = system_timer(20ms);
  group->add_timer(slow);
  executor.spin_once(50ms);
  int ran = 0;
  auto steady = std::make_shared<rclcpp::WallTimer<std::function<void()>>>(
    30ms,
    [&] {
      if (++ran == 3) {
        executor.cancel();
      }
    },
    context);
  group->add_timer(steady);
  executor.spin();
  EXPECT_EQ(ran, 3);
}

TEST_F(ExecutorsClockStep, WaitSetsGoOn)
{
  auto timer = system_timer(20ms);
  rclcpp::WaitSet wait_set({}, {}, {timer}, {}, {}, {}, context);
  EXPECT_EQ(wait_set.wait(10min).kind(), rclcpp::WaitResultKind::Ready);
}

}  // namespace executors_test
