// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The ring of messages and the thread that writes them.
#include "logging/log_queue.hpp"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace rclcpp::detail
{

bool LogQueue::is_for_this_thread()
{
  constexpr int deadline = 6;  // SCHED_DEADLINE
  const int policy = ::sched_getscheduler(0);
  return policy == SCHED_FIFO || policy == SCHED_RR || policy == deadline;
}

bool LogQueue::push(const Logger & logger, const LogEvent & event)
{
  State state = state_.load(std::memory_order_acquire);
  if (state != State::runs && !start()) {
    return false;
  }
  {
    std::lock_guard lock(mutex_);
    if (!messages_.make_room()) {
      ++dropped_;
      return true;
    }
    Message & message = messages_.append();
    message.logger = logger;
    message.event = event;
    message.bytes.clear();
    for (const std::string_view text : {event.logger, event.message, event.function, event.file}) {
      message.bytes += text;
    }
  }
  pushed_.fetch_add(1, std::memory_order_release);
  pushed_.notify_one();
  return true;
}

// Returns false if the thread cannot be started, or if another thread is about to start it.
bool LogQueue::start()
{
  State none = State::none;
  if (!state_.compare_exchange_strong(none, State::starting)) {
    return none == State::runs;
  }
  {
    base::Ring<Message> ring(capacity, capacity);
    while (ring.size() < capacity) {
      ring.append().bytes.reserve(512);
    }
    while (!ring.empty()) {
      ring.drop_front();
    }
    std::lock_guard lock(mutex_);
    messages_.swap(ring);
  }
  try {
    std::thread thread([this] { run(); });
    ::pthread_setname_np(thread.native_handle(), "logging");
    thread.detach();
  } catch (const std::system_error &) {
    state_ = State::failed;
    return false;
  }
  state_ = State::runs;
  return true;
}

void LogQueue::run()
{
  // Not the policy of the thread that logged first.
  sched_param parameters{};
  ::pthread_setschedparam(::pthread_self(), SCHED_OTHER, &parameters);
  cpu_set_t cpus;
  if (::sched_getaffinity(::getpid(), sizeof(cpus), &cpus) == 0) {
    ::pthread_setaffinity_np(::pthread_self(), sizeof(cpus), &cpus);
  }
  Message message;
  message.bytes.reserve(512);
  for (;;) {
    const std::uint64_t seen = pushed_.load(std::memory_order_acquire);
    while (write_next(message)) {
    }
    pushed_.wait(seen, std::memory_order_acquire);
  }
}

bool LogQueue::write_next(Message & message)
{
  std::uint64_t dropped;
  {
    std::lock_guard lock(mutex_);
    if (messages_.empty()) {
      return false;
    }
    std::swap(message, messages_.front());  // both keep their memory
    messages_.drop_front();
    dropped = std::exchange(dropped_, 0);
  }
  std::string_view rest = message.bytes;
  for (std::string_view LogEvent::*text :
       {&LogEvent::logger, &LogEvent::message, &LogEvent::function, &LogEvent::file}) {
    const std::size_t length = (message.event.*text).size();
    message.event.*text = rest.substr(0, length);
    rest.remove_prefix(length);
  }
  write_(*message.logger, message.event);
  if (dropped > 0) {
    const std::string text =
      std::to_string(dropped) +
      " log messages of real-time threads were dropped: they come faster than "
      "they can be written";
    LogEvent event = message.event;
    event.severity = Logger::Level::Warn;
    event.message = text;
    write_(*message.logger, event);
  }
  message.logger.reset();
  written_.fetch_add(1, std::memory_order_release);
  return true;
}

void LogQueue::flush()
{
  const std::uint64_t all = pushed_.load(std::memory_order_acquire);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (written_.load(std::memory_order_acquire) < all && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace rclcpp::detail
