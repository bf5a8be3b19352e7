// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs a transition: state, callback, entities, state.
#include "lifecycle_node_impl.hpp"

#include <exception>
#include <stdexcept>
#include <string_view>

#include "base/escaped.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_lifecycle
{

using StateMessage = lifecycle_msgs::msg::State;

namespace
{

/// The callbacks, in the order of the functions that replace them.
struct CallbackRow
{
  std::uint8_t state;
  const char * name;
  CallbackReturn (node_interfaces::LifecycleNodeInterface::*function)(const State &);
};
using Interface = node_interfaces::LifecycleNodeInterface;
constexpr std::array<CallbackRow, 6> callbacks{{
  {StateMessage::TRANSITION_STATE_CONFIGURING, "on_configure", &Interface::on_configure},
  {StateMessage::TRANSITION_STATE_CLEANINGUP, "on_cleanup", &Interface::on_cleanup},
  {StateMessage::TRANSITION_STATE_SHUTTINGDOWN, "on_shutdown", &Interface::on_shutdown},
  {StateMessage::TRANSITION_STATE_ACTIVATING, "on_activate", &Interface::on_activate},
  {StateMessage::TRANSITION_STATE_DEACTIVATING, "on_deactivate", &Interface::on_deactivate},
  {StateMessage::TRANSITION_STATE_ERRORPROCESSING, "on_error", &Interface::on_error},
}};

std::size_t callback_of(std::uint8_t transition_state)
{
  std::size_t i = 0;
  while (callbacks.at(i).state != transition_state) {
    ++i;
  }
  return i;
}

/// Returns the requested transition for error texts.
std::string asked_for(std::uint8_t id)
{
  for (const TransitionRow & row : detail::transition_rows) {
    if (row.id == id) {
      return "'" + std::string(row.label) + "' (" + std::to_string(id) + ")";
    }
  }
  return std::to_string(id);
}
std::string asked_for(std::string_view label)
{
  return "'" + std::string(label) + "'";
}

}  // namespace

std::string detail::thrown_text()
{
  try {
    throw;
  } catch (const std::exception & fault) {
    return fault.what();
  } catch (...) {
    return "an object that is not a std::exception";
  }
}

void LifecycleNode::Impl::offer_services()
{
  services_ = std::make_unique<detail::LifecycleServices>(
    *node_, machine_, [weak = weak_from_this()](const lifecycle_msgs::msg::Transition & asked) {
      const auto impl = weak.lock();
      const auto node = impl ? impl->keep() : nullptr;
      if (!node) {
        return false;
      }
      CallbackReturn result;
      const bool done = asked.label.empty() ? impl->request(asked.id, result)
                                            : impl->request(std::string_view(asked.label), result);
      return done && result == CallbackReturn::SUCCESS;
    });
}

std::shared_ptr<LifecycleNode> LifecycleNode::Impl::keep(bool if_owned)
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (node_ == nullptr) {
    return nullptr;
  }
  const std::weak_ptr<LifecycleNode> owner = node_->weak_from_this();
  if (auto node = owner.lock()) {
    return node;
  }
  const std::weak_ptr<LifecycleNode> nobody;
  const bool was_owned = owner.owner_before(nobody) || nobody.owner_before(owner);
  if (was_owned || if_owned) {
    return nullptr;
  }
  ++users_;
  return {node_, [self = shared_from_this()](LifecycleNode *) {
            std::lock_guard<std::mutex> unuse(self->mutex_);
            --self->users_;
            self->unused_.notify_all();
          }};
}

void LifecycleNode::Impl::end()
{
  if (rmw::is_forked_copy()) {
    return;  // the node goes on, in the parent
  }
  std::optional<rclcpp::PreShutdownCallbackHandle> pre_shutdown;
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    node_ = nullptr;
    const bool in_its_own_callback = running_in_ == std::this_thread::get_id();
    unused_.wait(lock, [&] { return users_ == 0 || in_its_own_callback; });
    pre_shutdown.swap(pre_shutdown_);
    timers.swap(timers_);
  }
  if (pre_shutdown) {
    context_->remove_pre_shutdown_callback(*pre_shutdown);
  }
  services_.reset();
  const std::uint8_t state = current().id();
  const TransitionRow * shutdown = detail::find_requested(state, std::string_view("shutdown"));
  if (shutdown != nullptr && machine_->take(*shutdown)) {
    drop_for(shutdown->goal);
    silence_entities();
    machine_->take(detail::outcome(shutdown->goal, CallbackReturn::SUCCESS));
  }
}

