// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Other functions of publishers and subscriptions: waiting for one message, callbacks on arrival,
// topic statistics, features that the middleware does not support, messages of unknown types.
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/create_generic_publisher.hpp"
#include "rclcpp/create_generic_subscription.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/named_type.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "rmw/participant.hpp"
#include "statistics_msgs/msg/metrics_message.hpp"
#include "std_msgs/msg/bool.hpp"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;
using pubsub_test::patience;
using statistics_msgs::msg::MetricsMessage;
using std_msgs::msg::String;

namespace
{

String text(const std::string & data)
{
  String message;
  message.data = data;
  return message;
}

class Surface : public pubsub_test::PubSub
{
protected:
  ~Surface() override
  {
    if (other_context) {
      other_context->shutdown("test is over");
    }
  }
  std::shared_ptr<rclcpp::Node> make_there()
  {
    other_context = std::make_shared<rclcpp::Context>();
    other_context->init(0, nullptr);
    return make_node("there", true, other_context);
  }

  std::shared_ptr<rclcpp::Context> other_context;
  std::shared_ptr<rclcpp::Node> here = make_node("here", true);
};

// --- wait_for_message ---

TEST_F(Surface, WaitForMessageTakesAWaitingMessage)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  publisher->publish(text("first"));
  publisher->publish(text("second"));
  String got;
  EXPECT_TRUE(rclcpp::wait_for_message(got, subscription, context, patience));
  EXPECT_EQ(got.data, "first");
  EXPECT_TRUE(rclcpp::wait_for_message(got, subscription, context));
  EXPECT_EQ(got.data, "second");
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context, 0ms));
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context, 20ms));
}

TEST_F(Surface, WaitForMessageOfAnotherThreadAndOfATopic)
{
  auto publisher = here->create_publisher<String>("topic", rclcpp::QoS(1).transient_local());
  std::thread thread([&] {
    while (publisher->get_subscription_count() == 0) {
      std::this_thread::yield();
    }
    publisher->publish(text("late"));
  });
  String got;
  EXPECT_TRUE(rclcpp::wait_for_message(got, here, "topic", patience));
  EXPECT_EQ(got.data, "late");
  thread.join();
  EXPECT_TRUE(
    rclcpp::wait_for_message(got, here, "topic", patience, rclcpp::QoS(1).transient_local()));
  EXPECT_EQ(publisher->get_subscription_count(), 0u) << "nothing stays";
}

TEST_F(Surface, WaitForMessageEndsWithTheContext)
{
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  std::thread thread([&] { context->shutdown("test"); });
  String got;
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context));
  thread.join();
  EXPECT_FALSE(rclcpp::wait_for_message(got, subscription, context));
}

// --- callbacks on arrival ---

TEST_F(Surface, NewMessagesAreReported)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  int executed = 0;
  auto subscription =
    here->create_subscription<String>("topic", 2, [&](const String &) { ++executed; });
  publisher->publish(text("before"));
  std::vector<std::size_t> counts;
  const auto add_count = [&](std::size_t count) { counts.push_back(count); };
  subscription->set_on_new_message_callback(add_count);
  EXPECT_EQ(counts, (std::vector<std::size_t>{1})) << "what waits";
  publisher->publish(text("second"));
  publisher->publish(text("third"));
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 1, 1})) << "also one that displaces another";
  executor->spin_some();
  EXPECT_EQ(executed, 2) << "the executor is notified too";
  subscription->clear_on_new_message_callback();
  publisher->publish(text("fourth"));
  EXPECT_EQ(counts.size(), 3u);
  subscription->set_on_new_message_callback([&](std::size_t) {
    subscription->clear_on_new_message_callback();
    throw std::domain_error("is logged");
  });
  EXPECT_THROW(subscription->set_on_new_message_callback(nullptr), std::invalid_argument);
  executor->spin_some();
  EXPECT_EQ(executed, 3);
}

TEST_F(Surface, ACallbackGetsOnlyUnreportedMessages)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t third = 0;
  subscription->set_on_new_message_callback([&](std::size_t count) { first += count; });
  publisher->publish(text("a"));
  subscription->set_on_new_message_callback([&](std::size_t count) { second += count; });
  EXPECT_EQ(second, 0u) << "the other receiver was notified of it";
  publisher->publish(text("b"));
  subscription->clear_on_new_message_callback();
  publisher->publish(text("c"));
  publisher->publish(text("d"));
  subscription->set_on_new_message_callback([&](std::size_t count) { third += count; });
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 1u);
  EXPECT_EQ(third, 2u);
}

