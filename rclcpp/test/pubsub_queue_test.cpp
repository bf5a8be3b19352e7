// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Queue, order, matching, counts, events and lifetime of publishers and subscriptions of one
// context.
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "pubsub_support.hpp"
#include "queue/deadline.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

using std_msgs::msg::Int32;
using std_msgs::msg::String;

namespace
{

Int32 number(int value)
{
  Int32 message;
  message.data = value;
  return message;
}

// With intra-process communication or without.
class Queue : public pubsub_test::PubSub, public ::testing::WithParamInterface<bool>
{
protected:
  std::vector<int> received;
  std::shared_ptr<rclcpp::Subscription<Int32>> subscribe(
    const rclcpp::QoS & qos, const rclcpp::SubscriptionOptions & options = {})
  {
    return node->create_subscription<Int32>(
      "topic", qos, [this](const Int32 & m) { received.push_back(m.data); }, options);
  }
  std::shared_ptr<rclcpp::Node> node = make_node("node", GetParam());
};
INSTANTIATE_TEST_SUITE_P(IntraProcess, Queue, ::testing::Bool());

TEST_P(Queue, KeepLastDropsTheOldestAndCounts)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(3);
  for (int i = 0; i < 10; ++i) {
    publisher->publish(number(i));
  }
  EXPECT_EQ(subscription->statistics().waiting, 3u);
  executor->spin_some();
  EXPECT_EQ(received, (std::vector<int>{7, 8, 9}));
  const auto statistics = subscription->statistics();
  EXPECT_EQ(statistics.received, 10u);
  EXPECT_EQ(statistics.dropped, 7u);
  EXPECT_EQ(statistics.delivered, 3u);
  EXPECT_EQ(statistics.waiting, 0u);
}

TEST_P(Queue, MessagesThatAFullQueueDropsAreReportedAsLost)
{
  std::vector<rclcpp::QOSMessageLostInfo> events;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.message_lost_callback = [&](rclcpp::QOSMessageLostInfo & info) {
    events.push_back(info);
  };
  auto publisher = node->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(3, options);
  for (int i = 0; i < 3; ++i) {
    publisher->publish(number(i));
  }
  executor->spin_some();
  EXPECT_TRUE(events.empty());
  for (int i = 0; i < 5; ++i) {
    publisher->publish(number(i));
  }
  executor->spin_some();
  publisher->publish(number(5));
  executor->spin_some();
  ASSERT_EQ(events.size(), 1u) << "one for all that happened in between";
  EXPECT_EQ(events[0].total_count, 2u);
  EXPECT_EQ(events[0].total_count_change, 2u);
  EXPECT_EQ(subscription->statistics().dropped, 2u);
  EXPECT_EQ(subscription->statistics().lost, 0u) << "these are publishers of other processes";
}

TEST_P(Queue, DepthIsExactBeyondTheFirstGrowth)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(100);
  for (int i = 0; i < 1000; ++i) {
    publisher->publish(number(i));
  }
  executor->spin_all(pubsub_test::patience);
  ASSERT_EQ(received.size(), 100u);
  EXPECT_EQ(received.front(), 900);
  EXPECT_EQ(received.back(), 999);
}

