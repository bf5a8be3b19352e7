// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Node: names and remapping, options, sub-nodes, callback groups, graph queries.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "node_support.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using namespace rclcpp;                // NOLINT
using namespace rclcpp::exceptions;    // NOLINT
using namespace std::chrono_literals;  // NOLINT
using node_test::eventually;
using node_test::make_context;
using node_test::thrown_text;
using std_msgs::msg::String;

namespace
{

NodeOptions in(const Context::SharedPtr & context)
{
  return NodeOptions().context(context);
}

bool contains(const std::vector<std::string> & names, const std::string & name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST(Node, Names)
{
  const auto context = make_context();
  const Node root("root", in(context));
  EXPECT_STREQ(root.get_name(), "root");
  EXPECT_STREQ(root.get_namespace(), "/");
  EXPECT_STREQ(root.get_fully_qualified_name(), "/root");
  EXPECT_STREQ(root.get_logger().get_name(), "root");
  const Node relative("n", "a/b", in(context));
  EXPECT_STREQ(relative.get_namespace(), "/a/b");
  EXPECT_STREQ(relative.get_fully_qualified_name(), "/a/b/n");
  EXPECT_STREQ(relative.get_logger().get_name(), "a.b.n");
  EXPECT_EQ(relative.get_effective_namespace(), "/a/b");
  EXPECT_EQ(relative.get_sub_namespace(), "");
}

TEST(Node, LevelOfItsLogger)
{
  const auto context = make_context();
  EXPECT_EQ(NodeOptions().log_level(), Logger::Level::Unset);
  const Node plain("level_plain", in(context));
  EXPECT_EQ(plain.get_logger().get_effective_level(), Logger::Level::Info);
  const Node debug("level_debug", in(context).log_level(Logger::Level::Debug));
  EXPECT_EQ(debug.get_logger().get_effective_level(), Logger::Level::Debug);
  EXPECT_EQ(debug.get_logger().get_child("part").get_effective_level(), Logger::Level::Debug);
  const Node argument(
    "level_argument",
    in(context).log_level(Logger::Level::Debug).arguments({"--ros-args", "--log-level", "error"}));
  EXPECT_EQ(argument.get_logger().get_effective_level(), Logger::Level::Error);
  EXPECT_THROW(
    Node("level_bad", in(context).log_level(static_cast<Logger::Level>(7))), RCLInvalidArgument);
}

TEST(Node, BadNamesShowThePosition)
{
  const auto context = make_context();
  EXPECT_EQ(
    thrown_text<InvalidNodeNameError>([&] { Node("bad node", in(context)); }),
    "Invalid node name: a node name has letters, digits and '_', nothing else:\n  'bad node'\n     "
    " ^\n");
  for (const char * name : {"", "1n", "a/b", "a-b", "~"}) {
    thrown_text<InvalidNodeNameError>([&] { Node(name, in(context)); });
  }
  for (const char * name_space : {"/a/", "/a//b", "/1", "a b", "/{node}"}) {
    const std::string text =
      thrown_text<InvalidNamespaceError>([&] { Node("n", name_space, in(context)); });
    EXPECT_EQ(text.find("Invalid namespace: "), 0u) << text;
  }
  thrown_text<InvalidTopicNameError>(
    [&] { Node("n", in(context)).create_publisher<String>("bad topic", 1); });
}

TEST(Node, RemappedByCommandLine)
{
  const auto context = make_context(
    {"--ros-args", "-r", "__node:=global", "-r", "global:__ns:=/g", "-r", "chatter:=/talk"});
  Node global("n", in(context));
  EXPECT_STREQ(global.get_fully_qualified_name(), "/g/global");
  EXPECT_STREQ(global.create_publisher<String>("chatter", 1)->get_topic_name(), "/talk");
  Node local(
    "n", in(context).arguments({"--ros-args", "-r", "__node:=mine", "-r", "chatter:=~/own"}));
  EXPECT_STREQ(local.get_fully_qualified_name(), "/mine");
  EXPECT_STREQ(local.create_publisher<String>("chatter", 1)->get_topic_name(), "/mine/own");
  Node alone("n", in(context).use_global_arguments(false));
  EXPECT_STREQ(alone.get_fully_qualified_name(), "/n");
  thrown_text<RCLInvalidROSArgsError>(
    [&] { Node("n", in(context).arguments({"--ros-args", "-r", "x"})); });
  thrown_text<UnknownROSArgsError>(
    [&] { Node("n", in(context).arguments({"--ros-args", "--what"})); });
}

TEST(Node, NeedsAValidContext)
{
  thrown_text<std::invalid_argument>([&] { Node("n", in(nullptr)); });
  auto context = std::make_shared<Context>();
  thrown_text<std::runtime_error>([&] { Node("n", in(context)); });
  context->init(0, nullptr);
  auto node = std::make_shared<Node>("n", in(context));
  auto publisher = node->create_publisher<String>("chatter", 1);
  context->shutdown("test");
  thrown_text<std::runtime_error>([&] { Node("m", in(context)); });
  thrown_text<RCLError>([&] { node->create_publisher<String>("chatter", 1); });
  // existing objects still work
  EXPECT_NO_THROW(publisher->publish(String()));
  EXPECT_NO_THROW(node->create_callback_group(CallbackGroupType::Reentrant));
}

TEST(Node, SubNodes)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", "/ns", in(context));
  auto sub = node->create_sub_node("a");
  EXPECT_EQ(sub->get_sub_namespace(), "a");
  EXPECT_EQ(sub->get_effective_namespace(), "/ns/a");
  EXPECT_STREQ(sub->get_namespace(), "/ns");
  auto deeper = sub->create_sub_node("b");
  EXPECT_EQ(deeper->get_sub_namespace(), "a/b");
  EXPECT_EQ(deeper->get_effective_namespace(), "/ns/a/b");
  EXPECT_STREQ(deeper->create_publisher<String>("t", 1)->get_topic_name(), "/ns/a/b/t");
  EXPECT_STREQ(deeper->create_publisher<String>("/t", 1)->get_topic_name(), "/t");
  EXPECT_STREQ(deeper->create_publisher<String>("~/t", 1)->get_topic_name(), "/ns/n/t");
  EXPECT_EQ(deeper->get_node_base_interface(), node->get_node_base_interface());
  for (const char * bad : {"", "/a"}) {
    const std::string text = thrown_text<NameValidationError>([&] { node->create_sub_node(bad); });
    EXPECT_EQ(text.find("Invalid sub_namespace: "), 0u) << text;
  }
  for (const char * bad : {"a b", "a//b", "~a"}) {
    thrown_text<InvalidNamespaceError>([&] { node->create_sub_node(bad); });
  }
}

// As in ROS 2.
TEST(Node, GenericClientsAreNotBelowASubNode)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", "/ns", in(context));
  auto sub = node->create_sub_node("a");
  const auto client = sub->create_generic_client("s", "rcl_interfaces/srv/GetParameters");
  EXPECT_STREQ(client->get_service_name(), "/ns/s");
}

