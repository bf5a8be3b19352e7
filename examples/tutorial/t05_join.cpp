// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t05: join two topics by the time of their messages. The sensors are simulated.
#include <cstdio>

#include <geometry_msgs/msg/point_stamped.hpp>
#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/range.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using geometry_msgs::msg::PointStamped;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using rxros2::observable::synchronize;
using sensor_msgs::msg::Range;

namespace
{

// Publishes the position of the mower ten times a second and the height of the grass 8 ms later;
// the third height is lost. The stamps are those of a mower; the simulation is five times as fast.
void simulate_sensors(const std::shared_ptr<rxros2::Node> & node)
{
  from_timer(node, 20ms)
    | map([](long k) {
        PointStamped position;
        position.header.stamp = rclcpp::Time(k * 100'000'000);
        position.point.x = 0.5 * static_cast<double>(k);
        return position;
      })
    | publish_to_topic<PointStamped>(node, "position");
  from_timer(node, 20ms)
    | filter([](long k) { return k != 3; })
    | map([](long k) {
        Range grass;
        grass.header.stamp = rclcpp::Time(k * 100'000'000 + 8'000'000);
        grass.range = 0.03f + 0.01f * static_cast<float>(k);
        return grass;
      })
    | publish_to_topic<Range>(node, "grass");
}

}  // namespace

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  auto positions = from_topic<PointStamped>(node, "position");
  auto heights = from_topic<Range>(node, "grass");
  auto lawn = synchronize({.tolerance = 20ms}, positions, heights);

  (lawn.matched() | take(4)).subscribe(
    [](const auto & set) {
      const auto & [position, grass] = set;  // measured within 20 ms of each other
      std::printf("at %.1f m the grass is %.0f cm high\n", position->point.x, 100 * grass->range);
    },
    [] { rclcpp::shutdown(); });

  simulate_sensors(node);
  rclcpp::spin(node);
  std::printf("positions without grass: %d\n", static_cast<int>(lawn.statistics().unmatched[0]));
}
// end
