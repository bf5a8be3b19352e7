// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// change_state: a transition of another lifecycle node as a stream.

#ifndef RXROS2__LIFECYCLE__CHANGE_STATE_HPP_
#define RXROS2__LIFECYCLE__CHANGE_STATE_HPP_

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "rx/rx.hpp"
#include "rxros2/services/send_request.hpp"

namespace rxros2
{

/// A node refused a transition, or the transition's callback did not succeed. The text names the
/// node and the transition.
struct transition_failed : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

namespace detail
{

/// Returns the state to which the transition with that label leads if it succeeds.
inline lifecycle_msgs::msg::State goal_of(const std::string & transition)
{
  using lifecycle_msgs::msg::State;
  struct goal
  {
    const char * transition;
    std::uint8_t id;
    const char * label;
  };
  for (const goal & item :
       {goal{"configure", State::PRIMARY_STATE_INACTIVE, "inactive"},
        goal{"activate", State::PRIMARY_STATE_ACTIVE, "active"},
        goal{"deactivate", State::PRIMARY_STATE_INACTIVE, "inactive"},
        goal{"cleanup", State::PRIMARY_STATE_UNCONFIGURED, "unconfigured"},
        goal{"shutdown", State::PRIMARY_STATE_FINALIZED, "finalized"}}) {
    if (transition == item.transition) {
      State state;
      state.id = item.id;
      state.label = item.label;
      return state;
    }
  }
  throw std::invalid_argument(
    "change_state: there is no transition '" + transition +
    "'; expected configure, activate, deactivate, cleanup or shutdown");
}

}  // namespace detail

namespace observable
{

/// change_state(node, name, transition[, options]) requests the transition "configure", "activate",
/// "deactivate", "cleanup" or "shutdown" of a lifecycle node and emits the state to which it leads.
/**
 *     change_state(n, "camera", "configure")                   -----inactive|
 *     change_state(n, "camera", "activate")                    --X  X transition_failed
 *     change_state(n, "camera", "configure", {.timeout = 5s})  ----------X  X request_timeout
 *
 * It sends one request per subscriber and waits until the node is available and the transition has
 * ended, so set a time limit. Items are emitted by the executor of `node`. An exception of rclcpp
 * is the stream's error. To bring up nodes in the order of their dependencies, use concat_map.
 * Throws std::invalid_argument for another transition. Needs the package lifecycle_msgs, so it is
 * not part of rxros2.hpp.
 *
 *     auto camera = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
 *     executor.add_node(camera->get_node_base_interface());
 *     change_state(node, "camera", "configure")
 *       | map([](const auto & state) { return state.label; });  // -> inactive |
 *     change_state(node, "camera", "cleanup")
 *       | concat_map([=](const auto &) { return change_state(node, "camera", "activate"); });
 *     // -> X transition 'activate' of node 'camera' did not succeed
 */
template <detail::node_pointer Node>
auto change_state(
  const Node & node, const std::string & name, const std::string & transition,
  const request_options & options = {})
{
  using lifecycle_msgs::srv::ChangeState;
  ChangeState::Request request;
  request.transition.label = transition;
  return send_request<ChangeState>(node, name + "/change_state", request, options) |
         rx::operators::map([name, transition, goal = detail::goal_of(transition)](
                              const std::shared_ptr<ChangeState::Response> & response) {
           if (!response->success) {
             throw transition_failed(
               "transition '" + transition + "' of node '" + name + "' did not succeed");
           }
           return goal;
         });
}

}  // namespace observable
}  // namespace rxros2

#endif  // RXROS2__LIFECYCLE__CHANGE_STATE_HPP_