TEST(Node, CallbacksAtItsEndAreAllCalled)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  int calls = 0;
  const auto base = node->get_node_base_interface();
  base->add_on_destruction_callback([] { throw std::runtime_error("of the user"); });
  base->add_on_destruction_callback([] { throw 1; });
  base->add_on_destruction_callback([&] { ++calls; });
  node.reset();
  EXPECT_EQ(calls, 1);
}

TEST(Node, ReportsItsEndWithItsLastSubNode)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  auto sub = node->create_sub_node("a");
  bool is_called = false;
  node->get_node_base_interface()->add_on_destruction_callback([&] { is_called = true; });
  node.reset();
  EXPECT_FALSE(is_called);
  sub.reset();
  EXPECT_TRUE(is_called);
}

TEST(Node, CallbackGroups)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  auto other = std::make_shared<Node>("m", in(context));
  auto base = node->get_node_base_interface();
  auto group = node->create_callback_group(CallbackGroupType::Reentrant, false);
  EXPECT_EQ(group->type(), CallbackGroupType::Reentrant);
  EXPECT_FALSE(group->automatically_add_to_executor_with_node());
  EXPECT_TRUE(base->callback_group_in_node(group));
  EXPECT_FALSE(other->get_node_base_interface()->callback_group_in_node(group));
  EXPECT_EQ(base->get_default_callback_group()->type(), CallbackGroupType::MutuallyExclusive);
  int seen = 0;
  node->for_each_callback_group([&](CallbackGroup::SharedPtr) { ++seen; });
  EXPECT_EQ(seen, 2);
  EXPECT_EQ(
    thrown_text<MissingGroupNodeException>([&] { other->create_wall_timer(1s, [] {}, group); }),
    "a timer needs a callback group of its own node");
  group.reset();
  seen = 0;
  node->for_each_callback_group([&](CallbackGroup::SharedPtr) { ++seen; });
  EXPECT_EQ(seen, 1);
}

