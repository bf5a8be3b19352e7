// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Contexts as enclaves: which enclave, the permissions of its nodes, and the errors of denials.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "keystore.hpp"
#include "node_support.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/node.hpp"
#include "rmw/environment.hpp"
#include "rmw/security.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace
{

using node_test::CapturedLog;
using node_test::make_context;
using node_test::thrown_text;
using node_test::Variable;
using std_msgs::msg::String;

std::string topics(std::initializer_list<const char *> names)
{
  std::string xml;
  for (const char * name : names) {
    xml += std::string("<topic>") + name + "</topic>";
  }
  return xml;
}

bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

/// A keystore for the test's domain, enforced by the ROS_SECURITY variables.
struct SecuredNodes : testing::Test
{
  const std::uint32_t domain = rmw::read_environment().options.domain_id;
  test::Keystore keystore{domain};
  Variable enable{"ROS_SECURITY_ENABLE", "true"};
  Variable strategy{"ROS_SECURITY_STRATEGY", "Enforce"};
  Variable root{"ROS_SECURITY_KEYSTORE", keystore.root().c_str()};
  Variable no_override{"ROS_SECURITY_ENCLAVE_OVERRIDE", nullptr};

  /// Permits what each node needs, and the given topics, which are DDS patterns.
  void add(const std::string & enclave, const std::string & publish, const std::string & subscribe)
  {
    const std::string own =
      topics({"ros_discovery_info", "rt/rosout", "rt/parameter_events", "rq/*", "rr/*"});
    keystore.add(
      enclave, {.subject = enclave,
                .domains = test::domain_id(domain),
                .publish = own + publish,
                .subscribe = own + "<topic>rt/clock</topic>" + subscribe});
  }
};

std::shared_ptr<rclcpp::Node> node_of(
  const std::string & name, const rclcpp::Context::SharedPtr & context, bool intra_process = false)
{
  return std::make_shared<rclcpp::Node>(
    name, rclcpp::NodeOptions().context(context).use_intra_process_comms(intra_process));
}

TEST_F(SecuredNodes, ContextsOfAnEnclaveTalk)
{
  add("/base/wheels", topics({"rt/speed"}), topics({"rt/speed"}));
  const auto one = make_context({"--ros-args", "--enclave", "/base/wheels"});
  const auto other = make_context({"--ros-args", "-e", "/base/wheels"});
  const auto left = node_of("left", one);
  const auto right = node_of("right", other);
  std::string heard;
  const auto in = right->create_subscription<String>(
    "speed", 10, [&heard](const String & message) { heard = message.data; });
  const auto out = left->create_publisher<String>("speed", 1);
  ASSERT_TRUE(test::eventually([&] { return out->get_subscription_count() == 1; }));
  String message;
  message.data = "slow";
  out->publish(message);
  rclcpp::ExecutorOptions options;
  options.context = other;
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(right);
  EXPECT_TRUE(test::spin_until(executor, [&heard] { return heard == "slow"; }));

  const auto sees_left = [&right] {
    const auto seen = right->get_node_graph_interface()->get_node_names_with_enclaves();
    return std::count(seen.begin(), seen.end(), std::make_tuple("left", "/", "/base/wheels")) == 1;
  };
  EXPECT_TRUE(test::eventually(sees_left));

  add("/arm", "", "");
  const auto arms = make_context({"--ros-args", "--enclave", "/arm"});
  const std::string text = thrown_text<rmw::security_error>([&] { node_of("arm", arms); });
  EXPECT_TRUE(has(text, "Cyclone DDS knows one enclave a process and domain")) << text;
}

// ROS 2's introspection of a node uses topics and services that need permissions like any other.
TEST_F(SecuredNodes, IntrospectionObeysThePermissions)
{
  using std_srvs::srv::SetBool;
  using type_description_interfaces::srv::GetTypeDescription;
  const std::string events = topics({"rt/light/_service_event"});
  add("/base/wheels", events, events + topics({"rt/parameter_events"}));
  const auto one = make_context({"--ros-args", "--enclave", "/base/wheels"});
  const auto other = make_context({"--ros-args", "--enclave", "/base/wheels"});
  const auto left = node_of("left", one);
  const auto right = node_of("right", other);
  rclcpp::ExecutorOptions on_one;
  on_one.context = one;
  rclcpp::executors::SingleThreadedExecutor left_executor(on_one);
  left_executor.add_node(left);
  std::thread spinner([&] { left_executor.spin(); });
  rclcpp::ExecutorOptions on_other;
  on_other.context = other;
  rclcpp::executors::SingleThreadedExecutor executor(on_other);
  executor.add_node(right);

  const auto light = left->create_service<SetBool>(
    "light", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr response) {
      response->success = true;
    });
  light->configure_introspection(
    left->get_clock(), rclcpp::SystemDefaultsQoS(), RCL_SERVICE_INTROSPECTION_CONTENTS);
  std::vector<bool> requested;
  const auto seen = right->create_subscription<SetBool::Event>(
    "light/_service_event", 10, [&requested](const SetBool::Event & event) {
      for (const auto & request : event.request) {
        requested.push_back(request.data);
      }
    });
  std::vector<std::string> declared;
  const auto changes = right->create_subscription<rcl_interfaces::msg::ParameterEvent>(
    "/parameter_events", rclcpp::ParameterEventsQoS(),
    [&declared](const rcl_interfaces::msg::ParameterEvent & event) {
      for (const auto & parameter : event.new_parameters) {
        declared.push_back(event.node + " " + parameter.name);
      }
    });
  const auto client = right->create_client<SetBool>("light");
  ASSERT_TRUE(client->wait_for_service(test::patience));
  ASSERT_TRUE(test::eventually(
    [&] { return seen->get_publisher_count() == 1 && changes->get_publisher_count() == 2; }));
  const auto request = std::make_shared<SetBool::Request>();
  request->data = true;
  EXPECT_TRUE(test::spin_until(executor, [&] {
    if (requested.empty()) {
      client->async_send_request(request);
    }
    return !requested.empty() && requested.front();
  }));
  int number = 0;
  EXPECT_TRUE(test::spin_until(executor, [&] {
    if (declared.empty()) {
      left->declare_parameter("p" + std::to_string(++number), 1);
    }
    return !declared.empty() && declared.front().starts_with("/left p");
  }));
  const auto asker = right->create_client<GetTypeDescription>("/left/get_type_description");
  ASSERT_TRUE(asker->wait_for_service(test::patience));
  const auto what = std::make_shared<GetTypeDescription::Request>();
  what->type_name = "rcl_interfaces/msg/ParameterEvent";
  what->type_hash = cdr::fields<rcl_interfaces::msg::ParameterEvent>::hash;
  const auto described = asker->async_send_request(what).future.share();
  EXPECT_TRUE(test::spin_until(executor, [&described] {
    return described.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }));
  EXPECT_TRUE(described.get()->successful) << described.get()->failure_reason;
  left_executor.cancel();
  spinner.join();

  // An enclave that may serve, but not publish the introspection events.
  const auto quiet = left->create_service<SetBool>(
    "quiet", [](SetBool::Request::SharedPtr, SetBool::Response::SharedPtr) {});
  const std::string denied = thrown_text<rmw::security_error>([&] {
    quiet->configure_introspection(
      left->get_clock(), rclcpp::SystemDefaultsQoS(), RCL_SERVICE_INTROSPECTION_METADATA);
  });
  EXPECT_TRUE(has(denied, "enclave '/base/wheels' may not publish topic '/quiet/_service_event'"))
    << denied;
}

