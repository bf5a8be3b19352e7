// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Wait sets, as programs use them that take messages themselves.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/wait_set.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

using namespace std::chrono_literals;
using pubsub_test::patience;
using rclcpp::WaitResultKind;
using std_msgs::msg::String;
using std_srvs::srv::SetBool;

namespace
{

class WaitSets : public pubsub_test::PubSub
{
protected:
  WaitSets() { executor->remove_node(node); }

  /// Subscribes in a group that no executor has.
  rclcpp::Subscription<String>::SharedPtr subscribe(
    const std::string & topic, rclcpp::SubscriptionOptions options = {})
  {
    return node->create_subscription<String>(
      topic, 10, [](const String &) { ADD_FAILURE() << "called back"; }, options);
  }
  rclcpp::GuardCondition::SharedPtr condition() const
  {
    return std::make_shared<rclcpp::GuardCondition>(context);
  }
  static String text(const std::string & data)
  {
    String message;
    message.data = data;
    return message;
  }
  template <typename Function>
  static std::string error_of(Function function)
  {
    try {
      function();
    } catch (const std::exception & error) {
      return error.what();
    }
    return "none";
  }

  std::shared_ptr<rclcpp::Node> node = make_node("node");
  rclcpp::WaitSet wait_set{{}, {}, {}, {}, {}, {}, context};
};

/// Waits for one guard condition.
struct Listener : rclcpp::Waitable
{
  explicit Listener(rclcpp::GuardCondition::SharedPtr wakes) : wake(std::move(wakes)) {}
  void add_to_wait_set(rcl_wait_set_t & set) override { wake->add_to_wait_set(set); }
  bool is_ready(const rcl_wait_set_t & set) override
  {
    return std::count(
             set.guard_conditions, set.guard_conditions + set.size_of_guard_conditions,
             &wake->get_rcl_guard_condition()) > 0;
  }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void> &) override { ++executed; }
  const rclcpp::GuardCondition::SharedPtr wake;
  int executed = 0;
};

TEST_F(WaitSets, AnEmptySetHasNothingToWaitFor)
{
  auto result = wait_set.wait();
  EXPECT_EQ(result.kind(), WaitResultKind::Empty);
  EXPECT_THROW(result.get_wait_set(), std::runtime_error);
  EXPECT_EQ(result.next_ready_subscription(), nullptr);
  EXPECT_EQ(wait_set.get_rcl_wait_set().size_of_subscriptions, 0u);
}

/// Adds nothing to the wait set.
struct Idle : rclcpp::Waitable
{
  void add_to_wait_set(rcl_wait_set_t &) override {}
  bool is_ready(const rcl_wait_set_t &) override { return false; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void> &) override {}
};

TEST_F(WaitSets, AWaitableThatWaitsForNothingIsNothingToWaitFor)
{
  auto idle = std::make_shared<Idle>();
  wait_set.add_waitable(idle);
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Empty);
  auto wake = condition();
  wait_set.add_guard_condition(wake);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  wake->trigger();
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Ready);
}

TEST_F(WaitSets, AThreadSafeOneWaitsForEntitiesThatAnotherThreadAdds)
{
  rclcpp::ThreadSafeWaitSet shared({}, {}, {}, {}, {}, {}, context);
  EXPECT_EQ(shared.wait(0s).kind(), WaitResultKind::Timeout);
  auto wake = condition();
  wake->trigger();
  std::thread other([&] { shared.add_guard_condition(wake); });
  EXPECT_EQ(shared.wait().kind(), WaitResultKind::Ready);
  other.join();
}