TEST_P(Queue, KeepAllKeepsAll)
{
  auto publisher = node->create_publisher<Int32>("topic", rclcpp::QoS(rclcpp::KeepAll()));
  auto subscription = subscribe(rclcpp::QoS(rclcpp::KeepAll()));
  for (int i = 0; i < 1000; ++i) {
    publisher->publish(number(i));
  }
  executor->spin_all(pubsub_test::patience);
  ASSERT_EQ(received.size(), 1000u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(received[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(subscription->statistics().dropped, 0u);
}

TEST_P(Queue, OrderOverSeveralPublishers)
{
  auto a = node->create_publisher<Int32>("topic", 10);
  auto b = make_node("other", true)->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(10);
  for (int i = 0; i < 10; ++i) {
    (i % 2 ? a : b)->publish(number(i));
  }
  executor->spin_some();
  EXPECT_EQ(received, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_P(Queue, MessageInfoOfALocalMessage)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  std::vector<rmw_message_info_t> infos;
  auto subscription = node->create_subscription<Int32>(
    "topic", 10, [&](const Int32 &, const rclcpp::MessageInfo & info) {
      infos.push_back(info.get_rmw_message_info());
    });
  publisher->publish(number(1));
  publisher->publish(number(2));
  executor->spin_some();
  ASSERT_EQ(infos.size(), 2u);
  EXPECT_EQ(infos[0].publication_sequence_number, 1u);
  EXPECT_EQ(infos[1].publication_sequence_number, 2u);
  EXPECT_EQ(infos[1].reception_sequence_number, 2u);
  EXPECT_TRUE(*publisher == infos[0].publisher_gid);
  EXPECT_LE(infos[0].source_timestamp, infos[1].source_timestamp);
  EXPECT_GE(infos[0].received_timestamp, infos[0].source_timestamp);
  EXPECT_EQ(infos[0].from_intra_process, GetParam());
}

TEST_P(Queue, LifespanIsLookedAtWhenTaken)
{
  const auto with_lifespan = [&](std::chrono::nanoseconds lifespan) {
    return node->create_publisher<Int32>(
      "topic", rclcpp::QoS(10).lifespan(rclcpp::Duration(lifespan)));
  };
  auto brief = with_lifespan(std::chrono::milliseconds(20));
  auto lasting = with_lifespan(std::chrono::hours(1));
  auto subscription = subscribe(10);
  brief->publish(number(1));
  lasting->publish(number(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  executor->spin_some();
  EXPECT_EQ(received, std::vector<int>{2});
  EXPECT_EQ(subscription->statistics().expired, 1u);
}

TEST_P(Queue, CountsFollowTheEndpoints)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  EXPECT_STREQ(publisher->get_topic_name(), "/topic");
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
  auto subscription = subscribe(10);
  auto pointer_node = make_node("by_pointer", true);
  auto by_pointer = pointer_node->create_subscription<Int32>("topic", 10, [](const Int32 &) {});
  EXPECT_EQ(publisher->get_subscription_count(), 2u);
  EXPECT_EQ(publisher->get_intra_process_subscription_count(), GetParam() ? 2u : 0u);
  EXPECT_EQ(subscription->get_publisher_count(), 1u);
  auto pointer_publisher = pointer_node->create_publisher<Int32>("topic", 10);
  EXPECT_EQ(pointer_publisher->get_intra_process_subscription_count(), GetParam() ? 2u : 1u);
  EXPECT_EQ(by_pointer->get_publisher_count(), 2u);
  subscription.reset();
  EXPECT_EQ(publisher->get_subscription_count(), 1u);
}

TEST_P(Queue, IgnoreLocalPublications)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  rclcpp::SubscriptionOptions options;
  options.ignore_local_publications = true;
  auto subscription = subscribe(10, options);
  publisher->publish(number(1));
  executor->spin_some();
  EXPECT_TRUE(received.empty());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
  EXPECT_EQ(subscription->get_publisher_count(), 0u);
}

TEST_P(Queue, MatchedEventsOfBothSides)
{
  std::vector<rclcpp::MatchedInfo> publisher_events;
  std::vector<rclcpp::MatchedInfo> subscription_events;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo & info) {
    publisher_events.push_back(info);
  };
  auto publisher = node->create_publisher<Int32>("topic", 10, publisher_options);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo & info) {
    subscription_events.push_back(info);
  };
  auto subscription = subscribe(10, options);
  executor->spin_some();
  ASSERT_EQ(publisher_events.size(), 1u);
  EXPECT_EQ(publisher_events[0].current_count, 1u);
  EXPECT_EQ(publisher_events[0].current_count_change, 1);
  ASSERT_EQ(subscription_events.size(), 1u);
  EXPECT_EQ(subscription_events[0].total_count, 1u);
  subscription.reset();
  executor->spin_some();
  ASSERT_EQ(publisher_events.size(), 2u);
  EXPECT_EQ(publisher_events[1].total_count, 1u);
  EXPECT_EQ(publisher_events[1].total_count_change, 0u);
  EXPECT_EQ(publisher_events[1].current_count, 0u);
  EXPECT_EQ(publisher_events[1].current_count_change, -1);
}

TEST_P(Queue, DeadlineIsMissedOncePerPeriodWithoutAMessage)
{
  const auto qos = rclcpp::QoS(10).deadline(rclcpp::Duration(std::chrono::milliseconds(30)));
  std::int32_t offered = 0;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineOfferedInfo & info) {
    offered = info.total_count;
  };
  auto publisher = node->create_publisher<Int32>("topic", qos, publisher_options);
  std::int32_t requested = 0;
  std::int32_t changes = 0;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo & info) {
    requested = info.total_count;
    changes += info.total_count_change;
  };
  auto subscription = subscribe(qos, options);
  // Before the first message there is no deadline.
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() < begin + std::chrono::milliseconds(70)) {
    executor->spin_once(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(offered, 0);
  EXPECT_EQ(requested, 0);
  const auto first = std::chrono::steady_clock::now();
  publisher->publish(number(1));
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return requested >= 2 && offered >= 2; }));
  const auto passed = std::chrono::steady_clock::now() - first;
  EXPECT_GE(passed, std::chrono::milliseconds(60));
  EXPECT_LE(requested, passed / std::chrono::milliseconds(30));
  EXPECT_EQ(changes, requested);
  EXPECT_EQ(received, std::vector<int>{1});
}

