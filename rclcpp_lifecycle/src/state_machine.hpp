// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The state machine of a managed node. It runs no callbacks and
// does not know the node.
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
#include "transition_table.hpp"

namespace rclcpp_lifecycle::detail
{

using CallbackReturn = node_interfaces::LifecycleNodeInterface::CallbackReturn;

/// Returns the states in the order in which the services list them.
std::span<const State> all_states();

/// Returns the state of that number. Throws std::out_of_range if there is none.
const State & state_of(std::uint8_t id);
/// Returns true for the states in which a node stays: those in which no callback runs.
bool is_primary(std::uint8_t state);

/// Returns the transition of that number or label that can be requested in that state; null if
/// there is none.
const TransitionRow * find_requested(std::uint8_t state, std::uint8_t id);
const TransitionRow * find_requested(std::uint8_t state, std::string_view label);
/// Returns the transition after a callback's result in a transition state; any other value means
/// ERROR.
const TransitionRow & outcome(std::uint8_t transition_state, CallbackReturn result);
/// Returns the transitions that can be requested in that state, such as "'configure' (1),
/// 'shutdown' (5)", or "none".
std::string possible_transitions(std::uint8_t state);

/// Holds the current state and announces each change, in the order of the changes. All functions
/// are thread-safe.
class StateMachine
{
public:
  using Announce = std::function<void(const TransitionRow &)>;

  /// Starts in the state unconfigured. `announce` is called with no lock held, by one thread at a
  /// time: the one that makes the change, unless another one is already announcing, which then does
  /// it. It must not throw.
  explicit StateMachine(Announce announce);

  const State & current() const noexcept { return *current_.load(std::memory_order_acquire); }

  /// Returns false and changes nothing unless the machine is in the state where the transition
  /// begins.
  bool take(const TransitionRow & transition);

  /// Waits until the machine is in a primary state and has announced it; returns false if that
  /// takes longer than `limit`.
  bool wait_until_settled(std::chrono::nanoseconds limit);

private:
  const Announce announce_;
  std::atomic<const State *> current_;  // written with the lock held
  std::mutex mutex_;                    // guards the members below
  std::condition_variable settled_;
  std::deque<const TransitionRow *> to_announce_;
  bool announcing_ = false;
};

}  // namespace rclcpp_lifecycle::detail

#endif  // STATE_MACHINE_HPP_
