// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// /rosout: which messages are published, by which publisher, from which threads.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <optional>
#include <thread>

#include "node_support.hpp"
#include "rcl_interfaces/msg/log.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rmw/participant.hpp"

using namespace rclcpp;  // NOLINT
using node_test::CapturedLog;
using node_test::eventually;
using node_test::make_context;
using rcl_interfaces::msg::Log;

namespace
{

NodeOptions in(const Context::SharedPtr & context)
{
  return NodeOptions().context(context);
}

// Reads /rosout like `ros2 topic echo`, including the history for late subscriptions.
class Listener
{
public:
  explicit Listener(const Context::SharedPtr & context)
  : node_(std::make_shared<Node>("listener", in(context).enable_rosout(false))),
    subscription_(node_->create_subscription<Log>(
      "/rosout", RosoutQoS(), [this](const Log & log) { logs_.push_back(log); }))
  {
    ExecutorOptions options;
    options.context = context;
    executor_.emplace(options);
    executor_->add_node(node_);
  }

  // Returns the first message with that text, waiting for it if necessary.
  std::optional<Log> find(const std::string & text)
  {
    std::optional<Log> found;
    eventually([&] {
      executor_->spin_some();
      for (const Log & log : logs_) {
        if (!found && log.msg == text) {
          found = log;
        }
      }
      return found.has_value();
    });
    EXPECT_TRUE(found) << "'" << text << "' did not come";
    return found;
  }

  std::vector<std::string> texts(const std::string & logger)
  {
    executor_->spin_some();
    std::vector<std::string> texts;
    for (const Log & log : logs_) {
      if (log.name == logger) {
        texts.push_back(log.msg);
      }
    }
    return texts;
  }

private:
  std::vector<Log> logs_;
  Node::SharedPtr node_;
  Subscription<Log>::SharedPtr subscription_;
  std::optional<executors::SingleThreadedExecutor> executor_;
};

// Returns the /rosout publishers of the nodes of that name. Those of contexts that have just ended
// may still be known.
std::vector<TopicEndpointInfo> rosouts(const Node & looking, const std::string & name)
{
  std::vector<TopicEndpointInfo> infos = looking.get_publishers_info_by_topic("/rosout");
  std::erase_if(infos, [&](const TopicEndpointInfo & info) { return info.node_name() != name; });
  return infos;
}

// Calls `function` once, in a listener of the middleware.
class InListener : rmw::ReaderListener
{
public:
  InListener(Node & node, std::function<void()> function) : function_(std::move(function))
  {
    rmw::EndpointOptions options;
    options.topic = "rt/rosout";
    options.type = "rcl_interfaces::msg::dds_::Log_";
    options.qos = RosoutQoS().get_rmw_qos_profile();
    rmw::Participant & participant = node.get_node_base_interface()->participant();
    handle_ = participant.graph().add_node("/", "in_listener");
    options.node = handle_.get();
    reader_ = participant.create_reader(options, *this);
  }

  void wait()
  {
    ASSERT_EQ(done_.get_future().wait_for(node_test::patience), std::future_status::ready);
  }

private:
  void on_matched(const rmw_matched_status_t &) noexcept override
  {
    if (!std::exchange(called_, true)) {
      EXPECT_TRUE(rmw::inside_listener());
      function_();
      done_.set_value();
    }
  }
  void on_sample(rmw::Sample &&, const rmw::SampleInfo &) noexcept override {}

  std::function<void()> function_;
  bool called_ = false;
  std::promise<void> done_;
  std::unique_ptr<rmw::NodeHandle> handle_;
  std::unique_ptr<rmw::Reader> reader_;
};

}  // namespace

TEST(Rosout, EveryField)
{
  const auto context = make_context();
  const Node node("talker", "/ns", in(context));
  Listener local(context);
  Listener remote(make_context());
  const CapturedLog console;
  RCLCPP_WARN(node.get_logger(), "fields %d", 1);
  const std::uint32_t line = __LINE__ - 1;
  for (Listener * listener : {&local, &remote}) {
    const auto log = listener->find("fields 1");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->name, "ns.talker");
    EXPECT_EQ(log->level, Log::WARN);
    EXPECT_TRUE(log->file.ends_with("node_rosout_test.cpp"));
    EXPECT_EQ(log->function, "TestBody");
    EXPECT_EQ(log->line, line);
    EXPECT_GT(log->stamp.sec, 1'700'000'000);
    EXPECT_EQ(listener->texts("ns.talker").size(), 1u);
  }
  EXPECT_EQ(console.lines(), std::vector<std::string>{"WARN ns.talker: fields 1"});
}

TEST(Rosout, LateSubscriptionsGetEarlierLines)
{
  const auto context = make_context();
  const Node node("early", in(context));
  RCLCPP_INFO(node.get_logger(), "before");
  EXPECT_TRUE(Listener(context).find("before"));
  EXPECT_TRUE(Listener(make_context()).find("before"));
}

