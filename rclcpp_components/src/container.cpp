// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The container program: command line, executor, manager.
#include "container.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/component_manager_isolated.hpp"

namespace rclcpp_components
{

namespace
{

using rclcpp::executors::EventsCBGExecutor;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;
using rclcpp::experimental::executors::EventsExecutor;

constexpr const char * usage =
  "usage: %s [--executor-type TYPE] [--isolated] [--ros-args ...]\n"
  "\n"
  "Loads components on request: ros2 component load, rxros2 component load, launch files.\n"
  "\n"
  "  --executor-type TYPE  single-threaded, multi-threaded, events or events-cbg\n"
  "  --isolated            each component in an executor of that type, and a thread, of its own\n"
  "  --use_multi_threaded_executor\n"
  "                        the same as --executor-type multi-threaded\n"
  "\n"
  "Parameter thread_num: threads of a multi-threaded or events-cbg executor that all components\n"
  "share; by default one for each CPU. -r __node:=NAME names the container.\n";

constexpr std::array<std::pair<std::string_view, ExecutorType>, 4> executor_types{{
  {"single-threaded", ExecutorType::single_threaded},
  {"multi-threaded", ExecutorType::multi_threaded},
  {"events", ExecutorType::events},
  {"events-cbg", ExecutorType::events_cbg},
}};

std::optional<ExecutorType> executor_type(std::string_view name)
{
  for (const auto & [known, type] : executor_types) {
    if (known == name) {
      return type;
    }
  }
  return std::nullopt;
}

/// Has a value as soon as nothing refers to the manager, which main() then deletes. Any thread may
/// release the last reference, also one that the destructor joins, such as that of a component.
using Released = std::shared_ptr<std::promise<ComponentManager *>>;
/// After this time the container says that it waits for a component.
constexpr std::chrono::seconds long_wait{5};

template <typename ManagerT, typename... ArgumentsT>
std::shared_ptr<ComponentManager> make_manager(
  const Released & released, const ArgumentsT &... arguments)
{
  return {
    new ManagerT(arguments...), [released](ManagerT * manager) { released->set_value(manager); }};
}

std::shared_ptr<ComponentManager> make_isolated_manager(
  ExecutorType type, const Released & released, const rclcpp::Executor::SharedPtr & executor)
{
  switch (type) {
    case ExecutorType::multi_threaded:
      return make_manager<ComponentManagerIsolated<MultiThreadedExecutor>>(released, executor);
    case ExecutorType::events:
      return make_manager<ComponentManagerIsolated<EventsExecutor>>(released, executor);
    case ExecutorType::events_cbg:
      return make_manager<ComponentManagerIsolated<EventsCBGExecutor>>(released, executor);
    case ExecutorType::single_threaded:
      break;
  }
  return make_manager<ComponentManagerIsolated<SingleThreadedExecutor>>(released, executor);
}

/// Declares and returns thread_num.
std::size_t thread_count(rclcpp::Node & manager)
{
  const std::int64_t most = std::max(1U, std::thread::hardware_concurrency());
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = "threads of the executor";
  descriptor.read_only = true;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = 1;
  descriptor.integer_range[0].to_value = most;
  descriptor.integer_range[0].step = 1;
  return static_cast<std::size_t>(manager.declare_parameter("thread_num", most, descriptor));
}

rclcpp::Executor::SharedPtr make_shared_executor(ExecutorType type, rclcpp::Node & manager)
{
  switch (type) {
    case ExecutorType::multi_threaded:
      return std::make_shared<MultiThreadedExecutor>(
        rclcpp::ExecutorOptions(), thread_count(manager));
    case ExecutorType::events:
      return std::make_shared<EventsExecutor>();
    case ExecutorType::events_cbg:
      return std::make_shared<EventsCBGExecutor>(rclcpp::ExecutorOptions(), thread_count(manager));
    case ExecutorType::single_threaded:
      break;
  }
  return std::make_shared<SingleThreadedExecutor>();
}

}  // namespace

int run_container(int argc, char ** argv, ContainerOptions options)
{
  const std::vector<std::string> arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  std::vector<std::string> unknown;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string & argument = arguments[i];
    if (argument == "--help" || argument == "-h") {
      std::printf(usage, argv[0]);
      return 0;
    }
    if (argument == "--isolated") {
      options.isolated = true;
    } else if (argument == "--use_multi_threaded_executor") {
      options.executor = ExecutorType::multi_threaded;
    } else if (argument == "--executor-type") {
      const std::string name = ++i < arguments.size() ? arguments[i] : "";
      const auto type = executor_type(name);
      if (!type) {
        std::fprintf(
          stderr,
          "--executor-type '%s': expected single-threaded, multi-threaded, events or events-cbg\n",
          name.c_str());
        return 1;
      }
      options.executor = *type;
    } else {
      unknown.push_back(argument);
    }
  }

  const auto released = std::make_shared<std::promise<ComponentManager *>>();
  rclcpp::Executor::SharedPtr executor;
  std::shared_ptr<ComponentManager> manager;
  if (options.isolated) {
    executor = std::make_shared<SingleThreadedExecutor>();
    manager = make_isolated_manager(options.executor, released, executor);
  } else {
    manager = make_manager<ComponentManager>(released);
    executor = make_shared_executor(options.executor, *manager);
    manager->set_executor(executor);
  }
  for (const std::string & argument : unknown) {
    RCLCPP_WARN(
      manager->get_logger(),
      "argument '%s' is unknown, and ignored; --help lists those that are not", argument.c_str());
  }
  executor->add_node(manager);
  executor->spin();
  executor->remove_node(manager);
  const rclcpp::Logger logger = manager->get_logger();
  manager.reset();
  // A thread that loads or unloads a component, or reports its exception, still has a reference.
  std::future<ComponentManager *> last = released->get_future();
  if (last.wait_for(long_wait) == std::future_status::timeout) {
    RCLCPP_WARN(
      logger,
      "the constructor or destructor of a component has not returned; the container ends when it "
      "does, or at once by SIGINT (Ctrl-C)");
  }
  // Here, because static objects, those of class_loader among them, must outlive the components.
  delete last.get();
  rclcpp::shutdown();
  return 0;
}

}  // namespace rclcpp_components
