// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All executors, and rclcpp::spin() for programs that do not create an executor.
#ifndef RCLCPP__EXECUTORS_HPP_
#define RCLCPP__EXECUTORS_HPP_

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/executors/callback_isolated_executor.hpp"
#include "rclcpp/executors/events_cbg_executor/events_cbg_executor.hpp"
#include "rclcpp/executors/multi_threaded_executor.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/executors/static_single_threaded_executor.hpp"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// Runs the callbacks of the node on this thread until shutdown.
RCLCPP_PUBLIC void spin(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
/// Runs the callbacks of the node on this thread until shutdown; for a Node instead of its base
/// interface.
RCLCPP_PUBLIC void spin(std::shared_ptr<Node> node_ptr);
/// Calls Executor::spin_some() on a temporary executor.
RCLCPP_PUBLIC void spin_some(node_interfaces::NodeBaseInterface::SharedPtr node_ptr);
/// Calls Executor::spin_some() on a temporary executor; for a Node instead of its base interface.
RCLCPP_PUBLIC void spin_some(std::shared_ptr<Node> node_ptr);
/// Calls Executor::spin_all() on a temporary executor.
RCLCPP_PUBLIC void spin_all(
  node_interfaces::NodeBaseInterface::SharedPtr node_ptr, std::chrono::nanoseconds max_duration);
/// Calls Executor::spin_all() on a temporary executor; for a Node instead of its base interface.
RCLCPP_PUBLIC void spin_all(std::shared_ptr<Node> node_ptr, std::chrono::nanoseconds max_duration);

namespace executors
{

/// Calls Executor::spin_until_future_complete(); the node is added for the time of the call.
template <typename FutureT, typename TimeRepT = std::int64_t, typename TimeT = std::milli>
FutureReturnCode spin_node_until_future_complete(
  rclcpp::Executor & executor, node_interfaces::NodeBaseInterface::SharedPtr node_ptr,
  const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  struct Added
  {
    Added(rclcpp::Executor & e, node_interfaces::NodeBaseInterface::SharedPtr n)
    : executor(e), node(std::move(n))
    {
      executor.add_node(node);
    }
    ~Added()
    {
      try {
        executor.remove_node(node);
      } catch (const std::runtime_error &) {  // a callback has already removed it
      }
    }
    rclcpp::Executor & executor;
    node_interfaces::NodeBaseInterface::SharedPtr node;
  } added(executor, std::move(node_ptr));
  return executor.spin_until_future_complete(future, timeout);
}

/// Calls Executor::spin_until_future_complete() with a node instead of its base interface.
template <
  typename NodeT = rclcpp::Node, typename FutureT, typename TimeRepT = std::int64_t,
  typename TimeT = std::milli>
FutureReturnCode spin_node_until_future_complete(
  rclcpp::Executor & executor, std::shared_ptr<NodeT> node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  return rclcpp::executors::spin_node_until_future_complete(
    executor, node_ptr->get_node_base_interface(), future, timeout);
}

}  // namespace executors

/// Calls spin_node_until_future_complete() on a temporary executor.
template <typename FutureT, typename TimeRepT = std::int64_t, typename TimeT = std::milli>
FutureReturnCode spin_until_future_complete(
  node_interfaces::NodeBaseInterface::SharedPtr node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  ExecutorOptions options;
  options.context = node_ptr->get_context();
  executors::SingleThreadedExecutor executor(options);
  return executors::spin_node_until_future_complete<FutureT>(executor, node_ptr, future, timeout);
}

/// Calls spin_node_until_future_complete() on a temporary executor; for a node instead of its base
/// interface.
template <
  typename NodeT = rclcpp::Node, typename FutureT, typename TimeRepT = std::int64_t,
  typename TimeT = std::milli>
FutureReturnCode spin_until_future_complete(
  std::shared_ptr<NodeT> node_ptr, const FutureT & future,
  std::chrono::duration<TimeRepT, TimeT> timeout = std::chrono::duration<TimeRepT, TimeT>(-1))
{
  return rclcpp::spin_until_future_complete(node_ptr->get_node_base_interface(), future, timeout);
}

}  // namespace rclcpp

#endif  // RCLCPP__EXECUTORS_HPP_
