// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// State and Transition.
#include "rclcpp_lifecycle/state.hpp"

#include <stdexcept>
#include <utility>

#include "rclcpp_lifecycle/transition.hpp"

namespace rclcpp_lifecycle
{

namespace
{

template <typename HandleT>
const HandleT & checked(const HandleT * handle, const char * function)
{
  if (handle == nullptr) {
    throw std::runtime_error(std::string(function) + " of C to be copied is null");
  }
  return *handle;
}

void check(bool was_reset, const char * function)
{
  if (was_reset) {
    throw std::runtime_error(std::string(function) + " was reset and has no values");
  }
}

const State & present(const std::optional<State> & state, const Transition & transition)
{
  if (!state) {
    throw std::runtime_error(
      "transition '" + transition.label() + "' (" + std::to_string(transition.id()) +
      ") was created without states");
  }
  return *state;
}

}  // namespace

State::State(rcutils_allocator_t allocator) : State(0, "unknown", allocator)
{
}

State::State(std::uint8_t id, const std::string & label, rcutils_allocator_t /* allocator */)
: id_(id), label_(label)
{
  if (label.empty()) {
    throw std::runtime_error(
      "state " + std::to_string(id) + " of a lifecycle node has no label; expected one");
  }
}

State::State(
  const rcl_lifecycle_state_t * rcl_lifecycle_state_handle, rcutils_allocator_t allocator)
: State(
    checked(rcl_lifecycle_state_handle, "the state").id,
    checked(rcl_lifecycle_state_handle, "the state").label, allocator)
{
}

State::State(const State & rhs) = default;
State::~State() = default;
State & State::operator=(const State & rhs) = default;

std::uint8_t State::id() const
{
  check(label_.empty(), "the state");
  return id_;
}
std::string State::label() const
{
  check(label_.empty(), "the state");
  return label_;
}
void State::reset() noexcept
{
  label_.clear();
}

Transition::Transition(
  std::uint8_t id, const std::string & label, rcutils_allocator_t /* allocator */)
: id_(id), label_(label)
{
}

Transition::Transition(
  std::uint8_t id, const std::string & label, State && start, State && goal,
  rcutils_allocator_t /* allocator */)
: id_(id), label_(label), start_(std::move(start)), goal_(std::move(goal))
{
}

Transition::Transition(
  const rcl_lifecycle_transition_t * rcl_lifecycle_transition_handle,
  rcutils_allocator_t /* allocator */)
: id_(static_cast<std::uint8_t>(checked(rcl_lifecycle_transition_handle, "the transition").id)),
  label_(rcl_lifecycle_transition_handle->label)
{
  if (const rcl_lifecycle_state_t * start = rcl_lifecycle_transition_handle->start) {
    start_.emplace(start);
  }
  if (const rcl_lifecycle_state_t * goal = rcl_lifecycle_transition_handle->goal) {
    goal_.emplace(goal);
  }
}

Transition::Transition(const Transition & rhs) = default;
Transition::~Transition() = default;
Transition & Transition::operator=(const Transition & rhs) = default;

std::uint8_t Transition::id() const
{
  check(was_reset_, "the transition");
  return id_;
}
std::string Transition::label() const
{
  check(was_reset_, "the transition");
  return label_;
}
void Transition::reset() noexcept
{
  was_reset_ = true;
  start_.reset();
  goal_.reset();
}
State Transition::start_state() const
{
  return present(start_, *this);
}
State Transition::goal_state() const
{
  return present(goal_, *this);
}

}  // namespace rclcpp_lifecycle
