// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How the threads of an executor are scheduled: set in C++, by parameters or in a parameter file.
// Not in ROS 2.
#ifndef RCLCPP__THREAD_SETTINGS_HPP_
#define RCLCPP__THREAD_SETTINGS_HPP_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Node;
namespace node_interfaces
{
class NodeParametersInterface;
}

/// Linux's scheduling policies, sched(7).
enum class SchedulingPolicy
{
  inherit,  ///< that of the thread that starts the thread
  other,
  fifo,
  rr,
  deadline
};

/// A plain value. What is left as it is here stays as the thread that starts it has it.
struct RCLCPP_PUBLIC ThreadSettings
{
  /// As tools show it; at most 15 characters.
  std::string name;
  SchedulingPolicy policy = SchedulingPolicy::inherit;
  /// With fifo and rr, and only with them: from 1 to 99, higher runs first.
  int priority = 0;
  /// With inherit and other: from -20 (most) to 19. 0 leaves it.
  int nice = 0;
  /// The CPUs it may run on, from 0. Not with deadline, whose threads the kernel places itself.
  std::vector<int> cpus;
  /// With deadline, and only with it: so much time, within this time, in each period; all above 0
  /// and in this order. Threads that such a thread starts have policy other.
  std::chrono::nanoseconds runtime{0};
  std::chrono::nanoseconds deadline{0};
  std::chrono::nanoseconds period{0};

  bool operator==(const ThreadSettings &) const = default;
};

/// Throws std::invalid_argument, which names member, value and what was expected.
RCLCPP_PUBLIC void check_thread_settings(const ThreadSettings & settings);

/// Declares the read-only parameters <prefix>.name, .policy ("inherit", "other", "fifo", "rr",
/// "deadline"), .priority, .nice, .cpus (integers), .runtime, .deadline, .period (seconds), with
/// `defaults`, and returns what they say; so a parameter file decides without recompiling. A second
/// call for the same prefix returns the same. Throws exceptions::InvalidParameterValueException,
/// which names parameter, value and what was expected, and
/// exceptions::InvalidParameterTypeException.
RCLCPP_PUBLIC ThreadSettings declare_thread_settings(
  node_interfaces::NodeParametersInterface & parameters, const std::string & prefix,
  const ThreadSettings & defaults = {});
RCLCPP_PUBLIC ThreadSettings declare_thread_settings(
  Node & node, const std::string & prefix, const ThreadSettings & defaults = {});

/// Settings of the calling thread, until the end of the scope, which gives it back those it had
/// before, as far as it may.
///
/// What the system refuses is left out, and the thread runs on: the first refusal of the process is
/// logged with what to grant for it. Throws std::invalid_argument as check_thread_settings().
class RCLCPP_PUBLIC ScopedThreadSettings
{
public:
  explicit ScopedThreadSettings(const ThreadSettings & settings);
  ScopedThreadSettings(const ScopedThreadSettings &) = delete;
  ScopedThreadSettings & operator=(const ScopedThreadSettings &) = delete;
  ~ScopedThreadSettings();

  /// Nothing was refused.
  bool complete() const { return complete_; }

private:
  struct Former;

  std::unique_ptr<Former> former_;  // null: nothing was changed
  bool complete_ = true;
};

}  // namespace rclcpp

#endif  // RCLCPP__THREAD_SETTINGS_HPP_
