// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// replay::run(): runs a program on a recording, in virtual time, with the same outputs every time.

#ifndef REPLAY__REPLAY_HPP_
#define REPLAY__REPLAY_HPP_

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bag/error.hpp"

namespace replay
{

/// The program to run: a function that runs between rclcpp::init() and shutdown() of the default
/// context, creates nodes and spins; or a whole main(), which calls these itself.
struct Program
{
  template <std::invocable Function>
  Program(Function function) : between(std::move(function))  // NOLINT: a program is a function
  {
  }
  Program(int (*function)(int, char **)) : main(function) {}  // NOLINT: the same

  std::function<void()> between;
  int (*main)(int, char **) = nullptr;
};

/// The options of run().
struct Options
{
  /// Recorded topics to play. Empty: those that the program subscribes to and does not publish
  /// itself.
  std::vector<std::string> inputs = {};
  /// Topics whose messages are the outputs. Empty: all that the program publishes, except /rosout
  /// and /parameter_events.
  std::vector<std::string> outputs = {};
  /// Path of a new recording of the outputs: a folder, or one file if it ends in .mcap. Empty:
  /// none.
  std::string record = {};
  /// Arguments after the program's name, such as {"--ros-args", "-p", "frequency:=20.0"}.
  std::vector<std::string> arguments = {};
  /// How long the program runs after the last message of the recording.
  std::chrono::nanoseconds after{0};
};

/// The result of run().
struct Report
{
  std::uint64_t played = 0;     ///< number of messages of the recording that were received
  std::uint64_t published = 0;  ///< number of outputs
  std::int64_t begin = 0;       ///< start of the recording in ns since 1970
  std::int64_t end = 0;
  std::chrono::nanoseconds took{0};  ///< wall-clock time of the run
  /// Everything that may make another run differ, and unmet needs of the program, each with its
  /// name: threads that the program started, services without a server, topics that are neither
  /// recorded nor published.
  std::vector<std::string> warnings = {};
};

/// Runs `program` on a recording: in virtual time, on this thread, without network, as fast as it
/// computes. The same recording always gives the same outputs.
/**
 * The program creates nodes of the default context and spins, with any executor, until the context
 * ends. Nodes, pipes, timers (including wall timers), services, parameters, actions and coroutines
 * need no change.
 *
 *     const auto report = replay::run("drive", [] { rclcpp::spin(std::make_shared<Driver>()); });
 *
 * Timing: the program starts at the first message of the recording (its log time) and ends `after`
 * its last one. All ROS clocks stand still while callbacks run, and then jump to the next event: a
 * timer, or the next message. At the same instant timers come first, then messages in the order of
 * the recording. So a callback takes no time, a queue never overflows because a computer is slow,
 * and a program that sleeps in a callback gets the messages of that time afterwards. A message that
 * the program publishes, also while it ends, is an output, stamped with the virtual time.
 *
 *  Messages are delivered to subscriptions of the same topic and type, with the recorded quality of
 *  service, reliably. Their MessageInfo has the log time; the publish time is not kept.
 *
 *  Only the work on this thread and its clocks is deterministic. Other threads are reported by
 *  name. Not detected, and the program's responsibility: random seeds, std::chrono's clocks (which
 *  show the system's time), files and devices, and orders that depend on addresses.
 *
 *  Threads: one replay at a time in a process, because it initialises the default context; throws
 *  std::logic_error if that is in use. Errors: bag::Error for the recording and for `record`;
 *  std::invalid_argument for an input that is not recorded; exceptions of `program`.
 */
Report run(const std::string & bag, const Program & program, const Options & options = {});

}  // namespace replay

#endif  // REPLAY__REPLAY_HPP_
