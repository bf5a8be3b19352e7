// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All of an action client that does not depend on the type; the base of Client.
#ifndef RCLCPP_ACTION__CLIENT_BASE_HPP_
#define RCLCPP_ACTION__CLIENT_BASE_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "action_msgs/srv/cancel_goal.hpp"
#include "rcl/service_introspection.h"
#include "rcl_action/action_client.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/executors/detail/composite_waitable.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/detail/client_goal.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// Three clients and two subscriptions that work together; see Client for what they promise.
///
/// It is a waitable for those who add it to a node or a wait set themselves. An executor runs its
/// clients and subscriptions as entities of the callback group like all others, in one order of
/// arrival, and never asks the waitable.
class RCLCPP_ACTION_PUBLIC ClientBase : public rclcpp::executors::detail::CompositeWaitable
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ClientBase)

  /// For set_on_ready_callback().
  enum class EntityType : std::size_t
  {
    GoalClient,
    ResultClient,
    CancelClient,
    FeedbackSubscription,
    StatusSubscription
  };

  /// Futures of results throw UnawareGoalHandleError then, those of goals and cancel requests
  /// std::future_error (broken promise). Callbacks are not called any more. The server is told
  /// nothing.
  ~ClientBase() override;

  /// All endpoints of a server are there. False after shutdown.
  bool action_server_is_ready() const;
  /// Waits for that; false on timeout or shutdown. Negative: for ever. Does not spin, and needs
  /// nobody to. Throws rclcpp::exceptions::InvalidNodeError if the node is gone.
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  bool wait_for_action_server(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_action_server_nanoseconds(rclcpp::detail::to_nanoseconds(timeout));
  }

  /// Gives up all goal and cancel requests that are not answered: their futures get
  /// std::future_error (broken promise), callbacks are not called. Returns how many. As of
  /// rclcpp::Client; ROS 2's action client cannot.
  std::size_t prune_pending_requests();

  /// From now on, what this client sends and receives by the action's services is published on
  /// `<action>/_action/{send_goal,cancel_goal,get_result}/_service_event`, stamped by `clock`, as
  /// servers may do too. ROS 2 has it since Kilted. Throws std::invalid_argument for a null clock,
  /// else as create_publisher.
  void configure_introspection(
    rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  // --- Waitable ---

  std::size_t get_number_of_ready_subscriptions() override;
  std::size_t get_number_of_ready_clients() override;
  std::size_t get_number_of_ready_guard_conditions() override;
  Entities get_entities() const override;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  void execute(const std::shared_ptr<void> & data) override;
#pragma GCC diagnostic pop
  std::shared_ptr<void> take_data() override;
  std::shared_ptr<void> take_data_by_entity_id(std::size_t id) override;
  /// `callback` gets (number of items, EntityType), in the thread that brings them; it must be
  /// short. Throws std::invalid_argument for an empty one.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override;
  void clear_on_ready_callback() override;

protected:
  using CancelRequest = action_msgs::srv::CancelGoal::Request;
  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  using CancelAnswer = std::function<void(std::shared_ptr<CancelResponse>)>;

  /// The name is expanded and remapped like a topic's; then the five names made of it like those of
  /// all services and topics. Throws rclcpp::exceptions::RCLError.
  ClientBase(
    const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
    const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr & node_graph,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
    const std::string & action_name, const detail::ActionType & type,
    const rcl_action_client_options_t & options);

  /// "<the node's>.rclcpp_action"
  rclcpp::Logger get_logger() const;
  /// 16 bytes of the system's random source.
  virtual GoalUUID generate_goal_id();

  const std::shared_ptr<detail::ClientCore> & core() const;
  /// `timeout` 0: none. Throws rclcpp::exceptions::RCLError.
  void send_goal(
    const std::shared_ptr<detail::ClientGoal> & goal, std::shared_ptr<void> request,
    std::shared_ptr<detail::GoalAnswer> answer, std::chrono::nanoseconds timeout);
  /// Once; does nothing if it was asked for already.
  void request_result(const std::shared_ptr<detail::ClientGoal> & goal);
  /// Throws std::invalid_argument for null: ROS 2 follows the pointer, and the process ends.
  static void refuse_null(const void * goal_handle, const char * function);
  /// The goal is this client's and has no result yet.
  bool is_known(const detail::ClientGoal & goal) const;
  std::shared_ptr<detail::ClientGoal> find_goal(const GoalUUID & goal_id) const;
  void forget(const GoalUUID & goal_id);
  /// `answer` is called on the executor's thread; destroyed uncalled if the request is given up.
  void send_cancel(std::shared_ptr<CancelRequest> request, CancelAnswer answer);

private:
  bool wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout);

  const std::weak_ptr<rclcpp::node_interfaces::NodeGraphInterface> node_graph_;
  const std::shared_ptr<detail::ClientCore> core_;
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_BASE_HPP_
