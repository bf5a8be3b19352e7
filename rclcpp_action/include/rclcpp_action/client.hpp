// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Client<ActionT>: sends goals to an action server; made by rclcpp_action::create_client.
#ifndef RCLCPP_ACTION__CLIENT_HPP_
#define RCLCPP_ACTION__CLIENT_HPP_

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/detail/block_pool.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_action/client_base.hpp"
#include "rclcpp_action/client_goal_handle.hpp"
#include "rclcpp_action/detail/action_type.hpp"
#include "rclcpp_action/exceptions.hpp"
#include "rclcpp_action/types.hpp"

namespace rclcpp_action
{

/// All functions are thread-safe, and may be called from any callback: no lock is held while user
/// code runs. Callbacks and futures are served by the executor that has the client's callback
/// group. Waiting for a future in a callback of the same group, or of the only thread, is a
/// deadlock.
///
/// Of each goal, in this order: the goal response (future and callback), feedback, the result. What
/// overtakes on its way through the network is put in order: feedback that comes before the goal
/// response waits for it (the last 10), what comes after the result is dropped. In a reentrant
/// group feedback callbacks of one goal may overlap.
///
/// When the server is gone, its goals get ResultCode::UNKNOWN, and goal requests that nobody
/// answered count as rejected; if another server of the action is there (one that was restarted,
/// for example), it is asked first whether it knows the goal. Dropping the last pointer:
/// ~ClientBase().
template <typename ActionT>
class Client : public ClientBase
{
  static_assert(
    detail::RosAction<ActionT>,
    "ActionT is no ROS action: include its generated header, e.g. "
    "example_interfaces/action/fibonacci.hpp");

public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Client)

  using Goal = typename ActionT::Goal;
  using Feedback = typename ActionT::Feedback;
  using GoalHandle = ClientGoalHandle<ActionT>;
  using WrappedResult = typename GoalHandle::WrappedResult;
  using GoalResponseCallback = std::function<void(typename GoalHandle::SharedPtr)>;
  using FeedbackCallback = typename GoalHandle::FeedbackCallback;
  using ResultCallback = typename GoalHandle::ResultCallback;
  using CancelRequest = typename ActionT::Impl::CancelGoalService::Request;
  using CancelResponse = typename ActionT::Impl::CancelGoalService::Response;
  using CancelCallback = std::function<void(typename CancelResponse::SharedPtr)>;

  struct SendGoalOptions
  {
    /// Gets null if the goal was rejected.
    GoalResponseCallback goal_response_callback;
    FeedbackCallback feedback_callback;
    /// If given, the result is asked for as soon as the goal is accepted.
    ResultCallback result_callback;
    /// Not in ROS 2. If no answer has come by then (steady time), the goal counts as rejected; a
    /// server that is there is asked to cancel it, as it may have accepted. 0: waits for ever.
    std::chrono::nanoseconds goal_response_timeout{0};
  };

  Client(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & action_name,
    const rcl_action_client_options_t & client_options = rcl_action_client_get_default_options())
  : ClientBase(
      node_base, node_graph, node_logging, action_name, detail::action_type<ActionT>,
      client_options)
  {
  }

  /// The future gets null if the goal was rejected. A request that no server gets stays unanswered:
  /// see wait_for_action_server() and SendGoalOptions::goal_response_timeout.
  /// Throws rclcpp::exceptions::RCLError, also if a bound is exceeded.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    const Goal & goal, const SendGoalOptions & options = SendGoalOptions())
  {
    return send(Goal(goal), options);
  }
  /// Not in ROS 2: the goal travels to a server of this process without a copy.
  std::shared_future<typename GoalHandle::SharedPtr> async_send_goal(
    Goal && goal, const SendGoalOptions & options = SendGoalOptions())
  {
    return send(std::move(goal), options);
  }

  /// The future of the result, the same one each time. `result_callback` replaces an earlier one.
  /// Throws UnknownGoalHandleError.
  std::shared_future<WrappedResult> async_get_result(
    typename GoalHandle::SharedPtr goal_handle, ResultCallback result_callback = nullptr)
  {
    std::shared_future<WrappedResult> future;
    if (!is_known(*goal_handle) || !goal_handle->want_result(std::move(result_callback), future)) {
      throw exceptions::UnknownGoalHandleError();
    }
    request_result(goal_handle);
    return future;
  }

