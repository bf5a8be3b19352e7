// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node: run() in its own thread, its exceptions, and the end of the process.

#include "rxros2/node.hpp"

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;

namespace
{

struct NodeTest : RosTest
{
};

struct Asking : rxros2::Node
{
  using rxros2::Node::Node;
  void run() override { where.set_value(std::this_thread::get_id()); }
  std::promise<std::thread::id> where;
};

TEST_F(NodeTest, StartRunsInAThreadOfItsOwn)
{
  auto node = std::make_shared<Asking>("asking", "/somewhere");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/somewhere/asking");
  node->start();
  EXPECT_NE(node->where.get_future().get(), std::this_thread::get_id());
}

TEST_F(NodeTest, RunMayBeCalledDirectly)
{
  Asking node("asking");
  node.run();
  EXPECT_EQ(node.where.get_future().get(), std::this_thread::get_id());
}

TEST_F(NodeTest, StartTwiceIsRefused)
{
  auto node = std::make_shared<Asking>("asking");
  node->start();
  EXPECT_THROW(node->start(), std::logic_error);
}

struct Throwing : rxros2::Node
{
  explicit Throwing(std::atomic<bool> & e) : Node("throwing"), ended(e) {}
  ~Throwing() override { ended = true; }
  void run() override { throw std::runtime_error("run is not possible"); }
  std::atomic<bool> & ended;
};

TEST_F(NodeTest, AnExceptionOfRunEndsOnlyItsThread)
{
  std::atomic<bool> ended = false;
  {
    auto node = std::make_shared<Throwing>(ended);
    node->start();
  }
  EXPECT_TRUE(wait_until([&] { return ended.load(); }));
}

struct Blocking : rxros2::Node
{
  Blocking() : Node("blocking") {}
  void run() override
  {
    rxcpp::observable<>::interval(1ms).subscribe([this](int i) { ticks = i; });
    returned = true;
  }
  std::atomic<int> ticks = 0;
  std::atomic<bool> returned = false;
};

TEST_F(NodeTest, ARunThatBlocksOnStreamsReturnsAtShutdown)
{
  auto node = std::make_shared<Blocking>();
  node->start();
  EXPECT_TRUE(wait_until([&] { return node->ticks >= 3; }));
  EXPECT_FALSE(node->returned);
  rclcpp::shutdown();
  EXPECT_TRUE(wait_until([&] { return node->returned.load(); }));
}

}  // namespace