template <typename AskedT>
bool LifecycleNode::Impl::request(AskedT asked, CallbackReturn & result)
{
  const State & state = current();
  const TransitionRow * transition = detail::find_requested(state.id(), asked);
  if (transition != nullptr && machine_->take(*transition)) {
    result = run(*transition);
    return true;
  }
  const State & found = current();
  RCLCPP_ERROR(
    logger_,
    "transition %s of node '%s' is refused: its state is '%s', where these are possible: %s",
    base::escaped(asked_for(asked)).c_str(), name_.c_str(), found.label().c_str(),
    detail::possible_transitions(found.id()).c_str());
  result = CallbackReturn::ERROR;
  return false;
}

template bool LifecycleNode::Impl::request(std::uint8_t, CallbackReturn &);
template bool LifecycleNode::Impl::request(std::string_view, CallbackReturn &);

CallbackReturn LifecycleNode::Impl::run(const TransitionRow & begun)
{
  running_in_ = std::this_thread::get_id();
  const State & previous = detail::state_of(begun.start);
  drop_for(begun.goal);
  CallbackReturn result = call(begun.goal, previous);
  result = make_for(detail::outcome(begun.goal, result).goal, result);
  const TransitionRow * end = &detail::outcome(begun.goal, result);
  if (end->goal == StateMessage::TRANSITION_STATE_ERRORPROCESSING) {
    drop_for(end->goal);
    machine_->take(*end);
    end = &detail::outcome(end->goal, call(end->goal, previous));
  }
  const bool was_active = begun.start == StateMessage::PRIMARY_STATE_ACTIVE;
  const bool activates = begun.goal == StateMessage::TRANSITION_STATE_ACTIVATING;
  const bool by_deactivation =
    begun.goal == StateMessage::TRANSITION_STATE_DEACTIVATING && result == CallbackReturn::SUCCESS;
  if (
    (was_active || activates) && end->goal != StateMessage::PRIMARY_STATE_ACTIVE &&
    !by_deactivation) {
    silence_entities();
  }
  running_in_ = std::thread::id();
  machine_->take(*end);
  if (shutdown_is_due_.exchange(false)) {
    shut_down();
  }
  return result;
}

CallbackReturn LifecycleNode::Impl::call(std::uint8_t transition_state, const State & previous)
{
  const std::size_t index = callback_of(transition_state);
  Callback replaced;
  LifecycleNode * node = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    replaced = replaced_.at(index);
    node = node_;
  }
  const CallbackRow & callback = callbacks.at(index);
  if (!replaced && node == nullptr) {
    return CallbackReturn::ERROR;  // an earlier callback has destroyed the node
  }
  try {
    return replaced ? replaced(previous) : (node->*callback.function)(previous);
  } catch (...) {
    RCLCPP_ERROR(
      logger_, "%s() of node '%s' threw, which is an error of the transition: %s", callback.name,
      name_.c_str(), detail::thrown_text().c_str());
  }
  return CallbackReturn::ERROR;
}

void LifecycleNode::Impl::replace(std::uint8_t transition_state, Callback callback)
{
  if (!callback) {
    throw std::invalid_argument(
      std::string("node '") + name_ + "': the callback in place of " +
      callbacks.at(callback_of(transition_state)).name + "() is null; expected a function");
  }
  std::lock_guard<std::mutex> lock(mutex_);
  replaced_.at(callback_of(transition_state)).swap(callback);
}

void LifecycleNode::Impl::shutdown_with_context(std::chrono::nanoseconds limit)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    shutdown_limit_ = limit;
    if (pre_shutdown_) {
      return;
    }
    pre_shutdown_.emplace();
  }
  auto registered = context_->add_pre_shutdown_callback([weak = weak_from_this()] {
    if (const auto impl = weak.lock()) {
      impl->context_shuts_down();
    }
  });
  std::lock_guard<std::mutex> lock(mutex_);
  pre_shutdown_ = registered;
}

void LifecycleNode::Impl::context_shuts_down()
{
  const auto node = keep(true);
  if (!node) {
    return;
  }
  if (running_in_ == std::this_thread::get_id()) {
    shutdown_is_due_ = true;
    return;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  const auto limit = shutdown_limit_;
  lock.unlock();
  if (!machine_->wait_until_settled(limit)) {
    RCLCPP_WARN(
      logger_, "node '%s' is '%s' while its context shuts down; its shutdown follows when it can",
      name_.c_str(), current().label().c_str());
    shutdown_is_due_ = true;
    if (
      !machine_->wait_until_settled(std::chrono::nanoseconds(0)) ||
      !shutdown_is_due_.exchange(false)) {
      return;  // the thread of the transition tests this when it has ended it
    }
  }
  shut_down();
}

void LifecycleNode::Impl::shut_down()
{
  const TransitionRow * shutdown =
    detail::find_requested(current().id(), std::string_view("shutdown"));
  if (shutdown != nullptr && machine_->take(*shutdown)) {
    run(*shutdown);
  }
}

}  // namespace rclcpp_lifecycle
