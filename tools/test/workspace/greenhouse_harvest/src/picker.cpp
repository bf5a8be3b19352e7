// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Fills crate after crate, a fruit at a time, and receives a message for each full one, its own
// included.
#include <chrono>
#include <numeric>
#include <utility>

#include <greenhouse_harvest/msg/crate.hpp>
#include <rclcpp/rclcpp.hpp>

using greenhouse_harvest::msg::Crate;

class Picker : public rclcpp::Node
{
public:
  Picker()
  : Node("picker"),
    full_(create_publisher<Crate>("full_crates", 5)),
    seen_(
      create_subscription<Crate>("full_crates", 5, [this](const Crate & crate) { weigh(crate); })),
    hand_(create_wall_timer(std::chrono::milliseconds(50), [this] { pick(); }))
  {
  }

private:
  void pick()
  {
    crate_.kind = Crate::CUCUMBER;
    crate_.weights.push_back(0.25F);
    if (crate_.weights.size() == 8) {
      full_->publish(std::exchange(crate_, Crate()));
    }
  }

  void weigh(const Crate & crate)
  {
    const double kg = std::accumulate(crate.weights.begin(), crate.weights.end(), 0.0);
    RCLCPP_INFO(
      get_logger(), "%zu of kind %d, %.2f kg, picked by %s", crate.weights.size(), crate.kind, kg,
      crate.picked_by.c_str());
  }

  Crate crate_;
  rclcpp::Publisher<Crate>::SharedPtr full_;
  rclcpp::Subscription<Crate>::SharedPtr seen_;
  rclcpp::TimerBase::SharedPtr hand_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Picker>());
  rclcpp::shutdown();
}
