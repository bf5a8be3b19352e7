// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t14: a bridge from a robot to the cloud, as pipes between two contexts.

// snippet program
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/float64.hpp>
#include <std_srvs/srv/set_bool.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_topic;
using rxros2::observable::serve;
using std_msgs::msg::Float64;
using std_srvs::srv::SetBool;

// The bridge: what the cloud may see and do, under the names of a fleet.
void bridge(const rclcpp::Node::SharedPtr & robot, const rclcpp::Node::SharedPtr & cloud)
{
  from_topic<Float64>(robot, "battery")
    | filter([](const Float64 & volts) { return volts.data > 0; })  // 0 as it starts
    | distinct_until_changed([](auto & before, auto & now) { return before->data == now->data; })
    | publish_to_topic<Float64>(cloud, "mower7/battery");

  serve<SetBool>(cloud, "mower7/blades").subscribe([robot](const auto & request) {
    (rx::sources::just(*request) | send_request<SetBool>(robot, "blades", {.timeout = 5s}))
      .subscribe([request](const auto & response) { request.respond(*response); });
  });
}

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  // Another domain stands for the cloud. On a fleet it is Zenoh: InitOptions().engine("zenoh").
  auto fleet = std::make_shared<rclcpp::Context>();
  rclcpp::InitOptions options;
  options.set_domain_id(rclcpp::contexts::get_global_default_context()->get_domain_id() + 1);
  fleet->init(argc, argv, options);
  auto robot = rxros2::create_node("mower");
  auto cloud = rxros2::create_node("mower7", rclcpp::NodeOptions().context(fleet));
  bridge(robot, cloud);

  // The robot.
  serve<SetBool>(robot, "blades").subscribe([](const auto & request) {
    std::printf("robot: blades %s\n", request->data ? "on" : "off");
    request.respond(SetBool::Response().set__success(true));
  });
  // The cloud, which stops the blades when the battery is low.
  (from_topic<Float64>(cloud, "mower7/battery")
    | tap([](const Float64 & volts) { std::printf("cloud: %.1f V\n", volts.data); })
    | filter([](const Float64 & volts) { return volts.data < 11.0; })
    | take(1)
    | map([](const Float64 &) { return SetBool::Request().set__data(false); })
    | send_request<SetBool>(cloud, "mower7/blades", {.timeout = 5s}))
    .subscribe([](const auto &) {}, [] { rclcpp::shutdown(); });
  rx::sources::from(0.0, 12.4, 12.4, 11.7, 10.9)
    | map([](double volts) { return Float64().set__data(volts); })
    | publish_to_topic<Float64>(robot, "battery");

  rclcpp::ExecutorOptions of_fleet;
  of_fleet.context = fleet;
  rclcpp::executors::SingleThreadedExecutor executor(of_fleet);
  executor.add_node(cloud);
  std::thread spinner([&] { executor.spin(); });
  rclcpp::spin(robot);
  executor.cancel();
  spinner.join();
}
// end
