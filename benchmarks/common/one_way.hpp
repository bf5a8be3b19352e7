// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures one way from a process to another: two processes, messages with a head, the pace, the
// counting, the result. All programs that measure it by different means share this.
#ifndef BENCHMARKS__COMMON__ONE_WAY_HPP_
#define BENCHMARKS__COMMON__ONE_WAY_HPP_

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/result.hpp"

namespace benchmarks
{

// The first bytes of each message.
struct Head
{
  std::int64_t sent_ns;
  std::int64_t number;  // from 0; negative: warm-up, not counted; `end_number`: the end
};
constexpr std::int64_t end_number = INT64_MAX;
constexpr std::int64_t warm_up_count = 20;

struct Plan
{
  std::size_t bytes;  // of a message with its head
  double rate;        // messages a second
  std::int64_t count;

  // From the options --bytes, --rate and --count.
  explicit Plan(const std::map<std::string, double> & options)
  : bytes(std::max(static_cast<std::size_t>(options.at("bytes")), sizeof(Head))),
    rate(options.at("rate")),
    count(static_cast<std::int64_t>(options.at("count")))
  {
  }
};

// The measurements of the publishing process: seconds of CPU time, then the duration of each
// publishing call in µs.
using SenderReport = std::vector<double>;

// Sends the messages of `plan` at its pace, and the end: `send` writes the head and publishes.
inline SenderReport send_all(const Plan & plan, const std::function<void(std::int64_t)> & send)
{
  const auto period = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / plan.rate));
  auto next = std::chrono::steady_clock::now();
  SenderReport report{0};
  report.reserve(static_cast<std::size_t>(plan.count) + 1);
  double cpu = 0;
  for (std::int64_t number = -warm_up_count; number < plan.count; ++number) {
    if (number == 0) {
      cpu = cpu_seconds();
    }
    const std::int64_t begin = now_ns();
    send(number);
    if (number >= 0) {
      report.push_back(static_cast<double>(now_ns() - begin) / 1000.0);
    }
    next += period;
    std::this_thread::sleep_until(next);
  }
  report[0] = cpu_seconds() - cpu;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  send(end_number);
  return report;
}

// Writes the head of message `number`, sent now, to the beginning of a message.
inline void write_head(void * message, std::int64_t number)
{
  const Head head{now_ns(), number};
  std::memcpy(message, &head, sizeof head);
}

// The measurements of the receiving process.
class Receiver
{
public:
  explicit Receiver(const Plan & plan) { latencies_.reserve(static_cast<std::size_t>(plan.count)); }

  // Call it for each message as soon as the program has it. Returns true at the end.
  bool receive(const void * message)
  {
    Head head{};
    std::memcpy(&head, message, sizeof head);
    return receive(head);
  }

  bool receive(const Head & head)
  {
    const std::int64_t now = now_ns();
    if (head.number == end_number) {
      cpu_ = cpu_seconds() - cpu_;
      switches_ = context_switches() - switches_;
      has_ended_ = true;
    } else if (head.number >= 0) {
      if (latencies_.empty()) {
        cpu_ = cpu_seconds();
        switches_ = context_switches();
      }
      latencies_.push_back(static_cast<double>(now - head.sent_ns) / 1000.0);
    }
    return has_ended_;
  }

  bool has_ended() const { return has_ended_; }

  // Adds the figures of both sides to `result`.
  void add_to(Result & result, const Plan & plan, SenderReport report) const
  {
    const auto count = static_cast<double>(plan.count);
    result.setting("bytes", static_cast<double>(plan.bytes));
    result.setting("rate_hz", plan.rate);
    result.setting("count", count);
    result.value("lost", "messages", count - static_cast<double>(latencies_.size()));
    result.value("cpu_receiver", "us/item", cpu_ / count * 1e6);
    result.value("switches_receiver", "1/item", switches_ / count);
    result.value("cpu_sender", "us/item", report.at(0) / count * 1e6);
    result.distribution("one_way", "us", latencies_);
    report.erase(report.begin());
    result.distribution("publish", "us", report);
  }

private:
  std::vector<double> latencies_;
  double cpu_ = 0;
  double switches_ = 0;
  bool has_ended_ = false;
};

// Runs `publish` in a child, `receive` here until the end, and each of `others` in a child of its
// own: further receivers, which return true if they came to the end. Prints `result`; returns the
// program's exit status. Call it before the program has a second thread.
inline int measure_one_way(
  Result && result, const Plan & plan, const std::function<SenderReport()> & publish,
  const std::function<void(Receiver &)> & receive,
  const std::vector<std::function<bool()>> & others = {})
{
  int ends[2];
  if (pipe(ends) != 0) {
    std::perror("one_way");
    return 1;
  }
  std::vector<pid_t> children;
  const auto kill_children = [&] {
    for (const pid_t child : children) {
      kill(child, SIGKILL);
    }
  };
  // Returns true in the child.
  const auto begin_child = [&] {
    const pid_t child = fork();
    if (child < 0) {
      std::perror("one_way: fork");
      kill_children();
      std::_Exit(1);
    }
    if (child != 0) {
      children.push_back(child);
    }
    return child == 0;
  };
  if (begin_child()) {
    close(ends[0]);
    const SenderReport report = publish();
    std::FILE * const file = fdopen(ends[1], "w");
    std::fwrite(report.data(), sizeof(double), report.size(), file);
    std::_Exit(std::fclose(file) == 0 ? 0 : 1);
  }
  close(ends[1]);
  for (const auto & other : others) {
    if (begin_child()) {
      close(ends[0]);
      std::_Exit(other() ? 0 : 1);
    }
  }
  Receiver receiver(plan);
  receive(receiver);
  bool ended = receiver.has_ended();
  if (!ended) {
    kill_children();  // they may wait without end
  }
  SenderReport report(static_cast<std::size_t>(plan.count) + 1);
  std::FILE * const file = fdopen(ends[0], "r");
  ended = std::fread(report.data(), sizeof(double), report.size(), file) == report.size() && ended;
  std::fclose(file);
  for (const pid_t child : children) {
    int status = 0;
    ended = waitpid(child, &status, 0) == child && status == 0 && ended;
  }
  if (!ended) {
    std::fputs("one_way: a process did not come to its end\n", stderr);
    return 1;
  }
  receiver.add_to(result, plan, std::move(report));
  result.print();
  return 0;
}

// The hand-over that every executor needs, from the thread that the transport calls to the
// program's: a queue, a lock, a condition variable.
class HandOver
{
public:
  void push(const void * message)
  {
    Head head{};
    std::memcpy(&head, message, sizeof head);
    {
      const std::lock_guard lock(mutex_);
      heads_.push_back(head);
    }
    arrived_.notify_one();
  }

  // Hands all on to `receiver` until the end, or until nothing has come for 60 s.
  void receive_all(Receiver & receiver)
  {
    while (const auto head = pop()) {
      if (receiver.receive(*head)) {
        return;
      }
    }
  }

private:
  std::optional<Head> pop()
  {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait_for(lock, std::chrono::seconds(60), [&] { return !heads_.empty(); })) {
      return std::nullopt;
    }
    const Head head = heads_.front();
    heads_.pop_front();
    return head;
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Head> heads_;
};

}  // namespace benchmarks

#endif  // BENCHMARKS__COMMON__ONE_WAY_HPP_
