// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Server<ActionT>: works on the goals of clients; made by rclcpp_action::create_server.
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
#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/executors/detail/composite_waitable.hpp"
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

/// What a server does with a goal request.
enum class GoalResponse : std::int8_t
{
  REJECT = 1,
  ACCEPT_AND_EXECUTE = 2,
  /// The goal stays ACCEPTED until ServerGoalHandle::execute().
  ACCEPT_AND_DEFER = 3
};

/// What a server does with a cancel request.
enum class CancelResponse : std::int8_t
{
  REJECT = 1,
  /// The goal becomes CANCELING; its user ends it.
  ACCEPT = 2
};

/// How a goal ends whose last handle is destroyed before it was ended.
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

/// All of an action server that does not depend on the type: three services, two publishers and a
/// timer that work together; see Server for what they promise.
///
/// It is a waitable for those who add it to a node or a wait set themselves. An executor runs its
/// services and its timer as entities of the callback group like all others, in one order of
/// arrival, and never asks the waitable.
class RCLCPP_ACTION_PUBLIC ServerBase : public rclcpp::executors::detail::CompositeWaitable
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerBase)

  /// For set_on_ready_callback().
  enum class EntityType : std::size_t
  {
    GoalService,
    ResultService,
    CancelService,
    Expired
  };

  /// Clients that wait for a result are told that the goal is not known any more.
  ~ServerBase() override;

  /// Not in ROS 2, where the release decides. The default is Lyrical's: CANCELED would say that a
  /// client wanted it. Each such end is logged.
  void set_dropped_goal_policy(DroppedGoalPolicy policy);

  /// As ClientBase::configure_introspection().
  void configure_introspection(
    rclcpp::Clock::SharedPtr clock, const rclcpp::QoS & qos_service_event_pub,
    rcl_service_introspection_state_t introspection_state);

  // --- Waitable ---

  std::size_t get_number_of_ready_timers() override;
  std::size_t get_number_of_ready_services() override;
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
  /// The name is expanded and remapped like a topic's; then the five names made of it like those of
  /// all services and topics. Throws rclcpp::exceptions::RCLError.
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

/// All functions are thread-safe. The callbacks run on the executor that has the server's callback
/// group, with no lock held; a callback that takes long delays the other requests of a mutually
/// exclusive group, so work on goals in a thread, a timer or another group. What a callback throws
/// leaves spin().
///
/// A goal request with an id that is known already is rejected without asking anybody. An accepted
/// goal is stored, then answered, then handed to handle_accepted; its result is stored, then given
/// to those who wait. A cancel request that loses against the goal's end counts as rejected.
/// Results are kept for rcl_action_server_options_t::result_timeout after the end. The status topic
/// lists all goals that have not ended and the last 20 that have; after a goal's acceptance it is
/// published when handle_accepted returns, or before feedback that this publishes. When the context
/// shuts down, goals that have not ended are aborted, and clients told so.
/// Dropping the last pointer discards what waits; no callback begins after it.
template <typename ActionT>
class Server : public ServerBase, public std::enable_shared_from_this<Server<ActionT>>
{
  static_assert(
    detail::RosAction<ActionT>,
    "ActionT is no ROS action: include its generated header, e.g. "
    "example_interfaces/action/fibonacci.hpp");

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Server)

  // If a callback throws, the exception leaves spin() once the client has been answered. The goal
  // is rejected if handle_goal threw, and goes on if handle_cancel did; if handle_accepted did, it
  // has been accepted, and ends like any other goal when its last handle is gone.
  using GoalCallback =
    std::function<GoalResponse(const GoalUUID &, std::shared_ptr<const typename ActionT::Goal>)>;
  /// For each goal that a cancel request names and that can be cancelled.
  using CancelCallback = std::function<CancelResponse(std::shared_ptr<ServerGoalHandle<ActionT>>)>;
  /// For each accepted goal; the client knows it already.
  using AcceptedCallback = std::function<void(std::shared_ptr<ServerGoalHandle<ActionT>>)>;

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
        std::default_delete<Handle>(), rclcpp::detail::BlockAllocator<Handle>());
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
