// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures the executor engine: the cost of an item, a hop between threads compared with an eventfd
// hop, jitter of timers, idle CPU time.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "common/eventfd_hop.hpp"
#include "common/result.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors.hpp"
#include "rclcpp/timer.hpp"

namespace
{

using base::steady_now;
using rclcpp::executors::detail::Entity;

/// The cheapest entity: a counter of items and a function.
class Counter : public Entity
{
public:
  explicit Counter(std::function<void()> on_item) : function(std::move(on_item)) {}

  void push()
  {
    waiting_.fetch_add(1);
    ready(steady_now());
  }

  std::function<void()> function;

private:
  bool execute_one() override
  {
    if (waiting_.load() == 0) {
      return false;
    }
    waiting_.fetch_sub(1);
    function();
    return true;
  }

  std::atomic<int> waiting_{0};
};

class Group : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_timer;
  using CallbackGroup::CallbackGroup;
};

std::shared_ptr<rclcpp::Context> context;

rclcpp::ExecutorOptions options()
{
  rclcpp::ExecutorOptions result;
  result.context = context;
  return result;
}

std::shared_ptr<Group> make_group(rclcpp::Executor & executor)
{
  auto group = std::make_shared<Group>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
  executor.add_callback_group(group);
  return group;
}

// Returns the ns per item from ready() to the end of the callback, with `groups` entities that make
// themselves ready again, `idle` further ones that never are, and `threads` threads. The callbacks
// share nothing and are busy for `work` ns.
double item_cost(std::size_t threads, int groups, int idle, std::int64_t work = 0)
{
  const int items = static_cast<int>(40'000'000 / (100 + work));
  rclcpp::executors::MultiThreadedExecutor executor(options(), threads);
  std::vector<std::shared_ptr<Counter>> counters;
  std::vector<std::shared_ptr<Group>> all;
  std::atomic<int> unfinished{groups};
  for (int i = 0; i < groups + idle; ++i) {
    // Idle entities share groups of 50, as in nodes.
    if (i < groups || i % 50 == 0) {
      all.push_back(make_group(executor));
    }
    counters.push_back(std::make_shared<Counter>([]() {}));
    all.back()->add_entity(counters.back());
    if (i < groups) {
      Counter & counter = *counters.back();
      counter.function = [&counter, &unfinished, &executor, work, left = items / groups]() mutable {
        if (work > 0) {
          for (const std::int64_t end = steady_now() + work; steady_now() < end;) {
          }
        }
        if (--left > 0) {
          counter.push();
        } else if (--unfinished == 0) {
          executor.cancel();
        }
      };
    }
  }
  for (int i = 0; i < groups; ++i) {
    counters[static_cast<std::size_t>(i)]->push();
  }
  const std::int64_t start = steady_now();
  executor.spin();
  return static_cast<double>(steady_now() - start) / items;
}

// Several short runs: on a busy machine their minimum is more precise than one long run.
std::vector<double> item_costs(std::size_t threads, int groups, int idle)
{
  std::vector<double> costs;
  for (int i = 0; i < 15; ++i) {
    costs.push_back(item_cost(threads, groups, idle));
  }
  return costs;
}

// Measures one and two threads with 8 groups, alternately.
void compare_threads(benchmarks::Result & result, const std::string & name, std::int64_t work)
{
  std::vector<double> one, two, ratio;
  for (int i = 0; i < 15; ++i) {
    one.push_back(item_cost(1, 8, 0, work));
    two.push_back(item_cost(2, 8, 0, work));
    ratio.push_back(one.back() / two.back());
  }
  result.distribution("item_1_thread_8_groups" + name, "ns", std::move(one));
  result.distribution("item_2_threads_8_groups" + name, "ns", std::move(two));
  result.distribution("speed_of_2_threads" + name, "x", std::move(ratio));
}

