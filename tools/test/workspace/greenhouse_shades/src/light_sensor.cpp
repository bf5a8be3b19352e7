// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Says how bright it is.
#include <chrono>
#include <memory>
#include <utility>

#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <std_msgs/msg/float64.hpp>

namespace greenhouse_shades
{

class LightSensor : public rclcpp::Node
{
public:
  explicit LightSensor(const rclcpp::NodeOptions & options)
  : Node("light_sensor", options), lux_(declare_parameter("lux", 25000.0))
  {
    publisher_ = create_publisher<std_msgs::msg::Float64>("light", 10);
    timer_ = create_wall_timer(std::chrono::milliseconds(50), [this] {
      auto message = std::make_unique<std_msgs::msg::Float64>();
      message->data = lux_;
      RCLCPP_INFO_ONCE(get_logger(), "%.0f lux", lux_);
      publisher_->publish(std::move(message));
    });
  }

private:
  const double lux_;
  rclcpp::Publisher<std_msgs::msg::Float64>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace greenhouse_shades

RCLCPP_COMPONENTS_REGISTER_NODE(greenhouse_shades::LightSensor)
