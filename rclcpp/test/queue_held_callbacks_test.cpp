// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// No lock is held while user code runs: each kind of callback is blocked for a while, and another
// thread uses the same object in the meantime.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "eventually.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/trigger.hpp"

using std_msgs::msg::Int32;
using std_srvs::srv::Trigger;

namespace
{

using test::patience;

/// A point in a callback at which its thread waits until it is released.
class Held
{
public:
  ~Held() { release(); }

  /// Waits in the callback, the first time.
  void here()
  {
    if (!std::exchange(entered_once_, true)) {
      entered_.set_value();
      left_.wait();
    }
  }
  bool wait_until_entered()
  {
    return entered_.get_future().wait_for(patience) == std::future_status::ready;
  }
  void release()
  {
    if (!std::exchange(released_, true)) {
      leave_.set_value();
    }
  }

private:
  bool entered_once_ = false;
  bool released_ = false;
  std::promise<void> entered_;
  std::promise<void> leave_;
  std::shared_future<void> left_ = leave_.get_future().share();
};

/// Runs `cause` on a thread, which `held` blocks in a callback, and `use` on another one, which
/// must return in the meantime.
void expect_free(
  Held & held, const std::function<void()> & cause, const std::function<void()> & use)
{
  std::thread first(cause);
  EXPECT_TRUE(held.wait_until_entered());
  std::future<void> used = std::async(std::launch::async, use);
  EXPECT_EQ(used.wait_for(patience), std::future_status::ready) << "waits for a lock";
  held.release();
  first.join();
  used.get();
}

class HeldCallbacks : public ::testing::Test
{
protected:
  HeldCallbacks()
  {
    context->init(0, nullptr);
    rclcpp::ExecutorOptions options;
    options.context = context;
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
    node = std::make_shared<rclcpp::Node>(
      "node", rclcpp::NodeOptions().context(context).start_parameter_services(false));
    executor->add_node(node);
  }
  ~HeldCallbacks() override
  {
    executor.reset();
    node.reset();
    context->shutdown("end of test");
  }

  std::shared_ptr<rclcpp::Context> context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  rclcpp::Node::SharedPtr node;
  Held held;
};

TEST_F(HeldCallbacks, NewMessage)
{
  const auto publisher = node->create_publisher<Int32>("topic", 10);
  int received = 0;
  const auto subscription =
    node->create_subscription<Int32>("topic", 10, [&](const Int32 &) { ++received; });
  std::vector<std::size_t> counts;
  subscription->set_on_new_message_callback([&](std::size_t count) {
    counts.push_back(count);
    held.here();
  });
  expect_free(
    held, [&] { publisher->publish(Int32()); },
    [&] {
      publisher->publish(Int32());
      publisher->publish(Int32());
      EXPECT_EQ(subscription->statistics().waiting, 3u);
      executor->spin_some();
      EXPECT_EQ(received, 3);
    });
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2})) << "the rest in one call, by the same thread";
}

TEST_F(HeldCallbacks, NewRequestAndNewResponse)
{
  const auto service = node->create_service<Trigger>(
    "service", [](const Trigger::Request::SharedPtr &, const Trigger::Response::SharedPtr &) {});
  const auto client = node->create_client<Trigger>("service");
  Held held_response;
  service->set_on_new_request_callback([&](std::size_t) { held.here(); });
  client->set_on_new_response_callback([&](std::size_t) { held_response.here(); });
  const auto send = [&] { client->async_send_request(std::make_shared<Trigger::Request>()); };
  expect_free(held, send, [&] {
    send();
    EXPECT_EQ(service->statistics().waiting, 2u);
  });
  expect_free(
    held_response, [&] { executor->spin_some(); },
    [&] {
      send();
      EXPECT_GE(client->statistics().sent, 3u);
      EXPECT_TRUE(client->service_is_ready());
    });
}