TEST_F(WaitSets, SubscriptionsAreReadyWhileMessagesWait)
{
  auto left = subscribe("left");
  auto right = subscribe("right");
  auto publisher = node->create_publisher<String>("right", 10);
  wait_set.add_subscription(left);
  wait_set.add_subscription(right);
  EXPECT_EQ(wait_set.get_rcl_wait_set().size_of_subscriptions, 2u);
  publisher->publish(text("one"));
  publisher->publish(text("two"));
  std::vector<std::string> got;
  for (int i = 0; i < 2; ++i) {
    auto result = wait_set.wait(patience);
    ASSERT_EQ(result.kind(), WaitResultKind::Ready);
    EXPECT_EQ(result.get_wait_set().get_rcl_wait_set().subscriptions[0], nullptr);
    EXPECT_NE(result.get_wait_set().get_rcl_wait_set().subscriptions[1], nullptr);
    EXPECT_EQ(result.next_ready_subscription(), right);
    EXPECT_EQ(result.next_ready_subscription(), nullptr);
    String message;
    rclcpp::MessageInfo info;
    ASSERT_TRUE(right->take(message, info));
    got.push_back(message.data);
  }
  EXPECT_EQ(got, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  EXPECT_EQ(wait_set.wait(1ms).kind(), WaitResultKind::Timeout);
  wait_set.remove_subscription(right);
  publisher->publish(text("three"));
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  rclcpp::SerializedMessage bytes;
  rclcpp::MessageInfo info;
  EXPECT_TRUE(right->take_serialized(bytes, info));
}

TEST_F(WaitSets, APublisherWakesTheThreadThatWaits)
{
  auto subscription = subscribe("topic");
  wait_set.add_subscription(subscription);
  constexpr int count = 1000;
  auto publisher = node->create_publisher<String>("topic", rclcpp::QoS(rclcpp::KeepAll()));
  std::thread other([&] {
    for (int i = 0; i < count; ++i) {
      publisher->publish(text(std::to_string(i)));
      if (i % 8 == 0) {
        std::this_thread::sleep_for(50us);
      }
    }
  });
  std::string last;
  while (last != std::to_string(count - 1)) {
    auto result = wait_set.wait(patience);
    ASSERT_EQ(result.kind(), WaitResultKind::Ready) << "after " << last;
    String message;
    rclcpp::MessageInfo info;
    while (subscription->take(message, info)) {
      last = message.data;
    }
  }
  other.join();
}

TEST_F(WaitSets, GuardConditionsAreReadyOncePerTrigger)
{
  auto first = condition();
  auto second = condition();
  second->trigger();
  rclcpp::WaitSet both({}, {first, second}, {}, {}, {}, {}, context);
  {
    auto result = both.wait(patience);
    ASSERT_EQ(result.kind(), WaitResultKind::Ready);
    const auto & raw = both.get_rcl_wait_set();
    ASSERT_EQ(raw.size_of_guard_conditions, 2u);
    EXPECT_EQ(raw.guard_conditions[0], nullptr);
    EXPECT_EQ(raw.guard_conditions[1], &second->get_rcl_guard_condition());
  }
  EXPECT_EQ(both.wait(0s).kind(), WaitResultKind::Timeout);
  std::thread other([&] { first->trigger(); });
  EXPECT_EQ(both.wait(patience).kind(), WaitResultKind::Ready);
  other.join();
}

TEST_F(WaitSets, ATriggerWakesItBesidesACallback)
{
  auto wake = condition();
  int called = 0;
  wake->set_on_trigger_callback([&](std::size_t) { ++called; });
  wake->trigger();
  wait_set.add_guard_condition(wake);
  EXPECT_EQ(wait_set.wait(patience).kind(), WaitResultKind::Ready);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  std::thread other([&] { wake->trigger(); });
  EXPECT_EQ(wait_set.wait(patience).kind(), WaitResultKind::Ready);
  other.join();
  EXPECT_EQ(called, 2);
  // An exception of the callback does not hide the trigger.
  wake->set_on_trigger_callback([&](std::size_t) { throw std::runtime_error("of the user"); });
  wake->trigger();
  EXPECT_EQ(wait_set.wait(patience).kind(), WaitResultKind::Ready);
}

TEST_F(WaitSets, TheLongestTimeoutOfAnyUnitIsForEver)
{
  auto wake = condition();
  wait_set.add_guard_condition(wake);
  std::thread other([&] { wake->trigger(); });
  EXPECT_EQ(wait_set.wait(std::chrono::hours::max()).kind(), WaitResultKind::Ready);
  other.join();
}

TEST_F(WaitSets, TimersWakeItInTime)
{
  int called = 0;
  auto timer = node->create_wall_timer(5ms, [&] { ++called; });
  auto idle = node->create_wall_timer(1h, [] {});
  wait_set.add_timer(idle);
  wait_set.add_timer(timer);
  auto result = wait_set.wait();
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  auto [ready, index] = result.peek_next_ready_timer();
  EXPECT_EQ(ready, timer);
  EXPECT_EQ(index, 1u);
  EXPECT_EQ(result.peek_next_ready_timer(2).first, nullptr);
  result.clear_timer_with_index(index);
  EXPECT_EQ(result.peek_next_ready_timer().first, nullptr);
  EXPECT_THROW(result.clear_timer_with_index(2), std::out_of_range);
  const auto data = timer->call();
  ASSERT_TRUE(data);
  timer->execute_callback(data);
  EXPECT_EQ(called, 1);
}

TEST_F(WaitSets, ATimerResetDuringTheWaitWakesItEarlier)
{
  auto timer = node->create_wall_timer(1ms, [] {});
  timer->cancel();
  wait_set.add_timer(timer);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  std::thread other([&] { timer->reset(); });
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Ready);
  other.join();
}

