// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_topic, publish_to_topic and sample_with_frequency on a node: items, start, end, errors,
// threads.

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using Int32 = std_msgs::msg::Int32;

namespace
{

Int32 number(int value)
{
  Int32 message;
  message.data = value;
  return message;
}

struct TopicTest : RosTest
{
  TopicTest() { executor.add_node(node); }

  std::shared_ptr<rxros2::Node> node = rxros2::create_node("streams");
  rclcpp::Publisher<Int32>::SharedPtr publisher = node->create_publisher<Int32>("numbers", 100);
  std::vector<int> got;
};

TEST_F(TopicTest, EveryCallbackSpelling)
{
  std::map<std::string, int> seen;
  auto numbers = rxros2::observable::from_topic<Int32>(node, "numbers", 100);
  numbers.subscribe([&](Int32 m) { seen["value"] += m.data; });
  numbers.subscribe([&](const Int32 & m) { seen["reference"] += m.data; });
  numbers.subscribe([&](const Int32::SharedPtr m) { seen["shared"] += m->data; });
  numbers.subscribe([&](Int32::ConstSharedPtr m) { seen["const shared"] += m->data; });
  numbers.subscribe([&](Int32::UniquePtr m) { seen["unique"] += m->data; });
  numbers.subscribe([&](const auto & m) { seen["generic"] += m->data; });
  publisher->publish(number(3));
  publisher->publish(number(4));
  ASSERT_TRUE(spin_until([&] { return seen["generic"] == 7; }));
  EXPECT_EQ(
    seen, (std::map<std::string, int>{
            {"value", 7},
            {"reference", 7},
            {"shared", 7},
            {"const shared", 7},
            {"unique", 7},
            {"generic", 7}}));
}

// Its large array reads the sample, so that even the only owner may not change it.
TEST_F(TopicTest, AFunctionThatChangesALargeMessageGetsACopy)
{
  using Bytes = std_msgs::msg::UInt8MultiArray;
  const auto bytes = node->create_generic_publisher("bytes", "std_msgs/msg/UInt8MultiArray", 10);
  Bytes expected;
  expected.data.assign(100'000, 7);
  rclcpp::SerializedMessage sample;
  rclcpp::Serialization<Bytes>().serialize_message(&expected, &sample);
  std::vector<Bytes> changed;
  const auto change = [&](Bytes & message) {
    message.data[0] = 1;
    message.data.push_back(2);
    changed.push_back(message);
  };
  const auto source = rxros2::observable::from_topic<Bytes>(node, "bytes", 10);
  const auto unique = source.subscribe([&](Bytes::UniquePtr message) { change(*message); });
  bytes->publish(sample);
  ASSERT_TRUE(spin_until([&] { return changed.size() == 1; }));
  unique.unsubscribe();
  const auto shared = source.subscribe([&](Bytes::SharedPtr message) { change(*message); });
  bytes->publish(sample);
  ASSERT_TRUE(spin_until([&] { return changed.size() == 2; }));
  expected.data[0] = 1;
  expected.data.push_back(2);
  EXPECT_EQ(changed[0], expected);
  EXPECT_EQ(changed[1], expected);
}

TEST_F(TopicTest, AllSubscribersShareOneReader)
{
  const auto numbers = rxros2::observable::from_topic<Int32>(node, "numbers", 100);
  std::vector<int> others;
  for (int round = 0; round < 2; ++round) {
    got.clear();
    others.clear();
    const auto first = numbers.subscribe([&](Int32 m) { got.push_back(m.data); });
    const auto second = (numbers | map([](Int32 m) { return m.data; })).subscribe([&](int i) {
      others.push_back(i);
    });
    EXPECT_TRUE(becomes(1, [&] { return node->count_subscribers("numbers"); }));
    publisher->publish(number(1));
    ASSERT_TRUE(spin_until([&] { return !others.empty(); }));
    first.dispose();
    EXPECT_TRUE(becomes(1, [&] { return node->count_subscribers("numbers"); }));
    publisher->publish(number(2));
    ASSERT_TRUE(spin_until([&] { return others.size() == 2; }));
    second.dispose();
    EXPECT_TRUE(becomes(0, [&] { return node->count_subscribers("numbers"); }));
    EXPECT_EQ(got, std::vector{1});
    EXPECT_EQ(others, (std::vector{1, 2}));
  }
}

TEST_F(TopicTest, LaterSubscribersBeginWithTheHistory)
{
  const auto latched = rclcpp::QoS(2).transient_local();
  const auto sender = node->create_publisher<Int32>("latched", latched);
  const auto numbers = rxros2::observable::from_topic<Int32>(node, "latched", latched);
  for (int i = 1; i <= 3; ++i) {
    sender->publish(number(i));
  }
  const auto first = numbers.subscribe([&](Int32 m) { got.push_back(m.data); });
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  std::vector<int> later;
  const auto second = numbers.subscribe([&](Int32 m) { later.push_back(m.data); });
  EXPECT_EQ(later, (std::vector{2, 3}));
  EXPECT_TRUE(becomes(1, [&] { return node->count_subscribers("latched"); }));
  sender->publish(number(4));
  ASSERT_TRUE(spin_until([&] { return later.size() == 3; }));
  EXPECT_EQ(got, (std::vector{2, 3, 4}));
  first.dispose();
  second.dispose();
  got.clear();
  const auto again = numbers.subscribe([&](Int32 m) { got.push_back(m.data); });
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  EXPECT_EQ(got, (std::vector{3, 4}));  // of the topic, by a new reader
}

TEST_F(TopicTest, MessagesMayStaySerialized)
{
  const std::string type = "std_msgs/msg/Int32";
  rxros2::observable::from_topic(node, "numbers", type) |
    tap([&](const auto & bytes) { got.push_back(static_cast<int>(bytes->size())); }) |
    rxros2::operators::publish_to_topic(node, "copied", type);
  rxros2::observable::from_topic<Int32>(node, "copied").subscribe([&](Int32 m) {
    got.push_back(m.data);
  });
  executor.spin_some();  // the first pipe starts
  publisher->publish(number(5));
  ASSERT_TRUE(spin_until([&] { return got.size() == 2; }));
  EXPECT_EQ(got, (std::vector{8, 5}));  // a header of 4 bytes and 4 bytes for the number
}

TEST_F(TopicTest, AssemblingDoesNothing)
{
  auto pipe =
    rxros2::observable::from_topic<Int32>(node, "numbers") | map([](Int32 m) { return m.data; });
  EXPECT_TRUE(becomes(0, [&] { return node->count_subscribers("numbers"); }));
  const auto running = pipe.subscribe([](int) {});
  EXPECT_TRUE(becomes(1, [&] { return node->count_subscribers("numbers"); }));
  running.dispose();
  EXPECT_TRUE(becomes(0, [&] { return node->count_subscribers("numbers"); }));
}

TEST_F(TopicTest, DisposingInItsOwnCallbackRemovesTheSubscription)
{
  rxcpp::subscription running;
  running = rxros2::observable::from_topic<Int32>(node, "numbers").subscribe([&](Int32 m) {
    got.push_back(m.data);
    running.dispose();
  });
  publisher->publish(number(1));
  publisher->publish(number(2));
  ASSERT_TRUE(spin_until([&] { return !got.empty() && node->count_subscribers("numbers") == 0; }));
  EXPECT_EQ(got, std::vector{1});
}

TEST_F(TopicTest, CompletesWhenItsNodeIsDestroyed)
{
  bool completed = false;
  auto other = std::make_shared<rclcpp::Node>("plain_node");
  executor.add_node(other);
  const auto running = rxros2::observable::from_topic<Int32>(other, "numbers")
                         .subscribe([](Int32) {}, [&] { completed = true; });
  executor.spin_some();
  EXPECT_FALSE(completed);
  other.reset();
  if (rxros2::detail::nodes_tell_of_their_end<>) {
    EXPECT_TRUE(completed);
  }
  // at the latest with the executor's next turn
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_FALSE(running.is_subscribed());
}

TEST_F(TopicTest, CompletesWhenTheNodeItPublishesWithIsDestroyed)
{
  bool completed = false;
  auto other = std::make_shared<rclcpp::Node>("plain_node");
  const auto running =
    (rxros2::observable::from_topic<Int32>(node, "numbers") | publish_to_topic<Int32>(other, "out"))
      .subscribe([&](Int32 m) { got.push_back(m.data); }, [&] { completed = true; });
  publisher->publish(number(1));
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
  other.reset();
  publisher->publish(number(2));
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, std::vector{1});
}

TEST_F(TopicTest, CompletesAtShutdown)
{
  int completed = 0;
  rxros2::observable::from_topic<Int32>(node, "numbers")
    .subscribe([](Int32) {}, [&] { ++completed; });
  rxcpp::observable<>::interval(1h) | map([](int i) { return number(i); }) |
    tap([](const Int32 &) {}, [&] { ++completed; }) | publish_to_topic<Int32>(node, "ticks");
  rclcpp::shutdown();
  EXPECT_EQ(completed, 2);
}

TEST_F(TopicTest, AStreamOfADestroyedNodeIsEmpty)
{
  auto other = rxros2::create_node("short_lived");
  auto pipe = rxros2::observable::from_topic<Int32>(other, "numbers");
  other.reset();
  bool completed = false;
  pipe.subscribe([](Int32) {}, [&] { completed = true; });
  EXPECT_TRUE(completed);
}

TEST_F(TopicTest, ABadTopicNameIsTheStreamsError)
{
  std::string error;
  rxros2::observable::from_topic<Int32>(node, "no spaces")
    .subscribe([](Int32) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("no spaces"), std::string::npos) << error;
  error.clear();
  (rxcpp::observable<>::just(number(1)) | publish_to_topic<Int32>(node, "1st"))
    .subscribe([](Int32) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("1st"), std::string::npos) << error;
}

TEST_F(TopicTest, AnExceptionEndsItsStreamOnly)
{
  std::string error;
  (rxros2::observable::from_topic<Int32>(node, "numbers") | map([](Int32 m) {
     if (m.data == 2) {
       throw std::runtime_error("two is too much");
     }
     return m.data;
   }))
    .subscribe(
      [&](int i) { got.push_back(i); }, [&](std::exception_ptr e) { error = rx::what(e); });
  int others = 0;
  rxros2::observable::from_topic<Int32>(node, "numbers").subscribe([&](Int32) { ++others; });
  for (int i = 1; i <= 3; ++i) {
    publisher->publish(number(i));
  }
  ASSERT_TRUE(spin_until([&] { return others == 3 && !error.empty(); }));
  EXPECT_EQ(got, std::vector{1});
  EXPECT_EQ(error, "two is too much");
  EXPECT_TRUE(becomes(1, [&] { return node->count_subscribers("numbers"); }));
}

TEST_F(TopicTest, LogsUnhandledErrors)
{
  testing::internal::CaptureStderr();
  int thrown = 0;
  rxros2::observable::from_topic<Int32>(node, "numbers").subscribe([&](Int32) {
    ++thrown;
    throw std::runtime_error("nobody handles this");
  });
  int others = 0;
  rxros2::observable::from_topic<Int32>(node, "numbers").subscribe([&](Int32) { ++others; });
  publisher->publish(number(1));
  publisher->publish(number(2));
  ASSERT_TRUE(spin_until([&] { return others == 2 && thrown == 1; }));
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("[ERROR]"), std::string::npos) << log;
  EXPECT_NE(log.find("nobody handles this"), std::string::npos) << log;
  EXPECT_EQ(log.find("nobody handles this"), log.rfind("nobody handles this")) << log;
}

