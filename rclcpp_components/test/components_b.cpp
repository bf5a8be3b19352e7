// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A component of another library, compiled with hidden symbols.
#include <cstdint>
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "std_msgs/msg/bool.hpp"
#include "std_msgs/msg/u_int64.hpp"

namespace test_components
{

/// Reports for each message whether it is still at the address where its sender created it.
class Listener : public rclcpp::Node
{
public:
  explicit Listener(const rclcpp::NodeOptions & options)
  : Node("listener", options),
    publisher_(create_publisher<std_msgs::msg::Bool>("same", 10)),
    subscription_(create_subscription<std_msgs::msg::UInt64>(
      "address", 10, [this](std::unique_ptr<std_msgs::msg::UInt64> message) {
        std_msgs::msg::Bool same;
        same.data = message->data == reinterpret_cast<std::uintptr_t>(message.get());
        publisher_->publish(same);
      }))
  {
  }

private:
  rclcpp::Publisher<std_msgs::msg::Bool>::SharedPtr publisher_;
  rclcpp::Subscription<std_msgs::msg::UInt64>::SharedPtr subscription_;
};

}  // namespace test_components

RCLCPP_COMPONENTS_REGISTER_NODE(test_components::Listener)
