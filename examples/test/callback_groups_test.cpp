// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ping/pong demo gets the pongs that the priorities of its two paths allow, whatever else the
// machine does.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <regex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "program.hpp"

namespace
{

bool fifo_is_allowed()
{
  bool allowed = false;
  std::thread([&] {
    sched_param parameters{};
    parameters.sched_priority = 49;
    allowed = sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
  }).join();
  return allowed;
}

// The share of a CPU that the kernel leaves to real-time threads when others want it too.
double real_time_share()
{
  double runtime = -1;
  double period = 1;
  std::ifstream("/proc/sys/kernel/sched_rt_runtime_us") >> runtime;
  std::ifstream("/proc/sys/kernel/sched_rt_period_us") >> period;
  return runtime < 0 ? 1 : runtime / period;
}

// The number that follows `name` in the JSON line, behind `section` if given.
double figure(
  const std::string & output, const std::string & name, const std::string & section = {})
{
  const std::size_t json = output.find("{\"pings\"");
  EXPECT_NE(json, std::string::npos) << output;
  const std::size_t begin = section.empty() ? json : output.find("\"" + section + "\": {", json);
  const std::string key = "\"" + name + "\": ";
  const std::size_t found = output.find(key, begin);
  EXPECT_NE(found, std::string::npos) << name << " in " << output;
  return std::stod(output.substr(found + key.size()));
}

// The seconds that the first CPU, which the experiment uses, gave to no real-time thread: a virtual
// machine stands still now and then.
class LostTime
{
public:
  LostTime() : thread_([this] { measure(); }) {}
  ~LostTime()
  {
    stop_ = true;
    thread_.join();
  }

  double seconds() const { return seconds_; }

private:
  using Clock = std::chrono::steady_clock;

  void measure()
  {
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof(allowed), &allowed);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) {
      ++first;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof(one), &one);
    sched_param parameters{};
    parameters.sched_priority = sched_get_priority_max(SCHED_FIFO);
    if (sched_setscheduler(0, SCHED_FIFO, &parameters) != 0) {
      return;  // below the experiment's threads it would measure them: no time counts as lost
    }
    while (!stop_) {
      const auto begin = Clock::now();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const auto took = Clock::now() - begin;
      if (took > std::chrono::milliseconds(5)) {
        seconds_ = seconds_ + std::chrono::duration<double>(took).count();
      }
    }
  }

  std::atomic<double> seconds_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;  // uses the members above
};

constexpr double duration = 10;  // seconds

struct Result
{
  std::string output;
  double available;  // seconds of the CPU for real-time threads
};

Result run(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), {"callback_groups/ping_pong", "--json"});
  const LostTime lost;
  Program program(arguments, Program::With::pipes);
  EXPECT_EQ(program.finish(), 0) << program.output();
  return {program.output(), std::min(duration * real_time_share(), duration - lost.seconds())};
}

class CallbackGroups : public testing::Test
{
protected:
  void SetUp() override
  {
    if (!fifo_is_allowed()) {
      GTEST_SKIP()
        << "SCHED_FIFO is not allowed here: needs root, CAP_SYS_NICE or an rtprio limit of 49";
    }
  }
};

TEST_F(CallbackGroups, TheHighPathTakesAllAndTheLowPathGetsNothing)
{
  const auto [output, available] = run({});
  // 10 ms of work each 10 ms.
  EXPECT_GE(figure(output, "pings"), 0.9 * figure(output, "configured") * available / duration)
    << available << "\n"
    << output;
  EXPECT_GE(figure(output, "percent", "high"), 98) << output;
  EXPECT_EQ(figure(output, "pongs", "low"), 0) << output;
  EXPECT_LE(figure(output, "low_thread_ms"), 20) << output;

  for (const char * line :
       {"\\[pong_node\\]: Running experiment from now on for 10 seconds \\.\\.\\.\n",
        "\\[ping_node\\]: Both paths: Sent out [0-9]+ of configured 1000 pings, i\\.e\\. "
        "[0-9]+%\\.\n",
        "\\[ping_node\\]: High prio path: Received [0-9]+ pongs, i\\.e\\. for (98|99|100)% of the "
        "pings\\.\n",
        "\\[ping_node\\]: High prio path: Average RTT is [0-9]+\\.[0-9]ms\\.\n",
        "\\[ping_node\\]: High prio path: Jitter of RTT is [0-9]+\\.[0-9]{3}ms\\.\n",
        "\\[ping_node\\]: Low prio path: Received 0 pongs, i\\.e\\. for 0% of the pings\\.\n",
        "\\[pong_node\\]: High priority executor thread ran for [0-9]+ms\\.\n",
        "\\[pong_node\\]: Low priority executor thread ran for [0-9]+ms\\.\n"}) {
    EXPECT_TRUE(std::regex_search(output, std::regex(line))) << line << " in " << output;
  }
}

TEST_F(CallbackGroups, TheLowPathGetsWhatTheHighPathLeaves)
{
  const auto begin = std::chrono::steady_clock::now();
  const auto [output, available] =
    run({"--ros-args", "-p", "ping_period:=0.033", "-p", "high_busyloop:=0.025"});
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
  const double pings = figure(output, "pings");
  EXPECT_GE(pings, 0.9 * figure(output, "configured") * available / duration) << available << "\n"
                                                                              << output;
  EXPECT_GE(figure(output, "percent", "high"), 98) << output;
  // Each ping takes 25 ms of the high path; the rest is for low ones of 10 ms. On a busy machine
  // the experiment may begin early and end late.
  const auto low_percent = [&](double seconds) {
    return 100 * (seconds - 0.025 * pings) / 0.010 / pings;
  };
  EXPECT_GE(figure(output, "percent", "low"), low_percent(available) - 8) << available << "\n"
                                                                          << output;
  EXPECT_LE(figure(output, "percent", "low"), low_percent(whole.count()) + 4) << output;
}

TEST_F(CallbackGroups, PingAndPongTalkAsTwoProcesses)
{
  Program pong({"callback_groups/pong", "--json"}, Program::With::pipes);
  Program ping({"callback_groups/ping", "--json"}, Program::With::pipes);
  EXPECT_EQ(ping.finish(), 0) << ping.output();
  EXPECT_EQ(pong.finish(), 0) << pong.output();
  // Both wait for ordinary threads of the middleware on a busy CPU, so there is little to promise
  // but that it works.
  EXPECT_GE(figure(ping.output(), "pongs", "high"), 100) << ping.output();
  EXPECT_NE(pong.output().find("{\"high_thread_ms\": "), std::string::npos) << pong.output();
}

}  // namespace