  /// Throws UnknownGoalHandleError, rclcpp::exceptions::RCLError.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goal(
    typename GoalHandle::SharedPtr goal_handle, CancelCallback cancel_callback = nullptr)
  {
    if (!is_known(*goal_handle)) {
      throw exceptions::UnknownGoalHandleError();
    }
    auto request = std::make_shared<CancelRequest>();
    request->goal_info.goal_id.uuid = goal_handle->get_goal_id();
    return cancel(std::move(request), std::move(cancel_callback));
  }

  /// The goals of all clients. Throws rclcpp::exceptions::RCLError, as does the next one.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_all_goals(
    CancelCallback cancel_callback = nullptr)
  {
    return cancel(std::make_shared<CancelRequest>(), std::move(cancel_callback));
  }

  /// The goals of all clients that were accepted at `stamp` or earlier.
  std::shared_future<typename CancelResponse::SharedPtr> async_cancel_goals_before(
    const rclcpp::Time & stamp, CancelCallback cancel_callback = nullptr)
  {
    auto request = std::make_shared<CancelRequest>();
    request->goal_info.stamp = stamp;
    return cancel(std::move(request), std::move(cancel_callback));
  }

  /// No feedback or result callback of this goal begins after this. The goal is not cancelled, and
  /// this client does not know it any more.
  void stop_callbacks(typename GoalHandle::SharedPtr goal_handle)
  {
    goal_handle->stop_callbacks();
    forget(goal_handle->get_goal_id());
  }
  void stop_callbacks(const GoalUUID & goal_id)
  {
    if (const auto goal = std::static_pointer_cast<GoalHandle>(find_goal(goal_id))) {
      stop_callbacks(goal);
    }
  }

private:
  using GoalRequest = typename detail::ActionMessages<ActionT>::GoalRequest;

  // The future of async_send_goal() and the callback of its options.
  class Answer final : public detail::GoalAnswer
  {
  public:
    Answer(typename GoalHandle::SharedPtr goal, GoalResponseCallback callback)
    : goal_(std::move(goal)), callback_(std::move(callback))
    {
    }

    void answer(bool accepted) override
    {
      typename GoalHandle::SharedPtr handle = accepted ? std::move(goal_) : nullptr;
      promise.set_value(handle);
      if (callback_) {
        callback_(std::move(handle));
      }
    }

    std::promise<typename GoalHandle::SharedPtr> promise{
      std::allocator_arg, rclcpp::detail::BlockAllocator<GoalHandle>()};

  private:
    typename GoalHandle::SharedPtr goal_;
    const GoalResponseCallback callback_;
  };

  std::shared_future<typename GoalHandle::SharedPtr> send(
    Goal && goal, const SendGoalOptions & options)
  {
    auto request = std::make_shared<GoalRequest>();
    request->goal_id.uuid = generate_goal_id();
    request->goal = std::move(goal);
    const std::shared_ptr<GoalHandle> handle(
      new GoalHandle(
        request->goal_id.uuid, core(), options.feedback_callback, options.result_callback),
      std::default_delete<GoalHandle>(), rclcpp::detail::BlockAllocator<GoalHandle>());
    auto answer = std::allocate_shared<Answer>(
      rclcpp::detail::BlockAllocator<Answer>(), handle, options.goal_response_callback);
    std::shared_future<typename GoalHandle::SharedPtr> future =
      answer->promise.get_future().share();
    send_goal(handle, std::move(request), std::move(answer), options.goal_response_timeout);
    return future;
  }

  std::shared_future<typename CancelResponse::SharedPtr> cancel(
    std::shared_ptr<CancelRequest> request, CancelCallback callback)
  {
    auto promise = std::make_shared<std::promise<typename CancelResponse::SharedPtr>>();
    auto future = promise->get_future().share();
    send_cancel(
      std::move(request), [promise = std::move(promise), callback = std::move(callback)](
                            typename CancelResponse::SharedPtr response) {
        promise->set_value(response);
        if (callback) {
          callback(std::move(response));
        }
      });
    return future;
  }
};

}  // namespace rclcpp_action

#endif  // RCLCPP_ACTION__CLIENT_HPP_
