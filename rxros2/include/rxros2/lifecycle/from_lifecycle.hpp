// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_lifecycle: the states of a lifecycle node as a stream.

#ifndef RXROS2__LIFECYCLE__FROM_LIFECYCLE_HPP_
#define RXROS2__LIFECYCLE__FROM_LIFECYCLE_HPP_

#include <memory>
#include <string>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_msgs/msg/transition_event.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "rx/rx.hpp"
#include "rxros2/services/send_request.hpp"
#include "rxros2/topics/from_topic.hpp"

namespace rxros2::observable
{

/// from_lifecycle(node[, name]) emits the state of a lifecycle node, then each state that it
/// reaches, as lifecycle_msgs::msg::State.
/**
 *     the node's state   u--------c--i------a-A---   unconfigured, configuring, inactive, …
 *     from_lifecycle(n)    u------c--i------a-A--|   (|: as `node` or its context ends)
 *
 * `name` is another node, in any process, relative to the namespace of `node`; without it, `node`
 * itself, which must then be a lifecycle node. The first state is the response of
 * `<name>/get_state` as soon as that node is available, or the first event; the others come from
 * `<name>/transition_event`. After a restart of the node, its events arrive again, but its first
 * state does not. Items are emitted by the executor that spins `node`, in its default callback
 * group. Needs the package lifecycle_msgs, so it is not part of rxros2.hpp. Cost of an item: that
 * of from_topic.
 *
 *     auto camera = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
 *     executor.add_node(camera->get_node_base_interface());
 *     change_state(node, "camera", "configure").subscribe();
 *     from_lifecycle(node, "camera") | filter([](const auto & state) { return state.id == 2; })
 *       | map([](const auto & state) { return state.label; }) | take(1);  // -> inactive |
 */
template <detail::node_pointer Node>
auto from_lifecycle(const Node & node, const std::string & name = "~")
{
  using lifecycle_msgs::msg::State;
  using lifecycle_msgs::msg::TransitionEvent;
  using lifecycle_msgs::srv::GetState;
  auto reached =
    from_topic<TransitionEvent>(node, name + "/transition_event", rclcpp::QoS(100)) |
    rx::operators::map([](const TransitionEvent & event) -> State { return event.goal_state; });
  auto present = send_request<GetState>(node, name + "/get_state", GetState::Request()) |
                 rx::operators::map([](const std::shared_ptr<GetState::Response> & response) {
                   return response->current_state;
                 }) |
                 rx::operators::take_until(reached);
  return reached | rx::operators::merge(present) |
         rx::operators::distinct_until_changed(
           [](const State & a, const State & b) { return a.id == b.id; });
}

}  // namespace rxros2::observable

#endif  // RXROS2__LIFECYCLE__FROM_LIFECYCLE_HPP_
