// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A thread with a VirtualTime: its waits end at once, in order, and other threads are not affected.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/virtual_time.hpp"

using namespace std::chrono_literals;

namespace
{

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t begin = 1'700'000'000'000 * ms;

/// An event each 100 ms, five times; the last one ends the context if requested.
class World final : public rclcpp::VirtualWorld
{
public:
  std::int64_t next_event() noexcept override
  {
    return events < 5 ? begin + 100 * ms * (events + 1) : never;
  }
  void run_next_event() noexcept override
  {
    ++events;
    times.push_back((rclcpp::VirtualTime::current()->now() - begin) / ms);
    if (events == 5 && ends_itself) {
      rclcpp::shutdown();
    }
  }
  void end() noexcept override { rclcpp::shutdown(); }
  void on_created(
    Endpoint, const std::string & name, const std::string & type,
    const cdr::struct_description *) noexcept override
  {
    created_names.push_back(name + " " + type);
  }

  bool ends_itself = true;
  int events = 0;
  std::vector<std::int64_t> times;
  std::vector<std::string> created_names;
};

class VirtualTimeOfAThread : public testing::Test
{
protected:
  VirtualTimeOfAThread() : time_(world_, begin) { rclcpp::init(0, nullptr); }
  ~VirtualTimeOfAThread() override { rclcpp::shutdown(); }

  std::int64_t now() const { return (time_.now() - begin) / ms; }

  World world_;
  rclcpp::VirtualTime time_;
};

TEST_F(VirtualTimeOfAThread, IsOfAllItsClocksAndOfNoOtherThread)
{
  for (const auto type : {RCL_SYSTEM_TIME, RCL_STEADY_TIME, RCL_ROS_TIME}) {
    EXPECT_EQ(rclcpp::Clock(type).now().nanoseconds(), begin);
  }
  std::int64_t elsewhere = begin;
  std::thread([&] {
    elsewhere = rclcpp::Clock(RCL_SYSTEM_TIME).now().nanoseconds();
    EXPECT_EQ(rclcpp::VirtualTime::current(), nullptr);
  }).join();
  EXPECT_GT(elsewhere, begin);
  EXPECT_EQ(rclcpp::VirtualTime::current(), &time_);
  EXPECT_THROW(rclcpp::VirtualTime(world_, begin), std::logic_error);
}

TEST_F(VirtualTimeOfAThread, SleepersMeetEventsOfTheMeantime)
{
  EXPECT_TRUE(rclcpp::sleep_for(250ms));
  EXPECT_EQ(now(), 250);
  EXPECT_EQ(world_.times, (std::vector<std::int64_t>{100, 200}));
  rclcpp::Rate rate(20.0);
  EXPECT_TRUE(rate.sleep());
  EXPECT_EQ(now(), 300);
  EXPECT_EQ(world_.events, 2);  // at the same instant the sleeping thread comes first
}

TEST_F(VirtualTimeOfAThread, WaitSetsAndExecutorsWaitInIt)
{
  const auto node = std::make_shared<rclcpp::Node>("robot");
  const auto timer = node->create_wall_timer(150ms, [] {});
  rclcpp::WaitSet wait_set({}, {}, {timer});
  EXPECT_EQ(wait_set.wait(100ms).kind(), rclcpp::WaitResultKind::Timeout);
  EXPECT_EQ(now(), 100);
  EXPECT_EQ(wait_set.wait(1h).kind(), rclcpp::WaitResultKind::Ready);
  EXPECT_EQ(now(), 150);

  std::vector<std::int64_t> ticks;
  const auto other = node->create_wall_timer(90ms, [&] { ticks.push_back(now()); });
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  executor.add_node(node);
  executor.spin_once(60ms);  // of the first timer
  EXPECT_EQ(ticks, std::vector<std::int64_t>{});
  timer->cancel();
  executor.spin();
  EXPECT_EQ(ticks, (std::vector<std::int64_t>{240, 330, 420}));
  EXPECT_EQ(now(), 500);
}

TEST_F(VirtualTimeOfAThread, EndsWithoutFurtherEvents)
{
  world_.ends_itself = false;
  const auto node = std::make_shared<rclcpp::Node>("robot");
  rclcpp::spin(node);
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_EQ(world_.times, (std::vector<std::int64_t>{100, 200, 300, 400, 500}));
  EXPECT_EQ(now(), 500);
}

TEST_F(VirtualTimeOfAThread, TheWorldGetsTheEndpoints)
{
  const auto node = std::make_shared<rclcpp::Node>(
    "robot", rclcpp::NodeOptions()
               .start_parameter_services(false)
               .start_parameter_event_publisher(false)
               .enable_rosout(false)
               .append_parameter_override("use_sim_time", true));
  world_.created_names.clear();
  const auto out = node->create_publisher<rcl_interfaces::msg::Log>("log", 1);
  EXPECT_EQ(world_.created_names, std::vector<std::string>{"/log rcl_interfaces/msg/Log"});
  EXPECT_EQ(node->now().nanoseconds(), begin);  // in spite of use_sim_time, without /clock
}

}  // namespace
