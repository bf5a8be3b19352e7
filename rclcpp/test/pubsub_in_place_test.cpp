// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// InPlaceMessage: subscriptions read the arrays where the program wrote them.
#include "rclcpp/in_place_message.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "child.hpp"
#include "pubsub_support.hpp"
#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rmw/shared_memory.hpp"
#include "std_msgs/msg/float64_multi_array.hpp"
#include "std_msgs/msg/u_int64.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"

namespace in_place_test
{

using Bytes = std_msgs::msg::UInt8MultiArray;
using Numbers = std_msgs::msg::Float64MultiArray;
using Sum = std_msgs::msg::UInt64;
using rclcpp::InPlaceMessage;

class InPlace : public pubsub_test::PubSub
{
protected:
  template <typename Message, typename F>
  void subscribe(F callback)
  {
    subscriptions.push_back(
      make_node("subscriber")->create_subscription<Message>("topic", 10, callback));
  }

  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
};

TEST_F(InPlace, ReadersOfThisProcessReadTheSample)
{
  const auto publisher = make_node("publisher")->create_publisher<Numbers>("topic", 10);
  std::vector<std::shared_ptr<const Numbers>> kept;
  std::vector<Numbers> owned;
  subscribe<Numbers>([&](std::shared_ptr<const Numbers> message) { kept.push_back(message); });
  subscribe<Numbers>([&](std::unique_ptr<Numbers> message) { owned.push_back(*message); });

  InPlaceMessage message(publisher);
  message->layout.data_offset = 7;
  message->layout.dim.resize(1);
  message.resize(message->data, 1000);
  std::vector<const double *> written;
  for (int i = 0; i != 3; ++i) {
    const auto elements = message.array(message->data);
    ASSERT_EQ(elements.size(), 1000u);
    EXPECT_EQ(elements.data(), message.array(message->data).data()) << "until it is published";
    std::iota(elements.begin(), elements.end(), i);
    written.push_back(elements.data());
    message.publish();
    pubsub_test::spin_ready(*executor);
  }
  ASSERT_EQ(kept.size(), 3u);
  ASSERT_EQ(owned.size(), 3u);
  Numbers expected;
  expected.layout.data_offset = 7;
  expected.layout.dim.resize(1);
  expected.data.resize(1000);
  for (int i = 0; i != 3; ++i) {
    std::iota(expected.data.begin(), expected.data.end(), i);
    EXPECT_EQ(*kept[i], expected);
    EXPECT_EQ(kept[i]->data.data(), written[i]) << "a copy";
    EXPECT_EQ(owned[i], expected);
  }
}

// Answers each message with the sum of its bytes.
TEST(Child, DISABLED_adding_reader)
{
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("adding_reader");
  auto sums = node->create_publisher<Sum>("sums", 10);
  rclcpp::Subscription<Bytes>::SharedPtr subscription;
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  ASSERT_TRUE(
    pubsub_test::spin_until(executor, [&] { return sums->get_subscription_count() == 1; }));
  subscription = node->create_subscription<Bytes>("topic", 10, [&](const Bytes & received) {
    Sum sum;
    sum.data = std::accumulate(received.data.begin(), received.data.end(), std::uint64_t{0});
    sums->publish(sum);
  });
  std::thread end([&] {
    test::Child::wait_for_end_of_input();
    executor.cancel();
  });
  executor.spin();
  end.join();
  rclcpp::shutdown();
}

TEST_F(InPlace, AnotherProcessReadsItInSharedMemory)
{
  const auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", 10);
  std::vector<std::uint64_t> sums;
  subscriptions.push_back(make_node("sums")->create_subscription<Sum>(
    "sums", 10, [&](const Sum & sum) { sums.push_back(sum.data); }));
  test::Child child("adding_reader");
  ASSERT_TRUE(
    pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 1; }));
  InPlaceMessage message(publisher);
  std::vector<std::uint64_t> expected;
  const auto send = [&](std::size_t size) {
    message.resize(message->data, size);
    std::ranges::fill(message.array(message->data), std::uint8_t{1});
    message.publish();
    expected.push_back(size);
    return pubsub_test::spin_until(*executor, [&] { return sums.size() == expected.size(); });
  };
  const auto sent = [] { return rmw::shared_memory_statistics().sent; };
  // The reader attaches itself when it is matched.
  for (int i = 0; sent() == 0 && i != 1000; ++i) {
    ASSERT_TRUE(send(100'000));
  }
  const auto before = sent();
  EXPECT_GT(before, 0u);
  for (const std::size_t size : {0u, 1u, 1000u, 100'000u, 1u << 20, 16u << 20}) {
    ASSERT_TRUE(send(size));
  }
  EXPECT_EQ(sums, expected);
  EXPECT_EQ(sent() - before, 3u);
  EXPECT_EQ(child.finish(), 0);
}

TEST_F(InPlace, LateSubscriptionsOfATransientLocalPublisherGetIt)
{
  const auto qos = rclcpp::QoS(1).transient_local();
  const auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", qos);
  InPlaceMessage message(publisher);
  message.resize(message->data, 70'000);
  std::ranges::fill(message.array(message->data), std::uint8_t{3});
  message.publish();
  std::vector<Bytes> got;
  subscriptions.push_back(make_node("late")->create_subscription<Bytes>(
    "topic", qos, [&](const Bytes & received) { got.push_back(received); }));
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return got.size() == 1; }));
  EXPECT_EQ(got[0].data, std::vector<std::uint8_t>(70'000, 3));
}

TEST_F(InPlace, OtherLengthsAfterwardsCopyTheArrays)
{
  const auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", 10);
  std::vector<Bytes> got;
  subscribe<Bytes>([&](const Bytes & received) { got.push_back(received); });
  InPlaceMessage message(publisher);
  message.resize(message->data, 5000);
  std::ranges::fill(message.array(message->data), std::uint8_t{4});
  message->layout.dim.resize(2);
  message->layout.dim[1].label = "longer than before";
  ::testing::internal::CaptureStderr();
  message.publish();
  EXPECT_NE(
    ::testing::internal::GetCapturedStderr().find("topic '/topic': the arrays"), std::string::npos);

  std::ranges::fill(message.array(message->data), std::uint8_t{5});
  message.resize(message->data, 6000);
  EXPECT_THROW(message.publish(), std::logic_error) << "nobody wrote the new elements";
  message.resize(message->data, 5000);
  message.resize(message->data, 6000);
  InPlaceMessage moved(std::move(message));
  const auto grown = moved.array(moved->data);
  ASSERT_EQ(grown.size(), 6000u);
  std::ranges::fill(grown.subspan(5000), std::uint8_t{6});
  moved.publish();
  pubsub_test::spin_ready(*executor);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].data, std::vector<std::uint8_t>(5000, 4));
  EXPECT_EQ(got[0].layout.dim[1].label, "longer than before");
  std::vector<std::uint8_t> expected(5000, 5);
  expected.resize(6000, 6);
  EXPECT_EQ(got[1].data, expected);
}

