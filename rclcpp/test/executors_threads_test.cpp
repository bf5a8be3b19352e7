// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Thread settings, and the executor with one thread per callback group.
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "executors_support.hpp"
#include "node_support.hpp"
#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/thread_settings.hpp"

namespace executors_test
{

using rclcpp::CallbackGroupType;
using rclcpp::SchedulingPolicy;
using rclcpp::ScopedThreadSettings;
using rclcpp::ThreadSettings;
using rclcpp::executors::CallbackIsolatedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

/// The settings with which the calling thread runs.
struct Seen
{
  std::string name;
  int policy = -1;
  int priority = -1;
  int nice = 0;
  int cpus = 0;
  int cpu = -1;  // the first one

  static Seen now()
  {
    Seen seen;
    char name[16] = {};
    pthread_getname_np(pthread_self(), name, sizeof(name));
    seen.name = name;
    sched_param parameters{};
    pthread_getschedparam(pthread_self(), &seen.policy, &parameters);
    seen.priority = parameters.sched_priority;
    seen.nice = getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)));
    cpu_set_t cpus;
    pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus);
    seen.cpus = CPU_COUNT(&cpus);
    while (seen.cpus > 0 && !CPU_ISSET(++seen.cpu, &cpus)) {
    }
    return seen;
  }
};

ThreadSettings fifo(int priority)
{
  ThreadSettings settings;
  settings.name = "fifo";
  settings.policy = SchedulingPolicy::fifo;
  settings.priority = priority;
  return settings;
}

bool fifo_is_allowed()
{
  bool allowed = false;
  std::thread([&] { allowed = ScopedThreadSettings(fifo(1)).complete(); }).join();
  return allowed;
}

/// Removes the capabilities of the calling thread as long as it lives.
class WithoutCapabilities
{
public:
  WithoutCapabilities()
  {
    syscall(SYS_capget, &header_, data_);
    __user_cap_data_struct none[2] = {data_[0], data_[1]};
    none[0].effective = none[1].effective = 0;
    syscall(SYS_capset, &header_, none);
  }
  ~WithoutCapabilities() { syscall(SYS_capset, &header_, data_); }

private:
  __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data_[2] = {};
};

class ExecutorsThreads : public ExecutorsTest
{
protected:
  std::shared_ptr<rclcpp::Node> make_node(
    const std::string & name, const std::vector<std::string> & arguments = {})
  {
    return std::make_shared<rclcpp::Node>(
      name, rclcpp::NodeOptions()
              .context(context)
              .arguments(arguments)
              .start_parameter_services(false)
              .start_parameter_event_publisher(false)
              .enable_rosout(false));
  }

  // Returns the settings with which the thread of an executor runs.
  Seen spin_with(const ThreadSettings & settings)
  {
    options.thread_settings = settings;
    SingleThreadedExecutor executor(options);
    auto group = make_group();
    executor.add_callback_group(group);
    auto probe = make_probe(group);
    Seen seen;
    probe->push([&] {
      seen = Seen::now();
      executor.cancel();
    });
    executor.spin();
    return seen;
  }
};

// Comes first, since a process reports one rejection.
TEST_F(ExecutorsThreads, WithoutThePrivilegeItRunsAndNamesThePrivilege)
{
  rlimit limit{};
  getrlimit(RLIMIT_RTPRIO, &limit);
  if (limit.rlim_cur > 0) {
    GTEST_SKIP() << "this user may have real-time priorities";
  }
  std::vector<std::string> lines;
  auto sink = rclcpp::detail::add_log_sink(
    [&](const rclcpp::detail::LogEvent & event) { lines.emplace_back(event.message); });
  Seen seen;
  std::thread([&] {
    WithoutCapabilities none;
    seen = spin_with(fifo(40));
    spin_with(fifo(41));
  }).join();
  EXPECT_EQ(seen.name, "fifo");
  EXPECT_EQ(seen.policy, SCHED_OTHER);
  ASSERT_EQ(lines.size(), 1u);
  for (const char * part :
       {"thread 'fifo'", "policy 'fifo', priority 40", "rtprio", "CAP_SYS_NICE"}) {
    EXPECT_NE(lines[0].find(part), std::string::npos) << lines[0];
  }
}

