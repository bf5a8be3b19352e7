// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Coroutines on a node's executor: topics, services, time, several groups, the node's end.

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_topic;
using rxros2::observable::send_request;
using rxros2::observable::serve;
using Add = example_interfaces::srv::AddTwoInts;
using Call = rxros2::service_request<Add>;
using Int32 = std_msgs::msg::Int32;

namespace
{

struct CoroutineTest : RosTest
{
  CoroutineTest() { executor.add_node(node); }

  void publish(int i)
  {
    Int32 message;
    message.data = i;
    publisher->publish(message);
  }

  std::shared_ptr<rxros2::Node> node = rxros2::create_node("coroutines");
  rclcpp::Publisher<Int32>::SharedPtr publisher = node->create_publisher<Int32>("numbers", 10);
  std::vector<int> seen;
  bool done = false;
};

Add::Request numbers(int a, int b)
{
  Add::Request request;
  request.a = a;
  request.b = b;
  return request;
}

// A server that responds late, without its own thread.
rx::task<> answer(Call call)
{
  co_await rx::sleep_for(5ms);
  Add::Response response;
  response.sum = call->a + call->b;
  call.respond(response);
}

TEST_F(CoroutineTest, WaitsForTopicsServicesAndTimeInSequence)
{
  auto server = (serve<Add>(node, "add") | flat_map(answer)).subscribe([](rx::nothing) {});
  rxros2::start(node, [this]() -> rx::task<> {
    auto items = rx::listen_reliable(from_topic<Int32>(node, "numbers"));
    publish(1);
    while (auto item = co_await items.next()) {
      const auto response = co_await send_request<Add>(node, "add", numbers((*item)->data, 10));
      seen.push_back(static_cast<int>(response->sum));
      if (seen.size() == 3) {
        break;
      }
      co_await rx::sleep_for(1ms);
      publish((*item)->data + 1);
    }
    done = true;
  });
  ASSERT_TRUE(spin_until([&] { return done; }));
  EXPECT_EQ(seen, (std::vector<int>{11, 12, 13}));
  server.dispose();
}

TEST_F(CoroutineTest, ALateAnswerIsATimeout)
{
  // warns; no request is answered
  auto server = serve<Add>(node, "add").subscribe([](const Call &) {});
  rxros2::start(node, [this]() -> rx::task<> {
    const auto ask = [](std::shared_ptr<rxros2::Node> n) -> rx::task<int> {
      co_return static_cast<int>((co_await send_request<Add>(n, "add", numbers(1, 2)))->sum);
    };
    EXPECT_FALSE(co_await rx::soft_wait_for(ask(node), 20ms));
    done = true;
  });
  ASSERT_TRUE(spin_until([&] { return done; }));
  server.dispose();
}

TEST_F(CoroutineTest, ACoroutineForEachMessageRunsInTheSubscriptionsGroup)
{
  std::thread::id spinning = std::this_thread::get_id();
  auto stream = (from_topic<Int32>(node, "numbers") |
                 concat_map([&](Int32::SharedPtr message) -> rx::task<int> {
                   EXPECT_EQ(std::this_thread::get_id(), spinning);
                   co_await rx::sleep_for(2ms);
                   EXPECT_EQ(std::this_thread::get_id(), spinning);
                   co_return message->data;
                 }))
                  .subscribe([&](int i) { seen.push_back(i); });
  for (int i = 0; i < 5; ++i) {
    publish(i);
  }
  ASSERT_TRUE(spin_until([&] { return seen.size() == 5; }));
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3, 4}));
  stream.dispose();
}

TEST_F(CoroutineTest, ACoroutineMayBeACallbackOfRclcpp)
{
  using Request = std::shared_ptr<Add::Request>;
  const auto subscription = node->create_subscription<Int32>(
    "numbers", 10, rxros2::coroutine_callback(node, [&](const Int32 & message) -> rx::task<> {
      co_await rx::sleep_for(2ms);
      seen.push_back(message.data);  // its target is kept
    }));
  int ticks = 0;
  const auto timer = node->create_wall_timer(
    1ms, rxros2::coroutine_callback(node, [&, own = std::make_unique<int>(1)]() -> rx::task<> {
      co_await rx::sleep_for(1ms);
      ticks += *own;
    }));
  rclcpp::Service<Add>::SharedPtr service;
  service = node->create_service<Add>(
    "add", rxros2::coroutine_callback(
             node, [&](std::shared_ptr<rmw_request_id_t> id, Request request) -> rx::task<> {
               co_await rx::sleep_for(2ms);
               Add::Response response;
               response.sum = request->a + request->b;
               service->send_response(*id, response);
             }));
  std::int64_t sum = 0;
  send_request<Add>(node, "add", numbers(2, 3)).subscribe([&](Add::Response::SharedPtr r) {
    sum = r->sum;
  });
  publish(7);
  publish(8);
  ASSERT_TRUE(spin_until([&] { return seen.size() == 2 && ticks > 2 && sum == 5; }))
    << seen.size() << " messages, " << ticks << " ticks, sum " << sum;
  if (!own_rclcpp) {  // both wake up at about the same time
    std::sort(seen.begin(), seen.end());
  }
  EXPECT_EQ(seen, (std::vector<int>{7, 8}));
}

TEST_F(CoroutineTest, IsDestroyedWhereItWaitsWithItsNode)
{
  const auto alive = std::make_shared<int>();
  const auto waits = [](std::shared_ptr<int>, rxros2::Node * n) -> rx::task<> {
    co_await from_topic<Int32>(n, "nobody_publishes_here");
    ADD_FAILURE();
  };
  rxros2::start(node, waits(alive, node.get()));
  rxros2::start(
    node, [](std::shared_ptr<int>) -> rx::task<> { co_await rx::sleep_for(1h); }(alive));
  bool turn = false;
  rxros2::start(node, [&]() -> rx::task<> {
    turn = true;
    co_return;
  });
  ASSERT_TRUE(spin_until([&] { return turn; }));
  EXPECT_EQ(alive.use_count(), 3);
  executor.remove_node(node);
  publisher.reset();
  node.reset();
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(CoroutineTest, StartedAndCancelledByOtherThreadsWhileItRuns)
{
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  std::atomic<int> ended{0};
  std::atomic<bool> stop{false};
  std::thread starter([&] {
    for (int i = 0; i < 100; ++i) {
      auto running = rxros2::start(
        node,
        [&]() -> rx::task<> {
          struct end
          {
            ~end() { ++count; }
            std::atomic<int> & count;
          } at_end{ended};
          auto items = rx::listen(from_topic<Int32>(node, "numbers"));
          for (int n = 0; n < 3; ++n) {
            publish(n);
            co_await items.next();
          }
        },
        i % 2 ? group : nullptr);
      if (i % 3 == 0) {
        running.dispose();
      }
      if (i % 7 == 0) {
        std::this_thread::yield();
      }
    }
    stop = true;
  });
  rclcpp::executors::MultiThreadedExecutor several(rclcpp::ExecutorOptions(), 3);
  executor.remove_node(node);
  several.add_node(node);
  std::thread spinner([&] { several.spin(); });
  EXPECT_TRUE(eventually([&] { return stop.load(); }));
  starter.join();
  EXPECT_TRUE(eventually([&] { return ended == 100; }));
  several.cancel();
  spinner.join();
}

}  // namespace