TEST_F(WaitSets, SimulatedTimeWakesTimers)
{
  auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  rclcpp::detail::enable_ros_time_override(*clock);
  auto timer = rclcpp::create_timer(node, clock, rclcpp::Duration(1s), [] {});
  wait_set.add_timer(timer);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  std::thread other(
    [&] { rclcpp::detail::set_ros_time_override(*clock, rclcpp::Duration(2s).nanoseconds()); });
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Ready);
  other.join();
  EXPECT_TRUE(timer->is_ready());
  EXPECT_TRUE(timer->call());
  EXPECT_FALSE(timer->is_ready());
}

TEST_F(WaitSets, ACallServedByHand)
{
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto service = node->create_service<SetBool>(
    "service",
    [](const SetBool::Request::SharedPtr request, SetBool::Response::SharedPtr response) {
      response->success = request->data;
    },
    rclcpp::ServicesQoS(), group);
  auto client = node->create_client<SetBool>("service");
  wait_set.add_service(service);
  wait_set.add_client(client);
  auto request = std::make_shared<SetBool::Request>();
  request->data = true;
  auto future = client->async_send_request(request);
  {
    auto result = wait_set.wait(patience);
    ASSERT_EQ(result.kind(), WaitResultKind::Ready);
    EXPECT_EQ(result.next_ready_client(), nullptr);
    ASSERT_EQ(result.next_ready_service(), service);
    auto taken = std::static_pointer_cast<SetBool::Request>(service->create_request());
    auto header = service->create_request_header();
    ASSERT_TRUE(service->take_request(*taken, *header));
    service->handle_request(header, taken);
  }
  auto result = wait_set.wait(patience);
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  ASSERT_EQ(result.next_ready_client(), client);
  auto taken = std::static_pointer_cast<SetBool::Response>(client->create_response());
  auto header = client->create_request_header();
  ASSERT_TRUE(client->take_response(*taken, *header));
  client->handle_response(header, taken);
  EXPECT_TRUE(future.get()->success);
}

TEST_F(WaitSets, QosEventsAreWaitables)
{
  std::size_t matched = 0;
  std::int32_t missed = 0;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo & info) {
    matched = info.current_count;
  };
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo & info) {
    missed = info.total_count;
  };
  auto subscription = node->create_subscription<String>(
    "topic", rclcpp::QoS(1).deadline(20ms), [](const String &) {}, options);
  wait_set.add_subscription(subscription);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);

  auto publisher = node->create_publisher<String>("topic", rclcpp::QoS(1).deadline(20ms));
  const auto run_ready = [&] {
    auto result = wait_set.wait(patience);
    EXPECT_EQ(result.kind(), WaitResultKind::Ready);
    while (auto waitable = result.next_ready_waitable()) {
      waitable->execute(waitable->take_data());
    }
  };
  run_ready();
  EXPECT_EQ(matched, 1u);
  EXPECT_EQ(missed, 0);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);

  // A missed deadline is noticed although no executor watches the time.
  publisher->publish(text("once"));
  String message;
  rclcpp::MessageInfo info;
  EXPECT_TRUE(subscription->take(message, info));
  run_ready();
  EXPECT_GE(missed, 1);
}

