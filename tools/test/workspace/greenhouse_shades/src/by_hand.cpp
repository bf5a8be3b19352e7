// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Loads the components of the libraries it is given. usage: by_hand LIBRARY…
#include <memory>
#include <string>
#include <vector>

#include <class_loader/class_loader.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/node_factory.hpp>

int main(int argc, char ** argv)
{
  const std::vector<std::string> arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  std::vector<std::unique_ptr<class_loader::ClassLoader>> loaders;
  std::vector<rclcpp_components::NodeInstanceWrapper> components;
  rclcpp::executors::SingleThreadedExecutor executor;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    loaders.push_back(std::make_unique<class_loader::ClassLoader>(arguments[i]));
    for (const auto & name :
         loaders.back()->getAvailableClasses<rclcpp_components::NodeFactory>()) {
      RCLCPP_INFO(rclcpp::get_logger("by_hand"), "%s", name.c_str());
      const auto factory = loaders.back()->createInstance<rclcpp_components::NodeFactory>(name);
      components.push_back(factory->create_node_instance(rclcpp::NodeOptions()));
      executor.add_node(components.back().get_node_base_interface());
    }
  }
  executor.spin();
  for (auto & component : components) {
    executor.remove_node(component.get_node_base_interface());
  }
  components.clear();
  rclcpp::shutdown();
  return 0;
}
