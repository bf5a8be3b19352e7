// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tables "Number of message copies" of the intra-process design: who gets which address, and
// how many copies.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pubsub_support.hpp"

using pubsub_test::Counted;
using rclcpp::IntraProcessBufferType;

namespace
{

class Copies : public pubsub_test::PubSub
{
protected:
  // o: owns (unique_ptr), s: shares (shared_ptr<const T>), r: shares (const T &)
  void subscribe(const std::string & kinds, bool intra_process = true)
  {
    if (!subscriber) {
      subscriber = make_node("subscriber", true);
    }
    rclcpp::SubscriptionOptions options;
    options.use_intra_process_comm =
      intra_process ? rclcpp::IntraProcessSetting::Enable : rclcpp::IntraProcessSetting::Disable;
    for (const char kind : kinds) {
      const std::size_t i = got.size();
      got.push_back(nullptr);
      if (kind == 'o') {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10,
          [this, i](std::unique_ptr<Counted> m) {
            got[i] = m.get();
            kept.push_back(std::shared_ptr<const Counted>(std::move(m)));
          },
          options));
      } else if (kind == 's') {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10,
          [this, i](std::shared_ptr<const Counted> m) {
            got[i] = m.get();
            kept.push_back(m);
          },
          options));
      } else {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10, [this, i](const Counted & m) { got[i] = &m; }, options));
      }
    }
  }

  void make_publisher(const rclcpp::QoS & qos = 10, bool intra_process = true)
  {
    rclcpp::PublisherOptions options;
    options.use_intra_process_comm =
      intra_process ? rclcpp::IntraProcessSetting::Enable : rclcpp::IntraProcessSetting::Disable;
    publisher = make_node("publisher", true)->create_publisher<Counted>("topic", qos, options);
  }

  // Publishes and runs the callbacks; returns the number of copies made.
  template <typename Message>
  int publish(Message && message)
  {
    Counted::copies() = 0;
    publisher->publish(std::forward<Message>(message));
    executor->spin_some();
    for (const void * address : got) {
      EXPECT_NE(address, nullptr);
    }
    return Counted::copies();
  }

  const void * publish_unique(int expected_copies)
  {
    auto message = std::make_unique<Counted>();
    const void * address = message.get();
    EXPECT_EQ(publish(std::move(message)), expected_copies);
    return address;
  }

  std::set<const void *> addresses() const { return {got.begin(), got.end()}; }

  std::shared_ptr<rclcpp::Node> subscriber;
  std::shared_ptr<rclcpp::Publisher<Counted>> publisher;
  std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> subscriptions;
  std::vector<const void *> got;
  std::vector<std::shared_ptr<const Counted>> kept;
};

TEST_F(Copies, UniqueToOneOwner)
{
  make_publisher();
  subscribe("o");
  EXPECT_EQ(publish_unique(0), got[0]);
}

TEST_F(Copies, UniqueToTwoOwners)
{
  make_publisher();
  subscribe("oo");
  const void * published = publish_unique(1);
  EXPECT_EQ(addresses().size(), 2u);
  EXPECT_TRUE(addresses().count(published));
}

TEST_F(Copies, UniqueToOneSharing)
{
  make_publisher();
  subscribe("s");
  EXPECT_EQ(publish_unique(0), got[0]);
}

TEST_F(Copies, UniqueToOneReference)
{
  make_publisher();
  subscribe("r");
  EXPECT_EQ(publish_unique(0), got[0]);
}

TEST_F(Copies, UniqueToManySharing)
{
  make_publisher();
  subscribe("srsr");
  const void * published = publish_unique(0);
  EXPECT_EQ(addresses(), std::set<const void *>{published});
}

TEST_F(Copies, UniqueToOneOwnerAndOneSharing)
{
  make_publisher();
  subscribe("os");
  EXPECT_EQ(publish_unique(1), got[0]);
  EXPECT_NE(got[0], got[1]);
}

TEST_F(Copies, UniqueToOneOwnerAndTwoSharing)
{
  make_publisher();
  subscribe("sos");
  EXPECT_EQ(publish_unique(1), got[1]);
  EXPECT_NE(got[0], got[1]);
  EXPECT_EQ(got[0], got[2]);
}

TEST_F(Copies, UniqueToTwoOwnersAndTwoSharing)
{
  make_publisher();
  subscribe("ooss");
  const void * published = publish_unique(2);
  EXPECT_TRUE(published == got[0] || published == got[1]);
  EXPECT_NE(got[0], got[1]);
  EXPECT_EQ(got[2], got[3]);
  EXPECT_EQ(addresses().size(), 3u);
}

