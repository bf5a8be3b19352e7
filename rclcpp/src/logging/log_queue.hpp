// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages of real-time threads on their way to a thread that may wait for terminals, files and
// DDS.
#ifndef LOGGING__LOG_QUEUE_HPP_
#define LOGGING__LOG_QUEUE_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/pi_mutex.hpp"
#include "base/ring.hpp"
#include "logging/logging.hpp"
#include "rclcpp/logger.hpp"

namespace rclcpp::detail
{

/// Bounded; full, it drops the newest and says how many. Its thread begins with the first message,
/// and has the ordinary policy on the CPUs of the process. Never destroyed.
class LogQueue
{
public:
  using Write = std::function<void(const Logger &, const LogEvent &)>;

  /// True if the calling thread has a real-time policy.
  static bool is_for_this_thread();

  /// `write` is called in the queue's thread, one message after another.
  explicit LogQueue(Write write) : write_(std::move(write)) {}
  LogQueue(const LogQueue &) = delete;
  LogQueue & operator=(const LogQueue &) = delete;

  /// Takes a lock that inherits priorities, for as long as the message is copied. Allocates only
  /// for messages of more than 500 bytes or so. False if there is no thread to be had: the caller
  /// writes it itself.
  bool push(const Logger & logger, const LogEvent & event);

  /// Waits until all that was pushed before is written, for a second at most.
  void flush();

private:
  struct Message
  {
    std::optional<Logger> logger;  // null when it was written
    LogEvent event{};              // its texts are one behind the other in `bytes`
    std::string bytes;
  };

  bool start();
  void run();
  bool write_next(Message & message);

  static constexpr std::size_t capacity = 1024;

  const Write write_;
  base::PiMutex mutex_;           // guards these
  base::Ring<Message> messages_;  // none fits before the thread has been started
  std::uint64_t dropped_ = 0;

  enum class State
  {
    none,
    starting,
    runs,
    failed
  };
  std::atomic<State> state_{State::none};
  std::atomic<std::uint64_t> pushed_{0};
  std::atomic<std::uint64_t> written_{0};
};

}  // namespace rclcpp::detail

#endif  // LOGGING__LOG_QUEUE_HPP_
