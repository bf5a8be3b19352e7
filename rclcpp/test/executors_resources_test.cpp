// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The resources that executors consume: no memory per item, no CPU time while idle, no unrequested
// thread.
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <new>
#include <string>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace
{
std::atomic<std::int64_t> allocations{0};
}  // namespace

// Counts the allocations of the whole program. GCC 12 does not recognise that new and delete are
// replaced as a pair.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void * operator new(std::size_t size)
{
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void * memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void * memory) noexcept
{
  std::free(memory);
}
void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace executors_test
{

using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

/// An entity that allocates nothing.
class Counter : public Entity
{
public:
  void push()
  {
    ++waiting;
    ready(steady_now());
  }
  std::atomic<int> waiting{0};
  std::atomic<int> ran{0};

private:
  bool execute_one() override
  {
    if (waiting == 0) {
      return false;
    }
    if (--waiting > 0) {
      ready_again(0);  // as old as can be
    }
    ++ran;
    return true;
  }
};

class TimerGroup : public rclcpp::CallbackGroup
{
public:
  using CallbackGroup::add_timer;
  using CallbackGroup::add_waitable;
  using CallbackGroup::CallbackGroup;
};

class ExecutorsResources : public ExecutorsTest
{
protected:
  std::shared_ptr<TimerGroup> group =
    std::make_shared<TimerGroup>(rclcpp::CallbackGroupType::MutuallyExclusive, context);
};

std::int64_t cpu_time_ns()
{
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

int threads_of_process()
{
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == "Threads:") {
      int count;
      status >> count;
      return count;
    }
  }
  return -1;
}