TEST_F(Surface, NoCallbackAfterClear)
{
  auto publisher = here->create_publisher<String>("topic", 1);
  auto subscription = here->create_subscription<String>("topic", 1, [](const String &) {});
  std::atomic<bool> stop{false};
  std::thread thread([&] {
    while (!stop) {
      publisher->publish(text("x"));
    }
  });
  for (int i = 0; i < 200; ++i) {
    auto alive = std::make_unique<std::atomic<int>>(0);
    subscription->set_on_new_message_callback(
      [count = alive.get()](std::size_t n) { *count += static_cast<int>(n); });
    subscription->clear_on_new_message_callback();
    *alive = -1;  // freed now: sanitizers detect a later call
  }
  stop = true;
  thread.join();
}

TEST_F(Surface, NewEventsAreReported)
{
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
  auto publisher = here->create_publisher<String>("topic", 10, publisher_options);
  std::atomic<int> changes{0};
  publisher->set_on_new_qos_event_callback(
    [&](std::size_t count) { changes += static_cast<int>(count); }, RCL_PUBLISHER_MATCHED);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
  auto subscription =
    here->create_subscription<String>("topic", 10, [](const String &) {}, options);
  EXPECT_EQ(changes, 1);
  std::atomic<int> waited{0};
  subscription->set_on_new_qos_event_callback(
    [&](std::size_t count) { waited += static_cast<int>(count); }, RCL_SUBSCRIPTION_MATCHED);
  EXPECT_EQ(waited, 1) << "it waits already";
  publisher->clear_on_new_qos_event_callback(RCL_PUBLISHER_MATCHED);
  subscription.reset();
  EXPECT_EQ(changes, 1);
  EXPECT_NO_THROW(publisher->set_on_new_qos_event_callback(
    [](std::size_t) {}, RCL_PUBLISHER_OFFERED_DEADLINE_MISSED))
    << "a warning";
  EXPECT_THROW(
    publisher->set_on_new_qos_event_callback(nullptr, RCL_PUBLISHER_MATCHED),
    std::invalid_argument);
}

// In ROS 2 the middleware's thread reports it, so no executor needs to spin.
TEST_F(Surface, MissedDeadlinesAreReportedWithoutAnExecutor)
{
  const auto qos = rclcpp::QoS(10).deadline(rclcpp::Duration(5ms));
  std::atomic<int> called{0};
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineOfferedInfo & info) {
    called += info.total_count_change;
  };
  auto publisher = here->create_publisher<String>("topic", qos, publisher_options);
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.deadline_callback = [](rclcpp::QOSDeadlineRequestedInfo &) {};
  auto subscription =
    here->create_subscription<String>("topic", qos, [](const String &) {}, options);
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t missed = 0;
  publisher->set_on_new_qos_event_callback(
    [&](std::size_t count) {
      std::lock_guard lock(mutex);
      missed += count;
      changed.notify_all();
    },
    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  publisher->publish(text("the last"));
  {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, pubsub_test::patience, [&] { return missed >= 3; }));
  }
  std::size_t waited = 0;
  subscription->set_on_new_qos_event_callback(
    [&](std::size_t count) { waited += count; }, RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED);
  subscription->clear_on_new_qos_event_callback(RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED);
  EXPECT_GE(waited, 2u) << "those that happened before";
  publisher->clear_on_new_qos_event_callback(RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  EXPECT_EQ(called, 0);
  EXPECT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return static_cast<std::size_t>(called) >= missed; }))
    << "the executor's callback gets them all the same";
}

TEST_F(Surface, ACallbackOfAMissedDeadlineMayDropThePublisher)
{
  rclcpp::PublisherOptions options;
  options.event_callbacks.deadline_callback = [](rclcpp::QOSDeadlineOfferedInfo &) {};
  auto publisher = here->create_publisher<String>(
    "topic", rclcpp::QoS(10).deadline(rclcpp::Duration(1ms)), options);
  std::shared_ptr<rclcpp::Publisher<String>> kept = publisher;
  std::promise<void> dropped;
  kept->set_on_new_qos_event_callback(
    [&](std::size_t) {
      publisher.reset();
      dropped.set_value();
    },
    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  kept->publish(text("x"));
  kept.reset();
  EXPECT_EQ(dropped.get_future().wait_for(pubsub_test::patience), std::future_status::ready);
}

TEST_F(Surface, NoLockIsHeldWhileNewEventsAreReported)
{
  rclcpp::PublisherOptions publisher_options;
  publisher_options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
  auto publisher = here->create_publisher<String>("topic", 10, publisher_options);
  std::vector<std::size_t> counts;
  publisher->set_on_new_qos_event_callback(
    [&](std::size_t) {
      counts.push_back(publisher->get_subscription_count());
      // Endpoints of the same topic may be created and destroyed here.
      here->create_subscription<String>("other", 1, [](const String &) {});
    },
    RCL_PUBLISHER_MATCHED);
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  subscription.reset();
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 0}));
}

