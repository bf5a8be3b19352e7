// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Composes the components of shared libraries in one process, without a component container.
// usage: by_hand LIBRARY…
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <class_loader/class_loader.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/node_factory.hpp>

namespace
{

/// A shared library and the nodes that were created from its components.
class ComponentLibrary
{
public:
  explicit ComponentLibrary(const std::string & path) : loader_(path) {}

  /// Logs and creates each component of the library; the executor runs its node.
  void start(rclcpp::Executor & executor)
  {
    using rclcpp_components::NodeFactory;
    for (const std::string & component : loader_.getAvailableClasses<NodeFactory>()) {
      RCLCPP_INFO(rclcpp::get_logger("by_hand"), "%s", component.c_str());
      nodes_.push_back(loader_.createInstance<NodeFactory>(component)->create_node_instance({}));
      executor.add_node(nodes_.back().get_node_base_interface());
    }
  }

  /// Destroys the nodes. The library stays loaded until this object is destroyed.
  void stop(rclcpp::Executor & executor)
  {
    while (!nodes_.empty()) {
      executor.remove_node(nodes_.back().get_node_base_interface());
      nodes_.pop_back();
    }
  }

private:
  class_loader::ClassLoader loader_;
  std::vector<rclcpp_components::NodeInstanceWrapper> nodes_;
};

}  // namespace

int main(int argc, char ** argv)
{
  std::vector<std::string> paths = rclcpp::init_and_remove_ros_arguments(argc, argv);
  paths.erase(paths.begin());  // the program's name

  std::list<ComponentLibrary> libraries;
  rclcpp::executors::SingleThreadedExecutor executor;
  for (const std::string & path : paths) {
    libraries.emplace_back(path).start(executor);
  }
  executor.spin();
  for (ComponentLibrary & library : libraries) {
    library.stop(executor);
  }
  rclcpp::shutdown();
  return 0;
}
