// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Looks transitions up in the table, and takes them.
#include "state_machine.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lifecycle_msgs/msg/state.hpp"

namespace rclcpp_lifecycle::detail
{

namespace
{

using S = lifecycle_msgs::msg::State;

template <typename Matches>
const TransitionRow * find(Matches matches)
{
  const auto row = std::find_if(transition_rows.begin(), transition_rows.end(), matches);
  return row == transition_rows.end() ? nullptr : &*row;
}

}  // namespace

std::span<const State> all_states()
{
  // never destroyed: programs keep references until their end
  static const auto & states = *new const auto([] {
    std::vector<State> all;
    all.reserve(std::size(state_rows));
    for (const StateRow & row : state_rows) {
      all.emplace_back(row.id, row.label);
    }
    return all;
  }());
  return states;
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
  const std::string_view label = result == CallbackReturn::SUCCESS   ? "transition_success"
                                 : result == CallbackReturn::FAILURE ? "transition_failure"
                                                                     : "transition_error";
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
  for (const TransitionRow & row : transition_rows) {
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
