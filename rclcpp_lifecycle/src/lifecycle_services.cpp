// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The services of a lifecycle node and its topic ~/transition_event.
#include "lifecycle_services.hpp"

#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_available_states.hpp"
#include "lifecycle_msgs/srv/get_available_transitions.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/create_service.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp_lifecycle/event_time.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_lifecycle::detail
{

namespace
{

using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;

/// Fills a State or Transition message.
template <typename MessageT>
void fill(MessageT & message, std::uint8_t id, const std::string & label)
{
  message.id = id;
  message.label = label;
}

/// Fills a TransitionEvent or TransitionDescription message.
template <typename MessageT>
void describe(MessageT & message, const TransitionRow & row)
{
  fill(message.transition, row.id, row.label);
  fill(message.start_state, row.start, state_of(row.start).label());
  fill(message.goal_state, row.goal, state_of(row.goal).label());
}

}  // namespace

TransitionEvents::TransitionEvents(LifecycleNode & node)
: context_(node.get_node_base_interface()->get_context()),
  clock_(node.get_clock()),
  logger_(node.get_logger()),
  publisher_(rclcpp::create_publisher<TransitionEvent>(
    node.get_node_topics_interface(), "~/transition_event", rclcpp::QoS(10)))
{
}

void TransitionEvents::publish(const TransitionRow & transition) const noexcept
{
  try {
    TransitionEvent event;
    set_event_time(event, clock_->now());
    describe(event, transition);
    publisher_->publish(event);
  } catch (const std::exception & fault) {
    log(transition, fault.what());
  } catch (...) {  // thrown by a callback on new messages in this process
    log(transition, "an object that is not a std::exception was thrown");
  }
}

void TransitionEvents::log(const TransitionRow & transition, const char * fault) const noexcept
{
  if (context_->is_valid()) {
    RCLCPP_WARN(
      logger_, "cannot publish the transition to the state '%s' on ~/transition_event: %s",
      state_of(transition.goal).label().c_str(), fault);
  }
}

LifecycleServices::LifecycleServices(
  LifecycleNode & node, std::shared_ptr<const StateMachine> machine, ChangeState change_state)
: query_thread_(QueryThread::of(node.get_node_base_interface()->get_context())),
  change_group_(node.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive)),
  query_group_(node.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false))
{
  const auto serve = [&]<typename ServiceT>(
                       std::type_identity<ServiceT>, const char * name, auto answer,
                       const rclcpp::CallbackGroup::SharedPtr & group) {
    services_.push_back(rclcpp::create_service<ServiceT>(
      node.get_node_base_interface(), node.get_node_services_interface(), name,
      [answer = std::move(answer)](
        const std::shared_ptr<typename ServiceT::Request> request,
        std::shared_ptr<typename ServiceT::Response> response) { answer(*request, *response); },
      rclcpp::ServicesQoS(), group));
  };
  serve(
    std::type_identity<lifecycle_msgs::srv::ChangeState>(), "~/change_state",
    [change = std::move(change_state)](const auto & request, auto & response) {
      response.success = change(request.transition);
    },
    change_group_);
  serve(
    std::type_identity<GetState>(), "~/get_state",
    [machine](const auto & /* request */, auto & response) {
      const State & state = machine->current();
      fill(response.current_state, state.id(), state.label());
    },
    query_group_);
  serve(
    std::type_identity<GetAvailableStates>(), "~/get_available_states",
    [](const auto & /* request */, auto & response) {
      for (const State & state : all_states()) {
        fill(response.available_states.emplace_back(), state.id(), state.label());
      }
    },
    query_group_);
  serve(
    std::type_identity<GetAvailableTransitions>(), "~/get_available_transitions",
    [machine](const auto & /* request */, auto & response) {
      const std::uint8_t state = machine->current().id();
      for (const TransitionRow & row : transition_rows) {
        if (row.start == state) {
          describe(response.available_transitions.emplace_back(), row);
        }
      }
    },
    query_group_);
  serve(
    std::type_identity<GetAvailableTransitions>(), "~/get_transition_graph",
    [](const auto & /* request */, auto & response) {
      for (const TransitionRow & row : transition_rows) {
        describe(response.available_transitions.emplace_back(), row);
      }
    },
    query_group_);
  query_thread_->executor().add_callback_group(query_group_, node.get_node_base_interface());
}

LifecycleServices::~LifecycleServices()
{
  services_.clear();
  if (rmw::is_forked_copy()) {
    return;  // the parent's thread may have held the locks of its executor
  }
  query_thread_->executor().remove_callback_group(query_group_);
}

}  // namespace rclcpp_lifecycle::detail