TEST_F(WaitSets, ADeadlineThatIsAlmostForEverIsNotMissed)
{
  for (const std::uint64_t seconds : {3'000'000'000ULL, 9'223'372'036ULL}) {
    rclcpp::SubscriptionOptions options;
    options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo &) {};
    rclcpp::QoS qos(1);
    qos.deadline(rmw_time_t{seconds, 0});
    auto subscription =
      node->create_subscription<String>("topic", qos, [](const String &) {}, options);
    auto event = subscription->get_event_handlers().at(RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED);
    int calls = 0;
    event->set_on_ready_callback([&](std::size_t, int) { ++calls; });
    wait_set.add_waitable(event, subscription);
    auto publisher = node->create_publisher<String>("topic", qos);
    publisher->publish(text("once"));
    EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout) << seconds;
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(event->take_data(), nullptr);
    EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout) << seconds;
    wait_set.remove_waitable(event);
  }
}

TEST_F(WaitSets, AnEventOfAPublisher)
{
  rclcpp::PublisherOptions options;
  std::size_t matched = 0;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo & info) {
    matched = info.current_count;
  };
  auto publisher = node->create_publisher<String>("topic", 10, options);
  auto event = publisher->get_event_handlers().at(RCL_PUBLISHER_MATCHED);
  wait_set.add_waitable(event, publisher);
  auto subscription = subscribe("topic");
  auto result = wait_set.wait(patience);
  ASSERT_EQ(result.kind(), WaitResultKind::Ready);
  EXPECT_NE(wait_set.get_rcl_wait_set().events[0], nullptr);
  ASSERT_EQ(result.next_ready_waitable(), event);
  event->execute(event->take_data());
  EXPECT_EQ(matched, 1u);
}

TEST_F(WaitSets, UsersWaitablesSeeTheirConditions)
{
  auto shared = condition();
  auto one = std::make_shared<Listener>(shared);
  auto two = std::make_shared<Listener>(shared);
  auto three = std::make_shared<Listener>(condition());
  wait_set.add_waitable(one);
  wait_set.add_waitable(two);
  wait_set.add_waitable(three);
  shared->trigger();
  {
    auto result = wait_set.wait(patience);
    ASSERT_EQ(result.kind(), WaitResultKind::Ready);
    while (auto waitable = result.next_ready_waitable()) {
      waitable->execute(waitable->take_data());
    }
  }
  EXPECT_EQ(one->executed, 1);
  EXPECT_EQ(two->executed, 1);
  EXPECT_EQ(three->executed, 0);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
}

TEST_F(WaitSets, ATriggerWithoutAWaiterIsKeptForTheNextWait)
{
  auto one = std::make_shared<Listener>(condition());
  wait_set.add_waitable(one);
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Timeout);
  wait_set.remove_waitable(one);
  one->wake->trigger();
  const auto group =
    node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  node->get_node_waitables_interface()->add_waitable(one, group);
  executor->add_callback_group(group, node->get_node_base_interface());
  executor->spin_some();
  EXPECT_EQ(one->executed, 1);
}

TEST_F(WaitSets, AStaticOneKeepsItsEntities)
{
  using Set = rclcpp::StaticWaitSet<1, 1, 0, 0, 0, 0>;
  auto subscription = subscribe("topic");
  std::weak_ptr<rclcpp::SubscriptionBase> weak = subscription;
  auto wake = condition();
  {
    Set fixed(
      std::array<Set::SubscriptionEntry, 1>{{{subscription}}},
      std::array<rclcpp::GuardCondition::SharedPtr, 1>{{wake}}, {}, {}, {}, {}, context);
    subscription.reset();
    EXPECT_FALSE(weak.expired());
    wake->trigger();
    EXPECT_EQ(fixed.wait(patience).kind(), WaitResultKind::Ready);
  }
  EXPECT_TRUE(weak.expired());
  using None = rclcpp::StaticWaitSet<0, 1, 0, 0, 0, 0>;
  EXPECT_THROW(None({}, {{nullptr}}, {}, {}, {}, {}, context), std::invalid_argument);
}

TEST_F(WaitSets, ADynamicOneForgetsThem)
{
  auto wake = condition();
  auto dropped = condition();
  wait_set.add_guard_condition(wake);
  wait_set.add_guard_condition(dropped);
  dropped.reset();
  wait_set.prune_deleted_entities();
  EXPECT_EQ(wait_set.get_rcl_wait_set().size_of_guard_conditions, 1u);
  wake.reset();
  EXPECT_EQ(wait_set.wait(0s).kind(), WaitResultKind::Empty);
}