// Returns the one-way latency in µs of a ping-pong between two threads, from half of the round
// trips.
std::vector<double> executor_hops(int cpu_a, int cpu_b, int rounds)
{
  rclcpp::executors::SingleThreadedExecutor executor_a(options());
  rclcpp::executors::SingleThreadedExecutor executor_b(options());
  auto group_a = make_group(executor_a);
  auto group_b = make_group(executor_b);
  std::vector<double> hops;
  hops.reserve(static_cast<std::size_t>(rounds));
  std::int64_t sent = 0;
  std::shared_ptr<Counter> b;
  auto a = std::make_shared<Counter>([&]() {
    const std::int64_t now = steady_now();
    if (sent != 0) {
      hops.push_back(static_cast<double>(now - sent) / 2000.0);
    }
    if (static_cast<int>(hops.size()) == rounds) {
      executor_a.cancel();
      executor_b.cancel();
      return;
    }
    sent = steady_now();
    b->push();
  });
  b = std::make_shared<Counter>([&]() { a->push(); });
  group_a->add_entity(a);
  group_b->add_entity(b);
  std::thread thread([&]() {
    benchmarks::pin(cpu_b);
    executor_b.spin();
  });
  benchmarks::pin(cpu_a);
  a->push();
  executor_a.spin();
  thread.join();
  benchmarks::unpin();
  return hops;
}

std::vector<double> timer_lateness(std::chrono::nanoseconds period, int calls)
{
  rclcpp::executors::SingleThreadedExecutor executor(options());
  auto group = make_group(executor);
  std::vector<double> lateness;
  auto callback = [&](const rclcpp::TimerInfo & info) {
    lateness.push_back(
      static_cast<double>(
        info.actual_call_time.nanoseconds() - info.expected_call_time.nanoseconds()) /
      1000.0);
    if (static_cast<int>(lateness.size()) == calls) {
      executor.cancel();
    }
  };
  auto timer =
    std::make_shared<rclcpp::WallTimer<decltype(callback)>>(period, std::move(callback), context);
  group->add_timer(timer);
  executor.spin();
  return lateness;
}

// Returns the CPU time, in % of one core, of an executor with 100 entities and a timer of one hour.
double idle_cpu(std::size_t threads, double seconds)
{
  rclcpp::executors::MultiThreadedExecutor executor(options(), threads);
  auto group = make_group(executor);
  std::vector<std::shared_ptr<Counter>> counters;
  for (int i = 0; i < 100; ++i) {
    counters.push_back(std::make_shared<Counter>([]() {}));
    group->add_entity(counters.back());
  }
  auto callback = []() {};
  auto timer = std::make_shared<rclcpp::WallTimer<decltype(callback)>>(
    std::chrono::hours(1), std::move(callback), context);
  group->add_timer(timer);
  std::thread thread([&]() { executor.spin(); });
  const double before = benchmarks::cpu_seconds();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const double used = benchmarks::cpu_seconds() - before;
  executor.cancel();
  thread.join();
  return 100.0 * used / seconds;
}

}  // namespace

int main()
{
  context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  benchmarks::Result result("executors");
  item_cost(1, 1, 0);  // warm-up
  result.distribution("item_1_thread", "ns", item_costs(1, 1, 0));
  result.distribution("item_1_thread_500_idle", "ns", item_costs(1, 1, 500));
  compare_threads(result, "", 0);
  compare_threads(result, "_100ns", 100);
  compare_threads(result, "_300ns", 300);
  compare_threads(result, "_1us", 1'000);
  compare_threads(result, "_10us", 10'000);
  constexpr int rounds = 20000;
  const int other = std::thread::hardware_concurrency() > 1 ? 1 : 0;
  benchmarks::eventfd_hops(0, 0, 1000);
  result.distribution("eventfd_hop_same_core", "us", benchmarks::eventfd_hops(0, 0, rounds));
  result.distribution("executor_hop_same_core", "us", executor_hops(0, 0, rounds));
  result.distribution("eventfd_hop_other_core", "us", benchmarks::eventfd_hops(0, other, rounds));
  result.distribution("executor_hop_other_core", "us", executor_hops(0, other, rounds));
  result.distribution("timer_lateness", "us", timer_lateness(std::chrono::milliseconds(1), 1000));
  result.value("idle_cpu_1_thread", "%", idle_cpu(1, 1.0));
  result.value("idle_cpu_4_threads", "%", idle_cpu(4, 1.0));
  result.print();
  context->shutdown("end");
  return 0;
}