TEST_F(TopicTest, AStatementThatEndsInPublishStarts)
{
  auto heard = node->create_subscription<Int32>(
    "published", 10, [&](const Int32 & m) { got.push_back(m.data); });
  rxcpp::observable<>::from(number(1), number(2), number(3)) |
    publish_to_topic<Int32>(node, "published");
  ASSERT_TRUE(spin_until([&] { return got.size() == 3; }));
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
}

TEST_F(TopicTest, PublishedStreamSubscribesItsSourceOnce)
{
  int starts = 0;
  auto source = rxcpp::observable<>::create<Int32>([&](rxcpp::subscriber<Int32> s) {
    ++starts;
    s.on_next(number(starts));
    s.on_completed();
  });
  (source | publish_to_topic<Int32>(node, "published")).subscribe([&](Int32 m) {
    got.push_back(m.data);
  });
  executor.spin_some();
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(got, std::vector{1});

  (source | publish_to_topic<Int32>(node, "published") |
   map([](Int32 m) { return number(m.data * 10); }) | publish_to_topic<Int32>(node, "tenfold"))
    .subscribe([&](Int32 m) { got.push_back(m.data); });
  executor.spin_some();
  EXPECT_EQ(starts, 2);
  EXPECT_EQ(got, (std::vector{1, 20}));
}

