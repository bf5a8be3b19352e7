// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// while_active, while_configured: streams that run in certain states of a lifecycle node.

#ifndef RXROS2__LIFECYCLE__WHILE_ACTIVE_HPP_
#define RXROS2__LIFECYCLE__WHILE_ACTIVE_HPP_

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "lifecycle_msgs/msg/state.hpp"
#include "rx/rx.hpp"
#include "rxros2/lifecycle/from_lifecycle.hpp"
#include "rxros2/nodes/detail/node_end.hpp"

namespace rxros2
{

namespace detail
{

enum class lifecycle_scope
{
  configured,
  active
};

/// The scope object that create_while_active() of our own rclcpp_lifecycle creates and drops; it
/// reports both to a subject.
struct make_scope
{
  std::shared_ptr<void> operator()() const
  {
    inside->on_next(true);
    return {nullptr, [inside = inside](void *) { inside->on_next(false); }};
  }

  std::shared_ptr<rx::subjects::behavior<bool>> inside =
    std::make_shared<rx::subjects::behavior<bool>>(false);
};

/// Emits true while the node is in those states. Its transitions report that if the node has
/// create_while_active(), like our own LifecycleNode, otherwise its events do.
template <typename Node>
rx::observable<bool> within(const Node & node, lifecycle_scope scope)
{
  if constexpr (!node_like<std::remove_cvref_t<Node>>) {
    return within(*node, scope);
  } else if constexpr (requires(Node & own, make_scope make) { own.create_while_active(make); }) {
    make_scope make;
    auto & own = const_cast<Node &>(node);
    std::shared_ptr<void> entity;
    if (scope == lifecycle_scope::active) {
      entity = own.create_while_active(make);
    } else {
      entity = own.create_while_configured(make);
    }
    return make.inside->get_observable() | rx::operators::distinct_until_changed() |
           rx::operators::map([entity](bool inside) { return inside; });
  } else {
    auto & own = const_cast<Node &>(node);
    return observable::from_lifecycle(own) |
           rx::operators::map([scope](const lifecycle_msgs::msg::State & state) {
             using lifecycle_msgs::msg::State;
             const std::uint8_t id = state.id;
             return id == State::PRIMARY_STATE_ACTIVE ||
                    (scope == lifecycle_scope::configured &&
                     (id == State::PRIMARY_STATE_INACTIVE ||
                      id == State::TRANSITION_STATE_ACTIVATING ||
                      id == State::TRANSITION_STATE_DEACTIVATING));
           }) |
           rx::operators::distinct_until_changed();
  }
}

/// A stream that emits whether a node is in a scope. It runs on the node, and so do the streams
/// that it switches to.
struct scope_source
{
  using value_type = bool;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    return inside.source().start(std::forward<Out>(out));
  }
  rx::environment env() const { return environment_of(node); }

  rx::observable<bool> inside;
  weak_node node;
};

/// source | while_in_scope: emits the source's items while `inside` is true.
struct while_in_scope
{
  template <typename Observable>
  auto operator()(Observable && source) const
  {
    using item_type = typename std::remove_cvref_t<Observable>::value_type;
    return rx::make_observable(scope_source{inside, node}) |
           rx::operators::switch_map(
             [source = rx::observable<item_type>(std::forward<Observable>(source))](bool run) {
               return run ? source : rx::observable<item_type>(rx::sources::never<item_type>());
             }) |
           rx::operators::take_until(node_end(node));
  }

  rx::observable<bool> inside;
  weak_node node;
};

}  // namespace detail

namespace operators
{

/// source | while_active(node) subscribes to the source when the lifecycle node becomes active, and
/// disposes that subscription when the node leaves this state.
/**
 *     the node is active   ----+------x----+---   +: from here, x: no longer
 *     source               --1--2--3--4--5--6--
 *     while_active(n)      -----2--3--------6--|  again and again; |: the node ends
 *
 * So the entities of a source (the ROS subscription of from_topic) exist only while the node is
 * active. A source that starts anew for each subscriber starts anew each time. Put it in front of
 * publish_to_topic, which starts by itself and whose publisher exists in every state. The source is
 * subscribed to after on_activate() has succeeded and before the state is active, and disposed
 * before on_deactivate(), on_shutdown() and on_error(), in the thread of the transition; one item
 * that another thread is delivering may still arrive. On an installed ROS 2, whose nodes do not
 * report their transitions, both follow the node's ~/transition_event, in the executor. An error of
 * the source ends the stream; its completion ends only the current activation. Needs the package
 * lifecycle_msgs, so it is not part of rxros2.hpp. Cost of an item: two virtual calls.
 *
 *     auto camera = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
 *     camera->configure();
 *     m.cold("-a-d-a").subscribe([camera](char letter) {
 *       letter == 'a' ? camera->activate() : camera->deactivate();
 *     });
 *     just(1, 2) | while_active(camera) | map([](int i) { return 10 * i; })
 *       | take(3);  // -> 10 20 10 |
 */
template <detail::node_pointer Node>
auto while_active(const Node & node)
{
  return detail::while_in_scope{
    detail::within(node, detail::lifecycle_scope::active), detail::weak_node(node)};
}

/// source | while_configured(node) does the same from the success of on_configure() to
/// on_cleanup(), on_shutdown() or on_error().
/** Use it for entities that a node creates in on_configure() and destroys in on_cleanup().
 *
 *     auto camera = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
 *     m.cold("-c-a-d-u-c").subscribe([camera](char letter) {
 *       letter == 'c' ? camera->configure() : letter == 'a' ? camera->activate()
 *         : letter == 'd' ? camera->deactivate() : camera->cleanup();
 *     });
 *     just(1, 2) | while_configured(camera) | take(3);  // -> 1 2 1 |
 */
template <detail::node_pointer Node>
auto while_configured(const Node & node)
{
  return detail::while_in_scope{
    detail::within(node, detail::lifecycle_scope::configured), detail::weak_node(node)};
}

}  // namespace operators
}  // namespace rxros2

#endif  // RXROS2__LIFECYCLE__WHILE_ACTIVE_HPP_
