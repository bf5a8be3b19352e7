// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rxros2::Node: run() in its own thread, its exceptions, and the end of the process.

#include "rxros2/nodes/node.hpp"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;

namespace
{

struct NodeTest : RosTest
{
  // Nodes end here, not in the threads of their run(), and before the next init(), as ROS 2
  // requires.
  ~NodeTest() override
  {
    for (const auto & node : started) {
      EXPECT_TRUE(eventually([&] { return node.use_count() == 1; }));
    }
  }

  void start(const std::shared_ptr<rxros2::Node> & node)
  {
    started.push_back(node);
    node->start();
  }

  std::vector<std::shared_ptr<rxros2::Node>> started;
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
  start(node);
  EXPECT_NE(node->where.get_future().get(), std::this_thread::get_id());
}

TEST_F(NodeTest, RejectsNullPointers)
{
  const rclcpp::Node::SharedPtr none;
  EXPECT_THROW(static_cast<void>(rxros2::observable::from_timer(none, 1ms)), std::invalid_argument);
  EXPECT_THROW(rxros2::on_callback_group(none.get()), std::invalid_argument);
}

TEST_F(NodeTest, RunMayBeCalledDirectly)
{
  Asking node("asking");
  node.run();
  EXPECT_EQ(node.where.get_future().get(), std::this_thread::get_id());
}

TEST_F(NodeTest, RejectsASecondStart)
{
  auto node = std::make_shared<Asking>("asking");
  start(node);
  EXPECT_THROW(node->start(), std::logic_error);
}

// During its lifetime no thread can be created, because there is no memory for its stack.
class NoThreads
{
public:
  NoThreads()
  {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 60);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads()
  {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

private:
  pthread_attr_t before_;
};

TEST_F(NodeTest, AFailureToCreateAThreadIsAnErrorWithoutLeftovers)
{
  auto node = std::make_shared<Asking>("asking");
  try {
    const NoThreads limit;
    node->start();
    FAIL() << "there was a thread";
  } catch (const std::system_error & error) {
    EXPECT_NE(std::string(error.what()).find("node 'asking'"), std::string::npos) << error.what();
  }
  start(node);
  EXPECT_NE(node->where.get_future().get(), std::this_thread::get_id());
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
  start(std::make_shared<Throwing>(ended));
  EXPECT_TRUE(eventually([&] { return started.front().use_count() == 1; }));
  started.clear();
  EXPECT_TRUE(ended);
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
  start(node);
  EXPECT_TRUE(eventually([&] { return node->ticks >= 3; }));
  EXPECT_FALSE(node->returned);
  rclcpp::shutdown();
  EXPECT_TRUE(eventually([&] { return node->returned.load(); }));
}

// As in RxROS2's own programs: run() does not return, so references in its functions stay valid.
struct BlockingPublisher : rxros2::Node
{
  BlockingPublisher() : Node("blocking_publisher") {}
  void run() override
  {
    int sent = 0;
    rxcpp::observable<>::interval(1ms, rxcpp::identity_current_thread()) | map([&sent](long) {
      std_msgs::msg::Int32 message;
      message.data = ++sent;
      return message;
    }) |
      publish_to_topic<std_msgs::msg::Int32>(this, "numbers");
    returned = true;
  }
  std::atomic<bool> returned = false;
};

TEST_F(NodeTest, AnIntervalOfTheCurrentThreadBlocksRunUntilShutdown)
{
  auto node = std::make_shared<BlockingPublisher>();
  executor.add_node(node);
  int heard = 0;
  rxros2::observable::from_topic<std_msgs::msg::Int32>(node, "numbers")
    .subscribe([&](std_msgs::msg::Int32 m) { heard = m.data; });
  start(node);
  EXPECT_TRUE(spin_until([&] { return heard >= 3; }));
  EXPECT_FALSE(node->returned);
  rclcpp::shutdown();
  EXPECT_TRUE(eventually([&] { return node->returned.load(); }));
}

TEST_F(NodeTest, AStreamThatStartsAfterTheShutdownFailsWithTheReason)
{
  using std_msgs::msg::Int32;
  using Add = example_interfaces::srv::AddTwoInts;
  for (const bool had_streams : {false, true}) {
    if (had_streams) {
      rclcpp::init(0, nullptr);
    }
    const auto node = rxros2::create_node("late");
    if (had_streams) {
      rxros2::observable::from_topic<Int32>(node, "other").subscribe([](const Int32 &) {});
    }
    const auto before = rxros2::observable::from_topic<Int32>(node, "numbers");
    rclcpp::shutdown();
    std::string error;
    const auto fail = [&error](const char * what, auto && pipe) {
      error.clear();
      pipe.subscribe([](const auto &) {}, [&error](std::exception_ptr e) { error = rx::what(e); });
      EXPECT_NE(error.find("the context of node '/late' was shut down"), std::string::npos)
        << what << ": " << error;
    };
    fail("assembled before", before);
    fail("from_topic", rxros2::observable::from_topic<Int32>(node, "numbers") | debounce(1s));
    fail("from_timer", rxros2::observable::from_timer(node, 1s));
    fail("joined", before | merge(rx::sources::never<rxros2::item<Int32>>()));
    fail("serve", rxros2::observable::serve<Add>(node, "add"));
    fail("send_request", rxros2::observable::send_request<Add>(node, "add", Add::Request()));
    fail("from_parameter", rxros2::observable::from_parameter<bool>(node, "use_sim_time"));
    fail("publish_to_topic", rx::sources::just(Int32()) | publish_to_topic<Int32>(node, "numbers"));
    // A wait ends with its node.
    bool ended = false;
    rx::sources::timer(1s, rxros2::on_callback_group(node))
      .subscribe([](long) {}, [&ended] { ended = true; });
    EXPECT_TRUE(ended);
  }
}

TEST_F(NodeTest, APlainNodeNeedsNoRun)
{
  auto node = std::make_shared<rxros2::Node>("plain", "/somewhere");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/somewhere/plain");
  node->run();  // logs that there is nothing to run
}

TEST_F(NodeTest, AnUnsharedNodeWaitsForItsRun)
{
  struct Slow : rxros2::Node
  {
    Slow(std::atomic<int> & s) : Node("slow"), steps(s) {}
    void run() override
    {
      // The members are destroyed before the base waits for run(): until then it may use only its
      // own data.
      std::atomic<int> & counted = steps;
      auto end = ended.get_future();
      ++counted;
      running.set_value();
      end.wait();
      ++counted;
    }
    std::atomic<int> & steps;
    std::promise<void> running, ended;
  };
  std::atomic<int> steps = 0;
  {
    Slow node(steps);
    node.start();
    node.running.get_future().wait();
    node.ended.set_value();
  }
  EXPECT_EQ(steps, 2);
}

// An object with a node's interfaces that is not an rclcpp::Node, like a lifecycle node.
class LikeANode
{
public:
  explicit LikeANode(const std::string & name) : node_(std::make_shared<rclcpp::Node>(name)) {}

