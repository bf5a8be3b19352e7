// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Allocators and memory strategies of users: which memory comes from them, and that it is returned.
#include <memory>
#include <memory_resource>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "std_msgs/msg/header.hpp"
#include "std_msgs/msg/string.hpp"

using pubsub_test::Counted;
using std_msgs::msg::String;

namespace
{

// Counts allocations, and knows its own.
class Resource : public std::pmr::memory_resource
{
public:
  ~Resource() override { EXPECT_EQ(in_use.size(), 0u) << "not given back"; }

  bool owns(const void * memory) const { return in_use.count(const_cast<void *>(memory)) > 0; }

  std::size_t allocations = 0;
  std::set<void *> in_use;

private:
  void * do_allocate(std::size_t bytes, std::size_t alignment) override
  {
    ++allocations;
    void * memory = std::pmr::new_delete_resource()->allocate(bytes, alignment);
    in_use.insert(memory);
    return memory;
  }
  void do_deallocate(void * memory, std::size_t bytes, std::size_t alignment) override
  {
    EXPECT_EQ(in_use.erase(memory), 1u) << "not from here";
    std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  }
  bool do_is_equal(const memory_resource & other) const noexcept override { return this == &other; }
};

using Alloc = std::pmr::polymorphic_allocator<void>;
using Publisher = rclcpp::Publisher<Counted, Alloc>;

// A stateful allocator in the style of ROS 2's tutorial: a template that is not
// default-constructible.
template <typename T = void>
struct Stateful
{
  using value_type = T;

  explicit Stateful(std::size_t & counter) : count(&counter) {}
  template <typename U>
  Stateful(const Stateful<U> & other) : count(other.count)  // NOLINT(google-explicit-constructor)
  {
  }
  T * allocate(std::size_t n)
  {
    *count += n;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T * memory, std::size_t n)
  {
    *count -= n;
    std::allocator<T>().deallocate(memory, n);
  }
  template <typename U>
  bool operator==(const Stateful<U> & other) const
  {
    return count == other.count;
  }
  std::size_t * count;
};

class Memory : public pubsub_test::PubSub
{
protected:
  ~Memory() override
  {
    if (other_context) {
      other_context->shutdown("test is over");
    }
  }

  static rclcpp::PublisherOptionsWithAllocator<Alloc> publisher_options(Resource & resource)
  {
    rclcpp::PublisherOptionsWithAllocator<Alloc> options;
    options.allocator = std::make_shared<Alloc>(&resource);
    return options;
  }
  static rclcpp::SubscriptionOptionsWithAllocator<Alloc> subscription_options(Resource & resource)
  {
    rclcpp::SubscriptionOptionsWithAllocator<Alloc> options;
    options.allocator = std::make_shared<Alloc>(&resource);
    return options;
  }

  Publisher::MessageUniquePtr make_message(Publisher & publisher, std::uint64_t value)
  {
    auto allocator = publisher.get_allocator();
    using Traits = Publisher::MessageAllocatorTraits;
    Counted * message = Traits::allocate(*allocator, 1);
    Traits::construct(*allocator, message);
    message->value = value;
    Publisher::MessageDeleter deleter;
    rclcpp::allocator::set_allocator_for_deleter(&deleter, allocator.get());
    return {message, deleter};
  }

  std::shared_ptr<rclcpp::Node> make_there()
  {
    other_context = std::make_shared<rclcpp::Context>();
    other_context->init(0, nullptr);
    return make_node("there", true, other_context);
  }
  template <typename P>
  void wait_matched(const P & publisher)
  {
    ASSERT_TRUE(
      pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() > 0; }));
  }

  // Outlives everything.
  Resource ours;
  Resource theirs;
  std::shared_ptr<rclcpp::Context> other_context;
  std::shared_ptr<rclcpp::Node> here = make_node("here", true);
};

TEST_F(Memory, TheStandardAllocatorIsNew)
{
  static_assert(
    std::is_same_v<rclcpp::Publisher<String>::MessageDeleter, std::default_delete<String>>);
  static_assert(
    std::is_same_v<
      rclcpp::allocator::Deleter<std::allocator<String>, String>, std::default_delete<String>>);
  auto publisher = here->create_publisher<String>("topic", 10);
  EXPECT_EQ(*publisher->get_allocator(), std::allocator<String>());
}