TEST_F(SecuredNodes, ADeniedTopicNamesEnclaveAndRule)
{
  add("/arm", topics({"rt/joints"}), "");
  for (const bool intra_process : {false, true}) {
    const auto arm =
      node_of("arm", make_context({"--ros-args", "--enclave", "/arm"}), intra_process);
    EXPECT_NO_THROW(arm->create_publisher<String>("joints", 1));
    const std::string denied =
      thrown_text<rmw::security_error>([&] { arm->create_publisher<String>("camera", 1); });
    EXPECT_TRUE(has(denied, "enclave '/arm' may not publish topic '/camera'")) << denied;
    EXPECT_TRUE(has(denied, (keystore.folder("/arm") / "permissions.p7s").string())) << denied;
    EXPECT_TRUE(has(denied, R"(<topics publish="ALLOW"><topic>/camera</topic></topics>)"))
      << denied;
    // The topic may be published, but this enclave may not subscribe to it.
    const std::string deaf = thrown_text<rmw::security_error>(
      [&] { arm->create_subscription<String>("joints", 1, [](const String &) {}); });
    EXPECT_TRUE(has(deaf, "may not subscribe to topic '/joints'")) << deaf;
  }
}

TEST_F(SecuredNodes, ANodeNamesItsMissingPermissions)
{
  keystore.add(
    "/arm", {.subject = "/arm",
             .domains = test::domain_id(domain),
             .publish = topics({"ros_discovery_info"}),
             .subscribe = topics({"ros_discovery_info"})});
  const auto context = make_context({"--ros-args", "--enclave", "/arm"});
  const std::string text = thrown_text<rmw::security_error>([&] { node_of("arm", context); });
  EXPECT_TRUE(has(text, "enclave '/arm' may not publish topic '/rosout'")) << text;
}

TEST_F(SecuredNodes, AContextWithoutItsEnclaveIsNotInitialized)
{
  keystore.add("/arm");
  const std::string text = thrown_text<rclcpp::exceptions::RCLError>(
    [] { make_context({"--ros-args", "--enclave", "/leg"}); });
  EXPECT_TRUE(has(text, "enclave '/leg' cannot be used")) << text;
  EXPECT_TRUE(has(text, "has no such enclave, only /arm")) << text;
  const Variable override("ROS_SECURITY_ENCLAVE_OVERRIDE", "/arm");
  EXPECT_NO_THROW(make_context({"--ros-args", "--enclave", "/leg"}));
}

TEST_F(SecuredNodes, PermissiveWarnsAndContinues)
{
  keystore.add("/arm");
  const Variable permissive("ROS_SECURITY_STRATEGY", "Permissive");
  const CapturedLog log;
  const auto context = make_context({"--ros-args", "--enclave", "/leg"});
  EXPECT_NO_THROW(node_of("leg", context));
  const auto lines = log.lines();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string & line) {
    return line.starts_with("WARN") && has(line, "this process continues unsecured");
  }));
}

}  // namespace