// For owners in this context and in another one.
TEST_F(Surface, CallbacksMayDropTheOwnerOfTheirEvent)
{
  auto there = make_there();
  for (const auto & node : {here, there}) {
    SCOPED_TRACE(node->get_name());
    auto publisher = node->create_publisher<String>("topic", 10);
    auto subscription = here->create_subscription<String>("topic", 1, [](const String &) {});
    ASSERT_TRUE(
      pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 1; }));
    std::atomic<bool> gone{false};
    subscription->set_on_new_message_callback([&](std::size_t) {
      subscription.reset();
      gone = true;
    });
    publisher->publish(text("x"));
    ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return gone.load(); }));

    rclcpp::PublisherOptions options;
    options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo &) {};
    auto dropped = here->create_publisher<String>("other", 10, options);
    gone = false;
    dropped->set_on_new_qos_event_callback(
      [&](std::size_t) {
        dropped.reset();
        gone = true;
      },
      RCL_PUBLISHER_MATCHED);
    auto matched = node->create_subscription<String>("other", 10, [](const String &) {});
    EXPECT_TRUE(pubsub_test::spin_until(*executor, [&] { return gone.load(); }));
  }
}

// --- topic statistics ---

class Statistics : public Surface
{
protected:
  rclcpp::SubscriptionOptions enabled(std::chrono::milliseconds period)
  {
    rclcpp::SubscriptionOptions options;
    options.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
    options.topic_stats_options.publish_period = period;
    return options;
  }

  static std::map<int, double> points(const MetricsMessage & message)
  {
    std::map<int, double> found;
    for (const auto & point : message.statistics) {
      found[point.data_type] = point.data;
    }
    return found;
  }

  std::vector<MetricsMessage> metrics;
  std::shared_ptr<rclcpp::Subscription<MetricsMessage>> reader =
    here->create_subscription<MetricsMessage>(
      "/statistics", 10, [this](const MetricsMessage & message) { metrics.push_back(message); });
};

TEST_F(Statistics, AgeAndPeriodAreMeasured)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  auto subscription =
    here->create_subscription<String>("topic", 10, [](const String &) {}, enabled(50ms));
  for (int i = 0; i < 4; ++i) {
    publisher->publish(text("x"));
  }
  // On a slow machine the messages may fall into several windows.
  const auto samples = [&](const char * metric) {
    double sum = 0;
    for (const MetricsMessage & message : metrics) {
      sum += message.metrics_source == metric ? points(message)[5] : 0;
    }
    return sum;
  };
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return samples("message_period") == 3; }))
    << "between four messages";
  EXPECT_EQ(samples("message_age"), 4);
  for (const MetricsMessage & message : metrics) {
    EXPECT_EQ(message.measurement_source_name, "here");
    EXPECT_EQ(message.unit, "ms");
    const auto window = rclcpp::Time(message.window_stop) - rclcpp::Time(message.window_start);
    EXPECT_GT(window.nanoseconds(), 0);  // a late end makes the next window shorter
    ASSERT_EQ(message.statistics.size(), 5u);
    auto figures = points(message);
    if (figures[5] == 0) {
      EXPECT_TRUE(std::isnan(figures[1]) && std::isnan(figures[4]));
    } else {
      EXPECT_GT(figures[2], 0);           // minimum
      EXPECT_LE(figures[2], figures[1]);  // average
      EXPECT_LE(figures[1], figures[3]);  // maximum
      EXPECT_GE(figures[4], 0);           // deviation
    }
  }
  metrics.clear();
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return metrics.size() >= 2; }));
  EXPECT_EQ(samples("message_age"), 0) << "each window begins anew";
}

TEST_F(Statistics, MessagesThatAProgramHandsInCountToo)
{
  auto subscription =
    here->create_subscription<String>("topic", 10, [](const String &) {}, enabled(50ms));
  std::shared_ptr<void> message = std::make_shared<String>();
  rclcpp::MessageInfo info;
  info.get_rmw_message_info().source_timestamp = 1;
  subscription->handle_message(message, info);
  subscription->handle_loaned_message(message.get(), info);
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<String>().serialize_message(message.get(), &bytes);
  subscription->handle_serialized_message(std::make_shared<rclcpp::SerializedMessage>(bytes), info);
  double ages = 0;
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] {
    for (const MetricsMessage & each : metrics) {
      ages += each.metrics_source == "message_age" ? points(each)[5] : 0;
    }
    metrics.clear();
    return ages >= 3;
  }));
  EXPECT_EQ(ages, 3) << "each once";
}