TEST_F(Memory, AMessageFromTheAllocatorTravelsAsItIs)
{
  auto publisher = here->create_publisher<Counted>("topic", 10, publisher_options(ours));
  const void * got = nullptr;
  auto subscription = here->create_subscription<Counted>(
    "topic", 10,
    [&](std::unique_ptr<Counted, Publisher::MessageDeleter> message) {
      got = message.get();
      EXPECT_EQ(message->value, 7u);
      EXPECT_TRUE(ours.owns(message.get()));
    },
    subscription_options(ours));
  auto message = make_message(*publisher, 7);
  const void * published = message.get();
  Counted::copies() = 0;
  publisher->publish(std::move(message));
  executor->spin_some();
  EXPECT_EQ(got, published);
  EXPECT_EQ(Counted::copies(), 0);
  EXPECT_EQ(ours.allocations, 1u);
  EXPECT_EQ(ours.in_use.size(), 0u);
}

TEST_F(Memory, CopiesComeFromTheAllocator)
{
  auto publisher = here->create_publisher<Counted>("topic", 10, publisher_options(ours));
  std::vector<std::shared_ptr<const Counted>> kept;
  const auto keep = [&](std::shared_ptr<const Counted> message) { kept.push_back(message); };
  auto a = here->create_subscription<Counted>("topic", 10, keep);
  auto b = here->create_subscription<Counted>("topic", 10, keep);
  auto c = here->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<Counted> message) { kept.push_back(message); });
  Counted::copies() = 0;
  publisher->publish(Counted());
  executor->spin_some();
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(Counted::copies(), 2);
  EXPECT_EQ(ours.allocations, 2u);
  for (const auto & message : kept) {
    EXPECT_TRUE(ours.owns(message.get()));
  }
  publisher.reset();
  a.reset();
  kept.clear();  // messages outlive the publisher that allocated them
  EXPECT_EQ(ours.in_use.size(), 0u);
}

TEST_F(Memory, OtherMemoryMeansACopy)
{
  auto publisher = here->create_publisher<Counted>("topic", 10, publisher_options(ours));
  int calls = 0;
  auto heap =
    here->create_subscription<Counted>("topic", 10, [&](std::unique_ptr<Counted> message) {
      EXPECT_FALSE(ours.owns(message.get()));
      ++calls;
    });
  publisher->publish(make_message(*publisher, 1));
  executor->spin_some();
  heap.reset();
  auto other = here->create_subscription<Counted>(
    "topic", 10,
    [&](std::unique_ptr<Counted, Publisher::MessageDeleter> message) {
      EXPECT_TRUE(theirs.owns(message.get()));
      ++calls;
    },
    subscription_options(theirs));
  publisher->publish(make_message(*publisher, 1));
  executor->spin_some();
  EXPECT_EQ(calls, 2);
}

TEST_F(Memory, KeptAndQueuedMessagesGoBack)
{
  auto publisher = here->create_publisher<Counted>(
    "topic", rclcpp::QoS(2).transient_local(), publisher_options(ours));
  auto subscription = here->create_subscription<Counted>(
    "topic", 1, [](std::unique_ptr<Counted, Publisher::MessageDeleter>) {},
    subscription_options(ours));
  for (std::uint64_t i = 0; i < 5; ++i) {
    publisher->publish(make_message(*publisher, i));
    publisher->publish(Counted());
  }
  publisher.reset();
  subscription.reset();  // with a message in its queue
  EXPECT_GT(ours.allocations, 0u);
  EXPECT_EQ(ours.in_use.size(), 0u);
}

TEST_F(Memory, DecodedMessagesComeFromTheAllocator)
{
  auto publisher = make_there()->create_publisher<Counted>("topic", 10);
  std::vector<std::shared_ptr<const Counted>> kept;
  auto subscription = here->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<const Counted> message) { kept.push_back(message); },
    subscription_options(ours));
  wait_matched(publisher);
  publisher->publish(Counted());
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return kept.size() == 1; }));
  EXPECT_TRUE(ours.owns(kept[0].get()));
  subscription.reset();
  kept.clear();
}

