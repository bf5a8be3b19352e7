// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs tasks on the middleware thread.
#include "rclcpp/extension/endpoints.hpp"

#include <utility>

#include "rmw/participant.hpp"

namespace rclcpp::extension
{

void call_later(node_interfaces::NodeBaseInterface & node, std::function<void()> task)
{
  node.participant().call_later(std::move(task));
}

}  // namespace rclcpp::extension
