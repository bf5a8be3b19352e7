// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties of an action type as data, for clients and servers; made from the generated types.
#ifndef RCLCPP_ACTION__DETAIL__ACTION_TYPE_HPP_
#define RCLCPP_ACTION__DETAIL__ACTION_TYPE_HPP_

#include <cstdint>
#include <memory>

#include "builtin_interfaces/msg/time.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp_action/types.hpp"

namespace rosidl_interfaces
{
template <typename T>
struct action;
}

namespace rclcpp_action::detail
{

/// An action type. Immutable; lives as long as the program. The functions access members of the
/// action's own messages; the rest of a client or server is the same for all types.
struct ActionType
{
  const char * name;  ///< "example_interfaces/action/Fibonacci"
  const rclcpp::extension::ServiceType & send_goal;
  const rclcpp::extension::ServiceType & get_result;
  const rclcpp::extension::TypeSupport & feedback;  ///< the type of the message with the goal id

  GoalUUID & (*id_in_goal_request)(void * request);
  GoalUUID & (*id_in_result_request)(void * request);
  const GoalUUID & (*id_in_feedback)(const void * message);
  bool & (*accepted)(void * goal_response);
  builtin_interfaces::msg::Time & (*stamp)(void * goal_response);
  std::int8_t & (*status)(void * result_response);
};

template <typename A>
concept RosAction = rclcpp::extension::RosService<typename A::Impl::SendGoalService> &&
                    rclcpp::extension::RosService<typename A::Impl::GetResultService> &&
                    requires { rosidl_interfaces::action<A>::name; };

template <RosAction A>
struct ActionMessages
{
  using GoalRequest = typename A::Impl::SendGoalService::Request;
  using GoalResponse = typename A::Impl::SendGoalService::Response;
  using ResultRequest = typename A::Impl::GetResultService::Request;
  using ResultResponse = typename A::Impl::GetResultService::Response;
  using FeedbackMessage = typename A::Impl::FeedbackMessage;
};

template <RosAction A, typename M = ActionMessages<A>>
inline constexpr ActionType action_type{
  rosidl_interfaces::action<A>::name,
  rclcpp::extension::service_type<typename A::Impl::SendGoalService>,
  rclcpp::extension::service_type<typename A::Impl::GetResultService>,
  rclcpp::extension::type_support<typename M::FeedbackMessage>,
  [](void * message) -> GoalUUID & {
    return static_cast<typename M::GoalRequest *>(message)->goal_id.uuid;
  },
  [](void * message) -> GoalUUID & {
    return static_cast<typename M::ResultRequest *>(message)->goal_id.uuid;
  },
  [](const void * message) -> const GoalUUID & {
    return static_cast<const typename M::FeedbackMessage *>(message)->goal_id.uuid;
  },
  [](void * message) -> bool & {
    return static_cast<typename M::GoalResponse *>(message)->accepted;
  },
  [](void * message) -> builtin_interfaces::msg::Time & {
    return static_cast<typename M::GoalResponse *>(message)->stamp;
  },
  [](void * message) -> std::int8_t & {
    return static_cast<typename M::ResultResponse *>(message)->status;
  }};

}  // namespace rclcpp_action::detail

#endif  // RCLCPP_ACTION__DETAIL__ACTION_TYPE_HPP_