TEST_F(Memory, ContainersOfTheMessageUseItToo)
{
  using PmrHeader = std_msgs::msg::Header_<std::pmr::polymorphic_allocator<char>>;
  const std::string long_text(1000, 'x');
  auto publisher = here->create_publisher<PmrHeader>("topic", 10, publisher_options(ours));
  auto plain = make_there()->create_publisher<std_msgs::msg::Header>("topic", 10);
  int calls = 0;
  auto subscription = here->create_subscription<PmrHeader>(
    "topic", 10,
    [&](const PmrHeader & message) {
      EXPECT_EQ(message.frame_id.c_str(), long_text);
      EXPECT_TRUE(ours.owns(&message) || theirs.owns(&message));
      EXPECT_TRUE(ours.owns(message.frame_id.data()) || theirs.owns(message.frame_id.data()));
      ++calls;
    },
    subscription_options(theirs));
  PmrHeader message;
  message.frame_id = long_text;
  publisher->publish(message);
  executor->spin_some();
  ASSERT_EQ(calls, 1);
  EXPECT_EQ(ours.allocations, 2u) << "the copy of the message, and its string";
  wait_matched(plain);
  std_msgs::msg::Header from_elsewhere;
  from_elsewhere.frame_id = long_text;
  plain->publish(from_elsewhere);
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return calls == 2; }));
  EXPECT_EQ(theirs.allocations, 2u) << "decoded";
}

TEST_F(Memory, StatefulAllocators)
{
  std::size_t count = 0;
  rclcpp::PublisherOptionsWithAllocator<Stateful<>> options;
  options.allocator = std::make_shared<Stateful<>>(count);
  auto publisher = here->create_publisher<Counted>("topic", 10, options);
  std::size_t during = 0;
  auto subscription =
    here->create_subscription<Counted>("topic", 10, [&](const Counted &) { during = count; });
  publisher->publish(Counted());
  auto loan = publisher->borrow_loaned_message();
  EXPECT_EQ(count, 2u);
  publisher->publish(std::move(loan));
  executor->spin_some();
  EXPECT_EQ(during, 1u);
  EXPECT_EQ(count, 0u);
}

TEST_F(Memory, ADeleterWithoutAllocatorIsRefused)
{
  auto publisher = here->create_publisher<Counted>("topic", 10, publisher_options(ours));
  Publisher::MessageAllocator memory;  // such a deleter returns the message to it
  Publisher::MessageUniquePtr message(
    std::construct_at(memory.allocate(1)), Publisher::MessageDeleter());
  EXPECT_THROW(publisher->publish(std::move(message)), std::invalid_argument);
  EXPECT_THROW(publisher->publish(Publisher::MessageUniquePtr()), std::invalid_argument);
}

// --- memory strategies ---

using Strategy = rclcpp::message_memory_strategy::MessageMemoryStrategy<String>;

struct CountingStrategy : Strategy
{
  std::shared_ptr<String> borrow_message() override
  {
    ++borrowed;
    return message;
  }
  std::shared_ptr<rclcpp::SerializedMessage> borrow_serialized_message(std::size_t) override
  {
    ++borrowed;
    return bytes;
  }
  using Strategy::borrow_serialized_message;
  void return_message(std::shared_ptr<String> & m) override
  {
    EXPECT_EQ(m, message);
    ++returned;
  }
  void return_serialized_message(std::shared_ptr<rclcpp::SerializedMessage> & m) override
  {
    EXPECT_EQ(m, bytes);
    ++returned;
  }
  std::shared_ptr<String> message = std::make_shared<String>();
  std::shared_ptr<rclcpp::SerializedMessage> bytes = std::make_shared<rclcpp::SerializedMessage>();
  int borrowed = 0;
  int returned = 0;
};

TEST_F(Memory, AStrategyProvidesRemoteMessages)
{
  auto publisher = make_there()->create_publisher<String>("topic", 10);
  auto strategy = std::make_shared<CountingStrategy>();
  int calls = 0;
  auto subscription = here->create_subscription<String>(
    "topic", 10,
    [&](std::shared_ptr<const String> message) {
      EXPECT_EQ(message, strategy->message);
      EXPECT_EQ(message->data, "hi");
      EXPECT_EQ(strategy->returned, calls);
      ++calls;
    },
    rclcpp::SubscriptionOptions(), strategy);
  wait_matched(publisher);
  String message;
  message.data = "hi";
  publisher->publish(message);
  publisher->publish(message);
  ASSERT_TRUE(pubsub_test::spin_until(*executor, [&] { return calls == 2; }));
  EXPECT_EQ(strategy->borrowed, 2);
  EXPECT_EQ(strategy->returned, 2);
}

