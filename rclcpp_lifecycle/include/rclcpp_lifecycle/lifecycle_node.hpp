// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecycleNode: a node that others configure, activate, deactivate and shut down.
#ifndef RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_
#define RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl/error_handling.h"
#include "rcl/node.h"
#include "rclcpp/client.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/detail/node_functions.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "rclcpp_lifecycle/managed_entity.hpp"
#include "rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp"
#include "rclcpp_lifecycle/scoped_entity.hpp"
#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/transition.hpp"
#include "rclcpp_lifecycle/visibility_control.h"
#include "rcutils/macros.h"
#include "rmw/types.h"

namespace rclcpp_lifecycle
{

template <typename AllocatorT>
using PublisherOptionsWithAllocator = rclcpp::PublisherOptionsWithAllocator<AllocatorT>;
template <typename AllocatorT>
using SubscriptionOptionsWithAllocator = rclcpp::SubscriptionOptionsWithAllocator<AllocatorT>;

template <typename AllocatorT>
PublisherOptionsWithAllocator<AllocatorT> create_default_publisher_options()
{
  return {};
}
template <typename AllocatorT>
SubscriptionOptionsWithAllocator<AllocatorT> create_default_subscription_options()
{
  return {};
}

/// A node with the states and transitions of ROS 2's managed nodes; else it can what rclcpp::Node
/// can. Its callbacks: LifecycleNodeInterface.
///
/// All functions are thread-safe. One transition runs at a time: one that is asked for meanwhile,
/// also by a callback of the transition, is refused as is one that the state does not have: it
/// changes nothing, and an error is logged that names what would be possible. Each change of the
/// state is published on ~/transition_event, with the transition and the node's time; a transition
/// does not depend on whether that succeeds.
///
/// The services ~/get_state, ~/get_available_states, ~/get_available_transitions and
/// ~/get_transition_graph are answered by a thread of the library, one for all nodes of a context:
/// also while a callback of the node runs and when nobody spins the node. ~/change_state has a
/// callback group of its own in the node's executor, where the transition runs; so the other
/// callbacks of the node run beside it if the executor has more than one thread, and a transition
/// may wait for them (for the response of a service, say). It answers after the transition.
///
/// Destruction: a node that is not finalized is then, and says so on ~/transition_event, but none
/// of its callbacks is called any more, since what they use may be gone. A transition that a
/// service runs keeps a node that a shared pointer owns until it has ended; any other node must not
/// be destroyed while an executor has it.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNode : public node_interfaces::LifecycleNodeInterface,
                                              public std::enable_shared_from_this<LifecycleNode>,
                                              public rclcpp::detail::NodeFunctions
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(LifecycleNode)

  /// Errors as rclcpp::Node. `enable_communication_interface`: with the services; the topic
  /// ~/transition_event is there without them too.
  explicit LifecycleNode(
    const std::string & node_name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  LifecycleNode(
    const std::string & node_name, const std::string & namespace_,
    const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  ~LifecycleNode() override;

  /// The publisher is managed: it publishes from the next on_activate() on. Errors as
  /// rclcpp::Node::create_publisher().
  template <typename MessageT, typename AllocatorT = std::allocator<void>>
  std::shared_ptr<LifecyclePublisher<MessageT, AllocatorT>> create_publisher(
    const std::string & topic_name, const rclcpp::QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
      create_default_publisher_options<AllocatorT>())
  {
    auto publisher =
      rclcpp::create_publisher<MessageT, AllocatorT, LifecyclePublisher<MessageT, AllocatorT>>(
        *this, topic_name, qos, options);
    add_managed_entity(publisher);
    return publisher;
  }

  std::map<std::string, std::vector<std::string>> get_topic_names_and_types(
    bool no_demangle = false) const;

  // --- state ---

  /// The states are constants: the reference stays valid, and says what was true at the call.
  const State & get_current_state() const;
  std::vector<State> get_available_states() const;
  /// Those that begin in the current state.
  std::vector<Transition> get_available_transitions() const;
  std::vector<Transition> get_transition_graph() const;

  // --- transitions: these return the state in which they leave the node ---

  /// By the number. `cb_return_code`: what the transition's callback returned; ERROR if the
  /// transition was refused.
  const State & trigger_transition(const Transition & transition);
  const State & trigger_transition(
    const Transition & transition, LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & trigger_transition(std::uint8_t transition_id);
  const State & trigger_transition(
    std::uint8_t transition_id, LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & configure();
  const State & configure(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & cleanup();
  const State & cleanup(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & activate();
  const State & activate(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & deactivate();
  const State & deactivate(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  const State & shutdown();
  const State & shutdown(LifecycleNodeInterface::CallbackReturn & cb_return_code);

  /// Instead of the virtual function. The next transition uses it. Returns true. Throws
  /// std::invalid_argument if it is null.
  bool register_on_configure(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  bool register_on_cleanup(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  bool register_on_shutdown(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  bool register_on_activate(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  bool register_on_deactivate(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  bool register_on_error(std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);

  /// Activate and deactivate the managed entities. Who overrides them calls these too, or each
  /// entity's. on_deactivate() deactivates all of them, then throws what the first of them threw,
  /// if any did, which is an error of the transition. Where the node leaves the state active
  /// otherwise (shutdown, error), or does not reach it, the entities are deactivated without them.
  CallbackReturn on_activate(const State & previous_state) override;
  CallbackReturn on_deactivate(const State & previous_state) override;

  // --- not in ROS 2 ---

  /// An entity of any kind that exists while the node is active only: a subscription that receives
  /// then, a timer that runs then, a service that is there then. `make` returns a shared pointer
  /// to it; it is called, with no lock held, whenever on_activate() succeeded, before the state is
  /// active, and now if it is. To throw there is an error of the activation. Before
  /// on_deactivate(), on_shutdown() and the node's end the entity is dropped; a callback of it that
  /// runs in another thread may still be running then. What is returned is to be kept as other
  /// entities are.
  ///   auto tick = create_while_active([this] { return create_wall_timer(100ms, [] {}); });
  template <typename MakeT>
  auto create_while_active(MakeT make)
  {
    return create_scoped(std::move(make), detail::Scope::active);
  }
  /// The same from the success of on_configure() to the beginning of on_cleanup(), on_shutdown() or
  /// on_error().
  template <typename MakeT>
  auto create_while_configured(MakeT make)
  {
    return create_scoped(std::move(make), detail::Scope::configured);
  }

  /// From now on, at the shutdown of its context the node runs its shutdown transition, with
  /// on_shutdown(), while it can still publish: in the thread that shuts down (after a signal, one
  /// of the library), beside callbacks of the node that run in others. If a transition runs just
  /// then, that thread waits for its end up to `limit`, and else leaves the shutdown to the thread
  /// of the transition; if the transition itself shuts the context down, on_shutdown() follows
  /// after it. A node that no shared pointer owns is left as it is.
  void shutdown_with_context(std::chrono::nanoseconds limit = std::chrono::seconds(1));

protected:
  /// Is activated and deactivated with the node from now on; kept weakly.
  void add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity);
  /// Keeps the timer as long as the node.
  void add_timer_handle(std::shared_ptr<rclcpp::TimerBase> timer);

private:
  RCLCPP_DISABLE_COPY(LifecycleNode)

  template <typename MakeT>
  auto create_scoped(MakeT make, detail::Scope scope)
  {
    using EntityT = typename std::decay_t<decltype(make())>::element_type;
    auto entity = std::make_shared<ScopedEntity<EntityT>>(std::move(make));
    add_scoped(entity, scope);
    return entity;
  }
  void add_scoped(const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope);

  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_