TEST_F(Copies, SharedPtrIsSharedAndCopiedForOwners)
{
  make_publisher();
  subscribe("srs");
  auto message = std::make_shared<const Counted>();
  EXPECT_EQ(publish(message), 0);
  EXPECT_EQ(addresses(), std::set<const void *>{message.get()});
  subscribe("oo");
  EXPECT_EQ(publish(message), 2);
  EXPECT_EQ(got[0], message.get());
  EXPECT_EQ(addresses().size(), 3u);
}

TEST_F(Copies, ReferenceIsCopiedOnceForAllThatShare)
{
  make_publisher();
  const Counted message;
  EXPECT_EQ(publish(message), 0) << "nobody reads";
  subscribe("s");
  EXPECT_EQ(publish(message), 1);
  subscribe("rs");
  EXPECT_EQ(publish(message), 1);
  EXPECT_EQ(addresses().size(), 1u);
  EXPECT_NE(got[0], &message);
  subscribe("oo");
  EXPECT_EQ(publish(message), 3);
  EXPECT_EQ(addresses().size(), 3u);
}

TEST_F(Copies, WithoutIntraProcessOneCopyIsSharedButNotWithThePublisher)
{
  make_publisher(10, false);
  subscribe("srs", true);
  const void * published = publish_unique(1);
  EXPECT_EQ(addresses().size(), 1u);
  EXPECT_NE(got[0], published);
  auto message = std::make_shared<const Counted>();
  EXPECT_EQ(publish(message), 1);
  EXPECT_EQ(addresses().size(), 1u);
  EXPECT_NE(got[0], message.get());
}

TEST_F(Copies, OneWithoutIntraProcessBesideOthers)
{
  make_publisher();
  subscribe("s", true);
  subscribe("ss", false);
  const void * published = publish_unique(1);
  EXPECT_EQ(got[0], published);
  EXPECT_NE(got[1], published);
  EXPECT_EQ(got[1], got[2]);
}

TEST_F(Copies, SharedBufferUnderAnOwningCallbackCopiesWhenTaken)
{
  make_publisher();
  auto node = make_node("lazy", true);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::SharedPtr;
  int calls = 0;
  std::vector<std::shared_ptr<rclcpp::Subscription<Counted>>> lazy;
  for (int i = 0; i < 2; ++i) {
    lazy.push_back(node->create_subscription<Counted>(
      "topic", 1, [&](std::unique_ptr<Counted>) { ++calls; }, options));
  }
  Counted::copies() = 0;
  for (int i = 0; i < 5; ++i) {
    publisher->publish(std::make_unique<Counted>());
  }
  EXPECT_EQ(Counted::copies(), 0);
  executor->spin_some();
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(Counted::copies(), 2) << "what the full queues dropped is never copied";
  EXPECT_EQ(lazy[0]->statistics().dropped, 4u);
}

TEST_F(Copies, UniqueBufferUnderASharingCallbackOwns)
{
  make_publisher();
  auto node = make_node("eager", true);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::UniquePtr;
  const void * first = nullptr;
  const void * second = nullptr;
  auto a = node->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<const Counted> m) { first = m.get(); }, options);
  auto b = node->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<const Counted> m) { second = m.get(); }, options);
  publish_unique(1);
  EXPECT_NE(first, second);
}

TEST_F(Copies, TransientLocalKeepsWhatItShares)
{
  const rclcpp::QoS qos = rclcpp::QoS(2).transient_local();
  make_publisher(qos);
  std::vector<const void *> published;
  for (int i = 0; i < 3; ++i) {
    auto message = std::make_unique<Counted>();
    message->value = static_cast<std::uint64_t>(i);
    published.push_back(message.get());
    EXPECT_EQ(publish(std::move(message)), 0);
  }
  std::vector<const void *> late;
  std::vector<std::uint64_t> values;
  auto subscription =
    make_node("late", true)
      ->create_subscription<Counted>(
        "topic", rclcpp::QoS(10).transient_local(), [&](std::shared_ptr<const Counted> m) {
          late.push_back(m.get());
          values.push_back(m->value);
        });
  executor->spin_some();
  EXPECT_EQ(values, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(late, (std::vector<const void *>{published[1], published[2]}));
}

}  // namespace
