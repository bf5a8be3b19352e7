// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the action tests: contexts whose nodes spin, a server whose goals the test
// ends.
#ifndef ACTION_SUPPORT_HPP_
#define ACTION_SUPPORT_HPP_

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/qos.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "test_msgs/action/fibonacci.hpp"

namespace action_test
{

using namespace std::chrono_literals;  // NOLINT(build/namespaces)
using test_msgs::action::Fibonacci;
using Client = rclcpp_action::Client<Fibonacci>;
using Server = rclcpp_action::Server<Fibonacci>;
using ClientGoal = rclcpp_action::ClientGoalHandle<Fibonacci>;
using ServerGoal = rclcpp_action::ServerGoalHandle<Fibonacci>;
using rclcpp_action::GoalResponse;
using rclcpp_action::GoalStatus;
using rclcpp_action::GoalUUID;
using rclcpp_action::ResultCode;
using CancelService = action_msgs::srv::CancelGoal;

constexpr auto patience = 60s;

/// Passes values from one thread to another.
template <typename T>
class Mail
{
public:
  void put(T value)
  {
    std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
    changed_.notify_all();
  }
  /// Waits for a value. Throws std::runtime_error if none arrives.
  T get(std::chrono::nanoseconds longest = patience)
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, longest, [&] { return !values_.empty(); })) {
      throw std::runtime_error("nothing came");
    }
    T value = std::move(values_.front());
    values_.pop_front();
    return value;
  }
  bool empty() const
  {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> values_;
};

/// Returns the result of the future. Throws std::runtime_error if that takes too long.
template <typename Future>
auto get(const Future & future)
{
  if (future.wait_for(patience) != std::future_status::ready) {
    throw std::runtime_error("the future was not completed");
  }
  return future.get();
}

inline rclcpp::Context::SharedPtr make_context()
{
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

using MakeExecutor =
  std::function<std::unique_ptr<rclcpp::Executor>(const rclcpp::ExecutorOptions &)>;

template <typename ExecutorT>
std::unique_ptr<rclcpp::Executor> make_executor(const rclcpp::ExecutorOptions & options)
{
  return std::make_unique<ExecutorT>(options);
}

/// A node that an executor spins on its own thread.
class Host
{
public:
  explicit Host(
    const std::string & name, rclcpp::Context::SharedPtr its_context = make_context(),
    const std::vector<std::string> & arguments = {},
    const MakeExecutor & executor_maker = make_executor<rclcpp::executors::SingleThreadedExecutor>)
  : context(std::move(its_context))
  {
    rclcpp::NodeOptions options;
    options.context(context)
      .arguments(arguments)
      .start_parameter_services(false)
      .start_parameter_event_publisher(false)
      .enable_rosout(false);
    node = std::make_shared<rclcpp::Node>(name, options);
    rclcpp::ExecutorOptions executor_options;
    executor_options.context = context;
    executor = executor_maker(executor_options);
    executor->add_node(node);
    spinner_ = std::thread([this] { executor->spin(); });
  }
  ~Host()
  {
    executor->cancel();
    spinner_.join();
  }

  Client::SharedPtr make_client(const std::string & action = "fibonacci")
  {
    return rclcpp_action::create_client<Fibonacci>(node, action);
  }

  const rclcpp::Context::SharedPtr context;
  rclcpp::Node::SharedPtr node;
  std::unique_ptr<rclcpp::Executor> executor;

private:
  std::thread spinner_;
};

using OnAccepted = std::function<void(std::shared_ptr<ServerGoal>)>;

/// A server that passes its goals to the test, or to `on_accepted`. It rejects goals of a negative
/// order and defers those of order 0; the test decides about cancel requests.
class GoalServer
{
  // Shared with callbacks that still run after the server was destroyed.
  struct State
  {
    std::function<rclcpp_action::CancelResponse(std::shared_ptr<ServerGoal>)> on_cancel;
    OnAccepted on_accepted;
    Mail<std::shared_ptr<ServerGoal>> goals;
    std::atomic<int> asked{0};
  };

  const std::shared_ptr<State> state_ = std::make_shared<State>();

public:
  explicit GoalServer(
    Host & host, const std::string & action = "fibonacci",
    const rcl_action_server_options_t & options = rcl_action_server_get_default_options(),
    OnAccepted accepted = nullptr)
  {
    state_->on_accepted = std::move(accepted);
    server = rclcpp_action::create_server<Fibonacci>(
      host.node, action,
      [state = state_](const GoalUUID &, std::shared_ptr<const Fibonacci::Goal> goal) {
        ++state->asked;
        return goal->order < 0    ? GoalResponse::REJECT
               : goal->order == 0 ? GoalResponse::ACCEPT_AND_DEFER
                                  : GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [state = state_](std::shared_ptr<ServerGoal> goal) {
        return state->on_cancel ? state->on_cancel(goal) : rclcpp_action::CancelResponse::ACCEPT;
      },
      [state = state_](std::shared_ptr<ServerGoal> goal) {
        if (state->on_accepted) {
          state->on_accepted(std::move(goal));
        } else {
          state->goals.put(std::move(goal));
        }
      },
      options);
  }

  // Set it before the first goal.
  std::function<rclcpp_action::CancelResponse(std::shared_ptr<ServerGoal>)> & on_cancel =
    state_->on_cancel;
  OnAccepted & on_accepted = state_->on_accepted;
  Mail<std::shared_ptr<ServerGoal>> & goals = state_->goals;
  std::atomic<int> & asked = state_->asked;
  Server::SharedPtr server;
};

inline Fibonacci::Goal goal_of(int order)
{
  Fibonacci::Goal goal;
  goal.order = order;
  return goal;
}

inline Fibonacci::Result::SharedPtr result_of(std::vector<int> sequence)
{
  auto result = std::make_shared<Fibonacci::Result>();
  result->sequence = std::move(sequence);
  return result;
}

inline Fibonacci::Feedback::SharedPtr feedback_of(std::vector<int> sequence)
{
  auto feedback = std::make_shared<Fibonacci::Feedback>();
  feedback->sequence = std::move(sequence);
  return feedback;
}

}  // namespace action_test

#endif  // ACTION_SUPPORT_HPP_