TEST_F(HeldCallbacks, ReadyCallbackOfAQosEvent)
{
  rclcpp::PublisherOptions options;
  int matched = 0;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo &) { ++matched; };
  const auto publisher = node->create_publisher<Int32>("topic", 10, options);
  publisher->set_on_new_qos_event_callback(
    [&](std::size_t) { held.here(); }, RCL_PUBLISHER_MATCHED);
  const auto subscribe = [&] {
    return node->create_subscription<Int32>("topic", 10, [](const Int32 &) {});
  };
  std::shared_ptr<rclcpp::SubscriptionBase> first, second;
  expect_free(
    held, [&] { first = subscribe(); },
    [&] {
      second = subscribe();
      publisher->publish(Int32());
      EXPECT_EQ(publisher->get_subscription_count(), 2u);
      executor->spin_some();
      EXPECT_EQ(matched, 1) << "one for all that happened in between";
    });
}

TEST_F(HeldCallbacks, QosEvent)
{
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo &) { held.here(); };
  const auto publisher = node->create_publisher<Int32>("topic", 10, options);
  const auto subscribe = [&] {
    return node->create_subscription<Int32>("topic", 10, [](const Int32 &) {});
  };
  const auto first = subscribe();
  std::shared_ptr<rclcpp::SubscriptionBase> second;
  expect_free(
    held, [&] { executor->spin_some(); },
    [&] {
      second = subscribe();
      publisher->publish(Int32());
      EXPECT_EQ(publisher->get_subscription_count(), 2u);
    });
}

TEST_F(HeldCallbacks, Parameters)
{
  node->declare_parameter("speed", 1);
  const auto read = [&](int expected) {
    EXPECT_EQ(node->get_parameter("speed").as_int(), expected);
    EXPECT_TRUE(node->has_parameter("speed"));
    EXPECT_EQ(node->list_parameters({"speed"}, 0).names.size(), 1u);
    EXPECT_EQ(node->describe_parameter("speed").name, "speed");
  };
  const auto set = [&](int value) {
    EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("speed", value)).successful);
  };
  {
    Held held_pre;
    const auto handle = node->add_pre_set_parameters_callback(
      [&](std::vector<rclcpp::Parameter> &) { held_pre.here(); });
    expect_free(held_pre, [&] { set(2); }, [&] { read(1); });
  }
  {
    Held held_on;
    const auto handle =
      node->add_on_set_parameters_callback([&](const std::vector<rclcpp::Parameter> &) {
        held_on.here();
        rcl_interfaces::msg::SetParametersResult result;
        result.successful = true;
        return result;
      });
    expect_free(held_on, [&] { set(3); }, [&] { read(2); });
  }
  {
    Held held_post;
    const auto handle = node->add_post_set_parameters_callback(
      [&](const std::vector<rclcpp::Parameter> &) { held_post.here(); });
    expect_free(held_post, [&] { set(4); }, [&] { read(4); });
  }
}

// Threads that modify parameters take turns; the second change sees the first one.
TEST_F(HeldCallbacks, ParametersAreModifiedInTurns)
{
  node->declare_parameter("speed", 1);
  std::vector<std::int64_t> before;
  const auto handle =
    node->add_on_set_parameters_callback([&](const std::vector<rclcpp::Parameter> &) {
      before.push_back(node->get_parameter("speed").as_int());
      held.here();
      rcl_interfaces::msg::SetParametersResult result;
      result.successful = true;
      return result;
    });
  std::thread first([&] { node->set_parameter(rclcpp::Parameter("speed", 2)); });
  ASSERT_TRUE(held.wait_until_entered());
  std::thread second([&] { node->set_parameter(rclcpp::Parameter("speed", 3)); });
  EXPECT_EQ(node->get_parameter("speed").as_int(), 1);
  held.release();
  first.join();
  second.join();
  EXPECT_EQ(before, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(node->get_parameter("speed").as_int(), 3);
}

TEST_F(HeldCallbacks, ResetOfATimer)
{
  const auto timer = node->create_wall_timer(std::chrono::hours(1), [] {});
  timer->set_on_reset_callback([&](std::size_t) { held.here(); });
  expect_free(
    held, [&] { timer->reset(); },
    [&] {
      timer->reset();
      timer->cancel();
      EXPECT_TRUE(timer->is_canceled());
    });
}

TEST_F(HeldCallbacks, TriggerOfAGuardCondition)
{
  rclcpp::GuardCondition condition(context);
  std::vector<std::size_t> counts;
  condition.set_on_trigger_callback([&](std::size_t count) {
    counts.push_back(count);
    held.here();
  });
  expect_free(
    held, [&] { condition.trigger(); },
    [&] {
      condition.trigger();
      condition.trigger();
    });
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2}));
}