TEST_F(Statistics, TheFiguresAreRight)
{
  auto publisher = here->create_publisher<MetricsMessage>("/statistics", 10);
  rclcpp::topic_statistics::SubscriptionTopicStatistics statistics("me", publisher);
  rmw_message_info_t info{};
  for (const std::int64_t ms : {1, 2, 3, 6}) {
    info.source_timestamp = 1'000'000'000;
    statistics.handle_message(info, rclcpp::Time(1'000'000'000 + ms * 1'000'000));
  }
  statistics.publish_message_and_reset_measurements();
  executor->spin_some();
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].measurement_source_name, "me");
  auto age = points(metrics[0]);
  EXPECT_DOUBLE_EQ(age[1], 3);
  EXPECT_DOUBLE_EQ(age[2], 1);
  EXPECT_DOUBLE_EQ(age[3], 6);
  EXPECT_DOUBLE_EQ(age[4], std::sqrt(3.5));
  EXPECT_EQ(age[5], 4);
  auto period = points(metrics[1]);
  EXPECT_DOUBLE_EQ(period[1], 5.0 / 3);
  EXPECT_EQ(period[5], 3);
  EXPECT_THROW(
    rclcpp::topic_statistics::SubscriptionTopicStatistics("me", nullptr), std::invalid_argument);
}

TEST_F(Statistics, DerivedClassesSeeTheMeasurements)
{
  struct Open : rclcpp::topic_statistics::SubscriptionTopicStatistics
  {
    using SubscriptionTopicStatistics::get_current_collector_data;
    using SubscriptionTopicStatistics::SubscriptionTopicStatistics;
  };
  Open statistics("me", here->create_publisher<MetricsMessage>("/statistics", 10));
  ASSERT_EQ(statistics.get_current_collector_data().size(), 2u);
  for (const auto & data : statistics.get_current_collector_data()) {
    EXPECT_EQ(data.sample_count, 0u);
    EXPECT_TRUE(std::isnan(data.average) && std::isnan(data.standard_deviation));
  }
  rmw_message_info_t info = rmw_get_zero_initialized_message_info();
  EXPECT_EQ(info.source_timestamp, 0);
  statistics.handle_message(info, rclcpp::Time(5'000'000));  // with an unknown age
  info.source_timestamp = 4'000'000;
  statistics.handle_message(info, rclcpp::Time(7'000'000));
  const auto data = statistics.get_current_collector_data();
  EXPECT_EQ(data[0].sample_count, 1u);
  EXPECT_DOUBLE_EQ(data[0].average, 3);
  EXPECT_EQ(data[1].sample_count, 1u);
  EXPECT_DOUBLE_EQ(data[1].max, 2);
  statistics.publish_message_and_reset_measurements();
  EXPECT_EQ(statistics.get_current_collector_data()[0].sample_count, 0u);
}

TEST_F(Statistics, OffByDefaultOnByTheNodeOrTheOptions)
{
  auto plain = here->create_subscription<String>("a", 10, [](const String &) {});
  EXPECT_EQ(here->count_publishers("/statistics"), 0u);
  auto node = std::make_shared<rclcpp::Node>(
    "measured", rclcpp::NodeOptions().context(context).enable_topic_statistics(true));
  nodes.push_back(node);
  auto by_node = node->create_subscription<String>("b", 10, [](const String &) {});
  EXPECT_EQ(reader->get_publisher_count(), 1u);
  rclcpp::SubscriptionOptions off;
  off.topic_stats_options.state = rclcpp::TopicStatisticsState::Disable;
  auto disabled = node->create_subscription<String>("c", 10, [](const String &) {}, off);
  EXPECT_EQ(reader->get_publisher_count(), 1u);
  rclcpp::SubscriptionOptions elsewhere = enabled(1s);
  elsewhere.topic_stats_options.publish_topic = "my_statistics";
  elsewhere.topic_stats_options.qos = rclcpp::QoS(3).best_effort();
  auto other = here->create_subscription<String>("d", 10, [](const String &) {}, elsewhere);
  auto my_reader = here->create_subscription<MetricsMessage>(
    "my_statistics", rclcpp::QoS(3).best_effort(), [](const MetricsMessage &) {});
  EXPECT_EQ(my_reader->get_publisher_count(), 1u);
  by_node.reset();
  EXPECT_EQ(reader->get_publisher_count(), 0u) << "it ends with the subscription";
}

TEST_F(Statistics, AnInvalidStateIsRefused)
{
  rclcpp::SubscriptionOptions options;
  EXPECT_EQ(options.topic_stats_options.qos.depth(), 10u);
  const auto base = here->get_node_base_interface();
  EXPECT_FALSE(rclcpp::detail::resolve_enable_topic_statistics(options, *base)) << "of the node";
  options.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
  EXPECT_TRUE(rclcpp::detail::resolve_enable_topic_statistics(options, *base));
  options.topic_stats_options.state = static_cast<rclcpp::TopicStatisticsState>(7);
  EXPECT_THROW(
    here->create_subscription<String>(
      "topic", 10, [](const String &) {}, options),
    std::runtime_error);
}

