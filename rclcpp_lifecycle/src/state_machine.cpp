// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The state table of ROS 2's managed nodes.
#include "state_machine.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_msgs/msg/transition.hpp"

namespace rclcpp_lifecycle::detail
{

namespace
{

using S = lifecycle_msgs::msg::State;
using T = lifecycle_msgs::msg::Transition;

constexpr const char * success = "transition_success";
constexpr const char * failure = "transition_failure";
constexpr const char * error = "transition_error";

constexpr std::array<TransitionRow, 25> transitions{{
  {T::TRANSITION_CONFIGURE, "configure", S::PRIMARY_STATE_UNCONFIGURED,
   S::TRANSITION_STATE_CONFIGURING},
  {T::TRANSITION_ON_CONFIGURE_SUCCESS, success, S::TRANSITION_STATE_CONFIGURING,
   S::PRIMARY_STATE_INACTIVE},
  {T::TRANSITION_ON_CONFIGURE_FAILURE, failure, S::TRANSITION_STATE_CONFIGURING,
   S::PRIMARY_STATE_UNCONFIGURED},
  {T::TRANSITION_ON_CONFIGURE_ERROR, error, S::TRANSITION_STATE_CONFIGURING,
   S::TRANSITION_STATE_ERRORPROCESSING},

  {T::TRANSITION_CLEANUP, "cleanup", S::PRIMARY_STATE_INACTIVE, S::TRANSITION_STATE_CLEANINGUP},
  {T::TRANSITION_ON_CLEANUP_SUCCESS, success, S::TRANSITION_STATE_CLEANINGUP,
   S::PRIMARY_STATE_UNCONFIGURED},
  {T::TRANSITION_ON_CLEANUP_FAILURE, failure, S::TRANSITION_STATE_CLEANINGUP,
   S::PRIMARY_STATE_INACTIVE},
  {T::TRANSITION_ON_CLEANUP_ERROR, error, S::TRANSITION_STATE_CLEANINGUP,
   S::TRANSITION_STATE_ERRORPROCESSING},

  {T::TRANSITION_ACTIVATE, "activate", S::PRIMARY_STATE_INACTIVE, S::TRANSITION_STATE_ACTIVATING},
  {T::TRANSITION_ON_ACTIVATE_SUCCESS, success, S::TRANSITION_STATE_ACTIVATING,
   S::PRIMARY_STATE_ACTIVE},
  {T::TRANSITION_ON_ACTIVATE_FAILURE, failure, S::TRANSITION_STATE_ACTIVATING,
   S::PRIMARY_STATE_INACTIVE},
  {T::TRANSITION_ON_ACTIVATE_ERROR, error, S::TRANSITION_STATE_ACTIVATING,
   S::TRANSITION_STATE_ERRORPROCESSING},

  {T::TRANSITION_DEACTIVATE, "deactivate", S::PRIMARY_STATE_ACTIVE,
   S::TRANSITION_STATE_DEACTIVATING},
  {T::TRANSITION_ON_DEACTIVATE_SUCCESS, success, S::TRANSITION_STATE_DEACTIVATING,
   S::PRIMARY_STATE_INACTIVE},
  {T::TRANSITION_ON_DEACTIVATE_FAILURE, failure, S::TRANSITION_STATE_DEACTIVATING,
   S::PRIMARY_STATE_ACTIVE},
  {T::TRANSITION_ON_DEACTIVATE_ERROR, error, S::TRANSITION_STATE_DEACTIVATING,
   S::TRANSITION_STATE_ERRORPROCESSING},

  {T::TRANSITION_UNCONFIGURED_SHUTDOWN, "shutdown", S::PRIMARY_STATE_UNCONFIGURED,
   S::TRANSITION_STATE_SHUTTINGDOWN},
  {T::TRANSITION_INACTIVE_SHUTDOWN, "shutdown", S::PRIMARY_STATE_INACTIVE,
   S::TRANSITION_STATE_SHUTTINGDOWN},
  {T::TRANSITION_ACTIVE_SHUTDOWN, "shutdown", S::PRIMARY_STATE_ACTIVE,
   S::TRANSITION_STATE_SHUTTINGDOWN},

  {T::TRANSITION_ON_SHUTDOWN_SUCCESS, success, S::TRANSITION_STATE_SHUTTINGDOWN,
   S::PRIMARY_STATE_FINALIZED},
  {T::TRANSITION_ON_SHUTDOWN_FAILURE, failure, S::TRANSITION_STATE_SHUTTINGDOWN,
   S::PRIMARY_STATE_FINALIZED},
  {T::TRANSITION_ON_SHUTDOWN_ERROR, error, S::TRANSITION_STATE_SHUTTINGDOWN,
   S::TRANSITION_STATE_ERRORPROCESSING},

  {T::TRANSITION_ON_ERROR_SUCCESS, success, S::TRANSITION_STATE_ERRORPROCESSING,
   S::PRIMARY_STATE_UNCONFIGURED},
  {T::TRANSITION_ON_ERROR_FAILURE, failure, S::TRANSITION_STATE_ERRORPROCESSING,
   S::PRIMARY_STATE_FINALIZED},
  {T::TRANSITION_ON_ERROR_ERROR, error, S::TRANSITION_STATE_ERRORPROCESSING,
   S::PRIMARY_STATE_FINALIZED},
}};

template <typename Matches>
const TransitionRow * find(Matches matches)
{
  const auto row = std::find_if(transitions.begin(), transitions.end(), matches);
  return row == transitions.end() ? nullptr : &*row;
}

}  // namespace

std::span<const State> all_states()
{
  // never destroyed: programs keep references until their end
  static const auto & states = *new const std::array<State, 11>{{
    {S::PRIMARY_STATE_UNKNOWN, "unknown"},
    {S::PRIMARY_STATE_UNCONFIGURED, "unconfigured"},
    {S::PRIMARY_STATE_INACTIVE, "inactive"},
    {S::PRIMARY_STATE_ACTIVE, "active"},
    {S::PRIMARY_STATE_FINALIZED, "finalized"},
    {S::TRANSITION_STATE_CONFIGURING, "configuring"},
    {S::TRANSITION_STATE_CLEANINGUP, "cleaningup"},
    {S::TRANSITION_STATE_SHUTTINGDOWN, "shuttingdown"},
    {S::TRANSITION_STATE_ACTIVATING, "activating"},
    {S::TRANSITION_STATE_DEACTIVATING, "deactivating"},
    {S::TRANSITION_STATE_ERRORPROCESSING, "errorprocessing"},
  }};
  return states;
}

std::span<const TransitionRow> all_transitions()
{
  return transitions;
}

const State & state_of(std::uint8_t id)
{
  for (const State & state : all_states()) {
    if (state.id() == id) {
      return state;
    }
  }
  throw std::out_of_range("no state of a lifecycle node has the number " + std::to_string(id));
}

bool is_primary(std::uint8_t state)
{
  return state < S::TRANSITION_STATE_CONFIGURING;
}

const TransitionRow * find_requested(std::uint8_t state, std::uint8_t id)
{
  return !is_primary(state)
           ? nullptr
           : find([&](const TransitionRow & row) { return row.start == state && row.id == id; });
}

const TransitionRow * find_requested(std::uint8_t state, std::string_view label)
{
  return !is_primary(state) ? nullptr : find([&](const TransitionRow & row) {
    return row.start == state && row.label == label;
  });
}

const TransitionRow & outcome(std::uint8_t transition_state, CallbackReturn result)
{
  const std::string_view label = result == CallbackReturn::SUCCESS   ? success
                                 : result == CallbackReturn::FAILURE ? failure
                                                                     : error;
  const TransitionRow * transition_row = find(
    [&](const TransitionRow & row) { return row.start == transition_state && row.label == label; });
  if (transition_row == nullptr) {
    throw std::out_of_range("no callback runs in the state " + std::to_string(transition_state));
  }
  return *transition_row;
}

std::string possible_transitions(std::uint8_t state)
{
  std::string all;
  for (const TransitionRow & row : transitions) {
    if (is_primary(state) && row.start == state) {
      all +=
        (all.empty() ? "'" : ", '") + std::string(row.label) + "' (" + std::to_string(row.id) + ")";
    }
  }
  return all.empty() ? "none" : all;
}

StateMachine::StateMachine(Announce announce)
: announce_(std::move(announce)), current_(&state_of(S::PRIMARY_STATE_UNCONFIGURED))
{
}

bool StateMachine::take(const TransitionRow & transition)
{
  std::unique_lock<std::mutex> lock(mutex_);
  if (current().id() != transition.start) {
    return false;
  }
  current_.store(&state_of(transition.goal), std::memory_order_release);
  to_announce_.push_back(&transition);
  if (announcing_) {
    return true;
  }
  announcing_ = true;
  while (!to_announce_.empty()) {
    const TransitionRow * next = to_announce_.front();
    to_announce_.pop_front();
    lock.unlock();
    announce_(*next);
    lock.lock();
  }
  announcing_ = false;
  settled_.notify_all();
  return true;
}

bool StateMachine::wait_until_settled(std::chrono::nanoseconds limit)
{
  // The longest limits would not fit into a point in time.
  const auto longest = std::chrono::hours(24 * 365);
  std::unique_lock<std::mutex> lock(mutex_);
  return settled_.wait_for(lock, std::min<std::chrono::nanoseconds>(limit, longest), [this] {
    return is_primary(current().id()) && !announcing_;
  });
}

}  // namespace rclcpp_lifecycle::detail
