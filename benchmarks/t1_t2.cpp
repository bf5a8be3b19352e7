// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// t1_t2: measures streams against plain ROS 2. Two processes each publish at a
// rate, and receive what the other one publishes; both plain (--reactive 0: timer, publisher,
// subscription) or both as streams (--reactive 1). Reports the age of the messages that both
// receive, what was lost, and of one of them what an item costs and what `top` would show.
// Compiles against any rclcpp.
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else  // instructions.py needs it
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <ros2_msg/msg/test.hpp>
#include <rxros2/rxros2.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using Message = ros2_msg::msg::Test;
using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;

struct Plan
{
  bool reactive;
  std::string payload;
  std::chrono::nanoseconds period;
  double seconds;
};

// Items that are not measured: discovery, first touches of memory.
int warm_up(const Plan & plan)
{
  return plan.period > 100ms ? 4 : 20;
}

// Instructions in user mode of this process, threads that are started later included; not
// everywhere allowed.
class Instructions
{
public:
  Instructions()
  {
    perf_event_attr what{};
    what.type = PERF_TYPE_HARDWARE;
    what.size = sizeof(what);
    what.config = PERF_COUNT_HW_INSTRUCTIONS;
    what.exclude_kernel = 1;
    what.inherit = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
  }
  ~Instructions() { close(counter_); }
  bool counted() const { return counter_ >= 0; }
  double so_far() const
  {
    std::uint64_t count = 0;
    return counted() && read(counter_, &count, sizeof count) == sizeof count
             ? static_cast<double>(count)
             : 0;
  }

private:
  int counter_;
};

double threads()
{
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("Threads:", 0) == 0) {
      return std::stod(line.substr(8));
    }
  }
  return 0;
}

// Messages received and resources used by one process since its warm-up.
struct Record
{
  Record(const Instructions & i, int w) : instructions(i), warm(w) {}

  void received(const Message & message)
  {
    const std::int64_t expected = std::exchange(next, std::int64_t{message.msg_no} + 1);
    const auto age =
      rclcpp::Clock().now().nanoseconds() - rclcpp::Time(message.time_stamp).nanoseconds();
    if (++items == warm) {
      ages_us.clear();
      cpu = benchmarks::cpu_seconds();
      executed = instructions.so_far();
      CALLGRIND_ZERO_STATS;
      began = std::chrono::steady_clock::now();
    } else if (items > warm) {
      ages_us.push_back(static_cast<double>(age) / 1000);
      lost += static_cast<double>(std::max<std::int64_t>(message.msg_no - expected, 0));
    }
  }

  // Returns the figures of `top`: share of a core since the last call, and of the memory.
  void look()
  {
    const double now_cpu = benchmarks::cpu_seconds();
    const std::int64_t now = benchmarks::now_ns();
    if (looked > 0 && items >= warm) {
      cpu_percent.push_back((now_cpu - looked_cpu) / static_cast<double>(now - looked) * 1e11);
      memory_percent.push_back(resident_share() * 100);
    }
    looked_cpu = now_cpu;
    looked = now;
  }

  static double resident_share()
  {
    double total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident / static_cast<double>(sysconf(_SC_PHYS_PAGES));
  }

  const Instructions & instructions;
  int warm;  // items before the measurement
  int items = 0;
  std::int64_t next = 0;  // the number expected
  double lost = 0;
  std::vector<double> ages_us;
  std::vector<double> cpu_percent, memory_percent;
  double looked_cpu = 0;
  std::int64_t looked = 0;
  double cpu = 0;
  double executed = 0;
  std::chrono::steady_clock::time_point began;
};

Message made(int number, const Plan & plan)
{
  Message message;
  message.msg_no = number;
  message.data = plan.payload;
  message.time_stamp = rclcpp::Clock().now();
  return message;
}

struct Plain : rclcpp::Node
{
  Plain(const std::string & out, const std::string & in, const Plan & plan, Record & record)
  : Node("plain_" + out)
  {
    subscription = create_subscription<Message>(
      in, 10, [&record](Message::UniquePtr message) { record.received(*message); });
    publisher = create_publisher<Message>(out, 10);
    timer =
      create_wall_timer(plan.period, [this, &plan] { publisher->publish(made(number++, plan)); });
  }
  int number = 0;

  rclcpp::Subscription<Message>::SharedPtr subscription;
  rclcpp::Publisher<Message>::SharedPtr publisher;
  rclcpp::TimerBase::SharedPtr timer;
};