TEST_F(Statistics, APeriodThatIsNotPositiveIsRefused)
{
  for (const auto period : {0ms, -5ms}) {
    EXPECT_THROW(
      here->create_subscription<String>(
        "topic", 10, [](const String &) {}, enabled(period)),
      std::invalid_argument);
  }
}

// --- features that the middleware does not support ---

TEST_F(Surface, ContentFiltersAreAcceptedAndHaveNoEffect)
{
  rclcpp::SubscriptionOptions options;
  options.content_filter_options.filter_expression = "data = %0";
  options.content_filter_options.expression_parameters = {"'x'"};
  int calls = 0;
  auto subscription =
    here->create_subscription<String>("topic", 10, [&](const String &) { ++calls; }, options);
  EXPECT_FALSE(subscription->is_cft_enabled());
  EXPECT_THROW(subscription->set_content_filter("data = 'y'"), rclcpp::exceptions::RCLError);
  try {
    subscription->get_content_filter();
    ADD_FAILURE();
  } catch (const rclcpp::exceptions::RCLError & error) {
    EXPECT_STREQ(
      error.what(), "topic '/topic': get_content_filter is not supported by the middleware");
    EXPECT_EQ(error.ret, RMW_RET_UNSUPPORTED);
  }
  here->create_publisher<String>("topic", 10)->publish(text("y"));
  executor->spin_some();
  EXPECT_EQ(calls, 1);
}

// A process that cannot read the announcement of shared memory gets the messages from the network.
TEST_F(Surface, SharedMemoryIsAnnouncedUnlessAnOptionSwitchesItOff)
{
  rclcpp::PublisherOptions options;
  EXPECT_TRUE(options.use_shared_memory);
  rclcpp::InitOptions init_options;
  EXPECT_TRUE(init_options.use_shared_memory());
  other_context = std::make_shared<rclcpp::Context>();
  other_context->init(0, nullptr, rclcpp::InitOptions(init_options.use_shared_memory(false)));
  EXPECT_FALSE(other_context->get_init_options().use_shared_memory());

  const auto is_off = [](const std::shared_ptr<rclcpp::Node> & node, const std::string & topic) {
    const auto endpoints = node->get_node_base_interface()->participant().graph().endpoints(
      rmw::EndpointKind::writer, "rt/" + topic);
    EXPECT_EQ(endpoints.size(), 1u);
    EXPECT_NE(endpoints.at(0)->user_data.find("shm="), std::string::npos);
    return endpoints.at(0)->user_data.find("shm=off;") != std::string::npos;
  };
  const auto node = make_node("here");
  const auto by_default = node->create_publisher<String>("by_default", 10, options);
  EXPECT_FALSE(is_off(node, "by_default"));
  options.use_shared_memory = false;
  const auto without = node->create_publisher<String>("without", 10, options);
  EXPECT_TRUE(is_off(node, "without"));
  const auto other_node = make_node("other_node", false, other_context);
  const auto of_context = other_node->create_publisher<String>("of_context", 10);
  EXPECT_TRUE(is_off(other_node, "of_context"));
}

TEST_F(Surface, NetworkFlowsAreUnknown)
{
  rclcpp::PublisherOptions options;
  options.require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED;
  options.rmw_implementation_payload = nullptr;
  auto publisher = here->create_publisher<String>("topic", 10, options);
  EXPECT_THROW(publisher->get_network_flow_endpoints(), rclcpp::exceptions::RCLError);
  options.require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED;
  EXPECT_THROW(here->create_publisher<String>("topic", 10, options), rclcpp::exceptions::RCLError);
  rclcpp::SubscriptionOptions strict;
  strict.require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED;
  EXPECT_THROW(
    here->create_subscription<String>(
      "topic", 10, [](const String &) {}, strict),
    rclcpp::exceptions::RCLError);
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  EXPECT_THROW(subscription->get_network_flow_endpoints(), rclcpp::exceptions::RCLError);
  std::ostringstream none;
  none << rclcpp::NetworkFlowEndpoint();
  EXPECT_EQ(
    none.str(), R"({"transportProtocol": "", "internetProtocol": "", "transportPort": "0", )"
                R"("flowLabel": "0", "dscp": "0", "internetAddress": ""})");
}