TEST_F(ExecutorsThreads, TheyHoldInEverySpinFunction)
{
  options.thread_settings.name = "worker";
  SingleThreadedExecutor executor(options);
  auto node = make_node("node");
  auto probe = make_probe(node->get_node_base_interface()->get_default_callback_group());
  const std::string before = Seen::now().name;
  std::promise<void> done;
  const std::shared_future<void> future = done.get_future().share();
  const std::pair<const char *, std::function<void()>> functions[] = {
    {"spin_once", [&] { executor.spin_once(patience); }},
    {"spin_some", [&] { executor.spin_some(); }},
    {"spin_all", [&] { executor.spin_all(0s); }},
    {"spin_until_future_complete", [&] { executor.spin_until_future_complete(future, patience); }}};
  executor.add_node(node);
  for (const auto & [name, spin] : functions) {
    std::string seen;
    probe->push([&] {
      seen = Seen::now().name;
      if (std::string_view(name) == "spin_until_future_complete") {
        done.set_value();
      }
    });
    spin();
    EXPECT_EQ(seen, "worker") << name;
    EXPECT_EQ(Seen::now().name, before) << name;
  }
  executor.remove_node(node);
  std::string seen;
  probe->push([&] { seen = Seen::now().name; });
  executor.spin_node_some(node);
  EXPECT_EQ(seen, "worker");
}

TEST_F(ExecutorsThreads, NameNiceAndCpusHoldWhileItSpins)
{
  const Seen before = Seen::now();
  ThreadSettings settings;
  settings.name = "worker";
  settings.nice = before.nice + 1;
  settings.cpus = {before.cpu};
  const Seen seen = spin_with(settings);
  EXPECT_EQ(seen.name, "worker");
  EXPECT_EQ(seen.nice, before.nice + 1);
  EXPECT_EQ(seen.cpus, 1);
  EXPECT_EQ(seen.cpu, before.cpu);
  const Seen after = Seen::now();
  EXPECT_EQ(after.name, before.name);
  EXPECT_EQ(after.cpus, before.cpus);
}

TEST_F(ExecutorsThreads, RealTimePolicies)
{
  if (!fifo_is_allowed()) {
    GTEST_SKIP() << "needs an rtprio limit or CAP_SYS_NICE";
  }
  const Seen as_fifo = spin_with(fifo(7));
  EXPECT_EQ(as_fifo.policy, SCHED_FIFO);
  EXPECT_EQ(as_fifo.priority, 7);
  EXPECT_EQ(Seen::now().policy, SCHED_OTHER);
  ThreadSettings rr = fifo(8);
  rr.policy = SchedulingPolicy::rr;
  const Seen as_rr = spin_with(rr);
  EXPECT_EQ(as_rr.policy, SCHED_RR);
  EXPECT_EQ(as_rr.priority, 8);
}

TEST_F(ExecutorsThreads, PolicyDeadline)
{
  ThreadSettings settings;
  settings.policy = SchedulingPolicy::deadline;
  settings.runtime = 1ms;
  settings.deadline = 5ms;
  settings.period = 10ms;
  bool allowed = false;
  std::thread([&] { allowed = ScopedThreadSettings(settings).complete(); }).join();
  if (!allowed) {
    GTEST_SKIP()
      << "needs CAP_SYS_NICE, all CPUs, and a kernel and cgroup that allow SCHED_DEADLINE";
  }
  options.thread_settings = settings;
  rclcpp::executors::MultiThreadedExecutor executor(options, 2);
  // The kernel's sched_attr, as in sched_setattr(2).
  struct Attributes
  {
    std::uint32_t size, policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime, deadline, period;
  };
  const auto attributes = [] {
    Attributes now{};
    syscall(SYS_sched_getattr, 0, &now, sizeof(now), 0);
    return now;
  };
  Attributes seen[2] = {};
  Attributes of_child{};
  std::atomic<int> ran{0};
  std::vector<std::shared_ptr<rclcpp::CallbackGroup>> groups;
  std::vector<std::shared_ptr<Probe>> probes;
  for (int i = 0; i < 2; ++i) {
    groups.push_back(make_group());
    executor.add_callback_group(groups.back());
    probes.push_back(make_probe(groups.back()));
    // Neither returns before both run: so both threads are observed.
    probes.back()->push([&, i] {
      seen[i] = attributes();
      if (i == 0) {
        std::thread([&] { of_child = attributes(); }).join();
      }
      ++ran;
      EXPECT_TRUE(eventually([&] { return ran == 2; }));
      executor.cancel();
    });
  }
  executor.spin();
  for (const Attributes & of_thread : seen) {
    EXPECT_EQ(of_thread.policy, 6u);  // SCHED_DEADLINE
    EXPECT_EQ(of_thread.runtime, 1'000'000u);
    EXPECT_EQ(of_thread.deadline, 5'000'000u);
    EXPECT_EQ(of_thread.period, 10'000'000u);
  }
  EXPECT_EQ(of_child.policy, static_cast<std::uint32_t>(SCHED_OTHER));
  EXPECT_EQ(attributes().policy, static_cast<std::uint32_t>(SCHED_OTHER));
}

