// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Callbacks that only read a message get its large sequences where the sample has them, without a
// copy.
#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cdr/codec.hpp"
#include "pubsub_support.hpp"
#include "std_msgs/msg/float64_multi_array.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"

namespace views_test
{

using Bytes = std_msgs::msg::UInt8MultiArray;
using Numbers = std_msgs::msg::Float64MultiArray;

Bytes make_bytes(std::uint8_t first, std::size_t size = 100'000)
{
  Bytes message;
  message.data.resize(size);
  std::iota(message.data.begin(), message.data.end(), first);
  message.layout.dim.resize(1);
  message.layout.dim[0].label = "row";
  return message;
}

template <typename T>
rmw::Sample sample_of(const T & message)
{
  rmw::Buffer buffer(cdr::encoded_size(message));
  cdr::encode(message, buffer.bytes());
  return rmw::Sample(std::move(buffer));
}

bool has(const rmw::Sample & sample, const void * address)
{
  const auto bytes = sample.bytes();
  return address >= bytes.data() && address < bytes.data() + bytes.size();
}

class Views : public pubsub_test::PubSub
{
protected:
  template <typename T>
  void publish(const T & message)
  {
    samples.push_back(sample_of(message));
    if (!publisher) {
      publisher = make_node("publisher")
                    ->create_generic_publisher("topic", rclcpp::detail::type_support<T>.name, 10);
    }
    publisher->publish_sample(samples.back());
    pubsub_test::spin_ready(*executor);
  }

  template <typename T, typename F>
  void subscribe(F callback)
  {
    subscriptions.push_back(make_node("subscriber")->create_subscription<T>("topic", 10, callback));
  }

  rclcpp::GenericPublisher::SharedPtr publisher;
  std::vector<rmw::Sample> samples;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
};

TEST_F(Views, ACallbackThatReadsGetsTheSample)
{
  int calls = 0;
  subscribe<Bytes>([&](const Bytes & message) {
    EXPECT_TRUE(has(samples.back(), message.data.data()));
    EXPECT_EQ(message, make_bytes(static_cast<std::uint8_t>(calls)));
    ++calls;
  });
  for (std::uint8_t i = 0; i != 3; ++i) {
    publish(make_bytes(i));
  }
  EXPECT_EQ(calls, 3);
}

TEST_F(Views, SmallAndLargeMessagesInTurn)
{
  std::vector<std::size_t> sizes;
  subscribe<Bytes>([&](const Bytes & message) {
    sizes.push_back(message.data.size());
    EXPECT_EQ(message, make_bytes(1, message.data.size()));
  });
  const std::vector<std::size_t> published{10, 100'000, 20, 200'000, 4000, 5000, 0, 100'000, 3};
  for (const std::size_t size : published) {
    publish(make_bytes(1, size));
  }
  EXPECT_EQ(sizes, published);
}

TEST_F(Views, ASharedMessageKeepsItsSample)
{
  std::vector<std::shared_ptr<const Bytes>> kept;
  subscribe<Bytes>([&](std::shared_ptr<const Bytes> message) { kept.push_back(message); });
  for (std::uint8_t i = 0; i != 3; ++i) {
    publish(make_bytes(i));
    ASSERT_EQ(kept.size(), i + 1u);
    EXPECT_TRUE(has(samples.back(), kept.back()->data.data()));
  }
  // The messages outlive the samples of the publisher, the endpoints and the context.
  samples.clear();
  subscriptions.clear();
  publisher.reset();
  executor.reset();
  nodes.clear();
  context->shutdown("test");
  for (std::uint8_t i = 0; i != 3; ++i) {
    EXPECT_EQ(*kept[i], make_bytes(i));
  }
}

// Samples that a program keeps occupy memory that all topics of a publisher share.
TEST_F(Views, AProgramThatKeepsManyMessagesGetsCopies)
{
  std::vector<std::shared_ptr<const Bytes>> kept;
  subscribe<Bytes>([&](std::shared_ptr<const Bytes> message) { kept.push_back(message); });
  const Bytes message = make_bytes(4, 5000);
  for (int i = 0; i != 300; ++i) {
    publish(message);
  }
  ASSERT_EQ(kept.size(), 300u);
  EXPECT_TRUE(has(samples.front(), kept.front()->data.data()));
  EXPECT_FALSE(has(samples.back(), kept.back()->data.data()));
  EXPECT_TRUE(
    std::ranges::all_of(kept, [&](const auto & received) { return *received == message; }));
  kept.clear();
  publish(message);
  EXPECT_TRUE(has(samples.back(), kept.back()->data.data()));
}

TEST_F(Views, SubscriptionsOfOneTopicReadOneSample)
{
  std::vector<std::shared_ptr<const Bytes>> kept;
  const auto keep = [&](std::shared_ptr<const Bytes> message) { kept.push_back(message); };
  subscribe<Bytes>(keep);
  subscribe<Bytes>(keep);
  publish(make_bytes(5));
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_NE(kept[0], kept[1]);
  EXPECT_EQ(kept[0]->data.data(), kept[1]->data.data());
}

TEST_F(Views, ACallbackThatOwnsGetsACopy)
{
  int calls = 0;
  const auto check = [&](Bytes & message) {
    EXPECT_FALSE(has(samples.back(), message.data.data()));
    EXPECT_EQ(message, make_bytes(9));
    message.data[0] = 1;
    message.data.push_back(2);
    ++calls;
  };
  subscribe<Bytes>([&](std::unique_ptr<Bytes> message) { check(*message); });
  subscribe<Bytes>([&](std::shared_ptr<Bytes> message) { check(*message); });
  subscribe<Bytes>([&](Bytes message) { check(message); });
  publish(make_bytes(9));
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(cdr::encode(make_bytes(9)).size(), samples.back().bytes().size());
  Bytes unchanged;
  cdr::decode(samples.back().bytes(), unchanged);
  EXPECT_EQ(unchanged, make_bytes(9));
}

TEST_F(Views, ACallbackThatThrowsLeavesNothing)
{
  int calls = 0;
  subscribe<Bytes>([&](const Bytes &) {
    ++calls;
    throw std::runtime_error("callback");
  });
  samples.push_back(sample_of(make_bytes(1)));
  for (int i = 0; i != 3; ++i) {
    try {
      publish(make_bytes(1));
    } catch (const std::runtime_error &) {
    }
  }
  EXPECT_EQ(calls, 3);
}

TEST_F(Views, AMalformedSampleIsDropped)
{
  std::vector<Bytes> received;
  subscribe<Bytes>([&](const Bytes & message) { received.push_back(message); });
  publish(make_bytes(1));
  const auto bytes = samples.back().bytes();
  rmw::Buffer shorter(bytes.size() - 500);
  std::copy_n(bytes.begin(), shorter.size(), shorter.bytes().begin());
  publisher->publish_sample(std::move(shorter));
  // Its first sequence is whole: the sample ends inside the second one.
  publish(make_bytes(2));
  ASSERT_EQ(received.size(), 2u);
  EXPECT_EQ(received[0], make_bytes(1));
  EXPECT_EQ(received[1], make_bytes(2));
}

TEST_F(Views, NumbersOfEightBytes)
{
  Numbers message;
  message.data.assign(10'000, 2.5);
  std::shared_ptr<const Numbers> received;
  subscribe<Numbers>([&](std::shared_ptr<const Numbers> numbers) { received = numbers; });
  publish(message);
  ASSERT_TRUE(received);
  EXPECT_EQ(*received, message);
  const auto address = reinterpret_cast<std::uintptr_t>(received->data.data());
  EXPECT_EQ(address % alignof(double), 0u);
}

// From another context, that is over DDS or shared memory as from another process.
TEST_F(Views, MessagesOfAnotherProcess)
{
  const auto other = std::make_shared<rclcpp::Context>();
  other->init(0, nullptr);
  {
    const auto remote = make_node("remote", false, other)->create_publisher<Bytes>("topic", 10);
    std::vector<std::shared_ptr<const Bytes>> kept;
    std::vector<Bytes> copies;
    subscribe<Bytes>([&](std::shared_ptr<const Bytes> message) { kept.push_back(message); });
    subscribe<Bytes>([&](const Bytes & message) { copies.push_back(message); });
    ASSERT_TRUE(
      pubsub_test::spin_until(*executor, [&] { return remote->get_subscription_count() == 2; }));
    for (std::uint8_t i = 0; i != 5; ++i) {
      remote->publish(make_bytes(i));
      ASSERT_TRUE(pubsub_test::spin_until(
        *executor, [&] { return kept.size() == i + 1u && copies.size() == i + 1u; }));
    }
    for (std::uint8_t i = 0; i != 5; ++i) {
      EXPECT_EQ(*kept[i], make_bytes(i));
      EXPECT_EQ(copies[i], make_bytes(i));
    }
  }
  other->shutdown("test is over");
}

}  // namespace views_test
