// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Loads the components of libraries into this process, without a container, and prints three means.
// usage: compose LIBRARY…
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "class_loader/class_loader.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/node_factory.hpp"
#include "std_msgs/msg/float64.hpp"

int main(int argc, char ** argv)
{
  using rclcpp_components::NodeFactory;
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  rclcpp::executors::SingleThreadedExecutor executor;
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(true);

  std::vector<std::unique_ptr<class_loader::ClassLoader>> libraries;  // the last to go
  std::vector<rclcpp_components::NodeInstanceWrapper> components;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    libraries.push_back(std::make_unique<class_loader::ClassLoader>(arguments[i]));
    for (const std::string & name : libraries.back()->getAvailableClasses<NodeFactory>()) {
      const auto factory = libraries.back()->createInstance<NodeFactory>(name);
      components.push_back(factory->create_node_instance(options));
      executor.add_node(components.back().get_node_base_interface());
    }
  }

  const auto node = std::make_shared<rclcpp::Node>("compose");
  int means = 0;
  const auto subscription = node->create_subscription<std_msgs::msg::Float64>(
    "mean", 10, [&](const std_msgs::msg::Float64 & mean) {
      std::printf("%.1f degrees\n", mean.data);
      if (++means == 3) {
        rclcpp::shutdown();
      }
    });
  executor.add_node(node);
  executor.spin();
  return 0;
}
