// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Joins temperature and humidity that were measured at the same time into dew points. The sensors
// are simulated.
#include <rxros/rxros2.h>

#include <cmath>
#include <cstdio>

#include "sensor_msgs/msg/relative_humidity.hpp"
#include "sensor_msgs/msg/temperature.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_topic;
using sensor_msgs::msg::RelativeHumidity;
using sensor_msgs::msg::Temperature;

namespace
{

// Magnus' formula, °C.
double dew_point(double temperature, double humidity)
{
  const double a = std::log(humidity) + 17.62 * temperature / (243.12 + temperature);
  return 243.12 * a / (17.62 - a);
}

// The k-th measurement of both sensors, every 100 ms; the second one measures 7 ms after the first.
Temperature measure_temperature(long k)
{
  Temperature message;
  message.header.stamp = rclcpp::Time(100'000'000 * k);
  message.temperature = 20.0 + 0.5 * static_cast<double>(k);
  return message;
}

RelativeHumidity measure_humidity(long k)
{
  RelativeHumidity message;
  message.header.stamp = rclcpp::Time(100'000'000 * k + 7'000'000);
  message.relative_humidity = 0.5;
  return message;
}

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("sensor_fusion");

  const auto climate = rxros2::observable::synchronize(
    {.tolerance = 20ms}, from_topic<Temperature>(node, "temperature"),
    from_topic<RelativeHumidity>(node, "humidity"));

  climate.unmatched().subscribe([](const auto & left) {
    std::printf("a message of stream %zu has no partner\n", left.index());
  });
  (climate.matched() | take(5))
    .subscribe(
      [](const auto & set) {
        const auto & [temperature, humidity] = set;
        std::printf(
          "%.1f °C: dew point %.1f °C\n", temperature->temperature,
          dew_point(temperature->temperature, humidity->relative_humidity));
      },
      [] { rclcpp::shutdown(); });

  rxcpp::observable<>::interval(10ms) | map(&measure_temperature) |
    publish_to_topic<Temperature>(node, "temperature");
  rxcpp::observable<>::interval(10ms) | filter([](long k) { return k != 3; }) |  // one is lost
    map(&measure_humidity) | publish_to_topic<RelativeHumidity>(node, "humidity");

  rclcpp::spin(node);
  std::printf("%d sets\n", static_cast<int>(climate.statistics().matched));
  return 0;
}