TEST(Node, ReportsNewGroups)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  std::vector<CallbackGroup::SharedPtr> reported_groups;
  node->get_node_base_interface()->set_on_new_callback_group(
    [&](CallbackGroup::SharedPtr group) { reported_groups.push_back(group); });
  auto group = node->create_callback_group(CallbackGroupType::Reentrant);
  EXPECT_EQ(reported_groups, std::vector<CallbackGroup::SharedPtr>{group});
  node->get_node_base_interface()->set_on_new_callback_group(nullptr);
  node->create_callback_group(CallbackGroupType::Reentrant);
  EXPECT_EQ(reported_groups.size(), 1u);
}

TEST(Node, EntitiesThatOutliveItAreNotRun)
{
  const auto context = make_context();
  ExecutorOptions options;
  options.context = context;
  executors::SingleThreadedExecutor executor(options);
  auto node = std::make_shared<Node>("n", in(context));
  auto sub_node = node->create_sub_node("sub");
  auto group = node->create_callback_group(CallbackGroupType::Reentrant, false);
  executor.add_node(node);
  executor.add_callback_group(group, node->get_node_base_interface());
  int calls = 0;
  auto publisher = node->create_publisher<String>("chatter", 1);
  auto subscription =
    node->create_subscription<String>("chatter", 1, [&](const String &) { ++calls; });
  auto timer = node->create_wall_timer(0ns, [&] { ++calls; }, group);
  publisher->publish(String());
  executor.spin_some();
  EXPECT_GE(calls, 2);
  node.reset();
  calls = 0;
  publisher->publish(String());
  executor.spin_some();
  EXPECT_GE(calls, 2);  // the sub-node is alive
  sub_node.reset();
  calls = 0;
  EXPECT_NO_THROW(publisher->publish(String()));
  executor.spin_some();
  EXPECT_EQ(calls, 0);
}

TEST(Graph, NodesTopicsAndEndpoints)
{
  const auto context = make_context();
  const auto elsewhere = make_context();  // another participant
  auto node = std::make_shared<Node>("here", "/ns", in(context));
  auto remote = std::make_shared<Node>("there", in(elsewhere));
  auto publisher = node->create_publisher<String>("chatter", SensorDataQoS());
  auto subscription = remote->create_subscription<String>("/ns/chatter", 7, [](const String &) {});

  for (const auto & looking : {node, remote}) {
    SCOPED_TRACE(looking->get_name());
    EXPECT_TRUE(eventually([&] {
      const auto names = looking->get_node_names();
      return contains(names, "/ns/here") && contains(names, "/there");
    }));
    EXPECT_TRUE(eventually([&] {
      return looking->count_publishers("/ns/chatter") == 1 &&
             looking->count_subscribers("/ns/chatter") == 1;
    }));
    const auto topics = looking->get_topic_names_and_types();
    ASSERT_TRUE(topics.contains("/ns/chatter"));
    EXPECT_EQ(topics.at("/ns/chatter"), std::vector<std::string>{"std_msgs/msg/String"});
    EXPECT_TRUE(eventually([&] {
      const auto infos = looking->get_publishers_info_by_topic("/ns/chatter");
      return infos.size() == 1 && infos[0].node_name() == "here";
    }));
    const auto info = looking->get_publishers_info_by_topic("/ns/chatter").at(0);
    EXPECT_EQ(info.node_namespace(), "/ns");
    EXPECT_EQ(info.topic_type(), "std_msgs/msg/String");
    EXPECT_EQ(info.endpoint_type(), EndpointType::Publisher);
    EXPECT_EQ(info.qos_profile().reliability(), ReliabilityPolicy::BestEffort);
    EXPECT_EQ(info.topic_type_hash().version, 1);
    EXPECT_EQ(info.topic_type_hash().value[0], 0xdf);  // RIHS01_df668c…
    EXPECT_EQ(info.topic_type_hash().value[31], 0x18);
    EXPECT_NE(info.endpoint_gid(), (std::array<std::uint8_t, 16>{}));
    EXPECT_EQ(
      looking->get_subscriptions_info_by_topic("/ns/chatter").at(0).endpoint_type(),
      EndpointType::Subscription);
  }
  EXPECT_EQ(node->count_publishers("chatter"), 1u);  // expanded for the node
  thrown_text<InvalidTopicNameError>([&] { node->count_publishers("a b"); });
  thrown_text<InvalidServiceNameError>([&] { node->count_services("a b"); });
  EXPECT_EQ(node->count_clients("s"), 0u);
  EXPECT_EQ(
    node->get_service_names_and_types().at("/ns/here/get_parameters"),
    std::vector<std::string>{"rcl_interfaces/srv/GetParameters"});
  const auto graph = node->get_node_graph_interface();
  EXPECT_EQ(graph->get_publisher_names_and_types_by_node("here", "/ns").count("/ns/chatter"), 1u);
  EXPECT_EQ(graph->get_subscriber_names_and_types_by_node("here", "/ns").count("/ns/chatter"), 0u);
  thrown_text<std::runtime_error>(
    [&] { graph->get_publisher_names_and_types_by_node("nobody", "/"); });
  remote.reset();
  subscription.reset();  // it keeps its node in the graph
  EXPECT_TRUE(eventually([&] { return !contains(node->get_node_names(), "/there"); }));
}