TEST_F(TopicTest, APublishedStreamInAVariableStartsWithTheNextTurn)
{
  int starts = 0;
  std::vector<rxcpp::subscriber<Int32>> producers;  // a stream without producers would be over
  auto kept = rxcpp::observable<>::create<Int32>([&](rxcpp::subscriber<Int32> producer) {
                ++starts;
                producers.push_back(std::move(producer));
              }) |
              publish_to_topic<Int32>(node, "published");
  EXPECT_EQ(starts, 0);
  EXPECT_TRUE(becomes(0, [&] { return node->count_publishers("published"); }));
  ASSERT_TRUE(spin_until([&] { return starts == 1; }));
  EXPECT_TRUE(becomes(1, [&] { return node->count_publishers("published"); }));
}

TEST_F(TopicTest, DisposingAPublishedStreamRemovesItsPublisher)
{
  const auto running = (rxcpp::observable<>::interval(1h) | map([](int i) { return number(i); }) |
                        publish_to_topic<Int32>(node, "published"))
                         .subscribe([](Int32) {});
  EXPECT_TRUE(becomes(1, [&] { return node->count_publishers("published"); }));
  running.dispose();
  EXPECT_TRUE(becomes(0, [&] { return node->count_publishers("published"); }));
}

TEST_F(TopicTest, FromTopicToTopicWithoutACopy)
{
  const rclcpp::NodeOptions intra_process = rclcpp::NodeOptions().use_intra_process_comms(true);
  auto relay = rxros2::create_node("relay", intra_process);
  executor.add_node(relay);
  auto sender = relay->create_publisher<Int32>("in", 10);
  const Int32 * received = nullptr;
  rxros2::observable::from_topic<Int32>(relay, "in") | publish_to_topic<Int32>(relay, "out");
  auto heard = relay->create_subscription<Int32>(
    "out", 10, [&](Int32::ConstSharedPtr m) { received = m.get(); });
  auto message = std::make_unique<Int32>();
  const Int32 * const sent = message.get();
  sender->publish(std::move(message));
  ASSERT_TRUE(spin_until([&] { return received != nullptr; }));
  if (own_rclcpp) {
    EXPECT_EQ(received, sent);
  }
}