  auto get_node_base_interface() { return node_->get_node_base_interface(); }
  auto get_node_clock_interface() { return node_->get_node_clock_interface(); }
  auto get_node_graph_interface() { return node_->get_node_graph_interface(); }
  auto get_node_parameters_interface() { return node_->get_node_parameters_interface(); }
  auto get_node_services_interface() { return node_->get_node_services_interface(); }
  auto get_node_timers_interface() { return node_->get_node_timers_interface(); }
  auto get_node_topics_interface() { return node_->get_node_topics_interface(); }
  auto get_node_waitables_interface() { return node_->get_node_waitables_interface(); }

private:
  rclcpp::Node::SharedPtr node_;
};

TEST_F(NodeTest, StreamsWorkWithAnythingThatHasANodesInterfaces)
{
  using Int32 = std_msgs::msg::Int32;
  using Add = example_interfaces::srv::AddTwoInts;
  auto like = std::make_shared<LikeANode>("like_a_node");
  executor.add_node(like->get_node_base_interface());
  std::vector<int> got;
  like->get_node_parameters_interface()->declare_parameter("gain", rclcpp::ParameterValue(3));
  rxros2::observable::serve<Add>(like, "add").subscribe([](const auto & request) {
    Add::Response response;
    response.sum = request->a + request->b;
    request.respond(response);
  });
  (rxros2::observable::from_timer(like, 1ms) | take(1) |
   with_latest_from(rxros2::observable::from_parameter<int>(like.get(), "gain")) |
   map([](const auto & both) {
     Add::Request request;
     request.a = std::get<0>(both);
     request.b = std::get<1>(both);
     return request;
   }) |
   send_request<Add>(like, "add") | map([](const Add::Response::SharedPtr & r) {
     Int32 message;
     message.data = static_cast<int>(r->sum);
     return message;
   }) |
   publish_to_topic<Int32>(like, "sum"));
  rxros2::observable::from_topic<Int32>(like.get(), "sum").subscribe([&](Int32 m) {
    got.push_back(m.data);
  });
  ASSERT_TRUE(spin_until([&] { return !got.empty(); }));
  EXPECT_EQ(got, std::vector{4});
  bool completed = false;
  rxros2::observable::from_timer(like, 1h).subscribe([](long) {}, [&] { completed = true; });
  like.reset();
  if (own_rclcpp) {
    EXPECT_TRUE(completed);
  }
  EXPECT_TRUE(spin_until([&] { return completed; }));  // at the latest with the next turn
}

}  // namespace
