// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How the events of an action's three services are published, of types known as data.
#ifndef RCLCPP_ACTION__DETAIL__ACTION_INTROSPECTION_HPP_
#define RCLCPP_ACTION__DETAIL__ACTION_INTROSPECTION_HPP_

#include <memory>
#include <string>

#include "rclcpp/clock.hpp"
#include "rclcpp/detail/service_introspection.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp_action/detail/action_type.hpp"

namespace rclcpp_action::detail
{

/// What a program wants to see.
struct IntrospectionOptions
{
  rclcpp::Clock::SharedPtr clock;
  rclcpp::QoS qos;
  rcl_service_introspection_state_t state;
};

using MakeIntrospection = std::shared_ptr<const rclcpp::detail::ServiceIntrospection> (*)(
  rclcpp::node_interfaces::NodeBaseInterface * node, const std::string & service,
  const IntrospectionOptions & options);

/// Null if it is off.
template <typename ServiceT>
std::shared_ptr<const rclcpp::detail::ServiceIntrospection> make_introspection(
  rclcpp::node_interfaces::NodeBaseInterface * node, const std::string & service,
  const IntrospectionOptions & options)
{
  if (options.state == RCL_SERVICE_INTROSPECTION_OFF) {
    return nullptr;
  }
  return std::make_shared<rclcpp::detail::ServiceIntrospectionOf<ServiceT>>(
    node, service, options.clock, options.qos, options.state);
}

struct ActionIntrospection
{
  MakeIntrospection send_goal;
  MakeIntrospection cancel_goal;
  MakeIntrospection get_result;
};

template <RosAction A>
inline constexpr ActionIntrospection action_introspection{
  &make_introspection<typename A::Impl::SendGoalService>,
  &make_introspection<typename A::Impl::CancelGoalService>,
  &make_introspection<typename A::Impl::GetResultService>};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__ACTION_INTROSPECTION_HPP_