TEST_F(TopicTest, AnOwnedMessageIsPublishedWithoutACopy)
{
  auto owner = rxros2::create_node("owner", rclcpp::NodeOptions().use_intra_process_comms(true));
  executor.add_node(owner);
  std::vector<const Int32 *> made, handed_on, received;
  auto heard = owner->create_subscription<Int32>(
    "out", 10, [&](Int32::ConstSharedPtr m) { received.push_back(m.get()); });
  rxcpp::subjects::subject<int> numbers;
  (numbers.get_observable() | map([&](int i) {
     auto message = std::make_unique<Int32>(number(i));
     made.push_back(message.get());
     return message;
   }) |
   publish_to_topic<Int32>(owner, "out"))
    .subscribe([&](Int32::ConstSharedPtr m) { handed_on.push_back(m.get()); });
  numbers.get_subscriber().on_next(1);
  ASSERT_TRUE(spin_until([&] { return received.size() == 1; }));
  EXPECT_EQ(made, handed_on);
  if (own_rclcpp) {
    EXPECT_EQ(made, received);
  }
}

TEST_F(TopicTest, ALoanedMessageIsWrittenInPlace)
{
  auto owner = rxros2::create_node("owner", rclcpp::NodeOptions().use_intra_process_comms(true));
  executor.add_node(owner);
  std::vector<const Int32 *> made, received;
  std::string error;
  auto heard = owner->create_subscription<Int32>("out", 10, [&](Int32::UniquePtr m) {
    received.push_back(m.get());
    got.push_back(m->data);
  });
  rxcpp::subjects::subject<int> numbers;
  (numbers.get_observable() | publish_loaned<Int32>(
                                owner, "out",
                                [&](int i, Int32 & m) {
                                  if (i == 3) {
                                    throw std::runtime_error("three is too much");
                                  }
                                  m.data = 10 * i;
                                  made.push_back(&m);
                                }))
    .subscribe(
      [&](int i) { got.push_back(i); }, [&](std::exception_ptr e) { error = rx::what(e); });
  numbers.get_subscriber().on_next(1);
  ASSERT_TRUE(spin_until([&] { return received.size() == 1; }));
  if (own_rclcpp) {
    EXPECT_EQ(made, received);
  }
  numbers.get_subscriber().on_next(3);
  EXPECT_EQ(error, "three is too much");
  EXPECT_TRUE(becomes(0, [&] { return owner->count_publishers("out"); }));
  EXPECT_EQ(got, (std::vector{1, 10}));
}

