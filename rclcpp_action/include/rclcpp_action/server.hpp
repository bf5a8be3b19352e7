// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Server<ActionT>: executes the goals of clients; created by rclcpp_action::create_server.
#ifndef RCLCPP_ACTION__SERVER_HPP_
#define RCLCPP_ACTION__SERVER_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rcl/service_introspection.h"
#include "rcl_action/action_server.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rclcpp/extension/memory.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rclcpp_action/types.hpp"
#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{

/// The answer of a server to a goal request.
enum class GoalResponse : std::int8_t
{
  REJECT = 1,
  ACCEPT_AND_EXECUTE = 2,
  /// The goal stays ACCEPTED until ServerGoalHandle::execute().
  ACCEPT_AND_DEFER = 3
};

/// The answer of a server to a cancel request.
enum class CancelResponse : std::int8_t
{
  REJECT = 1,
  /// The goal becomes CANCELING; the program that executes it ends it.
  ACCEPT = 2
};

/// The final state of a goal whose last handle is destroyed before the goal has ended.
enum class DroppedGoalPolicy : std::uint8_t
{
  cancel_as_jazzy,  ///< CANCELED
  abort_as_lyrical  ///< ABORTED; CANCELED if a cancel request was accepted, or if it never ran
};

namespace detail
{

/// The three callbacks of a server, with their types. Shared with the threads that call them.
class ServerCallbacks
{
public:
  virtual ~ServerCallbacks() = default;
  virtual GoalResponse handle_goal(
    const GoalUUID & id, const std::shared_ptr<void> & goal_request) = 0;
  virtual std::shared_ptr<ServerGoalHandleBase> make_handle(
    std::shared_ptr<ServerGoal> goal, std::weak_ptr<ServerCore> server,
    const std::shared_ptr<void> & goal_request) = 0;
  virtual void handle_accepted(std::shared_ptr<ServerGoalHandleBase> handle) = 0;
  virtual CancelResponse handle_cancel(std::shared_ptr<ServerGoalHandleBase> handle) = 0;
};

}  // namespace detail

/// The type-independent part of an action server: three services, two publishers and a timer.
/// Server describes its behaviour.
///
/// It is a waitable for programs that add it to a node or a wait set themselves. An executor runs
/// its services and its timer like all other entities of the callback group, in order of arrival,
/// and does not use the waitable.
class RCLCPP_ACTION_PUBLIC ServerBase : public rclcpp::extension::CompositeWaitable
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerBase)

  /// The second argument of set_on_ready_callback()'s callback.
  enum class EntityType : std::size_t
  {
    GoalService,
    ResultService,
    CancelService,
    Expired
  };

  /// Destroys the server. Clients that wait for a result are notified that the goal is unknown.
  ~ServerBase() override;

  /// Sets the policy, which in ROS 2 depends on the release. The default is Lyrical's: CANCELED
  /// would mean that a client requested it. Each such end is logged. Not in ROS 2.
  void set_dropped_goal_policy(DroppedGoalPolicy policy);

  /// Publishes the service events of this server; see ClientBase::configure_introspection().
  void configure_introspection(
    rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  // --- Waitable ---

  /// Returns 1: the timer that forgets expired goals.
  std::size_t get_number_of_ready_timers() override;
  /// Returns 3: the services that receive goals, cancel requests and requests for results.
  std::size_t get_number_of_ready_services() override;
  /// Returns 1.
  std::size_t get_number_of_ready_guard_conditions() override;
  /// Returns the services and the timer that make up the action server.
  Entities get_entities() const override;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  /// Adds the guard condition that new items trigger.
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  /// Returns true if an item waits: a request or an expired goal.
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
  /// Creates the server. The name is expanded and remapped like a topic; then the five names that
  /// are derived from it, like those of all services and topics. Throws
  /// rclcpp::exceptions::RCLError.
  ServerBase(
    const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr & node_base,
    const rclcpp::node_interfaces::NodeClockInterface::SharedPtr & node_clock,
    const rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr & node_logging,
    const std::string & name, const detail::ActionType & type,
    const rcl_action_server_options_t & options,
    std::unique_ptr<detail::ServerCallbacks> callbacks);

private:
  const std::shared_ptr<detail::ServerCore> core_;
};