TEST_F(ExecutorsThreads, BadSettingsAreRefusedByName)
{
  const auto error_of = [&](auto change) {
    ThreadSettings settings;
    change(settings);
    options.thread_settings = settings;
    try {
      SingleThreadedExecutor executor(options);
    } catch (const std::invalid_argument & error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(
    error_of([](auto & s) { s.name = "sixteen_letters_"; }),
    "thread settings: name is 'sixteen_letters_'; expected at most 15 characters");
  EXPECT_EQ(
    error_of([](auto & s) { s.policy = SchedulingPolicy::fifo; }),
    "thread settings: priority is 0; expected 1 to 99 with policy 'fifo'");
  EXPECT_EQ(
    error_of([](auto & s) { s.priority = 3; }),
    "thread settings: priority is 3; expected none (0) with policy 'inherit'");
  EXPECT_EQ(
    error_of([](auto & s) { s.nice = 20; }),
    "thread settings: nice is 20; expected -20 to 19 with policy 'inherit'");
  EXPECT_EQ(
    error_of([](auto & s) { s.cpus = {0, -1}; }),
    "thread settings: cpus is [0, -1]; expected numbers from 0 to 1023");
  EXPECT_EQ(
    error_of([](auto & s) {
      s.policy = SchedulingPolicy::deadline;
      s.cpus = {0};
    }),
    "thread settings: cpus is [0]; expected none with policy 'deadline': the kernel places such "
    "threads itself");
  EXPECT_EQ(
    error_of([](auto & s) {
      s.policy = SchedulingPolicy::deadline;
      s.runtime = 2ms;
      s.deadline = 1ms;
    }),
    "thread settings: deadline is 0.001000 s; expected at least runtime with policy 'deadline'");
}

TEST_F(ExecutorsThreads, AParameterFileDecides)
{
  node_test::TemporaryFile file(R"(
node:
  ros__parameters:
    control: {name: ctl, policy: fifo, priority: 30, cpus: [0, 1]}
    slow: {policy: deadline, runtime: 0.001, deadline: 0.005, period: 0.01}
    wrong: {policy: fast}
    high: {policy: rr, priority: 120}
    text: {nice: some}
)");
  auto node = make_node("node", {"--ros-args", "--params-file", file.path()});
  ThreadSettings defaults;
  defaults.name = "unused";
  const ThreadSettings control = rclcpp::declare_thread_settings(*node, "control", defaults);
  EXPECT_EQ(control.name, "ctl");
  EXPECT_EQ(control.policy, SchedulingPolicy::fifo);
  EXPECT_EQ(control.priority, 30);
  EXPECT_EQ(control.cpus, (std::vector<int>{0, 1}));
  EXPECT_EQ(rclcpp::declare_thread_settings(*node, "control"), control);
  const ThreadSettings slow = rclcpp::declare_thread_settings(*node, "slow");
  EXPECT_EQ(slow.runtime, 1ms);
  EXPECT_EQ(slow.deadline, 5ms);
  EXPECT_EQ(slow.period, 10ms);
  EXPECT_EQ(rclcpp::declare_thread_settings(*node, "other", defaults), defaults);
  const auto error_of = [&](const std::string & prefix) {
    try {
      rclcpp::declare_thread_settings(*node, prefix);
    } catch (const std::exception & error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(
    error_of("wrong"),
    "parameter 'wrong.policy' is 'fast'; expected 'inherit', 'other', 'fifo', 'rr' or 'deadline'");
  EXPECT_EQ(
    error_of("high"), "parameter 'high.priority' is 120; expected 1 to 99 with policy 'rr'");
  EXPECT_NE(error_of("text").find("text.nice"), std::string::npos) << error_of("text");
}

// --- CallbackIsolatedExecutor ---

TEST_F(ExecutorsThreads, EachGroupHasItsThreadWithItsSettings)
{
  const int nice = Seen::now().nice + 1;  // ctest itself may run with a nice value
  node_test::TemporaryFile file(
    R"(
node:
  ros__parameters:
    thread_settings:
      default: {name: one}
      group_1: {name: two, nice: )" +
    std::to_string(nice) + "}\n");
  auto node = make_node("node", {"--ros-args", "--params-file", file.path()});
  const std::vector<rclcpp::CallbackGroup::SharedPtr> groups = {
    node->get_node_base_interface()->get_default_callback_group(),
    node->create_callback_group(CallbackGroupType::MutuallyExclusive),
    node->create_callback_group(CallbackGroupType::Reentrant),
    node->create_callback_group(CallbackGroupType::MutuallyExclusive, false)};
  options.thread_settings.name = "usual";
  CallbackIsolatedExecutor executor(options);
  executor.add_node(node);
  ThreadSettings by_hand;
  by_hand.name = "by hand";
  executor.add_callback_group(groups[3], by_hand);
  EXPECT_EQ(executor.get_all_callback_groups().size(), 4u);
  EXPECT_EQ(executor.get_manually_added_callback_groups().size(), 1u);
  EXPECT_EQ(executor.get_automatically_added_callback_groups_from_nodes().size(), 3u);

  std::vector<Seen> seen(groups.size());
  std::vector<std::thread::id> ids(groups.size());
  std::vector<std::shared_ptr<Probe>> probes;
  std::atomic<std::size_t> ran{0};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    probes.push_back(make_probe(groups[i]));
    // None returns before all run: so there are as many threads.
    probes[i]->push([&, i] {
      seen[i] = Seen::now();
      ids[i] = std::this_thread::get_id();
      ++ran;
      EXPECT_TRUE(eventually([&] { return ran == groups.size(); }));
      executor.cancel();
    });
  }
  executor.spin();
  EXPECT_EQ(std::set<std::thread::id>(ids.begin(), ids.end()).size(), groups.size());
  EXPECT_EQ(seen[0].name, "one");
  EXPECT_EQ(seen[1].name, "two");
  EXPECT_EQ(seen[1].nice, nice);
  EXPECT_EQ(seen[2].name, "usual");
  EXPECT_EQ(seen[3].name, "by hand");
}

// Both would join the threads of groups that were destroyed.
TEST_F(ExecutorsThreads, ItEndsWhileAnotherThreadAddsAGroup)
{
  for (int round = 0; round < 100; ++round) {
    CallbackIsolatedExecutor executor(options);
    std::vector<rclcpp::CallbackGroup::SharedPtr> groups;
    for (int i = 0; i < 8; ++i) {
      groups.push_back(make_group());
      executor.add_callback_group(groups.back(), ThreadSettings());
    }
    std::thread spinning([&] { executor.spin(); });
    EXPECT_TRUE(eventually([&] { return executor.is_spinning(); }));
    groups.clear();
    const auto late = make_group();
    std::atomic<bool> go{false};
    std::thread adding([&] {
      while (!go) {
      }
      executor.add_callback_group(late, ThreadSettings());
    });
    go = true;
    executor.cancel();
    spinning.join();
    adding.join();
  }
}

TEST_F(ExecutorsThreads, WhatIsNotThereIsRefused)
{
  CallbackIsolatedExecutor executor(options);
  EXPECT_THROW(executor.add_node(std::shared_ptr<rclcpp::Node>()), std::invalid_argument);
  EXPECT_THROW(executor.remove_node(std::shared_ptr<rclcpp::Node>()), std::invalid_argument);
  EXPECT_THROW(executor.remove_callback_group(nullptr), std::invalid_argument);
  EXPECT_THROW(executor.add_callback_group(nullptr, ThreadSettings()), std::invalid_argument);
}

TEST_F(ExecutorsThreads, GroupsComeAndGoWhileItSpins)
{
  CallbackIsolatedExecutor executor(options);
  Spinner spinner(executor);
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        auto node = make_node("node_" + std::to_string(t));
        executor.add_node(node);
        auto later = node->create_callback_group(CallbackGroupType::MutuallyExclusive);
        auto manual = make_group();
        executor.add_callback_group(manual);
        std::atomic<int> ran{0};
        auto in_default = make_probe(node->get_node_base_interface()->get_default_callback_group());
        auto in_later = make_probe(later);
        auto in_manual = make_probe(manual);
        for (const auto & probe : {in_default, in_later, in_manual}) {
          probe->push([&] { ++ran; });
        }
        EXPECT_TRUE(eventually([&] { return ran == 3; }));
        if (i % 2 == 0) {
          executor.remove_callback_group(manual);
          executor.remove_node(node);
          in_manual->push([&] { ADD_FAILURE() << "ran without an executor"; });
        }
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
}

TEST_F(ExecutorsThreads, AGroupRemovesItselfInItsCallback)
{
  CallbackIsolatedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  Spinner spinner(executor);
  std::promise<void> done;
  probe->push([&] {
    executor.remove_callback_group(group);
    done.set_value();
  });
  EXPECT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
  EXPECT_FALSE(group->get_associated_with_executor_atomic());
  std::promise<void> again;
  probe->push([&] { again.set_value(); });
  executor.add_callback_group(group);
  EXPECT_EQ(again.get_future().wait_for(patience), std::future_status::ready);
}

TEST_F(ExecutorsThreads, EndsLikeOtherExecutors)
{
  auto group = make_group();
  auto probe = make_probe(group);
  {
    CallbackIsolatedExecutor executor(options);
    executor.add_callback_group(group);
    executor.cancel();
    executor.spin();  // ends at once

    probe->push([] { throw std::runtime_error("of a callback"); });
    EXPECT_THROW(executor.spin(), std::runtime_error);

    std::promise<int> promise;
    auto future = promise.get_future();
    probe->push([&] { promise.set_value(3); });
    EXPECT_EQ(
      executor.spin_until_future_complete(future, patience), rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_EQ(future.get(), 3);

    std::string error;
    probe->push([&] {
      try {
        executor.spin();
      } catch (const std::runtime_error & e) {
        error = e.what();
      }
      executor.cancel();
    });
    executor.spin();
    EXPECT_EQ(error, "spin() called while already spinning");

    EXPECT_THROW(executor.spin_some(), rclcpp::exceptions::UnimplementedError);
    EXPECT_THROW(executor.spin_once(), rclcpp::exceptions::UnimplementedError);
    EXPECT_THROW(executor.spin_all(1s), rclcpp::exceptions::UnimplementedError);
    EXPECT_THROW(executor.add_callback_group(group), std::runtime_error);
    EXPECT_THROW(executor.add_callback_group(nullptr), std::invalid_argument);
    CallbackIsolatedExecutor other(options);
    EXPECT_THROW(other.remove_callback_group(group), std::runtime_error);
  }
  std::thread spinning;
  {
    CallbackIsolatedExecutor executor(options);
    executor.add_callback_group(group);
    std::promise<void> runs;
    probe->push([&] { runs.set_value(); });
    spinning = std::thread([&] { executor.spin(); });
    runs.get_future().wait();
  }  // ends the spin and waits for its end
  spinning.join();
  CallbackIsolatedExecutor executor(options);
  executor.add_callback_group(group);
  probe->push([&] { context->shutdown("test"); });
  executor.spin();
}

// A thread of medium priority occupies a CPU for a long time; one below it may then hold any lock
// of the library that the one above needs. Without priority inheritance the upper thread waits
// until the medium one has finished.
TEST_F(ExecutorsThreads, AHighPriorityGroupWaitsForNoLowerOne)
{
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the locks of the sanitizer do not inherit priorities";
#endif
  if (!fifo_is_allowed()) {
    GTEST_SKIP() << "needs an rtprio limit or CAP_SYS_NICE";
  }
  constexpr auto busy = 200ms;
  const Seen here = Seen::now();
  const auto on_one_cpu = [&](ThreadSettings settings) {
    settings.cpus = {here.cpu};
    return settings;
  };
  // Log messages go to /rosout, that is, to DDS, and to the sink.
  const char * const arguments[] = {
    "test", "--ros-args", "--disable-stdout-logs", "--disable-external-lib-logs"};
  auto quiet = std::make_shared<rclcpp::Context>();
  quiet->init(4, arguments);
  options.context = quiet;
  std::atomic<int> logged{0};
  std::atomic<int> calls{0};
  auto sink = rclcpp::detail::add_log_sink(
    [&](const rclcpp::detail::LogEvent & event) { logged += event.message == "high"; });
  auto node = std::make_shared<rclcpp::Node>(
    "node", rclcpp::NodeOptions().context(quiet).use_intra_process_comms(true));
  node->declare_parameter("gain", 1.0);
  const auto group = [&] {
    return node->create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  };
  CallbackIsolatedExecutor executor(options);

  // All threads do what callbacks do: read a parameter and the time, publish, receive, log.
  struct Path
  {
    rclcpp::Publisher<rcl_interfaces::msg::ParameterValue>::SharedPtr publisher;
    rclcpp::Subscription<rcl_interfaces::msg::ParameterValue>::SharedPtr subscription;
    rclcpp::TimerBase::SharedPtr timer;
  };
  const auto work = [&](Path & path, const char * log) {
    auto message = std::make_unique<rcl_interfaces::msg::ParameterValue>();
    message->double_value = node->get_parameter("gain").as_double();
    message->integer_value = node->now().nanoseconds();
    path.publisher->publish(std::move(message));
    RCLCPP_INFO(node->get_logger(), "%s", log);
    calls += log == std::string_view("high");
  };
  const auto make_path = [&](const std::string & topic, const auto & in, auto received) {
    Path path;
    rclcpp::SubscriptionOptions subscription_options;
    subscription_options.callback_group = in;
    path.publisher = node->create_publisher<rcl_interfaces::msg::ParameterValue>(topic, 1);
    path.subscription = node->create_subscription<rcl_interfaces::msg::ParameterValue>(
      topic, 1, received, subscription_options);
    return path;
  };

  std::vector<Path> low(3);
  for (std::size_t i = 0; i < low.size(); ++i) {
    auto in = group();
    low[i] =
      make_path("low" + std::to_string(i), in, [](const rcl_interfaces::msg::ParameterValue &) {});
    low[i].timer = node->create_wall_timer(0ms, [&, i] { work(low[i], "low"); }, in);
    executor.add_callback_group(in, on_one_cpu({}));
  }

  // The time that the medium thread has worked; a thread above it that waited for a lower one has
  // waited as long. A step of a millisecond is no work: another thread had the CPU, or the whole
  // machine stood still.
  std::atomic<std::int64_t> worked_ns{0};
  auto middle = group();
  auto hog = node->create_wall_timer(
    busy + 50ms,
    [&] {
      auto last = std::chrono::steady_clock::now();
      for (const auto end = last + busy; last < end;) {
        const std::chrono::nanoseconds step = std::chrono::steady_clock::now() - last;
        last += step;
        worked_ns += step < 1ms ? step.count() : 0;
      }
    },
    middle);
  executor.add_callback_group(middle, on_one_cpu(fifo(10)));

  auto high = group();
  std::int64_t worst_ns = 0;
  std::int64_t worked_before_ns = 0;
  int rounds = 0;
  Path path = make_path("high", high, [&](const rcl_interfaces::msg::ParameterValue &) {
    if (++rounds > 100) {  // by then all necessary memory is allocated
      worst_ns = std::max(worst_ns, worked_ns - worked_before_ns);
    }
    worked_before_ns = worked_ns;
    if (rounds == 1000) {
      executor.cancel();
    }
  });
  path.timer = node->create_wall_timer(2ms, [&] { work(path, "high"); }, high);
  executor.add_callback_group(high, on_one_cpu(fifo(20)));

  executor.spin();
  EXPECT_GE(rounds, 1000);
  EXPECT_GT(worked_ns, std::chrono::nanoseconds(busy).count());
  EXPECT_LT(worst_ns, std::chrono::nanoseconds(busy).count() / 2)
    << "ns of the middle thread between two messages of the high path";
  RecordProperty("worst_wait_us", static_cast<int>(worst_ns / 1000));
  std::printf("longest wait of the high path: %.3f ms\n", 1e-6 * static_cast<double>(worst_ns));
  EXPECT_TRUE(eventually([&] { return logged == calls; })) << logged << " of " << calls;
  quiet->shutdown("end of test");
}

}  // namespace executors_test
