// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The scheduling of an executor's threads, in C++, by parameters or in a parameter file. Not in ROS
// 2.
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

/// The scheduling policies of Linux, sched(7).
enum class SchedulingPolicy
{
  inherit,  ///< the policy of the thread that starts the thread
  other,
  fifo,
  rr,
  deadline
};

/// Name, scheduling policy, priority and CPU affinity of a real-time thread. A plain value. A
/// thread inherits members with default values from the thread that starts it.
struct RCLCPP_PUBLIC ThreadSettings
{
  /// The name that tools show; at most 15 characters.
  std::string name;
  /// The scheduling policy.
  SchedulingPolicy policy = SchedulingPolicy::inherit;
  /// Only with fifo and rr, which require it: from 1 to 99; the highest runs first.
  int priority = 0;
  /// Only with inherit and other: from -20 (most CPU time) to 19. 0 leaves it unchanged.
  int nice = 0;
  /// The CPUs on which the thread may run, from 0. Not with deadline: the kernel places those
  /// threads.
  std::vector<int> cpus;
  /// Only with deadline, which requires them: the thread gets `runtime` of CPU time within
  /// `deadline` in each `period`. All are above 0, and none is longer than the next. Threads that
  /// such a thread starts have the policy other.
  std::chrono::nanoseconds runtime{0};
  /// Only with deadline: the time within which the thread gets `runtime` in each period.
  std::chrono::nanoseconds deadline{0};
  /// Only with deadline: the time between two starts of the thread's work.
  std::chrono::nanoseconds period{0};

  /// Returns true if all members are equal.
  bool operator==(const ThreadSettings &) const = default;
};

/// Checks the settings. Throws std::invalid_argument, which names member, value and the expected
/// values.
RCLCPP_PUBLIC void check_thread_settings(const ThreadSettings & settings);

/// Declares the read-only parameters <prefix>.name, .policy ("inherit", "other", "fifo", "rr",
/// "deadline"), .priority, .nice, .cpus (integers), .runtime, .deadline, .period (seconds), with
/// `defaults`, and returns their values, so that a parameter file can set them without recompiling.
/// A second call for the same prefix returns the same values. Throws
/// exceptions::InvalidParameterValueException, which names parameter, value and the expected
/// values, and exceptions::InvalidParameterTypeException.
RCLCPP_PUBLIC ThreadSettings declare_thread_settings(
  node_interfaces::NodeParametersInterface & parameters, const std::string & prefix,
  const ThreadSettings & defaults = {});
/// Declares the same parameters of a node.
RCLCPP_PUBLIC ThreadSettings declare_thread_settings(
  Node & node, const std::string & prefix, const ThreadSettings & defaults = {});

/// Applies settings to the calling thread until the end of the scope, which restores the previous
/// settings as far as the system permits.
///
/// Settings that the system rejects are skipped, and the thread continues: the first rejection of
/// the process is logged with the permission to grant. Throws std::invalid_argument as
/// check_thread_settings().
class RCLCPP_PUBLIC ScopedThreadSettings
{
public:
  /// Applies the settings to the calling thread until the object is destroyed, which must happen on
  /// the same thread.
  explicit ScopedThreadSettings(const ThreadSettings & settings);
  ScopedThreadSettings(const ScopedThreadSettings &) = delete;
  ScopedThreadSettings & operator=(const ScopedThreadSettings &) = delete;
  ~ScopedThreadSettings();

  /// Returns true if no setting was rejected.
  bool complete() const { return complete_; }

private:
  struct Former;

  std::unique_ptr<Former> former_;  // null: nothing was changed
  bool complete_ = true;
};

}  // namespace rclcpp

#endif  // RCLCPP__THREAD_SETTINGS_HPP_
