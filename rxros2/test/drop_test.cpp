// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Streams that drop their subscription, service or client inside its own callback, in a reentrant
// group of a multi-threaded executor: the other entities continue. ROS 2's executors hold what they
// run, so the entity is destroyed only later, when another thread may already have read the node's
// entities.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_topic;
using rxros2::observable::send_request;
using rxros2::observable::serve;
using Add = example_interfaces::srv::AddTwoInts;
using Call = rxros2::service_request<Add>;
using Int32 = std_msgs::msg::Int32;

namespace
{

Add::Request numbers(int a, int b)
{
  Add::Request request;
  request.a = a;
  request.b = b;
  return request;
}

/// Subscriptions, services and clients of rclcpp that must continue.
class Others
{
public:
  Others(
    rxros2::Node & node, const std::string & topic, const rclcpp::CallbackGroup::SharedPtr & group)
  : publisher_(node.create_publisher<Int32>(topic, 10))
  {
    rclcpp::SubscriptionOptions options;
    options.callback_group = group;
    for (int i = 0; i < count; ++i) {
      subscriptions_.push_back(node.create_subscription<Int32>(
        topic, 10, [this](const Int32 &) { ++received_; }, options));
      const std::string service = topic + "_" + std::to_string(i);
      services_.push_back(node.create_service<Add>(
        service,
        [](const std::shared_ptr<Add::Request> request, std::shared_ptr<Add::Response> response) {
          response->sum = request->a + request->b;
        },
        rclcpp::ServicesQoS(), group));
      clients_.push_back(node.create_client<Add>(service, rclcpp::ServicesQoS(), group));
    }
  }

  /// Each gets one more message, or call and response.
  testing::AssertionResult go_on()
  {
    for (const auto & client : clients_) {
      if (!client->wait_for_service(patience)) {
        return testing::AssertionFailure() << "no service " << client->get_service_name();
      }
      client->async_send_request(
        std::make_shared<Add::Request>(numbers(1, 2)),
        [this](rclcpp::Client<Add>::SharedFuture response) { sum_ += response.get()->sum; });
    }
    if (!eventually([&] { return publisher_->get_subscription_count() == count; })) {
      return testing::AssertionFailure() << "not all subscriptions were found";
    }
    publisher_->publish(Int32());
    return eventually([&] { return received_ == count && sum_ == 3 * count; })
             ? testing::AssertionSuccess()
             : testing::AssertionFailure() << received_ << " messages, a sum of " << sum_;
  }

private:
  static constexpr int count = 3;

  const rclcpp::Publisher<Int32>::SharedPtr publisher_;
  std::vector<rclcpp::Subscription<Int32>::SharedPtr> subscriptions_;
  std::vector<rclcpp::Service<Add>::SharedPtr> services_;
  std::vector<rclcpp::Client<Add>::SharedPtr> clients_;
  std::atomic<int> received_ = 0;
  std::atomic<long> sum_ = 0;
};

struct DropTest : RosContext, testing::Test
{
  DropTest()
  {
    executor.add_node(node);
    spinning = std::thread([this] { executor.spin(); });
  }
  ~DropTest() override
  {
    executor.cancel();
    spinning.join();
  }

  /// Another thread has taken the streams' turn, and has then read all entities of the node.
  void wait_for_another_thread()
  {
    std::atomic<bool> turn = false;
    const auto task = rxros2::start(
      node,
      [&]() -> rx::task<> {
        turn = true;
        co_return;
      },
      group);
    EXPECT_TRUE(eventually([&] { return turn.load(); }));
    const auto ticked = std::make_shared<std::atomic<bool>>(false);
    timers.push_back(node->create_wall_timer(1ms, [ticked] { *ticked = true; }, group));
    EXPECT_TRUE(eventually([&] { return ticked->load(); }));
    timers.back()->cancel();
  }

  rclcpp::SubscriptionOptions in_group() const
  {
    rclcpp::SubscriptionOptions options;
    options.callback_group = group;
    return options;
  }

  static constexpr int rounds = 5;

  const std::shared_ptr<rxros2::Node> node = rxros2::create_node("drops");
  const rclcpp::CallbackGroup::SharedPtr group =
    node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  rclcpp::executors::MultiThreadedExecutor executor{rclcpp::ExecutorOptions(), 3};
  std::thread spinning;
};

}  // namespace

TEST_F(DropTest, ASubscriptionInItsOwnCallback)
{
  const auto publisher = node->create_publisher<Int32>("once", 10);
  for (int round = 0; round < rounds; ++round) {
    std::atomic<bool> dropped = false;
    rx::subscription running;
    running = from_topic<Int32>(node, "once", 10, in_group()).subscribe([&](const Int32 &) {
      running.dispose();
      wait_for_another_thread();
      dropped = true;
    });
    wait_for_another_thread();
    Others others(*node, "subscriptions_" + std::to_string(round), group);
    wait_for_another_thread();
    ASSERT_TRUE(eventually([&] { return publisher->get_subscription_count() == 1; }));
    publisher->publish(Int32());
    ASSERT_TRUE(eventually([&] { return dropped.load(); }));
    ASSERT_TRUE(others.go_on()) << "in round " << round;
    ASSERT_TRUE(eventually([&] { return publisher->get_subscription_count() == 0; }));
  }
}

TEST_F(DropTest, AServiceInItsOwnCallback)
{
  const auto client = node->create_client<Add>("once", rclcpp::ServicesQoS(), group);
  for (int round = 0; round < rounds; ++round) {
    std::atomic<bool> dropped = false;
    rx::subscription running;
    running = serve<Add>(node, "once", rclcpp::ServicesQoS(), group).subscribe([&](Call call) {
      call.respond(Add::Response());
      running.dispose();
      wait_for_another_thread();
      dropped = true;
    });
    wait_for_another_thread();
    Others others(*node, "services_" + std::to_string(round), group);
    wait_for_another_thread();
    ASSERT_TRUE(client->wait_for_service(patience));
    const auto response = client->async_send_request(std::make_shared<Add::Request>());
    ASSERT_TRUE(eventually([&] { return dropped.load(); }));
    ASSERT_TRUE(others.go_on()) << "in round " << round;
    ASSERT_TRUE(eventually([&] { return !client->service_is_ready(); }));
    client->remove_pending_request(response);
  }
}

// The client is destroyed when its stream has left the callback, so the test cannot force an event
// in between; it tries often instead.
TEST_F(DropTest, AClientInItsOwnCallback)
{
  std::atomic<bool> asked = false;
  std::optional<Call> call;
  const auto server = serve<Add>(node, "ask", rclcpp::ServicesQoS(), group).subscribe([&](Call c) {
    call = std::move(c);
    asked = true;
  });
  for (int round = 0; round < 20 * rounds; ++round) {
    asked = false;
    std::atomic<bool> dropped = false;
    const auto running =
      send_request<Add>(node, "ask", numbers(1, 2), {.callback_group = group})
        .subscribe([](const Add::Response::SharedPtr &) {}, [&] { dropped = true; });
    ASSERT_TRUE(eventually([&] { return asked.load(); }));
    Others others(*node, "clients_" + std::to_string(round), group);
    wait_for_another_thread();
    call->respond(Add::Response());
    ASSERT_TRUE(eventually([&] { return dropped.load(); }));
    ASSERT_TRUE(others.go_on()) << "in round " << round;
  }
}