TEST(Deadline, NothingIsMissedBeforeTheFirstMessage)
{
  int calls = 0;
  rclcpp::queue::Deadline deadline(1, [&](std::int32_t, std::int32_t) { ++calls; });
  EXPECT_EQ(deadline.take_data(), nullptr);
  deadline.execute(nullptr);
  EXPECT_EQ(calls, 0);
}

TEST(Deadline, CountsOfMissedPeriodsStayAtTheLargestValue)
{
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  std::vector<std::pair<std::int32_t, std::int32_t>> counts;
  rclcpp::queue::Deadline deadline(
    1, [&](std::int32_t total, std::int32_t change) { counts.emplace_back(total, change); });
  deadline.message(base::steady_now() - 10'000'000'000);
  deadline.execute(deadline.take_data());
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts[0], std::pair(most, most));
  deadline.execute(deadline.take_data());
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[1].first, most);
}

TEST_P(Queue, ManualLivelinessIsLostAndComesBack)
{
  const auto qos = rclcpp::QoS(10)
                     .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                     .liveliness_lease_duration(rclcpp::Duration(std::chrono::milliseconds(50)));
  int lost = 0;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.liveliness_callback =
    [&](rclcpp::QOSLivelinessLostInfo & info) { lost = info.total_count; };
  auto publisher = node->create_publisher<Int32>("topic", qos, publisher_options);
  rclcpp::QOSLivelinessChangedInfo last{};
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.liveliness_callback = [&](rclcpp::QOSLivelinessChangedInfo & info) {
    last = info;
  };
  auto subscription = subscribe(qos, options);
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] {
    EXPECT_TRUE(
      publisher->assert_liveliness());  // so that the state lasts until the test has seen it
    return last.alive_count == 1;
  }));
  for (int times = 1; times <= 2; ++times) {
    ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return last.not_alive_count == 1; }));
    EXPECT_EQ(last.alive_count, 0);
    ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return lost >= times; }));
    ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] {
      if (GetParam()) {
        publisher->publish(number(1));
      } else {
        EXPECT_TRUE(publisher->assert_liveliness());
      }
      return last.alive_count == 1;
    }));
    EXPECT_EQ(last.not_alive_count, 0);
  }
  publisher.reset();
  ASSERT_TRUE(pubsub_test::spin_until(
    *executor, [&] { return last.alive_count == 0 && last.not_alive_count == 0; }));
}

TEST_P(Queue, IncompatibleQosIsReportedToBothSides)
{
  std::vector<rmw_qos_policy_kind_t> offered;
  std::vector<rmw_qos_policy_kind_t> requested;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.incompatible_qos_callback =
    [&](rclcpp::QOSOfferedIncompatibleQoSInfo & info) { offered.push_back(info.last_policy_kind); };
  auto publisher =
    node->create_publisher<Int32>("topic", rclcpp::QoS(10).best_effort(), publisher_options);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.incompatible_qos_callback =
    [&](rclcpp::QOSRequestedIncompatibleQoSInfo & info) {
      EXPECT_EQ(info.total_count, 1);
      EXPECT_EQ(info.total_count_change, 1);
      requested.push_back(info.last_policy_kind);
    };
  auto subscription = subscribe(rclcpp::QoS(10).reliable(), options);
  publisher->publish(number(1));
  executor->spin_some();
  EXPECT_EQ(offered, std::vector<rmw_qos_policy_kind_t>{RMW_QOS_POLICY_RELIABILITY});
  EXPECT_EQ(requested, std::vector<rmw_qos_policy_kind_t>{RMW_QOS_POLICY_RELIABILITY});
  EXPECT_TRUE(received.empty());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
}

