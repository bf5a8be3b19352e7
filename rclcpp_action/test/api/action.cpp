// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Actions (rclcpp_action)
#include "api.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/client_goal_handle_impl.hpp"
#include "rclcpp_action/qos.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "test_msgs/action/fibonacci.hpp"

using Fibonacci = test_msgs::action::Fibonacci;
using ClientBase = rclcpp_action::ClientBase;
using Client = rclcpp_action::Client<Fibonacci>;
using ServerBase = rclcpp_action::ServerBase;
using Server = rclcpp_action::Server<Fibonacci>;
using ClientGoalHandle = rclcpp_action::ClientGoalHandle<Fibonacci>;
using ServerGoalHandleBase = rclcpp_action::ServerGoalHandleBase;
using ServerGoalHandle = rclcpp_action::ServerGoalHandle<Fibonacci>;
using FutureGoal = std::shared_future<ClientGoalHandle::SharedPtr>;
using FutureResult = std::shared_future<Client::WrappedResult>;
using FutureCancel = std::shared_future<Client::CancelResponse::SharedPtr>;
using OnReady = std::function<void(std::size_t, int)>;
using ActionNode = std::shared_ptr<rclcpp::Node>;
using NodeBase = rclcpp::node_interfaces::NodeBaseInterface::SharedPtr;
using NodeClock = rclcpp::node_interfaces::NodeClockInterface::SharedPtr;
using NodeGraph = rclcpp::node_interfaces::NodeGraphInterface::SharedPtr;
using NodeLogging = rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr;
using NodeWaitables = rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr;
using rclcpp_action::GoalUUID;

HEADER("rclcpp_action/rclcpp_action.hpp");

HEADER("rclcpp_action/client.hpp");
TYPE(rclcpp_action::ClientBase);
ENUMERATORS(
  ClientBase::EntityType, GoalClient, ResultClient, CancelClient, FeedbackSubscription,
  StatusSubscription);
METHOD(bool, const ClientBase, action_server_is_ready, ());
METHOD(bool, ClientBase, wait_for_action_server, ());
METHOD(bool, ClientBase, wait_for_action_server, (std::chrono::milliseconds));
METHOD(std::size_t, ClientBase, get_number_of_ready_subscriptions, ());
METHOD(std::size_t, ClientBase, get_number_of_ready_timers, ());
METHOD(std::size_t, ClientBase, get_number_of_ready_clients, ());
METHOD(std::size_t, ClientBase, get_number_of_ready_services, ());
METHOD(std::size_t, ClientBase, get_number_of_ready_guard_conditions, ());
METHOD(void, ClientBase, add_to_wait_set, (rcl_wait_set_t &));
METHOD(bool, ClientBase, is_ready, (const rcl_wait_set_t &));
METHOD(std::shared_ptr<void>, ClientBase, take_data, ());
METHOD(std::shared_ptr<void>, ClientBase, take_data_by_entity_id, (std::size_t));
METHOD(void, ClientBase, execute, (const std::shared_ptr<void> &));
METHOD(void, ClientBase, set_on_ready_callback, (OnReady));
METHOD(void, ClientBase, clear_on_ready_callback, ());
TYPE(rclcpp_action::Client<Fibonacci>);
CONSTRUCTOR(
  Client,
  (NodeBase, NodeGraph, NodeLogging, const std::string &, const rcl_action_client_options_t &));
TYPE(Client::Goal);
TYPE(Client::Feedback);
TYPE(Client::GoalHandle);
TYPE(Client::WrappedResult);
TYPE(Client::GoalResponseCallback);
TYPE(Client::FeedbackCallback);
TYPE(Client::ResultCallback);
TYPE(Client::CancelRequest);
TYPE(Client::CancelResponse);
TYPE(Client::CancelCallback);
TYPE(Client::SendGoalOptions);
FIELD(Client::GoalResponseCallback, Client::SendGoalOptions, goal_response_callback);
FIELD(Client::FeedbackCallback, Client::SendGoalOptions, feedback_callback);
FIELD(Client::ResultCallback, Client::SendGoalOptions, result_callback);
METHOD(FutureGoal, Client, async_send_goal, (const Fibonacci::Goal &));
METHOD(
  FutureGoal, Client, async_send_goal, (const Fibonacci::Goal &, const Client::SendGoalOptions &));
METHOD(FutureResult, Client, async_get_result, (ClientGoalHandle::SharedPtr));
METHOD(
  FutureResult, Client, async_get_result, (ClientGoalHandle::SharedPtr, Client::ResultCallback));
METHOD(FutureCancel, Client, async_cancel_goal, (ClientGoalHandle::SharedPtr));
METHOD(
  FutureCancel, Client, async_cancel_goal, (ClientGoalHandle::SharedPtr, Client::CancelCallback));
