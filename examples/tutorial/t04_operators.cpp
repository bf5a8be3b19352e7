// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t04: what a sensor says, made into what a motor does. The sensor is simulated.
#include <array>
#include <cmath>
#include <cstdio>

#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/range.hpp>
#include <std_msgs/msg/float32.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using sensor_msgs::msg::Range;
using std_msgs::msg::Float32;

namespace
{

// The height of the grass below the sensor, every 10 ms; a negative range: it saw nothing.
void simulate_grass(const std::shared_ptr<rxros2::Node> & node)
{
  constexpr std::array heights{0.04f, 0.04f, 0.04f, -1.0f, 0.11f, 0.11f, 0.11f, 0.04f, 0.04f};
  from_timer(node, 10ms)
    | take(heights.size())
    | map([=](long k) { return Range().set__range(heights.at(static_cast<std::size_t>(k) - 1)); })
    | publish_to_topic<Range>(node, "grass");
}

}  // namespace

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  auto power = from_topic<Range>(node, "grass")
    | map([](const Range & r) { return 100 * r.range; })                // centimetres
    | filter([](float cm) { return cm >= 0; })                          // what was seen
    | scan(0.0f, [](float mean, float cm) { return (mean + cm) / 2; })  // smooth
    | map([](float mean) { return 10 * std::round(10 * mean / 11); })   // per cent, in tens
    | distinct_until_changed()                                          // only changes
    | map([](float percent) { return Float32().set__data(percent); })
    | publish_to_topic<Float32>(node, "blade_power");

  (power | take(7)).subscribe(
    [](const Float32 & percent) { std::printf("blade at %.0f %%\n", percent.data); },
    [] { rclcpp::shutdown(); });

  simulate_grass(node);
  rclcpp::spin(node);
}
// end