// Both sides log both nodes at once, although nobody spins them.
TEST_P(Queue, DefaultCallbacksLogIncompatibilities)
{
  auto talker = make_node("talker", true);
  auto best_effort = talker->create_publisher<Int32>("topic", rclcpp::QoS(10).best_effort());
  auto other_type = talker->create_publisher<String>("topic", 10);
  testing::internal::CaptureStderr();
  auto subscription = subscribe(rclcpp::QoS(10).reliable());
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(
    log.find("New publisher discovered on topic '/topic', offering incompatible QoS. No messages "
             "will be received from it. Last incompatible policy: RELIABILITY_QOS_POLICY"),
    std::string::npos)
    << log;
  EXPECT_NE(
    log.find("New subscription discovered on topic '/topic', requesting incompatible QoS. No "
             "messages will be sent to it. Last incompatible policy: RELIABILITY_QOS_POLICY"),
    std::string::npos)
    << log;
  const std::string qos = std::string(": the publisher of node /talker offers reliability ") +
                          "best_effort, the subscription of node " +
                          node->get_fully_qualified_name() + " requires reliability reliable; ";
  EXPECT_NE(log.find(qos), std::string::npos) << log;
  EXPECT_NE(log.rfind(qos), log.find(qos)) << log;
  const std::string types = std::string("it: the publisher of node /talker has type ") +
                            "'std_msgs/msg/String', the subscription of node " +
                            node->get_fully_qualified_name() + " has 'std_msgs/msg/Int32'; ";
  EXPECT_NE(
    log.find("[talker]: Incompatible type on topic '/topic', no messages will be sent to " + types),
    std::string::npos)
    << log;
  EXPECT_NE(
    log.find("]: Incompatible type on topic '/topic', no messages will be received from " + types),
    std::string::npos)
    << log;
}

TEST_P(Queue, UsersCallbacksAndOptionsReplaceTheLogOfIncompatibilities)
{
  rclcpp::PublisherOptions silent;
  silent.use_default_callbacks = false;
  auto best_effort = node->create_publisher<Int32>("topic", rclcpp::QoS(10).best_effort(), silent);
  auto other_type = node->create_publisher<String>("topic", 10, silent);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.incompatible_qos_callback =
    [](rclcpp::QOSRequestedIncompatibleQoSInfo &) {};
  options.event_callbacks.incompatible_type_callback = [](rclcpp::IncompatibleTypeInfo &) {};
  testing::internal::CaptureStderr();
  auto subscription = subscribe(rclcpp::QoS(10).reliable(), options);
  executor->spin_some();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_P(Queue, OtherTypeOnTheTopicIsNotDelivered)
{
  int incompatible = 0;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.incompatible_type_callback =
    [&](rclcpp::IncompatibleTypeInfo & info) { incompatible += info.total_count_change; };
  auto publisher = node->create_publisher<String>("topic", 10, publisher_options);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.incompatible_type_callback = [&](rclcpp::IncompatibleTypeInfo & info) {
    incompatible += info.total_count_change;
  };
  auto subscription = subscribe(10, options);
  publisher->publish(String());
  executor->spin_some();
  EXPECT_EQ(incompatible, 2);
  EXPECT_EQ(subscription->statistics().received, 0u);
}

TEST_P(Queue, TransientLocalLateJoinerInOrderOfTimeOverTwoPublishers)
{
  const rclcpp::QoS qos = rclcpp::QoS(10).transient_local();
  auto a = node->create_publisher<Int32>("topic", qos);
  auto b = make_node("other", true)->create_publisher<Int32>("topic", qos);
  for (int i = 0; i < 6; ++i) {
    (i % 2 ? a : b)->publish(number(i));
  }
  auto late = subscribe(qos);
  auto shallow_received = std::make_shared<std::vector<int>>();
  auto shallow = node->create_subscription<Int32>(
    "topic", rclcpp::QoS(2).transient_local(),
    [shallow_received](const Int32 & m) { shallow_received->push_back(m.data); });
  auto volatile_one =
    node->create_subscription<Int32>("topic", 10, [](const Int32 & m) { EXPECT_EQ(m.data, 6); });
  a->publish(number(6));
  executor->spin_some();
  EXPECT_EQ(received, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(*shallow_received, (std::vector<int>{5, 6}));
  EXPECT_EQ(volatile_one->statistics().received, 1u);
}

TEST_P(Queue, MalformedBytesAreDroppedCountedAndLoggedOnce)
{
  auto publisher = node->create_publisher<String>("topic", 10);
  int calls = 0;
  auto subscription =
    node->create_subscription<String>("topic", 10, [&](const String &) { ++calls; });
  rclcpp::SerializedMessage bytes(8);
  bytes.get_rcl_serialized_message().buffer_length = 8;
  const std::uint8_t claims_too_much[8] = {0, 1, 0, 0, 100, 0, 0, 0};
  std::copy_n(claims_too_much, 8, bytes.get_rcl_serialized_message().buffer);
  testing::internal::CaptureStderr();
  publisher->publish(bytes);
  publisher->publish(bytes);
  publisher->publish(String());
  executor->spin_some();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(subscription->statistics().malformed, 2u);
  const std::size_t first = log.find("could not read");
  ASSERT_NE(first, std::string::npos) << log;
  EXPECT_EQ(log.find("could not read", first + 1), std::string::npos) << log;
  EXPECT_NE(log.find("/topic"), std::string::npos) << log;
  EXPECT_NE(log.find("std_msgs/msg/String"), std::string::npos) << log;
}

TEST_P(Queue, DroppedInItsOwnCallback)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  std::shared_ptr<rclcpp::Subscription<Int32>> subscription;
  auto alive = std::make_shared<int>(0);
  std::weak_ptr<int> watch = alive;
  subscription = node->create_subscription<Int32>(
    "topic", 10, [&subscription, alive = std::move(alive)](const Int32 &) {
      ++*alive;
      subscription.reset();
      EXPECT_EQ(*alive, 1) << "the callback lives until it returns";
    });
  for (int i = 0; i < 5; ++i) {
    publisher->publish(number(i));
  }
  executor->spin_some();
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(publisher->get_subscription_count(), 0u);
}

TEST_P(Queue, DroppedInItsOwnEvent)
{
  std::shared_ptr<rclcpp::Publisher<Int32>> publisher;
  std::shared_ptr<rclcpp::Subscription<Int32>> subscription;
  int events = 0;
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo &) {
    ++events;
    publisher.reset();
  };
  publisher = node->create_publisher<Int32>("topic", 10, publisher_options);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [&](rclcpp::MatchedInfo &) {
    ++events;
    subscription.reset();
  };
  subscription = subscribe(10, options);
  executor->spin_some();
  EXPECT_EQ(events, 2);
  EXPECT_FALSE(publisher);
  EXPECT_FALSE(subscription);
}