TEST(Rosout, LoggersOfTheNode)
{
  const auto context = make_context();
  Listener listener(context);
  auto node = std::make_shared<Node>("parent", in(context));
  Logger child = node->get_logger().get_child("child");
  RCLCPP_INFO(child, "child");
  RCLCPP_INFO(child.get_child("grand"), "grandchild");
  RCLCPP_INFO(get_logger("parent"), "by name");
  RCLCPP_INFO(get_logger("parent.stranger"), "not made by get_child");
  RCLCPP_INFO(get_logger("other"), "other");
  RCLCPP_DEBUG(child, "below the level");
  RCLCPP_INFO(node->get_logger(), "last");
  ASSERT_TRUE(listener.find("last"));
  EXPECT_EQ(listener.texts("parent.child"), std::vector<std::string>{"child"});
  EXPECT_EQ(listener.texts("parent.child.grand"), std::vector<std::string>{"grandchild"});
  EXPECT_EQ(listener.texts("parent"), (std::vector<std::string>{"by name", "last"}));
  EXPECT_TRUE(listener.texts("parent.stranger").empty());
  EXPECT_TRUE(listener.texts("other").empty());

  const Node next("next", in(context));
  node.reset();
  RCLCPP_INFO(child, "nobody's");
  RCLCPP_INFO(next.get_logger(), "end");
  ASSERT_TRUE(listener.find("end"));
  EXPECT_EQ(listener.texts("parent.child").size(), 1u);
}

TEST(Rosout, NodesOfOneName)
{
  const auto context = make_context();
  Listener listener(context);
  auto first = std::make_shared<Node>("twin", in(context));
  const CapturedLog console;
  const Node second("twin", in(context));
  ASSERT_EQ(console.lines().size(), 1u);
  EXPECT_NE(console.lines()[0].find("several nodes named '/twin'"), std::string::npos);
  RCLCPP_INFO(second.get_logger(), "once");
  first.reset();
  RCLCPP_INFO(second.get_logger(), "still");
  ASSERT_TRUE(listener.find("still"));
  EXPECT_EQ(
    listener.texts("twin"),
    (std::vector<std::string>{console.lines()[0].substr(11), "once", "still"}));
  EXPECT_EQ(rosouts(second, "twin").size(), 1u);
}

TEST(Rosout, Switches)
{
  const auto context = make_context();
  const Node without("without", in(context).enable_rosout(false));
  EXPECT_EQ(rosouts(without, "without").size(), 0u);
  RCLCPP_INFO(without.get_logger(), "not published");
  const Node best_effort("with", in(context).rosout_qos(QoS(7).best_effort()));
  const auto infos = rosouts(without, "with");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].qos_profile().reliability(), ReliabilityPolicy::BestEffort);

  const auto disabled = make_context({"--ros-args", "--disable-rosout-logs"});
  const Node none("none", in(disabled));
  RCLCPP_INFO(none.get_logger(), "not published");
  EXPECT_EQ(rosouts(none, "none").size(), 0u);
  make_context({"--ros-args", "--enable-rosout-logs"});
}

// Callbacks of the middleware must not write. The node below is never spun.
TEST(Rosout, InsideTheMiddleware)
{
  const auto context = make_context();
  Listener listener(make_context());
  auto node = std::make_shared<Node>("inside", in(context));
  const auto log_inside = [&](const char * text) {
    InListener(*node, [&] { RCLCPP_INFO(node->get_logger(), "%s", text); }).wait();
  };
  Node peer("peer", in(make_context()));  // the publisher that the listeners find
  log_inside("goes out with the next");
  RCLCPP_INFO(node->get_logger(), "the next");
  ASSERT_TRUE(listener.find("the next"));
  log_inside("goes out with the executor");
  ExecutorOptions options;
  options.context = context;
  executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  executor.spin_some();
  ASSERT_TRUE(listener.find("goes out with the executor"));
  executor.remove_node(node);
  log_inside("goes out at the end");
  node.reset();
  ASSERT_TRUE(listener.find("goes out at the end"));
  EXPECT_EQ(
    listener.texts("inside"),
    (std::vector<std::string>{
      "goes out with the next", "the next", "goes out with the executor", "goes out at the end"}));
}

TEST(Rosout, ACallbackOfRosoutMayLog)
{
  const auto context = make_context();
  auto node = std::make_shared<Node>("echo", in(context));
  int heard = 0;
  const auto subscription =
    node->create_subscription<Log>("/rosout", RosoutQoS(), [&](const Log &) {
      if (++heard < 3) {
        RCLCPP_INFO(node->get_logger(), "heard %d", heard);
      }
    });
  ExecutorOptions options;
  options.context = context;
  executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  RCLCPP_INFO(node->get_logger(), "first");
  EXPECT_TRUE(eventually([&] {
    executor.spin_some();
    return heard == 3;
  }));
}

TEST(Rosout, ThreadsNodesAndLoggersComeAndGo)
{
  const auto context = make_context({"--ros-args", "--disable-stdout-logs"});
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      while (!stop) {
        RCLCPP_INFO(get_logger("coming").get_child("going"), "text");
        RCLCPP_INFO(get_logger("coming"), "text");
      }
    });
  }
  for (int i = 0; i < 30; ++i) {
    const Node node("coming", in(context));
    RCLCPP_INFO(node.get_logger().get_child("going"), "%d", i);
    node.get_logger().get_child("going").set_level(Logger::Level::Info);
  }
  stop = true;
  for (std::thread & thread : threads) {
    thread.join();
  }
  make_context();
}