METHOD(FutureCancel, Client, async_cancel_all_goals, ());
METHOD(FutureCancel, Client, async_cancel_all_goals, (Client::CancelCallback));
METHOD(FutureCancel, Client, async_cancel_goals_before, (const rclcpp::Time &));
METHOD(
  FutureCancel, Client, async_cancel_goals_before, (const rclcpp::Time &, Client::CancelCallback));
METHOD(void, Client, stop_callbacks, (ClientGoalHandle::SharedPtr));
METHOD(void, Client, stop_callbacks, (const GoalUUID &));
DIFFERENT(
  feedback,
  "that comes before the goal response waits for it (the last 10), what comes after the result is "
  "dropped; ROS 2 drops the former and gives out the latter");
DIFFERENT(
  async_get_result,
  "completes with ResultCode::UNKNOWN if the goal's server is gone; in ROS 2 it stays pending");
DIFFERENT(
  is_ready,
  "says whether something waits here, not what an entry of the wait set is; the functions of the "
  "waitable are for programs that add it themselves: executors run its endpoints as entities of "
  "the callback group");
METHOD(
  void, ClientBase, configure_introspection,
  (rclcpp::Clock::SharedPtr, const rclcpp::QoS &, rcl_service_introspection_state_t));
DIFFERENT(configure_introspection, "is Kilted's, of clients, generic clients and servers");
MISSING_MEMBER(
  ClientBase, send_goal_request,
  "for classes derived from the base, which has the same work in other functions");
MISSING_MEMBER(
  ClientBase, handle_goal_response,
  "for classes derived from the base, which has the same work in other functions");

HEADER("rclcpp_action/client_goal_handle.hpp");
ENUMERATORS(rclcpp_action::ResultCode, UNKNOWN, SUCCEEDED, CANCELED, ABORTED);
TYPE(rclcpp_action::ClientGoalHandle<Fibonacci>);
FIELD(GoalUUID, ClientGoalHandle::WrappedResult, goal_id);
FIELD(rclcpp_action::ResultCode, ClientGoalHandle::WrappedResult, code);
FIELD(Fibonacci::Result::SharedPtr, ClientGoalHandle::WrappedResult, result);
TYPE(ClientGoalHandle::Feedback);
TYPE(ClientGoalHandle::Result);
TYPE(ClientGoalHandle::FeedbackCallback);
TYPE(ClientGoalHandle::ResultCallback);
METHOD(const GoalUUID &, const ClientGoalHandle, get_goal_id, ());
METHOD(rclcpp::Time, const ClientGoalHandle, get_goal_stamp, ());
METHOD(std::int8_t, ClientGoalHandle, get_status, ());
METHOD(bool, ClientGoalHandle, is_feedback_aware, ());
METHOD(bool, ClientGoalHandle, is_result_aware, ());

HEADER("rclcpp_action/client_goal_handle_impl.hpp");

HEADER("rclcpp_action/create_client.hpp");
USE(
  create_client,
  Client::SharedPtr client = rclcpp_action::create_client<Fibonacci>(
    api::some<ActionNode>(), "fibonacci", nullptr, rcl_action_client_get_default_options()));
USE(
  create_client,
  Client::SharedPtr client = rclcpp_action::create_client<Fibonacci>(
    api::some<ActionNode>(), "fibonacci", nullptr, rcl_action_client_get_default_options(), true));
USE(
  create_client, Client::SharedPtr client = rclcpp_action::create_client<Fibonacci>(
                   api::some<NodeBase>(), api::some<NodeGraph>(), api::some<NodeLogging>(),
                   api::some<NodeWaitables>(), "fibonacci"));

HEADER("rclcpp_action/create_server.hpp");
USE(
  create_server, Server::SharedPtr server = rclcpp_action::create_server<Fibonacci>(
                   api::some<ActionNode>(), "fibonacci", api::some<Server::GoalCallback>(),
                   api::some<Server::CancelCallback>(), api::some<Server::AcceptedCallback>(),
                   rcl_action_server_get_default_options(), nullptr));
USE(
  create_server, Server::SharedPtr server = rclcpp_action::create_server<Fibonacci>(
                   api::some<NodeBase>(), api::some<NodeClock>(), api::some<NodeLogging>(),
                   api::some<NodeWaitables>(), "fibonacci", api::some<Server::GoalCallback>(),
                   api::some<Server::CancelCallback>(), api::some<Server::AcceptedCallback>()));

HEADER("rclcpp_action/exceptions.hpp");
CONSTRUCTOR(rclcpp_action::exceptions::UnknownGoalHandleError, ());
CONSTRUCTOR(rclcpp_action::exceptions::UnawareGoalHandleError, (const std::string &));

HEADER("rclcpp_action/qos.hpp");
CONSTRUCTOR(rclcpp_action::DefaultActionStatusQoS, ());

