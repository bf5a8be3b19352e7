// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A component that is a pipe: the mean of ten temperatures.
#include <numeric>
#include <vector>

#include "rxros2/nodes/component.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float64.hpp"

using namespace rxros2;             // NOLINT(build/namespaces)
using namespace rx::operators;      // NOLINT(build/namespaces)
using namespace rxros2::operators;  // NOLINT(build/namespaces)
using rxros2::observable::from_topic;
using std_msgs::msg::Float64;

// snippet mean
RXROS2_COMPONENT(example_components::Mean, [](const rclcpp::Node::SharedPtr & node) {
  from_topic<Float64>(node, "temperature") |
    map([](const Float64 & message) { return message.data; }) | buffer(10) |
    map([](const std::vector<double> & ten) {
      Float64 mean;
      mean.data = std::accumulate(ten.begin(), ten.end(), 0.0) / 10;
      return mean;
    }) |
    publish_to_topic<Float64>(node, "mean");
})
// end