TEST_F(TopicTest, AGenericFunctionWritesTheLoanedMessage)
{
  rxcpp::subjects::subject<int> numbers;
  (numbers.get_observable() |
   publish_loaned<Int32>(node, "numbers", [](int i, auto & m) { m.data = i; }))
    .subscribe([](int) {});
  rxros2::observable::from_topic<Int32>(node, "numbers").subscribe([&](const Int32 & m) {
    got.push_back(m.data);
  });
  numbers.get_subscriber().on_next(4);
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
  EXPECT_EQ(got, std::vector{4});
}

#if __has_include("rclcpp/in_place_message.hpp")
TEST_F(TopicTest, PublishLoanedWritesArraysInPlace)
{
  using Bytes = std_msgs::msg::UInt8MultiArray;
  auto owner = rxros2::create_node("owner");
  executor.add_node(owner);
  std::vector<const void *> written;
  std::vector<const void *> received;
  rxros2::observable::from_topic<Bytes>(owner, "out")
    .subscribe([&](std::shared_ptr<const Bytes> m) {
      received.push_back(m->data.data());
      got.push_back(m->data.back());
    });
  rxcpp::subjects::subject<int> numbers;
  std::string error;
  (numbers.get_observable() | publish_loaned<Bytes>(
                                owner, "out",
                                [&](int i, rclcpp::InPlaceMessage<Bytes> & m) {
                                  m.resize(m->data, 5000);
                                  const auto bytes = m.array(m->data);
                                  if (i == 3) {
                                    throw std::runtime_error("three is too much");
                                  }
                                  std::ranges::fill(bytes, static_cast<std::uint8_t>(i));
                                  written.push_back(bytes.data());
                                }))
    .subscribe([](int) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  numbers.get_subscriber().on_next(1);
  numbers.get_subscriber().on_next(2);
  ASSERT_TRUE(spin_until([&] { return received.size() == 2; }));
  EXPECT_EQ(received, written);
  EXPECT_EQ(got, (std::vector{1, 2}));
  numbers.get_subscriber().on_next(3);
  EXPECT_EQ(error, "three is too much");
  EXPECT_TRUE(becomes(0, [&] { return owner->count_publishers("out"); }));
}
#endif

TEST_F(TopicTest, IntervalRunsOnTheExecutorOfThePublishingNode)
{
  const auto here = std::this_thread::get_id();
  bool elsewhere = false;
  rxcpp::observable<>::interval(1ms) | map([&](int i) {
    elsewhere |= std::this_thread::get_id() != here;
    got.push_back(i);
    return number(i);
  }) |
    publish_to_topic<Int32>(node, "ticks");
  EXPECT_TRUE(got.empty());  // subscribing neither blocked nor ran it
  ASSERT_TRUE(spin_until([&] { return got.size() >= 5; }));
  EXPECT_FALSE(elsewhere);
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i], static_cast<int>(i) + 1);
  }
}

TEST_F(TopicTest, SampleRepeatsTheLatestAtTheFrequency)
{
  const auto began = std::chrono::steady_clock::now();
  const auto running = (rxros2::observable::from_topic<Int32>(node, "numbers") |
                        map([](Int32 m) { return m.data; }) | sample_with_frequency(200.0))
                         .subscribe([&](int i) { got.push_back(i); });
  publisher->publish(number(1));
  publisher->publish(number(2));
  const auto ticks_of = [&](int i) { return std::count(got.begin(), got.end(), i); };
  ASSERT_TRUE(spin_until([&] { return ticks_of(2) >= 2; }));
  publisher->publish(number(7));
  ASSERT_TRUE(spin_until([&] { return got.back() == 7; }));
  running.dispose();
  EXPECT_TRUE(std::is_sorted(got.begin(), got.end()));
  // The first tick comes at once. However late the machine emits the others, none is early or
  // repeated.
  EXPECT_LE(static_cast<long>(got.size()), (std::chrono::steady_clock::now() - began) / 5ms + 1);
}