TEST_F(Surface, NoEntityIsCreatedAfterShutdown)
{
  auto bytes = here->create_publisher<String>("topic", 10);
  context->shutdown("test");
  EXPECT_THROW(here->create_publisher<String>("topic", 10), rclcpp::exceptions::RCLError);
  EXPECT_THROW(
    here->create_subscription<String>("topic", 10, [](const String &) {}),
    rclcpp::exceptions::RCLError);
  EXPECT_NO_THROW(bytes->publish(text("x")));
}

TEST_F(Surface, ALoanedMessageStaysItsOwners)
{
  std::string got;
  auto subscription = here->create_subscription<String>(
    "topic", 10, [&](const String & message) { got = message.data; });
  String message = text("lent");
  subscription->handle_loaned_message(&message, rclcpp::MessageInfo());
  EXPECT_EQ(got, "lent");
  EXPECT_EQ(message.data, "lent");
}

TEST_F(Surface, AnEventThatTheMiddlewareDoesNotHave)
{
  const rclcpp::exceptions::RCLError reason("no such event");
  const rclcpp::UnsupportedEventTypeException error(reason, "topic '/scan'");
  EXPECT_STREQ(error.what(), "topic '/scan': no such event");
  const rclcpp::exceptions::RCLErrorBase & base = error;
  EXPECT_EQ(base.message, "no such event");
}

// --- simple queries ---

TEST_F(Surface, TheQueriesOfAPublisher)
{
  auto publisher = here->create_publisher<String>("topic", 7);
  EXPECT_EQ(publisher->get_queue_size(), 7u);
  EXPECT_FALSE(publisher->is_durability_transient_local());
  EXPECT_TRUE(here->create_publisher<String>("kept", rclcpp::QoS(1).transient_local())
                ->is_durability_transient_local());
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 0u);
  auto five = here->create_subscription<String>("topic", 5, [](const String &) {});
  auto three = here->create_subscription<String>("topic", 3, [](const String &) {});
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 3u);
  publisher->publish(text("x"));
  EXPECT_EQ(publisher->lowest_available_ipm_capacity(), 2u);
  EXPECT_TRUE(*publisher == publisher->get_gid());
  EXPECT_TRUE(*publisher == &publisher->get_gid());
  EXPECT_FALSE(*publisher == static_cast<const rmw_gid_t *>(nullptr));
}

TEST_F(Surface, TakingWithoutAnExecutor)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  std::string called;
  auto subscription = here->create_subscription<String>(
    "topic", 10, [&](const String & message) { called = message.data; });
  EXPECT_EQ(subscription->get_delivered_message_kind(), rclcpp::DeliveredMessageKind::ROS_MESSAGE);
  publisher->publish(text("erased"));
  rclcpp::MessageInfo info;
  std::shared_ptr<void> message = subscription->create_message();
  ASSERT_TRUE(subscription->take_type_erased(message.get(), info));
  EXPECT_TRUE(info.get_rmw_message_info().from_intra_process);
  EXPECT_EQ(info.get_rmw_message_info().publication_sequence_number, 1u);
  subscription->handle_message(message, info);
  subscription->return_message(message);
  EXPECT_EQ(called, "erased");
  publisher->publish(text("bytes"));
  auto bytes = subscription->create_serialized_message();
  ASSERT_TRUE(subscription->take_serialized(*bytes, info));
  subscription->handle_serialized_message(bytes, info);
  EXPECT_EQ(called, "bytes");
  subscription->return_serialized_message(bytes);
  EXPECT_EQ(bytes, nullptr);
}

TEST_F(Surface, WaitSetsMayClaimASubscriptionAndItsEvents)
{
  auto subscription = here->create_subscription<String>("topic", 10, [](const String &) {});
  EXPECT_FALSE(subscription->exchange_in_use_by_wait_set_state(subscription.get(), true));
  EXPECT_TRUE(subscription->exchange_in_use_by_wait_set_state(subscription.get(), true));
  EXPECT_TRUE(subscription->exchange_in_use_by_wait_set_state(subscription.get(), false));
  EXPECT_FALSE(subscription->exchange_in_use_by_wait_set_state(subscription.get(), true));
  void * const event = subscription->get_event_handlers().begin()->second.get();
  EXPECT_FALSE(subscription->exchange_in_use_by_wait_set_state(event, true));
  EXPECT_THROW(
    subscription->exchange_in_use_by_wait_set_state(nullptr, true), std::invalid_argument);
  EXPECT_THROW(subscription->exchange_in_use_by_wait_set_state(this, true), std::runtime_error);
}

// --- types that the process does not contain ---