TEST(Graph, AnUnknownNodeIsAnErrorOfRcl)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  const auto graph = node->get_node_graph_interface();
  const auto check = [&](const std::function<void()> & query) {
    try {
      query();
      ADD_FAILURE() << "no error";
    } catch (const RCLError & error) {
      EXPECT_EQ(error.ret, RCL_RET_NODE_NAME_NON_EXISTENT);
      EXPECT_NE(std::string(error.what()).find("nobody"), std::string::npos) << error.what();
    }
  };
  check([&] { graph->get_publisher_names_and_types_by_node("nobody", "/"); });
  check([&] { graph->get_subscriber_names_and_types_by_node("nobody", "/"); });
  check([&] { graph->get_service_names_and_types_by_node("nobody", "/"); });
  check([&] { graph->get_client_names_and_types_by_node("nobody", "not_absolute"); });
}

TEST(Graph, WaitsForChanges)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("n", in(context));
  auto event = node->get_graph_event();
  EXPECT_FALSE(event->check());
  std::thread changer([&] {
    const Node other("other", in(context));
    const auto unique = other.get_clock()->now();
    EXPECT_GT(unique.nanoseconds(), 0);
  });
  EXPECT_TRUE(eventually([&] {
    node->wait_for_graph_change(event, 1s);
    return event->check_and_clear();
  }));
  changer.join();
  EXPECT_EQ(node->get_node_graph_interface()->count_graph_users(), 1u);
  thrown_text<InvalidEventError>([&] { node->wait_for_graph_change(nullptr, 1ms); });
  thrown_text<EventNotRegisteredError>(
    [&] { node->wait_for_graph_change(Event::make_shared(), 1ms); });

  std::atomic_bool ended{false};
  auto quiet = node->get_graph_event();
  std::thread waiter([&] {
    while (context->is_valid()) {
      quiet->check_and_clear();
      node->wait_for_graph_change(quiet, 1h);
    }
    ended = true;
  });
  context->shutdown("test");
  EXPECT_TRUE(eventually([&] { return ended.load(); }));
  waiter.join();
}

TEST(Graph, DroppedEventsTakeNoMemory)
{
  const auto context = make_context();
  Node node("n", in(context));
  const auto graph = node.get_node_graph_interface();
  graph->get_graph_event();
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 200'000; ++i) {
    graph->get_graph_event();
  }
  EXPECT_LT(mallinfo2().uordblks, before + 4'000'000);
  EXPECT_EQ(graph->count_graph_users(), 0u);
}

TEST(Graph, NodesComeAndGoInManyThreads)
{
  const auto context = make_context();
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        Node node("n" + std::to_string(t), in(context));
        auto event = node.get_graph_event();
        auto publisher = node.create_publisher<String>("chatter", 1);
        node.get_topic_names_and_types();
        node.wait_for_graph_change(event, 1ms);
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
}
