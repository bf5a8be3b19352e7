// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The generic client and its goal handles.
#include "rclcpp_action/generic_client.hpp"

#include <stdexcept>
#include <utility>

#include "named_action.hpp"
#include "rclcpp/extension/types.hpp"
#include "rclcpp_action/create_generic_client.hpp"

namespace rclcpp_action
{

GenericClientGoalHandle::GenericClientGoalHandle(
  const GoalUUID & id, std::weak_ptr<detail::ClientCore> client, FeedbackCallback feedback,
  ResultCallback result, const detail::NamedAction & type)
: detail::GenericGoal(id, std::move(client), std::move(feedback), std::move(result)), type_(type)
{
}

GenericClientGoalHandle::WrappedResult GenericClientGoalHandle::wrap(
  std::int8_t code, std::shared_ptr<void> response) const
{
  if (!response) {
    response = rclcpp::extension::make_shared_message(*type_.type.get_result.response.type);
  }
  const void * const result = static_cast<std::byte *>(response.get()) + type_.result_in_response;
  return {id_, static_cast<ResultCode>(code), result, std::move(response)};
}

const void * GenericClientGoalHandle::feedback_in(const std::shared_ptr<const void> & message) const
{
  return static_cast<const std::byte *>(message.get()) + type_.feedback_in_message;
}

GenericClient::GenericClient(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & action_name, const std::string & action_type,
  const rcl_action_client_options_t & client_options, bool /*enable_feedback_msg_optimization*/)
: GenericClient(
    node_base, node_graph, node_logging, action_name, detail::named_action(action_type),
    client_options)
{
}

GenericClient::GenericClient(
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
  const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr & node_graph,
  const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
  const std::string & action_name, const detail::NamedAction & type,
  const rcl_action_client_options_t & client_options)
: ClientOf(node_base, node_graph, node_logging, action_name, type.type, client_options), type_(type)
{
}

namespace
{
void refuse_null_goal(const void * message)
{
  if (!message) {
    throw std::invalid_argument("async_send_goal: the goal is null");
  }
}
}  // namespace

std::shared_future<GenericClientGoalHandle::SharedPtr> GenericClient::async_send_goal(
  const Goal goal, std::size_t, const SendGoalOptions & options)
{
  refuse_null_goal(goal);
  auto request = rclcpp::extension::make_shared_message(*type_.type.send_goal.request.type);
  type_.goal.assign(static_cast<std::byte *>(request.get()) + type_.goal_in_request, goal);
  const GoalUUID id = generate_goal_id();
  type_.type.id_in_goal_request(request.get()) = id;
  return send(id, std::move(request), options, type_);
}

std::shared_future<GenericClientGoalHandle::SharedPtr> GenericClient::async_send_goal(
  const GoalRequest goal_request, const SendGoalOptions & options)
{
  refuse_null_goal(goal_request);
  const auto & type = *type_.type.send_goal.request.type;
  auto request = rclcpp::extension::make_shared_message(type);
  type.assign(request.get(), goal_request);
  const GoalUUID id = type_.type.id_in_goal_request(request.get());
  return send(id, std::move(request), options, type_);
}

GenericClient::SharedPtr create_generic_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name, const std::string & type, rclcpp::CallbackGroup::SharedPtr group,
  const rcl_action_client_options_t & options, bool enable_feedback_msg_optimization)
{
  auto client = std::make_shared<GenericClient>(
    std::move(node_base_interface), std::move(node_graph_interface),
    std::move(node_logging_interface), name, type, options, enable_feedback_msg_optimization);
  node_waitables_interface->add_waitable(client, std::move(group));
  return client;
}

}  // namespace rclcpp_action