TEST_F(Surface, AForwardedSampleKeepsTheTimeOfItsPublication)
{
  const auto publisher = make_there()->create_generic_publisher("topic", "std_msgs/msg/String", 10);
  const auto local = here->create_generic_publisher("topic", "std_msgs/msg/String", 10);
  std::vector<std::int64_t> times;
  const auto subscription = here->create_generic_subscription(
    "topic", "std_msgs/msg/String", 10,
    [&](const rclcpp::SerializedMessage &, const rclcpp::MessageInfo & info) {
      times.push_back(info.get_rmw_message_info().source_timestamp);
    });
  ASSERT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 1; }));
  rmw::Buffer buffer(9);
  const std::vector<std::uint8_t> bytes{0, 1, 0, 0, 1, 0, 0, 0, 0};
  std::memcpy(buffer.bytes().data(), bytes.data(), bytes.size());
  const rmw::Sample sample(std::move(buffer));
  constexpr std::int64_t sent = 1'700'000'000'000'000'000;
  for (const auto & sender : {publisher, local}) {
    times.clear();
    sender->publish_sample(sample, sent);
    sender->publish_sample(sample);
    ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return times.size() == 2; }));
    EXPECT_EQ(times[0] / 1000, sent / 1000);  // DDS has fractions of seconds in 32 bits
    EXPECT_GT(times[1], sent);
  }
}

TEST_F(Surface, BytesOfUnknownTypesPassThrough)
{
  auto publisher = make_there()->create_generic_publisher("topic", "nobody_msgs/msg/Unknown", 10);
  std::vector<std::vector<std::uint8_t>> got;
  const auto note = [&](const rclcpp::SerializedMessage & message) {
    const auto & raw = message.get_rcl_serialized_message();
    got.emplace_back(raw.buffer, raw.buffer + raw.buffer_length);
  };
  std::vector<std::shared_ptr<rclcpp::GenericSubscription>> subscriptions;
  const auto on = [&](auto callback) {
    subscriptions.push_back(
      here->create_generic_subscription("topic", "nobody_msgs/msg/Unknown", 10, callback));
  };
  on([&](std::shared_ptr<const rclcpp::SerializedMessage> m) { note(*m); });
  on([&](std::shared_ptr<rclcpp::SerializedMessage> m) { note(*m); });
  on([&](std::unique_ptr<rclcpp::SerializedMessage> m, const rclcpp::MessageInfo &) { note(*m); });
  on([&](const rclcpp::SerializedMessage & m) { note(m); });
  using Bytes = std::shared_ptr<const rclcpp::SerializedMessage>;
  on([&](const Bytes & m, const rclcpp::MessageInfo & info) {
    EXPECT_GT(info.get_rmw_message_info().source_timestamp, 0);
    note(*m);
  });
  EXPECT_EQ(
    subscriptions[0]->get_delivered_message_kind(),
    rclcpp::DeliveredMessageKind::SERIALIZED_MESSAGE);
  EXPECT_THROW(
    subscriptions[0]->take_type_erased(&got, *std::make_unique<rclcpp::MessageInfo>()),
    rclcpp::exceptions::UnimplementedError);
  auto local = here->create_generic_publisher("topic", "nobody_msgs/msg/Unknown", 10);
  ASSERT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 5; }));
  rclcpp::SerializedMessage message(8);
  message.get_rcl_serialized_message().buffer_length = 8;
  const std::vector<std::uint8_t> bytes{0, 1, 0, 0, 1, 2, 3, 4};
  std::copy(bytes.begin(), bytes.end(), message.get_rcl_serialized_message().buffer);
  publisher->publish(message);
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return got.size() == 5; }));
  local->publish_as_loaned_msg(message);
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return got.size() == 10; }));
  for (const auto & one : got) {
    EXPECT_EQ(one, bytes);
  }
}

TEST_F(Surface, RegisteredTypesAnnounceTheirHash)
{
  static constexpr cdr::field_description field{
    "value", nullptr, 0, 0, cdr::kind::int32, cdr::collection::none, false};
  static constexpr cdr::struct_description type{"made_msgs/msg/Value", &field, 1, 4};
  const std::string hash = "RIHS01_" + std::string(64, 'a');
  auto before = here->create_generic_publisher("topic", type.name, 10);
  rclcpp::register_type(type, hash);
  rclcpp::register_type(type, hash);
  auto after = here->create_generic_publisher("topic", type.name, 10);
  std::size_t got = 0;
  auto subscription = make_there()->create_generic_subscription(
    "topic", type.name, 10, [&](const rclcpp::SerializedMessage &) { ++got; });
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] {
    return subscription->get_publisher_count() == 2 && after->get_subscription_count() == 1;
  }));
  int announced = 0;
  for (const auto & info : here->get_publishers_info_by_topic("topic")) {
    announced += info.topic_type_hash().version == 1 && info.topic_type_hash().value[31] == 0xaa;
  }
  EXPECT_EQ(announced, 1);
  rclcpp::SerializedMessage message(8);
  message.get_rcl_serialized_message().buffer_length = 8;
  const std::vector<std::uint8_t> bytes{0, 1, 0, 0, 1, 2, 3, 4};
  std::copy(bytes.begin(), bytes.end(), message.get_rcl_serialized_message().buffer);
  before->publish(message);
  after->publish(message);
  EXPECT_TRUE(pubsub_test::spin_until(*executor, [&] { return got == 2; }));

  EXPECT_THROW(rclcpp::register_type(type, "RIHS01_aa"), std::invalid_argument);
  EXPECT_THROW(rclcpp::register_type(type, ""), std::invalid_argument);
  EXPECT_THROW(rclcpp::register_type({"made_msgs", &field, 1, 4}, hash), std::invalid_argument);
}

