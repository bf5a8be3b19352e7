// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t03: listen to a topic. The mower's battery is simulated.
#include <cstdio>

#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/battery_state.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using sensor_msgs::msg::BatteryState;

namespace
{

// Publishes 25.2 V, 24.8 V, … every 10 ms.
void simulate_battery(const std::shared_ptr<rxros2::Node> & node)
{
  from_timer(node, 10ms)
    | map([](long k) { return BatteryState().set__voltage(25.6f - 0.4f * static_cast<float>(k)); })
    | publish_to_topic<BatteryState>(node, "battery");
}

}  // namespace

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  auto battery = from_topic<BatteryState>(node, "battery");  // a description: nothing runs yet

  battery
    | map([](const BatteryState & message) { return message.voltage; })
    | tap([](float volts) { std::printf("%.1f V\n", volts); })
    | first([](float volts) { return volts < 24.2f; })       // and then no more
    | subscribe([](float) { std::printf("back to the dock\n"); },
                [] { rclcpp::shutdown(); });

  simulate_battery(node);
  rclcpp::spin(node);
}
// end
