// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t07: a parameter as a stream.

// snippet program
#include <cstdio>

#include <rxros2/rxros2.hpp>

using namespace rx::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_parameter;
using rxros2::observable::from_timer;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  rcl_interfaces::msg::ParameterDescriptor height;
  height.description = "height of the lawn behind the mower [cm]";
  height.floating_point_range.resize(1);
  height.floating_point_range[0].from_value = 2.0;
  height.floating_point_range[0].to_value = 8.0;
  node->declare_parameter("cutting_height", 4.0, height);

  from_parameter<double>(node, "cutting_height")  // the current value, then each new one
    | map([](double cm) { return cm < 3 ? "slowly" : "fast"; })
    | distinct_until_changed()
    | take(3)
    | subscribe([](const char * speed) { std::printf("drive %s\n", speed); },
                [] { rclcpp::shutdown(); });

  // Its operator; as a rule in another process: `rxros2 param set /mower cutting_height 2.5`.
  from_timer(node, 20ms)
    | zip(rx::sources::from(5.0, 2.5, 20.0, 6.0))
    | subscribe([node](const auto & tick_and_height) {
        const double cm = std::get<1>(tick_and_height);
        if (!node->set_parameter({"cutting_height", cm}).successful) {
          std::printf("%.0f cm is refused\n", cm);
        }
      });

  rclcpp::spin(node);
}
// end
