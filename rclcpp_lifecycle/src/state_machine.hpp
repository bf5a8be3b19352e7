// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The states and transitions of a managed node, and the machine that is in one of them. Nothing
// here runs callbacks or knows of nodes.
#ifndef STATE_MACHINE_HPP_
#define STATE_MACHINE_HPP_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp"
#include "rclcpp_lifecycle/state.hpp"

namespace rclcpp_lifecycle::detail
{

using CallbackReturn = node_interfaces::LifecycleNodeInterface::CallbackReturn;

/// A line of the table; lives as long as the process.
struct TransitionRow
{
  std::uint8_t id;
  const char * label;
  std::uint8_t start;
  std::uint8_t goal;
};

/// In the order in which the services list them.
std::span<const State> all_states();
std::span<const TransitionRow> all_transitions();

/// Throws std::out_of_range for a number that is no state's.
const State & state_of(std::uint8_t id);
/// True for the states in which a node stays: those in which no callback runs.
bool is_primary(std::uint8_t state);

/// The transition of that number or label that a program or a service can ask for in that state;
/// null if there is none.
const TransitionRow * find_requested(std::uint8_t state, std::uint8_t id);
const TransitionRow * find_requested(std::uint8_t state, std::string_view label);
/// What follows when the callback of a transition state returned that; any other value is ERROR.
const TransitionRow & outcome(std::uint8_t transition_state, CallbackReturn result);
/// "'configure' (1), 'shutdown' (5)": what can be asked for in that state; "none".
std::string possible_transitions(std::uint8_t state);

/// Is in one state, and tells of each change, in the order of the changes. All functions are
/// thread-safe.
class StateMachine
{
public:
  using Announce = std::function<void(const TransitionRow &)>;

  /// In the state unconfigured. `announce` is called with no lock held, by one thread at a time:
  /// the one that makes the change, unless another is announcing already, which then does it.
  /// It must not throw.
  explicit StateMachine(Announce announce);

  const State & current() const noexcept { return *current_.load(std::memory_order_acquire); }

  /// False, and nothing is changed, unless the machine is in the state where the transition begins.
  bool take(const TransitionRow & transition);

  /// True once the machine is in a primary state and has told of it; false if it was not within
  /// `limit`.
  bool wait_until_settled(std::chrono::nanoseconds limit);

private:
  const Announce announce_;
  std::atomic<const State *> current_;  // written with the lock
  std::mutex mutex_;
  std::condition_variable settled_;
  std::deque<const TransitionRow *> to_announce_;
  bool announcing_ = false;
};

}  // namespace rclcpp_lifecycle::detail

#endif  // STATE_MACHINE_HPP_