struct Reactive : rxros2::Node
{
  Reactive(const std::string & o, const std::string & i, const Plan & p, Record & r)
  : Node("reactive_" + o), out(o), in(i), plan(p), record(r)
  {
  }
  void run() override
  {
    rxros2::observable::from_topic<Message>(this, in).subscribe(
      [this](const Message::SharedPtr message) { record.received(*message); });
    rxcpp::observable<>::interval(plan.period) |
      map([this](int number) { return made(number, plan); }) | publish_to_topic<Message>(this, out);
  }
  std::string out, in;
  const Plan & plan;
  Record & record;
};

// One of the two processes. Returns what it has measured.
Record half(
  const std::string & out, const std::string & in, const Plan & plan,
  const Instructions & instructions, benchmarks::Result * result)
{
  rclcpp::init(0, nullptr);
  Record record(instructions, warm_up(plan));
  rclcpp::Node::SharedPtr node;
  if (plan.reactive) {
    auto reactive = std::make_shared<Reactive>(out, in, plan, record);
    reactive->start();
    node = reactive;
  } else {
    node = std::make_shared<Plain>(out, in, plan, record);
  }
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  auto end = node->create_wall_timer(
    std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(plan.seconds)),
    [&] { executor.cancel(); });
  auto look = node->create_wall_timer(1s, [&record] { record.look(); });
  executor.spin();
  CALLGRIND_DUMP_STATS_AT("measured");
  if (result && !record.ages_us.empty()) {
    // Both ways together are one item: one is published for each that is received.
    const auto items = static_cast<double>(record.ages_us.size());
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - record.began;
    const double cpu = benchmarks::cpu_seconds() - record.cpu;
    result->value("items", "", items);
    result->value("cpu", "us/item", cpu / items * 1e6);
    result->value("cpu_share", "%", cpu / time.count() * 100);
    if (instructions.counted()) {
      result->value("instructions", "1/item", (instructions.so_far() - record.executed) / items);
    }
    result->distribution("cpu_percent", "%", record.cpu_percent);
    result->distribution("memory_percent", "%", record.memory_percent);
    result->value("threads", "", threads());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    result->value("rss", "KiB", static_cast<double>(usage.ru_maxrss));
  }
  node.reset();
  rclcpp::shutdown();
  return record;
}

// The ages and losses that the other process has seen, through a pipe.
void send(const Record & record, int pipe)
{
  std::FILE * to = fdopen(pipe, "w");
  std::fprintf(to, "%.0f\n", record.lost);
  for (const double age : record.ages_us) {
    std::fprintf(to, "%.1f\n", age);
  }
  std::fclose(to);
}

void add_from(int pipe, std::vector<double> & ages_us, double & lost)
{
  std::FILE * from = fdopen(pipe, "r");
  double value = 0;
  if (std::fscanf(from, "%lf", &value) == 1) {
    lost += value;
  }
  while (std::fscanf(from, "%lf", &value) == 1) {
    ages_us.push_back(value);
  }
  std::fclose(from);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options =
    benchmarks::parse(argc, argv, {{"reactive", 1}, {"bytes", 100}, {"rate", 20}, {"seconds", 20}});
  const Plan plan{
    options["reactive"] != 0, std::string(static_cast<std::size_t>(options["bytes"]), '#'),
    std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / options["rate"])), options["seconds"]};
  int ages[2];
  if (pipe(ages) != 0) {
    std::perror("t1_t2: pipe");
    return 1;
  }
  // Before rclcpp has any thread.
  const pid_t other = fork();
  const Instructions instructions;
  if (other == 0) {
    Plan longer = plan;
    longer.seconds += 1;  // so that neither is alone at its end
    close(ages[0]);
    send(half("T2T", "T1T", longer, instructions, nullptr), ages[1]);
    return 0;
  }
  close(ages[1]);
  benchmarks::Result result("t1_t2");
  result.setting("reactive", plan.reactive ? 1 : 0);
  for (const char * name : {"bytes", "rate", "seconds"}) {
    result.setting(name, options[name]);
  }
  const Record record = half("T1T", "T2T", plan, instructions, &result);
  std::vector<double> ages_us = record.ages_us;
  double lost = record.lost;
  add_from(ages[0], ages_us, lost);
  int status = 0;
  waitpid(other, &status, 0);
  if (record.ages_us.empty() || status != 0) {
    std::fprintf(
      stderr, "t1_t2: %d items were received, the other process ended with %d\n", record.items,
      status);
    return 1;
  }
  result.distribution("age", "us", std::move(ages_us));
  result.value("lost", "messages", lost);
  result.print();
  return 0;
}
