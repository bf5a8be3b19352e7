// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What closes when it is bright.
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_msgs/msg/float64.hpp>

namespace greenhouse_shades
{

class Shade : public rclcpp::Node
{
public:
  Shade(const char * name, const rclcpp::NodeOptions & options) : Node(name, options)
  {
    const double limit = declare_parameter("limit", 20000.0);
    light_ = create_subscription<std_msgs::msg::Float64>(
      "light", 10, [this, limit](std_msgs::msg::Float64::ConstSharedPtr lux) {
        if (lux->data > limit) {
          RCLCPP_INFO(get_logger(), "closed at %.0f lux", lux->data);
        }
      });
  }

private:
  rclcpp::Subscription<std_msgs::msg::Float64>::SharedPtr light_;
};

class Blinds : public Shade
{
public:
  explicit Blinds(const rclcpp::NodeOptions & options) : Shade("blinds", options) {}
};

class Awning : public Shade
{
public:
  explicit Awning(const rclcpp::NodeOptions & options) : Shade("awning", options) {}
};

class Parasol : public Shade
{
public:
  explicit Parasol(const rclcpp::NodeOptions & options) : Shade("parasol", options) {}
};

}  // namespace greenhouse_shades

RCLCPP_COMPONENTS_REGISTER_NODE(greenhouse_shades::Blinds)
RCLCPP_COMPONENTS_REGISTER_NODE(greenhouse_shades::Awning)
RCLCPP_COMPONENTS_REGISTER_NODE(greenhouse_shades::Parasol)