TEST_F(ExecutorsResources, DoNotAllocateInSteadyState)
{
  SingleThreadedExecutor executor(options);
  executor.add_callback_group(group);
  std::vector<std::shared_ptr<Counter>> counters;
  for (int i = 0; i < 50; ++i) {
    counters.push_back(std::make_shared<Counter>());
    group->add_entity(counters.back());
  }
  auto callback = []() {};
  auto timer = std::make_shared<rclcpp::WallTimer<decltype(callback)>>(
    std::chrono::microseconds(1), std::move(callback), context);
  group->add_timer(timer);
  const auto round = [&]() {
    for (auto & counter : counters) {
      counter->push();
      counter->push();
    }
    executor.spin_some();
    executor.spin_once(std::chrono::nanoseconds(1000));
  };
  round();
  const std::int64_t before = allocations;
  for (int i = 0; i < 100; ++i) {
    round();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(counters.back()->ran, 202);
}

TEST_F(ExecutorsResources, DoNotAllocateWhenThreadsSleepAndWake)
{
  MultiThreadedExecutor executor(options, 2);
  executor.add_callback_group(group);
  auto counter = std::make_shared<Counter>();
  group->add_entity(counter);
  Spinner spinner(executor);
  const auto push_and_wait = [&](int times) {
    for (int i = 0; i < times; ++i) {
      const int before = counter->ran;
      counter->push();
      const std::int64_t end = steady_now() + 10'000'000'000;
      while (counter->ran == before && steady_now() < end) {
        std::this_thread::yield();
      }
    }
  };
  push_and_wait(100);
  const std::int64_t before = allocations;
  push_and_wait(1000);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(counter->ran, 1100);
}

// rclcpp #3213: the queue of events grew without bound while the executor was busy.
TEST_F(ExecutorsResources, AnOverloadCostsNoMemory)
{
  SingleThreadedExecutor executor(options);
  executor.add_callback_group(group);
  auto counter = std::make_shared<Counter>();
  group->add_entity(counter);
  counter->push();
  const std::int64_t before = allocations;
  for (int i = 0; i < 100000; ++i) {
    counter->push();
  }
  EXPECT_EQ(allocations - before, 0);
}

TEST_F(ExecutorsResources, AnExecutorHasOnlyTheThreadsThatSpin)
{
  const int before = threads_of_process();
  SingleThreadedExecutor single(options);
  single.add_callback_group(group);
  auto callback = []() {};
  auto timer = std::make_shared<rclcpp::WallTimer<decltype(callback)>>(
    std::chrono::milliseconds(1), std::move(callback), context);
  group->add_timer(timer);
  single.spin_once(patience);
  EXPECT_EQ(threads_of_process(), before);
}

// rclcpp #2799: an idle process used half a core.
TEST_F(ExecutorsResources, AnIdleExecutorUsesNoCpu)
{
  MultiThreadedExecutor executor(options, 4);
  executor.add_callback_group(group);
  std::vector<std::shared_ptr<Counter>> counters;
  for (int i = 0; i < 100; ++i) {
    counters.push_back(std::make_shared<Counter>());
    group->add_entity(counters.back());
  }
  struct Idle : rclcpp::Waitable
  {
    explicit Idle(const rclcpp::Context::SharedPtr & context) : condition(context) {}
    void add_to_wait_set(rcl_wait_set_t & wait_set) override
    {
      condition.add_to_wait_set(wait_set);
    }
    bool is_ready(const rcl_wait_set_t &) override { return true; }
    std::shared_ptr<void> take_data() override { return nullptr; }
    void execute(const std::shared_ptr<void> &) override { ++ran; }
    rclcpp::GuardCondition condition;
    std::atomic<int> ran{0};
  };
  auto idle = std::make_shared<Idle>(context);
  group->add_waitable(idle);
  std::vector<std::shared_ptr<rclcpp::TimerBase>> timers;
  for (rcl_clock_type_t type : {RCL_STEADY_TIME, RCL_SYSTEM_TIME, RCL_ROS_TIME}) {
    auto callback = []() {};
    auto timer = std::make_shared<rclcpp::GenericTimer<decltype(callback)>>(
      std::make_shared<rclcpp::Clock>(type), std::chrono::hours(1), std::move(callback), context);
    group->add_timer(timer);
    timers.push_back(timer);
  }
  Spinner spinner(executor);
  // Each kind has been active once.
  counters.front()->push();
  idle->condition.trigger();
  ASSERT_TRUE(eventually([&]() { return counters.front()->ran == 1 && idle->ran == 1; }));
  std::int64_t used = 0;
  std::int64_t wake_ups = 0;
  // On a busy machine the threads may need a while to come to rest.
  const bool is_idle = eventually([&]() {
    rusage usage_before;
    getrusage(RUSAGE_SELF, &usage_before);
    const std::int64_t before = cpu_time_ns();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    used = cpu_time_ns() - before;
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    wake_ups = usage.ru_nvcsw - usage_before.ru_nvcsw;
    return used < 10'000'000 && wake_ups <= 10;
  });
  EXPECT_TRUE(is_idle) << "in one second: " << used << " ns, " << wake_ups << " wake-ups";
}

/// Its destructor waits until the promise is fulfilled; until then it is still with its executor.
struct Dying : rclcpp::CallbackGroup
{
  Dying(
    const rclcpp::Context::SharedPtr & context, std::promise<void> & its_begin,
    std::shared_future<void> its_end)
  : CallbackGroup(rclcpp::CallbackGroupType::MutuallyExclusive, context),
    begin(its_begin),
    end(std::move(its_end))
  {
  }
  ~Dying() override
  {
    begin.set_value();
    end.wait();
  }
  std::promise<void> & begin;
  const std::shared_future<void> end;
};

// A real-time thread that yielded in the meantime would prevent the other one from finishing.
TEST_F(ExecutorsResources, TheEndOfAnExecutorSleepsUntilADyingGroupHasLeft)
{
  std::promise<void> begun;
  std::promise<void> end;
  auto executor = std::make_unique<SingleThreadedExecutor>(options);
  auto dying = std::make_shared<Dying>(context, begun, end.get_future().share());
  executor->add_callback_group(dying);
  std::thread last([&]() { dying.reset(); });
  begun.get_future().wait();
  std::thread releasing([&]() { executor.reset(); });
  const std::int64_t before = cpu_time_ns();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  std::this_thread::sleep_until(until);
  EXPECT_LT(cpu_time_ns() - before, 20'000'000) << "ns in 200 ms";
  end.set_value();
  releasing.join();
  last.join();
}

}  // namespace executors_test