TEST_P(Queue, AContextCanBeInitializedTwice)
{
  auto old_publisher = node->create_publisher<Int32>("topic", rclcpp::QoS(10).transient_local());
  context->shutdown("to begin again");
  context->init(0, nullptr);
  rclcpp::ExecutorOptions executor_options;
  executor_options.context = context;
  executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(executor_options);
  auto old_node = node;
  node = make_node("again", GetParam());
  auto subscription = subscribe(rclcpp::QoS(10).transient_local());
  auto publisher = node->create_publisher<Int32>("topic", 10);
  old_publisher->publish(number(1));
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return !received.empty(); }));
  old_publisher->publish(number(2));
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return received.size() == 2; }));
  EXPECT_EQ(received, (std::vector<int>{1, 2})) << "each once";
}

TEST_P(Queue, NoCallbackRunsAfterTheDrop)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(10);
  publisher->publish(number(1));
  subscription.reset();
  executor->spin_some();
  EXPECT_TRUE(received.empty());
}

TEST_P(Queue, EntitiesOutliveTheirNode)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  auto subscription = subscribe(10);
  executor->remove_node(node);
  nodes.clear();
  node.reset();
  publisher->publish(number(1));
  EXPECT_EQ(subscription->statistics().waiting, 1u);
}

TEST_P(Queue, AnExceptionOfTheCallbackLeavesSpin)
{
  auto publisher = node->create_publisher<Int32>("topic", 10);
  int calls = 0;
  auto subscription = node->create_subscription<Int32>("topic", 10, [&](const Int32 &) {
    if (++calls == 1) {
      throw std::runtime_error("user");
    }
  });
  publisher->publish(number(1));
  publisher->publish(number(2));
  EXPECT_THROW(executor->spin_some(), std::runtime_error);
  executor->spin_some();
  EXPECT_EQ(calls, 2);
}

TEST_P(Queue, BadTopicNameIsRefusedWithItsPosition)
{
  try {
    node->create_publisher<Int32>("bad topic", 10);
    FAIL();
  } catch (const rclcpp::exceptions::InvalidTopicNameError & error) {
    EXPECT_EQ(error.invalid_index, 3u);
  }
}

TEST_P(Queue, ActualQosHasNoDefaultsLeft)
{
  auto publisher = node->create_publisher<Int32>("topic", rclcpp::SystemDefaultsQoS());
  const rclcpp::QoS qos = publisher->get_actual_qos();
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(qos.history(), rclcpp::HistoryPolicy::KeepLast);
  EXPECT_EQ(qos.depth(), 1u);
}

}  // namespace
