// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecycleNode: a node that other nodes configure, activate, deactivate and shut down.
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
#include "rclcpp/extension/node_functions.hpp"
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

/// The options of a publisher, under ROS 2's name in this namespace.
template <typename AllocatorT>
using PublisherOptionsWithAllocator = rclcpp::PublisherOptionsWithAllocator<AllocatorT>;
/// The options of a subscription, under ROS 2's name in this namespace.
template <typename AllocatorT>
using SubscriptionOptionsWithAllocator = rclcpp::SubscriptionOptionsWithAllocator<AllocatorT>;

/// Returns the default options of a publisher.
template <typename AllocatorT>
PublisherOptionsWithAllocator<AllocatorT> create_default_publisher_options()
{
  return {};
}
/// Returns the default options of a subscription.
template <typename AllocatorT>
SubscriptionOptionsWithAllocator<AllocatorT> create_default_subscription_options()
{
  return {};
}

/// A node with the states and transitions of ROS 2's managed nodes; its other functions are those
/// of rclcpp::Node. Its callbacks are in LifecycleNodeInterface.
///
/// All functions are thread-safe. One transition runs at a time. A transition that is requested in
/// the meantime, also by a callback of the running one, is rejected like one that the state does
/// not have: it changes nothing, and an error is logged with the possible transitions. Each change
/// of the state is published on ~/transition_event, with the transition and the node's time; a
/// failure to publish does not affect the transition.
///
/// A thread of the library, one for all nodes of a context, answers the services ~/get_state,
/// ~/get_available_states, ~/get_available_transitions and ~/get_transition_graph, also while a
/// callback of the node runs and when no executor spins the node. ~/change_state has its own
/// callback group in the node's executor, where the transition runs. Therefore other callbacks of
/// the node run in parallel if the executor has more than one thread, and a transition may wait for
/// them, for example for the response of a service. The service answers after the transition.
///
/// The destructor finalizes a node that is not finalized and publishes that on ~/transition_event,
/// but calls none of its callbacks, since the objects that they use may already be destroyed. A
/// transition that a service runs keeps a node that a shared pointer owns alive until it has ended;
/// any other node must not be destroyed while an executor has it.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNode : public node_interfaces::LifecycleNodeInterface,
                                              public std::enable_shared_from_this<LifecycleNode>,
                                              public rclcpp::extension::NodeFunctions
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(LifecycleNode)

  /// Creates the node. Throws as rclcpp::Node. `enable_communication_interface` creates the
  /// services; the topic ~/transition_event exists without them too.
  explicit LifecycleNode(
    const std::string & node_name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  /// Creates the node in a namespace. Throws as the constructor without a namespace.
  LifecycleNode(
    const std::string & node_name, const std::string & namespace_,
    const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  ~LifecycleNode() override;

  /// Creates a managed publisher: it publishes from the next on_activate() on. Throws as
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

  /// Returns the topics of all nodes with their type names; with `no_demangle`, all DDS topics
  /// under their DDS names.
  std::map<std::string, std::vector<std::string>> get_topic_names_and_types(
    bool no_demangle = false) const;

  // --- state ---

  /// Returns the current state. States are constants: the reference stays valid and shows the state
  /// at the call.
  const State & get_current_state() const;
  /// Returns all states of the state machine.
  std::vector<State> get_available_states() const;
  /// Returns the transitions that begin in the current state.
  std::vector<Transition> get_available_transitions() const;
  /// Returns all transitions of the state machine.
  std::vector<Transition> get_transition_graph() const;

  // --- transitions; they return the state of the node after them ---

  /// Triggers a transition by its number. `cb_return_code` gets the result of the transition's
  /// callback, or ERROR if the transition was rejected.
  const State & trigger_transition(const Transition & transition);
  /// Triggers a transition by its number and stores the result of its callback in `cb_return_code`;
  /// ERROR if the transition was rejected.
  const State & trigger_transition(
    const Transition & transition, LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition with the id `transition_id`.
  const State & trigger_transition(std::uint8_t transition_id);
  /// Triggers the transition with the id `transition_id` and stores the result of its callback in
  /// `cb_return_code`; ERROR if the transition was rejected.
  const State & trigger_transition(
    std::uint8_t transition_id, LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition configure: unconfigured to inactive.
  const State & configure();
  /// Triggers the transition configure and stores the result of on_configure() in `cb_return_code`;
  /// ERROR if the transition was rejected.
  const State & configure(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition cleanup: inactive to unconfigured.
  const State & cleanup();
  /// Triggers the transition cleanup and stores the result of on_cleanup() in `cb_return_code`;
  /// ERROR if the transition was rejected.
  const State & cleanup(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition activate: inactive to active.
  const State & activate();
  /// Triggers the transition activate and stores the result of on_activate() in `cb_return_code`;
  /// ERROR if the transition was rejected.
  const State & activate(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition deactivate: active to inactive.
  const State & deactivate();
  /// Triggers the transition deactivate and stores the result of on_deactivate() in
  /// `cb_return_code`; ERROR if the transition was rejected.
  const State & deactivate(LifecycleNodeInterface::CallbackReturn & cb_return_code);
  /// Triggers the transition shutdown: from any primary state to finalized.
  const State & shutdown();
  /// Triggers the transition shutdown and stores the result of on_shutdown() in `cb_return_code`;
  /// ERROR if the transition was rejected.
  const State & shutdown(LifecycleNodeInterface::CallbackReturn & cb_return_code);

  /// Replaces the virtual function, from the next transition on. Returns true. Throws
  /// std::invalid_argument for null.
  bool register_on_configure(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  /// Replaces on_cleanup(), from the next transition on. Returns true. Throws std::invalid_argument
  /// for null.
  bool register_on_cleanup(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  /// Replaces on_shutdown(), from the next transition on. Returns true. Throws
  /// std::invalid_argument for null.
  bool register_on_shutdown(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  /// Replaces on_activate(), from the next transition on. Returns true. Throws
  /// std::invalid_argument for null.
  bool register_on_activate(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  /// Replaces on_deactivate(), from the next transition on. Returns true. Throws
  /// std::invalid_argument for null.
  bool register_on_deactivate(
    std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);
  /// Replaces on_error(), from the next transition on. Returns true. Throws std::invalid_argument
  /// for null.
  bool register_on_error(std::function<LifecycleNodeInterface::CallbackReturn(const State &)> fcn);

  /// Activate and deactivate the managed entities. An override calls these too, or those of each
  /// entity. on_deactivate() deactivates all entities and then rethrows the first exception of one,
  /// which is an error of the transition. If the node leaves the state active in another way
  /// (shutdown, error), or does not reach it, the entities are deactivated without these functions.
  CallbackReturn on_activate(const State & previous_state) override;
  CallbackReturn on_deactivate(const State & previous_state) override;

  // --- not in ROS 2 ---

  /// Creates an entity that only exists while the node is active: a subscription, a timer or a
  /// service, for example. `make` returns a shared pointer to it. It is called with no lock held,
  /// whenever on_activate() succeeded, before the state is active, and now if it is active. If it
  /// throws, that is an error of the activation. The entity is destroyed before on_deactivate(),
  /// on_shutdown() and the node's end; a callback of it on another thread may still be running
  /// then. The caller keeps the returned object like other entities.
  ///   auto tick = create_while_active([this] { return create_wall_timer(100ms, [] {}); });
  template <typename MakeT>
  auto create_while_active(MakeT make)
  {
    return create_scoped(std::move(make), detail::Scope::active);
  }
  /// Creates an entity that exists from the success of on_configure() to the beginning of
  /// on_cleanup(), on_shutdown() or on_error().
  template <typename MakeT>
  auto create_while_configured(MakeT make)
  {
    return create_scoped(std::move(make), detail::Scope::configured);
  }

  /// Makes the shutdown of the context run the node's shutdown transition, with on_shutdown(),
  /// while the node can still publish. It runs on the thread that shuts down (after a signal, one
  /// of the library), in parallel to callbacks of the node on other threads. If a transition is
  /// running then, that thread waits for its end for up to `limit`, and otherwise leaves the
  /// shutdown to the thread of the transition. If the transition itself shuts the context down,
  /// on_shutdown() follows after it. A node that no shared pointer owns is not affected.
  void shutdown_with_context(std::chrono::nanoseconds limit = std::chrono::seconds(1));

protected:
  /// Activates and deactivates the entity with the node from now on; keeps a weak pointer.
  void add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity);
  /// Keeps the timer alive as long as the node.
  void add_timer_handle(rclcpp::TimerBase::SharedPtr timer);

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
