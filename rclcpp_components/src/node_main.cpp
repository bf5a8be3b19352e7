// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs one component as a program.
#include "rclcpp_components/detail/node_main.hpp"

#include <exception>
#include <filesystem>
#include <system_error>
#include <vector>

#include "component_library.hpp"
#include "rclcpp/rclcpp.hpp"

namespace rclcpp_components::detail
{

namespace
{

/// Returns the library's path if it is near the executable, else its name, which the system
/// searches.
std::string find_library(const std::string & file_name)
{
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path & candidate : {folder / file_name, folder.parent_path() / file_name}) {
    if (fs::exists(candidate, error)) {
      return candidate.string();
    }
  }
  return file_name;
}

}  // namespace

int node_main(
  int argc, char ** argv, const std::string & library, const std::string & plugin,
  const std::function<rclcpp::Executor::SharedPtr()> & make_executor)
{
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  const auto logger = rclcpp::get_logger("rclcpp_components");
  std::unique_ptr<class_loader::ClassLoader> loader;
  NodeInstanceWrapper component;
  try {
    loader = open_library(find_library(library));
    const auto factory = make_factory(*loader, plugin, logger);
    if (!factory) {
      return 1;
    }
    component = factory->create_node_instance(rclcpp::NodeOptions().arguments(arguments));
  } catch (const std::exception & error) {
    RCLCPP_FATAL(logger, "'%s' cannot be run: %s", plugin.c_str(), error.what());
    return 1;
  } catch (...) {
    RCLCPP_FATAL(logger, "'%s' cannot be run: it threw no std::exception", plugin.c_str());
    return 1;
  }
  const auto executor = make_executor();
  executor->add_node(component.get_node_base_interface());
  executor->spin();
  executor->remove_node(component.get_node_base_interface());
  component = {};
  rclcpp::shutdown();
  return 0;
}

}  // namespace rclcpp_components::detail
