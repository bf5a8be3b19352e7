// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// many_timers: measures the lateness of timers in a node with many of them, and the CPU time of a
// call. Compiles against any rclcpp.
#include <chrono>
#include <rclcpp/rclcpp.hpp>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

int main(int argc, char ** argv)
{
  auto options =
    benchmarks::parse(argc, argv, {{"timers", 100}, {"period_ms", 20}, {"seconds", 2}});
  const auto count = static_cast<std::size_t>(options["timers"]);
  const std::chrono::nanoseconds period(static_cast<std::int64_t>(options["period_ms"] * 1e6));

  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("many_timers");
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  std::vector<std::int64_t> due(count, 0);  // time of each timer's next call; 0 before the first
  std::vector<double> late;
  late.reserve(static_cast<std::size_t>(
    static_cast<double>(count) * (options["seconds"] / options["period_ms"] * 1e3 + 2)));
  double cpu = 0;
  bool measuring = false;
  for (std::size_t i = 0; i < count; ++i) {
    timers.push_back(node->create_wall_timer(period, [&, i] {
      const std::int64_t now = benchmarks::now_ns();
      // The first call sets the timer's phase, and an early call moves it.
      if (due[i] == 0 || now < due[i]) {
        due[i] = now;
      } else if (measuring) {
        late.push_back(static_cast<double>(now - due[i]) / 1e3);
      }
      while (due[i] <= now) {
        due[i] += period.count();
      }
    }));
  }
  auto begin = node->create_wall_timer(std::chrono::milliseconds(500), [&] {
    if (!measuring) {
      measuring = true;
      cpu = benchmarks::cpu_seconds();
    }
  });
  auto end = node->create_wall_timer(
    std::chrono::nanoseconds(static_cast<std::int64_t>((options["seconds"] + 0.5) * 1e9)),
    [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
  cpu = benchmarks::cpu_seconds() - cpu;

  benchmarks::Result result("many_timers");
  for (const auto & [name, value] : options) {
    result.setting(name, value);
  }
  const auto calls = static_cast<double>(late.size());
  result.distribution("late", "us", std::move(late));
  result.value("cpu_call", "us", calls > 0 ? cpu / calls * 1e6 : 0);
  result.value("cpu", "%", cpu / options["seconds"] * 100);
  result.print();
  return 0;
}