TEST_F(InPlace, AnArrayMayBecomeShorter)
{
  const auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", 10);
  std::vector<Bytes> got;
  subscribe<Bytes>([&](const Bytes & received) { got.push_back(received); });
  InPlaceMessage message(publisher);
  message.resize(message->data, 100'000);
  std::ranges::fill(message.array(message->data), std::uint8_t{7});
  message.resize(message->data, 80'001);
  message.publish();
  message.array(message->data);
  message.resize(message->data, 0);
  message.publish();
  pubsub_test::spin_ready(*executor);
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].data, std::vector<std::uint8_t>(80'001, 7));
  EXPECT_TRUE(got[1].data.empty());
}

TEST_F(InPlace, ArraysThatAreResizedOneAfterTheOther)
{
  using rcl_interfaces::msg::ParameterValue;
  const auto publisher = make_node("publisher")->create_publisher<ParameterValue>("topic", 10);
  std::vector<ParameterValue> got;
  subscribe<ParameterValue>([&](const ParameterValue & received) { got.push_back(received); });
  InPlaceMessage message(publisher);
  message.resize(message->double_array_value, 1000);
  std::ranges::fill(message.array(message->double_array_value), 1.5);
  message.resize(message->byte_array_value, 3);  // is in front of the other one
  EXPECT_THROW(message.publish(), std::logic_error);
  std::ranges::fill(message.array(message->byte_array_value), std::uint8_t{2});
  message->string_value = "text";
  message.publish();
  message.array(message->byte_array_value);
  EXPECT_THROW(message.publish(), std::logic_error) << "the other one is not written";
  pubsub_test::spin_ready(*executor);
  ParameterValue expected;
  expected.string_value = "text";
  expected.byte_array_value.assign(3, 2);
  expected.double_array_value.assign(1000, 1.5);
  EXPECT_EQ(got, std::vector{expected});
}

TEST_F(InPlace, RefusesWhatWouldPublishGarbage)
{
  const auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", 10);
  std::vector<std::size_t> sizes;
  subscribe<Bytes>([&](const Bytes & received) { sizes.push_back(received.data.size()); });
  InPlaceMessage message(publisher);
  EXPECT_THROW(message.array(message->data), std::invalid_argument) << "no resize";
  message.publish();
  message.resize(message->data, 10);
  EXPECT_THROW(message.publish(), std::logic_error) << "the elements are not written";
  std::ranges::fill(message.array(message->data), std::uint8_t{1});
  message.publish();
  EXPECT_THROW(message.publish(), std::logic_error) << "the elements are gone";
  message->data = {1};
  EXPECT_THROW(message.array(message->data), std::invalid_argument);
  message->data.clear();
  message.array(message->data);
  message->data = {1};
  EXPECT_THROW(message.publish(), std::invalid_argument);
  message->data.clear();
  EXPECT_NO_THROW(message.publish()) << "corrected";
  pubsub_test::spin_ready(*executor);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0, 10, 10}));
  EXPECT_THROW(
    InPlaceMessage<Bytes>(std::shared_ptr<rclcpp::Publisher<Bytes>>()), std::invalid_argument);
}

TEST_F(InPlace, ItKeepsItsPublisher)
{
  std::vector<Bytes> got;
  subscribe<Bytes>([&](const Bytes & received) { got.push_back(received); });
  auto publisher = make_node("publisher")->create_publisher<Bytes>("topic", 10);
  InPlaceMessage message(std::move(publisher));
  message.resize(message->data, 1);
  message.array(message->data)[0] = 1;
  message.publish();
  pubsub_test::spin_ready(*executor);
  EXPECT_EQ(got.size(), 1u);
}

}  // namespace in_place_test
