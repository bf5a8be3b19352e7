// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parts of clients and subscriptions, for packages beside rclcpp that derive their own from
// ClientBase and SubscriptionBase. Not in ROS 2.
#ifndef RCLCPP__EXTENSION__ENDPOINTS_HPP_
#define RCLCPP__EXTENSION__ENDPOINTS_HPP_

#include <functional>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::extension
{

/// A request that waits for its response; ClientBase::send() takes ownership. complete() runs on
/// the executor's thread without a lock, at most once. A request that is given up is destroyed
/// without it. Exceptions of complete() leave spin().
using detail::PendingRequest;

/// The callback of a subscription, for the constructor of SubscriptionBase. Derive from it to set
/// the members `callback_`, `serialized_` and `filter_`. The filter runs without a lock on the
/// threads that bring messages, and must not throw.
using detail::AnyCallback;
/// The function inside an AnyCallback. Runs on the executor's thread without a lock; it may take
/// the message out of its argument. Exceptions leave spin().
using detail::CallbackBase;

/// Converts the timeout of a user as std::chrono::duration_cast does, but saturates instead of
/// overflowing.
using detail::to_nanoseconds;

/// Calls `task` soon on the middleware thread of the node's context, unless the context ends
/// before. For work that callbacks of the middleware must not do themselves, such as publishing.
/// Thread-safe. The task must be short; exceptions that it throws are logged.
RCLCPP_PUBLIC void call_later(
  node_interfaces::NodeBaseInterface & node, std::function<void()> task);

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__ENDPOINTS_HPP_