HEADER("rclcpp_action/server.hpp");
ENUMERATORS(rclcpp_action::GoalResponse, REJECT, ACCEPT_AND_EXECUTE, ACCEPT_AND_DEFER);
ENUMERATORS(rclcpp_action::CancelResponse, REJECT, ACCEPT);
TYPE(rclcpp_action::ServerBase);
ENUMERATORS(ServerBase::EntityType, GoalService, ResultService, CancelService, Expired);
METHOD(std::size_t, ServerBase, get_number_of_ready_subscriptions, ());
METHOD(std::size_t, ServerBase, get_number_of_ready_timers, ());
METHOD(std::size_t, ServerBase, get_number_of_ready_clients, ());
METHOD(std::size_t, ServerBase, get_number_of_ready_services, ());
METHOD(std::size_t, ServerBase, get_number_of_ready_guard_conditions, ());
METHOD(void, ServerBase, add_to_wait_set, (rcl_wait_set_t &));
METHOD(bool, ServerBase, is_ready, (const rcl_wait_set_t &));
METHOD(std::shared_ptr<void>, ServerBase, take_data, ());
METHOD(std::shared_ptr<void>, ServerBase, take_data_by_entity_id, (std::size_t));
METHOD(void, ServerBase, execute, (const std::shared_ptr<void> &));
METHOD(void, ServerBase, set_on_ready_callback, (OnReady));
METHOD(void, ServerBase, clear_on_ready_callback, ());
METHOD(
  void, ServerBase, configure_introspection,
  (rclcpp::Clock::SharedPtr, const rclcpp::QoS &, rcl_service_introspection_state_t));
TYPE(rclcpp_action::Server<Fibonacci>);
CONSTRUCTOR(
  Server,
  (NodeBase, NodeClock, NodeLogging, const std::string &, const rcl_action_server_options_t &,
   Server::GoalCallback, Server::CancelCallback, Server::AcceptedCallback));
TYPE(Server::GoalCallback);
TYPE(Server::CancelCallback);
TYPE(Server::AcceptedCallback);
DIFFERENT(
  GoalCallback, "is not asked about an id that is known already: rejected; in ROS 2 spin() throws");
DIFFERENT(
  status topic,
  "lists all goals that have not ended and the last 20 that have, in ROS 2 all whose results are "
  "kept; published when handle_accepted has returned or sends feedback, in ROS 2 before it is "
  "called");
DIFFERENT(context shutdown, "ends the remaining goals as ABORTED and notifies their clients");
MISSING_MEMBER(
  ServerBase, notify_goal_terminal_state,
  "for classes derived from the base, which has the same work in other functions");

HEADER("rclcpp_action/server_goal_handle.hpp");
TYPE(rclcpp_action::ServerGoalHandleBase);
METHOD(bool, const ServerGoalHandleBase, is_canceling, ());
METHOD(bool, const ServerGoalHandleBase, is_active, ());
METHOD(bool, const ServerGoalHandleBase, is_executing, ());
TYPE(rclcpp_action::ServerGoalHandle<Fibonacci>);
METHOD(void, ServerGoalHandle, publish_feedback, (std::shared_ptr<Fibonacci::Feedback>));
METHOD(void, ServerGoalHandle, abort, (Fibonacci::Result::SharedPtr));
METHOD(void, ServerGoalHandle, succeed, (Fibonacci::Result::SharedPtr));
METHOD(void, ServerGoalHandle, canceled, (Fibonacci::Result::SharedPtr));
METHOD(void, ServerGoalHandle, execute, ());
METHOD(std::shared_ptr<const Fibonacci::Goal>, const ServerGoalHandle, get_goal, ());
METHOD(const GoalUUID &, const ServerGoalHandle, get_goal_id, ());
DIFFERENT(publish_feedback, "sends nothing after the goal's end; in ROS 2 it does");

HEADER("rclcpp_action/types.hpp");
TYPE(rclcpp_action::GoalUUID);
TYPE(rclcpp_action::GoalStatus);
TYPE(rclcpp_action::GoalInfo);
FUNCTION(std::string, rclcpp_action::to_string, (const GoalUUID &));
FUNCTION(void, rclcpp_action::convert, (const GoalUUID &, rcl_action_goal_info_t *));
FUNCTION(void, rclcpp_action::convert, (const rcl_action_goal_info_t &, GoalUUID *));
USE(
  std::less of GoalUUID,
  [[maybe_unused]] const bool is_less = std::less<GoalUUID>()(GoalUUID(), GoalUUID()));
USE(
  std::hash of GoalUUID,
  [[maybe_unused]] const std::size_t hash = std::hash<GoalUUID>()(GoalUUID()));

HEADER("rclcpp_action/visibility_control.hpp");
USE(RCLCPP_ACTION_PUBLIC, struct RCLCPP_ACTION_PUBLIC VisibleAction{});