TEST_F(WaitSets, Misuse)
{
  auto subscription = subscribe("topic");
  auto wake = condition();
  EXPECT_EQ(error_of([&] { wait_set.add_subscription(nullptr); }), "subscription is nullptr");
  EXPECT_EQ(error_of([&] { wait_set.remove_subscription(nullptr); }), "subscription is nullptr");
  EXPECT_EQ(error_of([&] { wait_set.add_timer(nullptr); }), "timer is nullptr");
  EXPECT_EQ(error_of([&] { wait_set.add_guard_condition(nullptr); }), "guard_condition is nullptr");
  EXPECT_EQ(error_of([&] { wait_set.remove_client(nullptr); }), "client is nullptr");
  EXPECT_EQ(
    error_of([&] { wait_set.remove_guard_condition(wake); }), "guard condition not in wait set");
  wait_set.add_guard_condition(wake);
  wait_set.add_subscription(subscription);
  rclcpp::WaitSet other({}, {}, {}, {}, {}, {}, context);
  EXPECT_EQ(
    error_of([&] { other.add_guard_condition(wake); }),
    "guard condition already in use by another wait set");
  EXPECT_EQ(
    error_of([&] { wait_set.add_subscription(subscription); }),
    "subscription already associated with a wait set");
  wait_set.remove_guard_condition(wake);
  other.add_guard_condition(wake);
  EXPECT_THROW(rclcpp::WaitSet({}, {}, {}, {}, {}, {}, nullptr), std::invalid_argument);

  wake->trigger();
  auto result = other.wait(patience);
  EXPECT_THROW((void)other.wait(0s), std::runtime_error) << "the result is still there";
  other.remove_guard_condition(wake);
  EXPECT_EQ(result.next_ready_subscription(), nullptr);
  EXPECT_EQ(result.kind(), WaitResultKind::Invalid) << "the set was changed since";
}

TEST_F(WaitSets, ShutdownEndsAWait)
{
  wait_set.add_guard_condition(condition());
  auto wake = condition();
  wait_set.add_guard_condition(wake);
  std::thread other([&] { context->shutdown("test"); });
  EXPECT_EQ(wait_set.wait().kind(), WaitResultKind::Timeout);
  other.join();
}

// Publishers, subscriptions and conditions are added and removed on other threads while one waits.
TEST_F(WaitSets, ChangedByOtherThreadsWhileOneWaits)
{
  rclcpp::ThreadSafeWaitSet shared({}, {}, {}, {}, {}, {}, context);
  auto stop = condition();
  shared.add_guard_condition(stop);
  auto steady = subscribe("steady");
  shared.add_subscription(steady);
  std::atomic<int> taken{0};
  std::atomic<bool> stopping{false};
  std::thread waiter([&] {
    while (!stopping) {
      auto result = shared.wait(patience);
      if (result.kind() == WaitResultKind::Timeout) {
        ADD_FAILURE() << "not woken";
        return;
      }
      while (auto subscription = result.next_ready_subscription()) {
        String message;
        rclcpp::MessageInfo info;
        taken += subscription->take_type_erased(&message, info) ? 1 : 0;
      }
    }
  });
  constexpr int rounds = 200;
  std::vector<std::thread> others;
  for (int t = 0; t < 2; ++t) {
    others.emplace_back([&, t] {
      for (int i = 0; i < rounds; ++i) {
        auto publisher = node->create_publisher<String>("topic" + std::to_string(t), 10);
        auto subscription = subscribe("topic" + std::to_string(t));
        auto wake = condition();
        shared.add_subscription(subscription);
        shared.add_guard_condition(wake);
        wake->trigger();
        publisher->publish(text("x"));
        if (i % 2 == 0) {
          shared.remove_subscription(subscription);
          shared.remove_guard_condition(wake);
        }
      }
    });
  }
  auto publisher = node->create_publisher<String>("steady", 10);
  for (int i = 0; i < rounds; ++i) {
    publisher->publish(text("y"));
    std::this_thread::yield();
  }
  for (std::thread & thread : others) {
    thread.join();
  }
  const int before = taken;
  publisher->publish(text("last"));
  const auto end = std::chrono::steady_clock::now() + patience;
  while (taken == before && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  EXPECT_GT(taken, before);
  stopping = true;
  stop->trigger();
  waiter.join();
}

}  // namespace
