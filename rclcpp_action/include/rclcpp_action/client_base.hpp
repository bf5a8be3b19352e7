// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The type-independent part of an action client; the base of Client.
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
#include "rclcpp/extension/endpoints.hpp"
#include "rclcpp/extension/entities.hpp"
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

/// The common part of action clients: three service clients and two subscriptions. Client describes
/// its behaviour.
///
/// It is a waitable for programs that add it to a node or a wait set themselves. An executor runs
/// its clients and subscriptions like all other entities of the callback group, in order of
/// arrival, and does not use the waitable.
class RCLCPP_ACTION_PUBLIC ClientBase : public rclcpp::extension::CompositeWaitable
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ClientBase)

  /// The second argument of set_on_ready_callback()'s callback.
  enum class EntityType : std::size_t
  {
    GoalClient,
    ResultClient,
    CancelClient,
    FeedbackSubscription,
    StatusSubscription
  };

  /// Gives up everything that is pending. Futures of results throw UnawareGoalHandleError, those of
  /// goals and cancel requests std::future_error (broken promise). No callback is called. The
  /// server is not notified.
  ~ClientBase() override;

  /// Returns true if all endpoints of a server are matched; false after shutdown.
  bool action_server_is_ready() const;
  /// Waits until action_server_is_ready(); returns false on timeout or shutdown. A negative timeout
  /// waits for ever. Works without a spinning executor. Throws rclcpp::exceptions::InvalidNodeError
  /// if the node was destroyed.
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  bool wait_for_action_server(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_action_server_nanoseconds(rclcpp::extension::to_nanoseconds(timeout));
  }

  /// Gives up all unanswered goal and cancel requests: their futures throw std::future_error
  /// (broken promise), and callbacks are not called. Returns their number. rclcpp::Client has this
  /// function; ROS 2's action client does not.
  std::size_t prune_pending_requests();

  /// Publishes all requests and responses of this client from now on on
  /// `<action>/_action/{send_goal,cancel_goal,get_result}/_service_event`, with stamps from
  /// `clock`; servers can do the same. ROS 2 has this since Kilted. Throws std::invalid_argument
  /// for a null clock, otherwise as create_publisher().
  void configure_introspection(
    rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  // --- Waitable ---

  /// Returns 2: the feedback and the status of goals.
  std::size_t get_number_of_ready_subscriptions() override;
  /// Returns 3: the clients that send goals, cancel requests and requests for results.
  std::size_t get_number_of_ready_clients() override;
  /// Returns 1.
  std::size_t get_number_of_ready_guard_conditions() override;
  /// Returns the subscriptions and clients that make up the action client.
  Entities get_entities() const override;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  /// Adds the guard condition that new items trigger.
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  /// Returns true if an item waits: a response, feedback or a status.
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  /// Processes the item that take_data() returned; does nothing for null.
  void execute(const std::shared_ptr<void> & data) override;
#pragma GCC diagnostic pop
  /// Takes the first item that waits; null if there is none.
  std::shared_ptr<void> take_data() override;
  /// Takes an item of the EntityType `id`; null if there is none.
  std::shared_ptr<void> take_data_by_entity_id(std::size_t id) override;
  /// Sets a callback that gets (number of items, EntityType), on the thread that brings them; it
  /// must be short. Throws std::invalid_argument for an empty callback.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override;
  /// Removes the callback.
  void clear_on_ready_callback() override;

protected:
  /// The request to cancel goals.
  using CancelRequest = action_msgs::srv::CancelGoal::Request;
  /// The response to a cancel request.
  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  /// A function that gets the response to a cancel request.
  using CancelAnswer = std::function<void(std::shared_ptr<CancelResponse>)>;

  /// Creates the client. The name is expanded and remapped like a topic; then the five names that
  /// are derived from it, like those of all services and topics. Throws
  /// rclcpp::exceptions::RCLError.
  ClientBase(
    const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
    const rclcpp::node_interfaces::NodeGraphInterface::SharedPtr & node_graph,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
    const std::string & action_name, const detail::ActionType & type,
    const rcl_action_client_options_t & options);

  /// Returns the logger "<logger of the node>.rclcpp_action".
  rclcpp::Logger get_logger() const;
  /// Returns 16 bytes of the system's random source.
  virtual GoalUUID generate_goal_id();

  /// Returns the implementation, which callbacks may keep alive.
  const std::shared_ptr<detail::ClientCore> & core() const;
  /// Sends a goal. A `timeout` of 0 means none. Throws rclcpp::exceptions::RCLError.
  void send_goal(
    const std::shared_ptr<detail::ClientGoal> & goal, std::shared_ptr<void> request,
    std::shared_ptr<detail::GoalAnswer> answer, std::chrono::nanoseconds timeout);
  /// Requests the result once; does nothing if it was already requested.
  void request_result(const std::shared_ptr<detail::ClientGoal> & goal);
  /// Throws std::invalid_argument for null. ROS 2 dereferences the pointer, which ends the process.
  static void refuse_null(const void * goal_handle, const char * function);
  /// Returns true if the goal belongs to this client and has no result.
  bool is_known(const detail::ClientGoal & goal) const;
  /// Returns the goal with that id, or null.
  std::shared_ptr<detail::ClientGoal> find_goal(const GoalUUID & goal_id) const;
  /// Removes a goal; its callbacks are not called after that.
  void forget(const GoalUUID & goal_id);
  /// Sends a cancel request. `answer` is called on the executor's thread; it is destroyed without a
  /// call if the request is given up.
  void send_cancel(std::shared_ptr<CancelRequest> request, CancelAnswer answer);

private:
  bool wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout);

  const std::weak_ptr<rclcpp::node_interfaces::NodeGraphInterface> node_graph_;
  const std::shared_ptr<detail::ClientCore> core_;
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_BASE_HPP_