TEST_F(Memory, AStrategyGetsItsMessageBackIfTheCallbackThrowsOrTheBytesAreWrong)
{
  auto there = make_there();
  auto publisher = there->create_generic_publisher("topic", "std_msgs/msg/String", 10);
  auto strategy = std::make_shared<CountingStrategy>();
  auto subscription = here->create_subscription<String>(
    "topic", 10, [&](const String &) { throw std::domain_error("no"); },
    rclcpp::SubscriptionOptions(), strategy);
  wait_matched(publisher);
  rclcpp::SerializedMessage bytes;
  String message;
  message.data = "hi";
  rclcpp::Serialization<String>().serialize_message(&message, &bytes);
  rclcpp::SerializedMessage wrong = bytes;
  wrong.get_rcl_serialized_message().buffer[4] = 200;  // the length of the string
  publisher->publish(wrong);
  publisher->publish(bytes);
  EXPECT_THROW(
    pubsub_test::spin_until(*executor, [&] { return strategy->returned == 2; }), std::domain_error);
  EXPECT_EQ(strategy->borrowed, 2);
  EXPECT_EQ(strategy->returned, 2);
  EXPECT_EQ(subscription->statistics().malformed, 1u);
}

TEST_F(Memory, AStrategyProvidesTheBytesForSerializedCallbacks)
{
  auto publisher = here->create_publisher<String>("topic", 10);
  auto strategy = std::make_shared<CountingStrategy>();
  int calls = 0;
  auto subscription = here->create_subscription<String>(
    "topic", 10,
    [&](std::shared_ptr<const rclcpp::SerializedMessage> message) {
      EXPECT_EQ(message, strategy->bytes);
      ++calls;
    },
    rclcpp::SubscriptionOptions(), strategy);
  publisher->publish(String());
  executor->spin_some();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(strategy->returned, 1);
}

TEST_F(Memory, ThePoolUsesItsMessagesInTurn)
{
  using Pool =
    rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy<Counted, 2>;
  Pool pool;
  auto a = pool.borrow_message();
  auto b = pool.borrow_message();
  EXPECT_NE(a, b);
  EXPECT_THROW(pool.borrow_message(), std::runtime_error);
  auto foreign = std::make_shared<Counted>();
  EXPECT_THROW(pool.return_message(foreign), std::runtime_error);
  const Counted * first = a.get();
  pool.return_message(a);
  EXPECT_THROW(pool.borrow_message(), std::runtime_error) << "somebody still has it";
  a.reset();
  EXPECT_EQ(pool.borrow_message().get(), first);

  auto publisher = make_there()->create_publisher<Counted>("topic", 10);
  int calls = 0;
  auto subscription = here->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<const Counted>) { ++calls; }, rclcpp::SubscriptionOptions(),
    std::make_shared<Pool>());
  wait_matched(publisher);
  for (int i = 0; i < 5; ++i) {
    publisher->publish(Counted());
  }
  EXPECT_TRUE(pubsub_test::spin_until(*executor, [&] { return calls == 5; }));
}

TEST_F(Memory, TheDefaultStrategyAllocatesFromItsAllocator)
{
  rclcpp::message_memory_strategy::MessageMemoryStrategy<Counted, Alloc> strategy(
    std::make_shared<Alloc>(&ours));
  auto message = strategy.borrow_message();
  EXPECT_EQ(ours.allocations, 1u);
  strategy.return_message(message);
  strategy.set_default_buffer_capacity(64);
  auto bytes = strategy.borrow_serialized_message();
  EXPECT_EQ(bytes->capacity(), 64u);
  strategy.return_serialized_message(bytes);
  strategy.buffer_deleter_(strategy.buffer_allocator_->allocate(1));
  EXPECT_NE(Strategy::create_default(), nullptr);
}

}  // namespace
