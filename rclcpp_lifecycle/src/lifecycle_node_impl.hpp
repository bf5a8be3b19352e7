// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The implementation of a lifecycle node: it runs the transitions of the state machine, with the
// callbacks and the managed entities.
#ifndef LIFECYCLE_NODE_IMPL_HPP_
#define LIFECYCLE_NODE_IMPL_HPP_

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lifecycle_services.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "state_machine.hpp"

namespace rclcpp_lifecycle
{

namespace detail
{
/// Returns the text of the exception that is being handled.
std::string thrown_text();
}  // namespace detail

using detail::CallbackReturn;
using detail::TransitionRow;
using Callback = std::function<CallbackReturn(const State &)>;

/// Outlives the node while a callback of a service still uses it.
class LifecycleNode::Impl : public std::enable_shared_from_this<Impl>
{
public:
  explicit Impl(LifecycleNode & node)
  : node_(&node),
    context_(node.get_node_base_interface()->get_context()),
    logger_(node.get_logger()),
    name_(node.get_fully_qualified_name()),
    machine_(std::make_shared<detail::StateMachine>(
      [events = std::make_shared<detail::TransitionEvents>(node)](const TransitionRow & change) {
        events->publish(change);
      }))
  {
  }

  void offer_services();
  /// Called at the start of the node's destruction: its callbacks are not called after it.
  void end();

  const State & current() const { return machine_->current(); }

  /// Runs the transition with the number or label `asked` from the current state. Returns false if
  /// there is none.
  template <typename AskedT>
  bool request(AskedT asked, CallbackReturn & result);

  /// Does the same and returns the state after it. The pointer is a copy: a callback may destroy
  /// the node.
  template <typename AskedT>
  static const State & trigger(
    const std::shared_ptr<Impl> impl, AskedT asked, CallbackReturn & result)
  {
    impl->request(asked, result);
    return impl->current();
  }

  /// Throws std::invalid_argument if the callback is null.
  void replace(std::uint8_t transition_state, Callback callback);

  void add(std::weak_ptr<ManagedEntityInterface> entity);
  void activate_entities();
  void deactivate_entities();
  void add(const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope);
  void keep_timer(rclcpp::TimerBase::SharedPtr timer);

  void shutdown_with_context(std::chrono::nanoseconds limit);

private:
  /// Returns the node, whose destructor waits for the pointer; null if its destruction has begun.
  /// With `if_owned`, null also if no shared pointer owns it.
  std::shared_ptr<LifecycleNode> keep(bool if_owned = false);

  /// Runs from the machine's transition state to a primary state.
  CallbackReturn run(const TransitionRow & begun);
  CallbackReturn call(std::uint8_t transition_state, const State & previous);
  /// Creates the missing entities of that state; returns an error if that fails, else `result`.
  CallbackReturn make_for(std::uint8_t state, CallbackReturn result);
  void drop_for(std::uint8_t state) noexcept;
  std::vector<std::shared_ptr<ManagedEntityInterface>> entities();
  /// Deactivates the entities if no callback of the node does.
  void silence_entities() noexcept;
  /// Logs the exception of an entity that is being handled.
  void log_of_entity() const;
  void context_shuts_down();
  void shut_down();

  std::mutex mutex_;                // guards the members below up to the limit
  std::condition_variable unused_;  // the destructor of the node waits until it has no users
  LifecycleNode * node_;
  std::size_t users_ = 0;
  std::array<Callback, 6> replaced_;  // in the order of their states in lifecycle_node_impl.cpp
  std::vector<std::weak_ptr<ManagedEntityInterface>> entities_;
  struct Scoped
  {
    const detail::Scope scope;
    bool exists = false;
    std::vector<std::weak_ptr<detail::ScopedEntityBase>> entities = {};
  };
  std::array<Scoped, 2> scoped_{{{detail::Scope::configured}, {detail::Scope::active}}};
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
  std::optional<rclcpp::PreShutdownCallbackHandle> pre_shutdown_;
  std::chrono::nanoseconds shutdown_limit_{0};

  const rclcpp::Context::SharedPtr context_;
  const rclcpp::Logger logger_;
  const std::string name_;
  const std::shared_ptr<detail::StateMachine> machine_;
  std::unique_ptr<detail::LifecycleServices> services_;

  std::atomic<std::thread::id> running_in_{};  // the thread of the transition
  std::atomic<bool> shutdown_is_due_{
    false};  // set when the running transition must be followed by a shutdown
};

}  // namespace rclcpp_lifecycle

#endif  // LIFECYCLE_NODE_IMPL_HPP_
