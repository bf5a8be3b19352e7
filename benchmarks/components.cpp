// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// components: measures the time in which a container loads a component, compared with the
// constructor alone; time and memory of a component in the first and in the second half of `count`;
// and the age of an image of 1 MB after five components with intra-process communication. Container
// and requester are in one process. Compiles against any rclcpp_components.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/component_manager.hpp>
#include <std_msgs/msg/float64.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using composition_interfaces::srv::LoadNode;
using rclcpp_components::ComponentManager;
using namespace std::chrono_literals;

double resident_kib()
{
  std::ifstream statm("/proc/self/statm");
  long size = 0;
  long resident = 0;
  statm >> size >> resident;
  return static_cast<double>(resident * (sysconf(_SC_PAGESIZE) / 1024));
}

double ms_since(std::int64_t begin)
{
  return static_cast<double>(benchmarks::now_ns() - begin) / 1e6;
}

class Container
{
public:
  explicit Container(const std::string & name)
  : executor_(std::make_shared<rclcpp::executors::SingleThreadedExecutor>()),
    manager_(std::make_shared<ComponentManager>(executor_, name)),
    node_(std::make_shared<rclcpp::Node>(name + "_requester")),
    client_(node_->create_client<LoadNode>("/" + name + "/_container/load_node"))
  {
    executor_->add_node(manager_);
    thread_ = std::thread([this] { executor_->spin(); });
    requester_.add_node(node_);
    if (!client_->wait_for_service(20s)) {
      std::fprintf(stderr, "components: the container does not answer\n");
      std::exit(1);
    }
  }
  ~Container()
  {
    executor_->cancel();
    thread_.join();
  }

  ComponentManager & manager() { return *manager_; }

  /// Loads a component; returns the duration in ms.
  double load(
    const std::string & plugin, const std::string & node_name,
    std::vector<std::string> remap_rules = {})
  {
    auto request = std::make_shared<LoadNode::Request>();
    request->package_name = "benchmarks";
    request->plugin_name = "benchmarks::" + plugin;
    request->node_name = node_name;
    request->remap_rules = std::move(remap_rules);
    request->extra_arguments.push_back(
      rclcpp::Parameter("use_intra_process_comms", true).to_parameter_msg());
    const std::int64_t begin = benchmarks::now_ns();
    auto answer = client_->async_send_request(request);
    requester_.spin_until_future_complete(answer, 20s);
    const double took = ms_since(begin);
    const auto response = answer.get();
    if (!response->success) {
      std::fprintf(stderr, "components: %s\n", response->error_message.c_str());
      std::exit(1);
    }
    return took;
  }

private:
  rclcpp::executors::SingleThreadedExecutor::SharedPtr executor_;
  std::shared_ptr<ComponentManager> manager_;
  rclcpp::Node::SharedPtr node_;
  rclcpp::Client<LoadNode>::SharedPtr client_;
  rclcpp::executors::SingleThreadedExecutor requester_;
  std::thread thread_;
};

void measure_loading(int count, benchmarks::Result & result)
{
  Container container("loading");
  std::vector<double> constructed;
  {
    const auto resources = container.manager().get_component_resources("benchmarks");
    const auto factory = container.manager().create_component_factory(resources.at(0));
    for (int i = 0; i < count; ++i) {
      const auto options = rclcpp::NodeOptions().use_global_arguments(false).arguments(
        {"--ros-args", "-r", "__node:=alone_" + std::to_string(i)});
      const std::int64_t begin = benchmarks::now_ns();
      const auto component = factory->create_node_instance(options);
      constructed.push_back(ms_since(begin));
    }
  }
  std::vector<double> loaded[2];
  double memory[3] = {resident_kib()};
  for (int half = 0; half < 2; ++half) {
    for (int i = 0; i < count / 2; ++i) {
      loaded[half].push_back(
        container.load("Bare", "bare_" + std::to_string(half) + "_" + std::to_string(i)));
    }
    memory[half + 1] = resident_kib();
  }
  result.distribution("constructor", "ms", constructed);
  result.distribution("load_first_half", "ms", loaded[0]);
  result.distribution("load_second_half", "ms", loaded[1]);
  result.value("memory_first_half", "KiB a component", (memory[1] - memory[0]) / (count / 2));
  result.value("memory_second_half", "KiB a component", (memory[2] - memory[1]) / (count / 2));
}

void measure_image(int images, benchmarks::Result & result)
{
  std::vector<double> ages;
  const auto node = std::make_shared<rclcpp::Node>("ages");
  rclcpp::executors::SingleThreadedExecutor executor;
  const auto subscription = node->create_subscription<std_msgs::msg::Float64>(
    "age", 1000, [&](const std_msgs::msg::Float64 & age) { ages.push_back(age.data); });
  executor.add_node(node);
  Container container("pipeline");
  container.load("Sink", "sink", {"in:=image_3"});
  for (int stage = 2; stage >= 0; --stage) {
    container.load(
      "Stage", "stage_" + std::to_string(stage),
      {"in:=image_" + std::to_string(stage), "out:=image_" + std::to_string(stage + 1)});
  }
  container.load("Camera", "camera", {"out:=image_0"});
  const std::int64_t begin = benchmarks::now_ns();
  while (static_cast<int>(ages.size()) < images && ms_since(begin) < 60'000) {
    executor.spin_once(100ms);
  }
  if (ages.size() > 20) {
    ages.erase(ages.begin(), ages.begin() + 20);  // the warm-up
  }
  result.distribution("image_age", "us", ages);
}

}  // namespace

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(argc, argv, {{"count", 100}, {"images", 500}});
  setenv("AMENT_PREFIX_PATH", PREFIX, 1);
  rclcpp::init(0, nullptr);
  rclcpp::get_logger("loading").set_level(rclcpp::Logger::Level::Warn);
  rclcpp::get_logger("pipeline").set_level(rclcpp::Logger::Level::Warn);
  benchmarks::Result result("components");
  result.setting("count", options["count"]);
  result.setting("images", options["images"]);
  measure_loading(static_cast<int>(options["count"]), result);
  measure_image(static_cast<int>(options["images"]), result);
  result.print();
  rclcpp::shutdown();
  return 0;
}
