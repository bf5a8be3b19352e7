// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Says the least and the greatest temperature whenever one of them is new, and what the sun does.
#include <algorithm>
#include <limits>
#include <vector>

#include <greenhouse_msgs/msg/climate.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

class Recorder final : public rclcpp::Node
{
public:
  Recorder() : rclcpp::Node("recorder")
  {
    subscriptions_ = {
      create_subscription<greenhouse_msgs::msg::Climate>(
        "climate", rclcpp::SensorDataQoS(),
        [this](const greenhouse_msgs::msg::Climate & now) { measure(now); }),
      create_subscription<std_msgs::msg::String>(
        "sun", rclcpp::QoS(1).transient_local(),
        [logger = get_logger()](const std_msgs::msg::String & word) {
          RCLCPP_INFO_STREAM(logger, "heard of the " << word.data);
        })};
  }

private:
  void measure(const greenhouse_msgs::msg::Climate & now)
  {
    if (now.celsius < least_ || now.celsius > greatest_) {
      least_ = std::min(least_, now.celsius);
      greatest_ = std::max(greatest_, now.celsius);
      RCLCPP_INFO(get_logger(), "between %.1f and %.1f degrees", least_, greatest_);
    }
  }

  float least_ = std::numeric_limits<float>::max();
  float greatest_ = std::numeric_limits<float>::lowest();
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::executors::SingleThreadedExecutor executor;
  const auto recorder = std::make_shared<Recorder>();
  executor.add_node(recorder);
  executor.spin();
  rclcpp::shutdown();
}