TEST_F(TopicTest, SampleTakesACoordination)
{
  const auto here = std::this_thread::get_id();
  std::atomic<int> elsewhere = 0;
  const auto running = (rxcpp::observable<>::just(1) | merge(rxcpp::observable<>::never<int>()) |
                        sample_with_frequency(1000.0, rxcpp::observe_on_new_thread()))
                         .subscribe([&](int) { elsewhere += std::this_thread::get_id() != here; });
  ASSERT_TRUE(spin_until([&] { return elsewhere >= 3; }));
  running.dispose();
}

TEST_F(TopicTest, RejectsAnImpossibleFrequency)
{
  EXPECT_THROW(sample_with_frequency(0.0), std::invalid_argument);
  EXPECT_THROW(sample_with_frequency(-1.0), std::invalid_argument);
  EXPECT_THROW(sample_with_frequency(std::nan("")), std::invalid_argument);
  EXPECT_THROW(sample_with_frequency(2e9), std::invalid_argument);
}

TEST_F(TopicTest, ItemsAreEmittedInTheGivenCallbackGroup)
{
  rclcpp::SubscriptionOptions options;
  options.callback_group =
    node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  rxros2::observable::from_topic<Int32>(node, "numbers", 10, options).subscribe([&](Int32 m) {
    got.push_back(m.data);
  });
  publisher->publish(number(1));
  executor.spin_some();
  EXPECT_TRUE(got.empty());  // the group has no executor yet
  executor.add_callback_group(options.callback_group, node->get_node_base_interface());
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
}

TEST_F(TopicTest, TicksOfAReentrantGroupDoNotOverlap)
{
  const auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant, false);
  rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 2);
  threads.add_callback_group(group, node->get_node_base_interface());
  std::atomic<int> others = 0;
  std::vector<long> ticks;
  const auto beside =
    rxros2::observable::from_timer(node, 1ms, RCL_STEADY_TIME, group).subscribe([&](long) {
      ++others;
    });
  const auto running =
    rxros2::observable::from_timer(node, 1ms, RCL_STEADY_TIME, group).subscribe([&](long i) {
      ticks.push_back(i);
      if (i == 1) {
        EXPECT_TRUE(eventually([&] { return others >= 5; }));  // of the other thread
      } else if (i == 10) {
        threads.cancel();
      }
    });
  threads.spin();
  running.dispose();
  beside.dispose();
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    EXPECT_EQ(ticks[i], static_cast<long>(i) + 1);
  }
  EXPECT_GE(ticks.size(), 10u);
}

// Nodes, streams and executors start and end while another thread publishes.
TEST_F(TopicTest, NodesMayEndWhileTheirStreamsRun)
{
  std::atomic<bool> stop = false;
  std::thread publishing([&] {
    for (int i = 0; !stop; ++i) {
      publisher->publish(number(i));
    }
  });
  for (int round = 0; round < 30; ++round) {
    auto other = rxros2::create_node("comes_and_goes");
    std::atomic<int> items = 0;
    rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 2);
    threads.add_node(other);
    std::thread spinning([&] { threads.spin(); });
    auto running = (rxros2::observable::from_topic<Int32>(other, "numbers") |
                    map([](Int32 m) { return m.data; }) | sample_with_frequency(2000.0))
                     .subscribe([&](int) { ++items; });
    rxros2::observable::from_topic<Int32>(other, "numbers") |
      publish_to_topic<Int32>(other, "again");
    EXPECT_TRUE(eventually([&] { return items > 0; }));
    other.reset();
    // A thread that is downstream at that moment ends the stream when it returns.
    EXPECT_TRUE(eventually([&] { return !running.is_subscribed(); }));
    threads.cancel();
    spinning.join();
  }
  stop = true;
  publishing.join();
}

}  // namespace