TEST_F(HeldCallbacks, JumpOfAClock)
{
  rclcpp::Clock clock(RCL_ROS_TIME);
  rcl_jump_threshold_t any_change{true, {1}, {-1}};
  const auto handler =
    clock.create_jump_callback([] {}, [&](const rcl_time_jump_t &) { held.here(); }, any_change);
  expect_free(
    held, [&] { rclcpp::detail::enable_ros_time_override(clock); },
    [&] {
      EXPECT_TRUE(clock.ros_time_is_active());
      clock.now();
      clock.create_jump_callback([] {}, [](const rcl_time_jump_t &) {}, any_change);
    });
}

// Messages of another participant arrive on a thread of the middleware, which calls its listener;
// the participant's own thread also calls it, for a peer with another type.
TEST_F(HeldCallbacks, MessageFromTheMiddlewaresThread)
{
  const auto other = std::make_shared<rclcpp::Context>();
  other->init(0, nullptr);
  {
    const auto far = std::make_shared<rclcpp::Node>("far", rclcpp::NodeOptions().context(other));
    const auto publisher = far->create_publisher<Int32>("topic", 10);
    rclcpp::SubscriptionOptions options;
    options.event_callbacks.incompatible_type_callback = [](rclcpp::IncompatibleTypeInfo &) {};
    const auto subscription =
      node->create_subscription<Int32>("topic", 10, [](const Int32 &) {}, options);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (publisher->get_subscription_count() == 0 || subscription->get_publisher_count() == 0) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      std::this_thread::yield();
    }
    subscription->set_on_new_message_callback([&](std::size_t) { held.here(); });
    std::promise<void> other_type;
    subscription->set_on_new_qos_event_callback(
      [&](std::size_t) { other_type.set_value(); }, RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE);
    std::shared_ptr<rclcpp::PublisherBase> of_other_type;
    const auto near = node->create_publisher<Int32>("topic", 10);
    expect_free(
      held, [&] { publisher->publish(Int32()); },
      [&] {
        near->publish(Int32());
        EXPECT_EQ(subscription->get_publisher_count(), 2u);
        EXPECT_EQ(subscription->statistics().waiting, 2u);
        of_other_type = far->create_publisher<std_msgs::msg::String>("topic", 10);
        EXPECT_EQ(other_type.get_future().wait_for(patience), std::future_status::ready);
        executor->spin_some();
      });
    subscription->clear_on_new_message_callback();
  }
  other->shutdown("end of test");
}

// set() and clear() on another thread wait for the running callback, so that its owner may be
// destroyed.
TEST_F(HeldCallbacks, ClearWaitsForTheCallThatRuns)
{
  const auto publisher = node->create_publisher<Int32>("topic", 10);
  const auto subscription = node->create_subscription<Int32>("topic", 10, [](const Int32 &) {});
  bool returned = false;
  subscription->set_on_new_message_callback([&](std::size_t) {
    held.here();
    returned = true;
  });
  std::thread first([&] { publisher->publish(Int32()); });
  ASSERT_TRUE(held.wait_until_entered());
  bool returned_before_clear = false;
  std::thread second([&] {
    subscription->clear_on_new_message_callback();
    returned_before_clear = returned;
  });
  held.release();
  first.join();
  second.join();
  EXPECT_TRUE(returned_before_clear);
}

TEST_F(HeldCallbacks, ItemsThatArriveInTheCallbackAreReportedAfterIt)
{
  const auto publisher = node->create_publisher<Int32>("topic", 10);
  const auto subscription = node->create_subscription<Int32>("topic", 10, [](const Int32 &) {});
  int depth = 0, calls = 0;
  subscription->set_on_new_message_callback([&](std::size_t count) {
    EXPECT_EQ(count, 1u);
    EXPECT_EQ(++depth, 1) << "calls never overlap";
    if (++calls < 3) {
      publisher->publish(Int32());
    }
    --depth;
  });
  publisher->publish(Int32());
  EXPECT_EQ(calls, 3);
}

}  // namespace
