// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// replay::run(): a program fed by a recording, in virtual time, with the same outputs every time.

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

/// What is run: a function that stands between rclcpp::init() and shutdown() of the default
/// context, makes nodes and spins; or a whole main(), which calls those itself.
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

struct Options
{
  /// Recorded topics that are played. Empty: those that the program subscribes to and does not
  /// publish itself.
  std::vector<std::string> inputs = {};
  /// Topics whose messages are the outputs. Empty: all that the program publishes, but /rosout and
  /// /parameter_events.
  std::vector<std::string> outputs = {};
  /// A new recording of the outputs: a folder, or one file if it ends in .mcap. Empty: none.
  std::string record = {};
  /// As after the program's name: {"--ros-args", "-p", "frequency:=20.0"}.
  std::vector<std::string> arguments = {};
  /// How long the program runs after the last message of the recording.
  std::chrono::nanoseconds after{0};
};

struct Report
{
  std::uint64_t played = 0;     ///< messages of the recording that somebody got
  std::uint64_t published = 0;  ///< outputs
  std::int64_t begin = 0;       ///< ns since 1970, as the recording has them
  std::int64_t end = 0;
  std::chrono::nanoseconds took{0};  ///< by the clock on the wall
  /// What may make another run differ, and what the program asked for in vain; each with its name:
  /// threads that it began, services that nobody serves, topics that are neither recorded nor
  /// published.
  std::vector<std::string> warnings = {};
};

/// Runs `program` as the recording would have had it: on virtual time, on this thread, without
/// network, as fast as it computes. Twice the same recording gives twice the same outputs.
/**
 *  The program makes nodes of the default context and spins, with any executor, until the context
 *  ends. Nodes, pipes, timers (wall timers too), services, parameters, actions and coroutines need
 *  no change.
 *
 *     const auto report = replay::run("drive", [] { rclcpp::spin(std::make_shared<Driver>()); });
 *
 *  What happens when: the program begins at the first message of the recording (its log time), and
 *  ends `after` its last one. All clocks of ROS stand still while callbacks run, and then go on to
 *  what comes first: a timer, or the next message; at the same instant timers come first, and
 *  messages in the order of the recording. So a callback takes no time, a queue never overflows
 *  because a computer is slow, and a program that sleeps in a callback gets what came meanwhile
 *  afterwards. What the program publishes is an output, stamped with the virtual time.
 *
 *  Messages get to subscriptions of the same topic and type, with the quality of service that was
 *  recorded, reliable. Their MessageInfo has the log time; the publish time is not kept.
 *
 *  The same every time is what is of this thread and of its clocks. Other threads are reported by
 *  name. Not seen, and up to the program: random seeds, std::chrono's clocks (which say the
 *  system's time), files and devices, the order of what is kept by address.
 *
 *  Threads: one replay at a time in a process, since it initialises the default context:
 *  std::logic_error if that is in use. Errors: bag::Error for the recording and for `record`;
 *  std::invalid_argument for an input that is not recorded; what `program` throws.
 */
Report run(const std::string & bag, const Program & program, const Options & options = {});

}  // namespace replay

#endif  // REPLAY__REPLAY_HPP_