/// A server of the action type ActionT. All functions are thread-safe. The callbacks run on the
/// executor that has the server's callback group, with no lock held. A long callback delays the
/// other requests of a mutually exclusive group, so execute goals in a thread, a timer or another
/// group. Exceptions of a callback leave spin().
///
/// A goal request with a known id is rejected without calling back. An accepted goal is stored,
/// then answered, then passed to handle_accepted. Its result is stored, then sent to the waiting
/// clients. A cancel request that arrives after the goal's end counts as rejected. Results are kept
/// for rcl_action_server_options_t::result_timeout after the end. The status topic lists all goals
/// that have not ended and the last 20 that have. After a goal's acceptance it is published when
/// handle_accepted returns, or before feedback that this publishes. When the context shuts down,
/// goals that have not ended are aborted and their clients notified. Destroying the server discards
/// waiting requests; no callback begins after it.
template <typename ActionT>
class Server : public ServerBase, public std::enable_shared_from_this<Server<ActionT>>
{
  static_assert(
    detail::RosAction<ActionT>,
    "ActionT is not a ROS action: include its generated header, e.g. "
    "example_interfaces/action/fibonacci.hpp");

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Server)

  // If a callback throws, the exception leaves spin() after the client has been answered. If
  // handle_goal threw, the goal is rejected; if handle_cancel threw, the goal continues; if
  // handle_accepted threw, the goal has been accepted and ends as usual when its last handle is
  // destroyed.
  using GoalCallback =
    std::function<GoalResponse(const GoalUUID &, std::shared_ptr<const typename ActionT::Goal>)>;
  /// Called for each goal of a cancel request that can be cancelled.
  using CancelCallback = std::function<CancelResponse(std::shared_ptr<ServerGoalHandle<ActionT>>)>;
  /// Called for each accepted goal; the client has already been answered.
  using AcceptedCallback = std::function<void(std::shared_ptr<ServerGoalHandle<ActionT>>)>;

  /// Creates the server. Call rclcpp_action::create_server() instead.
  Server(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging, const std::string & name,
    const rcl_action_server_options_t & options, GoalCallback handle_goal,
    CancelCallback handle_cancel, AcceptedCallback handle_accepted)
  : ServerBase(
      node_base, node_clock, node_logging, name, detail::action_type<ActionT>, options,
      std::make_unique<Callbacks>(
        std::move(handle_goal), std::move(handle_cancel), std::move(handle_accepted)))
  {
  }

private:
  class Callbacks final : public detail::ServerCallbacks
  {
  public:
    Callbacks(GoalCallback goal, CancelCallback cancel, AcceptedCallback accepted)
    : goal_(std::move(goal)), cancel_(std::move(cancel)), accepted_(std::move(accepted))
    {
    }

    GoalResponse handle_goal(
      const GoalUUID & id, const std::shared_ptr<void> & goal_request) override
    {
      return goal_(id, goal_in(goal_request));
    }
    std::shared_ptr<ServerGoalHandleBase> make_handle(
      std::shared_ptr<detail::ServerGoal> goal, std::weak_ptr<detail::ServerCore> server,
      const std::shared_ptr<void> & goal_request) override
    {
      using Handle = ServerGoalHandle<ActionT>;
      return std::shared_ptr<Handle>(
        new Handle(std::move(goal), std::move(server), goal_in(goal_request)),
        std::default_delete<Handle>(), rclcpp::extension::BlockAllocator<Handle>());
    }
    void handle_accepted(std::shared_ptr<ServerGoalHandleBase> handle) override
    {
      accepted_(std::static_pointer_cast<ServerGoalHandle<ActionT>>(std::move(handle)));
    }
    CancelResponse handle_cancel(std::shared_ptr<ServerGoalHandleBase> handle) override
    {
      return cancel_(std::static_pointer_cast<ServerGoalHandle<ActionT>>(std::move(handle)));
    }

  private:
    static std::shared_ptr<const typename ActionT::Goal> goal_in(
      const std::shared_ptr<void> & goal_request)
    {
      using Request = typename detail::ActionMessages<ActionT>::GoalRequest;
      return {goal_request, &static_cast<Request *>(goal_request.get())->goal};
    }

    const GoalCallback goal_;
    const CancelCallback cancel_;
    const AcceptedCallback accepted_;
  };
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__SERVER_HPP_
