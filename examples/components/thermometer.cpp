// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A component that is a class: measures every 10 ms. Its library is loaded by compose.cpp, or by a
// container.
#include <chrono>
#include <cstdint>

#include "rclcpp_components/register_node_macro.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float64.hpp"

using namespace rxros2;                // NOLINT(build/namespaces)
using namespace rx::operators;         // NOLINT(build/namespaces)
using namespace rxros2::operators;     // NOLINT(build/namespaces)
using namespace std::chrono_literals;  // NOLINT(build/namespaces)
using rxros2::observable::from_timer;
using std_msgs::msg::Float64;

namespace example_components
{

// snippet thermometer
class Thermometer : public rxros2::Node
{
public:
  explicit Thermometer(const rclcpp::NodeOptions & options) : Node("thermometer", options)
  {
    const double coldest = declare_parameter("coldest", 18.0);
    from_timer(this, 10ms) | map([coldest](std::int64_t number) {
      Float64 temperature;
      temperature.data = coldest + static_cast<double>(number % 10);
      return temperature;
    }) |
      publish_to_topic<Float64>(this, "temperature");
  }
};
// end

}  // namespace example_components

RCLCPP_COMPONENTS_REGISTER_NODE(example_components::Thermometer)