TEST_F(Surface, TheGraphShowsTheAnnouncedDepthOfAPeer)
{
  auto publisher = make_there()->create_publisher<String>("topic", rclcpp::QoS(rclcpp::KeepAll()));
  ASSERT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return here->count_publishers("topic") == 1; }));
  const auto info = here->get_publishers_info_by_topic("topic").at(0);
  EXPECT_EQ(info.qos_profile().history(), rclcpp::HistoryPolicy::KeepAll);
  // DDS announces no depth with KEEP_ALL; rmw_zenoh_cpp announces its default.
  const char * const middleware = std::getenv("RMW_IMPLEMENTATION");
  const bool is_on_zenoh = middleware && std::string(middleware) == "rmw_zenoh_cpp";
  EXPECT_EQ(info.qos_profile().depth(), is_on_zenoh ? 42u : 0u);
}

// --- texts and policies ---

TEST_F(Surface, WrongTypesAreReportedByTheirRosNames)
{
  testing::internal::CaptureStderr();
  auto publisher = here->create_publisher<String>("topic", 10);
  auto subscription =
    here->create_subscription<std_msgs::msg::Bool>("topic", 10, [](const std_msgs::msg::Bool &) {});
  auto remote = make_there()->create_publisher<String>("topic", 10);
  executor->spin_some();
  const std::string all = testing::internal::GetCapturedStderr();
  EXPECT_NE(all.find("has type 'std_msgs/msg/String'"), std::string::npos) << all;
  EXPECT_NE(all.find("has 'std_msgs/msg/Bool'"), std::string::npos) << all;
  EXPECT_EQ(all.find("dds_"), std::string::npos) << all;
}

TEST_F(Surface, BestAvailableResolvesForBothKinds)
{
  auto publisher = here->create_publisher<String>("topic", rclcpp::QoS(5).best_effort());
  auto subscription =
    here->create_subscription<String>("topic", rclcpp::BestAvailableQoS(), [](const String &) {});
  EXPECT_EQ(subscription->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(subscription->get_actual_qos().durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(subscription->get_publisher_count(), 1u);
  auto best = here->create_publisher<String>("other", rclcpp::BestAvailableQoS());
  EXPECT_EQ(best->get_actual_qos().reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(best->get_actual_qos().durability(), rclcpp::DurabilityPolicy::TransientLocal);
}

TEST_F(Surface, ABestAvailableDeadlineIsWatched)
{
  const auto deadline = rclcpp::Duration(20ms);
  auto publisher = here->create_publisher<String>("topic", rclcpp::QoS(5).deadline(deadline));
  int missed = 0;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.deadline_callback = [&](rclcpp::QOSDeadlineRequestedInfo &) { ++missed; };
  auto subscription = here->create_subscription<String>(
    "topic", rclcpp::BestAvailableQoS(), [](const String &) {}, options);
  EXPECT_EQ(subscription->get_actual_qos().deadline().nanoseconds(), 20'000'000);
  publisher->publish(text("the last for a while"));
  EXPECT_TRUE(pubsub_test::spin_until(*executor, [&] { return missed > 0; }));
}

TEST_F(Surface, TwoDefaultProfilesAreCompatibleWithAWarningAsInRos2)
{
  const auto result = rclcpp::qos_check_compatible(rclcpp::QoS(10), rclcpp::QoS(10));
  EXPECT_EQ(result.compatibility, rclcpp::QoSCompatibility::Warning);
  EXPECT_EQ(
    result.reason,
    "WARNING: liveliness: cannot compare system_default of the publisher with system_default of "
    "the subscription;");
  const auto automatic = rclcpp::QoS(10).liveliness(rclcpp::LivelinessPolicy::Automatic);
  EXPECT_EQ(
    rclcpp::qos_check_compatible(automatic, automatic).compatibility, rclcpp::QoSCompatibility::Ok);
}

}  // namespace
