// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Passes messages of real-time threads to a thread that may wait for terminals, files and DDS.
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

/// A bounded queue that drops the newest messages when it is full, and logs their number. Its
/// thread starts with the first message, with the ordinary policy on the CPUs of the process. Never
/// destroyed.
class LogQueue
{
public:
  using Write = std::function<void(const Logger &, const LogEvent &)>;

  /// Returns true if the calling thread has a real-time policy.
  static bool is_for_this_thread();

  /// `write` is called on the queue's thread, for one message after another.
  explicit LogQueue(Write write) : write_(std::move(write)) {}
  LogQueue(const LogQueue &) = delete;
  LogQueue & operator=(const LogQueue &) = delete;

  /// Queues a message under a lock with priority inheritance, held while the message is copied.
  /// Allocates only for messages longer than about 500 bytes. Returns false if no thread can be
  /// started: then the caller writes the message itself.
  bool push(const Logger & logger, const LogEvent & event);

  /// Waits until all earlier messages are written, for a second at most.
  void flush();

private:
  struct Message
  {
    std::optional<Logger> logger;  // null after it was written
    LogEvent event{};              // its texts are consecutive in `bytes`
    std::string bytes;
  };

  bool start();
  void run();
  bool write_next(Message & message);

  static constexpr std::size_t capacity = 1024;

  const Write write_;
  base::PiMutex mutex_;           // guards the members below
  base::Ring<Message> messages_;  // empty capacity before the thread has been started
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
