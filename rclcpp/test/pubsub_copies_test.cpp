// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tables "Number of message copies" of the intra-process design: which address each callback
// gets, how many copies are made, and what is allocated.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pubsub_support.hpp"
#include "rclcpp/serialization.hpp"

using pubsub_test::Counted;
using rclcpp::IntraProcessBufferType;

namespace
{
thread_local std::size_t allocations = 0;
}

// Not inlined: otherwise the compiler reports malloc and free as mismatched with new and delete.
[[gnu::noinline]] void * operator new(std::size_t size)
{
  ++allocations;
  if (void * memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
// Its memory goes to the same delete; a sanitizer would otherwise use its own.
[[gnu::noinline]] void * operator new(std::size_t size, const std::nothrow_t &) noexcept
{
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void * memory) noexcept
{
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace
{

class Copies : public pubsub_test::PubSub
{
protected:
  ~Copies() override
  {
    if (other_context) {
      other_context->shutdown("test is over");
    }
  }

  // o: owns (unique_ptr), s: shares (shared_ptr<const T>), r: shares (const T &), v: by value
  // (shared_ptr<const T>)
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
      options.intra_process_buffer_type =
        kind == 'v' ? IntraProcessBufferType::Value : IntraProcessBufferType::CallbackDefault;
      if (kind == 'o') {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10,
          [this, i](std::unique_ptr<Counted> m) {
            got[i] = m.get();
            kept.push_back(std::shared_ptr<const Counted>(std::move(m)));
          },
          options));
      } else if (kind == 'r') {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10, [this, i](const Counted & m) { got[i] = &m; }, options));
      } else {
        subscriptions.push_back(subscriber->create_subscription<Counted>(
          "topic", 10,
          [this, i](std::shared_ptr<const Counted> m) {
            got[i] = m.get();
            kept.push_back(m);
          },
          options));
      }
    }
  }

  // Subscribes in another context, which equals a subscription in another process.
  void subscribe_from_outside()
  {
    other_context = std::make_shared<rclcpp::Context>();
    other_context->init(0, nullptr);
    remote =
      make_node("outside", true, other_context)
        ->create_subscription<Counted>("topic", 100, [this](const Counted &) { ++remote_calls; });
    ASSERT_TRUE(
      pubsub_test::spin_until(*executor, [&] { return publisher->get_subscription_count() == 1; }));
  }

  void make_publisher(const rclcpp::QoS & qos = 10, bool intra_process = true)
  {
    rclcpp::PublisherOptions options;
    options.use_intra_process_comm =
      intra_process ? rclcpp::IntraProcessSetting::Enable : rclcpp::IntraProcessSetting::Disable;
    publisher = make_node("publisher", true)->create_publisher<Counted>("topic", qos, options);
  }

  // Publishes and runs the callbacks; returns the number of copies.
  template <typename Message>
  int publish(Message && message)
  {
    Counted::copies() = 0;
    publisher->publish(std::forward<Message>(message));
    executor->spin_some();
    EXPECT_TRUE(pubsub_test::spin_until(*executor, [&] {
      return std::none_of(got.begin(), got.end(), [](const void * m) { return !m; });
    }));
    return Counted::copies();
  }

  // Publishes in one of the ways: u: unique_ptr, s: shared_ptr<const T>, c: const T &, l: loaned,
  // b: bytes. `published` is the address of the message.
  int publish(char way, const void *& published)
  {
    if (way == 'u') {
      auto message = std::make_unique<Counted>();
      published = message.get();
      return publish(std::move(message));
    }
    if (way == 'l') {
      auto message = publisher->borrow_loaned_message();
      published = &message.get();
      return publish(std::move(message));
    }
    auto message = std::make_shared<Counted>();
    published = message.get();
    kept.push_back(message);  // so that its address is not reused
    if (way == 's') {
      return publish(std::shared_ptr<const Counted>(message));
    }
    if (way == 'c') {
      return publish(*message);
    }
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Counted>().serialize_message(message.get(), &bytes);
    return publish(bytes);
  }

  const void * publish_unique(int expected_copies)
  {
    const void * address;
    EXPECT_EQ(publish('u', address), expected_copies);
    return address;
  }

  std::set<const void *> addresses() const { return {got.begin(), got.end()}; }

  void forget()
  {
    subscriptions.clear();
    got.clear();
    kept.clear();
  }

  std::shared_ptr<rclcpp::Context> other_context;
  std::shared_ptr<rclcpp::SubscriptionBase> remote;
  std::size_t remote_calls = 0;
  std::shared_ptr<rclcpp::Node> subscriber;
  std::shared_ptr<rclcpp::Publisher<Counted>> publisher;
  std::vector<std::shared_ptr<rclcpp::SubscriptionBase>> subscriptions;
  std::vector<const void *> got;
  std::vector<std::shared_ptr<const Counted>> kept;
};

struct Row
{
  std::string text;
  char published = 0;   // as in Copies::publish()
  std::string readers;  // as in Copies::subscribe()
  int copies = 0;
  std::string
    addresses;  // of each reader: 1 is the publisher's message, other digits are other messages
};

// Returns the content of the cell, one character per word.
std::string read_words(const std::string & cell, const std::map<std::string, char> & words)
{
  std::string found;
  for (std::size_t from = 0; from < cell.size();) {
    const std::size_t comma = std::min(cell.find(", ", from), cell.size());
    const auto word = words.find(cell.substr(from, comma - from));
    if (word == words.end()) {
      ADD_FAILURE() << PUBSUB_COPIES_PAGE << ": not understood: " << cell;
      break;
    }
    found += word->second;
    from = comma + 2;
  }
  return found;
}

// Returns the table of the documentation.
std::vector<Row> read_page()
{
  std::vector<Row> rows;
  std::ifstream page(PUBSUB_COPIES_PAGE);
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "|---|---|---|---|") {
      in_table = true;
      continue;
    }
    in_table = in_table && line.starts_with("| ");
    if (!in_table) {
      continue;
    }
    std::vector<std::string> cells;
    for (std::size_t from = 1; from < line.size();) {
      const std::size_t end = std::min(line.find(" |", from), line.size());
      cells.push_back(from + 1 < end ? line.substr(from + 1, end - from - 1) : "");
      from = end + 2;
    }
    if (cells.size() != 4) {
      ADD_FAILURE() << PUBSUB_COPIES_PAGE << ": not four cells: " << line;
      continue;
    }
    Row row;
    row.text = line;
    row.published = read_words(
      cells[0], {{"`unique_ptr<T>`", 'u'},
                 {"loaned message", 'l'},
                 {"`shared_ptr<const T>`", 's'},
                 {"`shared_ptr<const T>` (not in ROS 2)", 's'},
                 {"`const T &`", 'c'},
                 {"`SerializedMessage`", 'b'}})[0];
    if (cells[1] != "no subscription") {
      row.readers =
        read_words(cells[1], {{"`unique_ptr`", 'o'}, {"`shared_ptr`", 's'}, {"`value`", 'v'}});
    }
    row.copies = std::stoi(cells[2]);
    row.addresses = read_words(cells[3], {{"@1", '1'}, {"@2", '2'}, {"@3", '3'}, {"@4", '4'}});
    rows.push_back(row);
  }
  return rows;
}

class Table : public Copies, public ::testing::WithParamInterface<bool>
{
};
INSTANTIATE_TEST_SUITE_P(OutsideReader, Table, ::testing::Bool());

TEST_P(Table, NumberOfMessageCopies)
{
  make_publisher();
  if (GetParam()) {
    subscribe_from_outside();
  }
  std::size_t published_count = 0;
  const std::vector<Row> rows = read_page();
  EXPECT_EQ(rows.size(), 28u);
  for (const Row & row : rows) {
    SCOPED_TRACE(row.text);
    const std::string & readers = row.readers;
    const std::string & expected = row.addresses;
    ASSERT_EQ(readers.size(), expected.size());
    subscribe(readers);
    const void * published = nullptr;
    EXPECT_EQ(publish(row.published, published), row.copies);
    ++published_count;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_EQ(got[i] == got[j], expected[i] == expected[j]) << i << " and " << j;
      }
    }
    // Count the readers of each kind that got the publisher's message: it does not matter which
    // owner got it.
    std::map<char, int> with_it;
    std::map<char, int> expected_with_it;
    for (std::size_t i = 0; i < readers.size(); ++i) {
      with_it[readers[i]] += got[i] == published;
      expected_with_it[readers[i]] += expected[i] == '1';
    }
    EXPECT_EQ(with_it, expected_with_it);
    for (const auto & subscription : subscriptions) {
      EXPECT_EQ(subscription->statistics().received, 1u) << "nobody gets it twice";
    }
    if (remote) {
      EXPECT_TRUE(
        pubsub_test::spin_until(*executor, [&] { return remote_calls == published_count; }));
      EXPECT_EQ(remote->statistics().received, published_count);
    }
    forget();
  }
}

TEST_F(Copies, ReferencesShareToo)
{
  make_publisher();
  subscribe("srsr");
  const void * published = publish_unique(0);
  EXPECT_EQ(addresses(), std::set<const void *>{published});
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

TEST_F(Copies, WithoutIntraProcessOnOneSideMessagesAreNotShared)
{
  for (const bool of_publisher : {false, true}) {
    make_publisher(10, of_publisher);
    for (const char way : {'u', 's', 'c', 'l'}) {
      SCOPED_TRACE(way);
      subscribe("srv", !of_publisher);
      const void * published = nullptr;
      EXPECT_EQ(publish(way, published), 1);
      EXPECT_EQ(addresses().size(), 1u);
      EXPECT_EQ(addresses().count(published), 0u);
      subscribe("o", !of_publisher);
      EXPECT_EQ(publish(way, published), 2) << "the owner copies when it is called";
      EXPECT_EQ(addresses().size(), 2u);
      forget();
    }
    publisher.reset();
  }
}

// --- allocations ---

// The message circulates: each callback publishes the next one.
class Allocations : public Copies
{
protected:
  // Returns true until it is time to stop; counts the allocations of this thread after a warm-up.
  bool go_on()
  {
    constexpr int warm_up = 100;
    ++calls;
    if (calls == warm_up) {
      allocations = 0;
    } else if (calls == warm_up + 1000) {
      allocated = allocations;
      executor->cancel();
      return false;
    }
    return calls < warm_up + 1000;
  }

  template <typename Message>
  std::size_t run(Message && first)
  {
    publisher->publish(std::forward<Message>(first));
    executor->spin();
    return allocated;
  }

  int calls = 0;
  std::size_t allocated = 0;
};

TEST_F(Allocations, OnlyAUniqueMessageIsAllocated)
{
  make_publisher();
  auto subscription =
    make_node("reader", true)
      ->create_subscription<Counted>("topic", 10, [&](std::unique_ptr<Counted> m) {
        if (go_on()) {
          publisher->publish(std::move(m));
        }
      });
  EXPECT_EQ(run(std::make_unique<Counted>()), 0u);
}

TEST_F(Allocations, OnlyASharedMessageIsAllocated)
{
  make_publisher();
  subscribe("rrr");
  auto subscription =
    subscriber->create_subscription<Counted>("topic", 10, [&](std::shared_ptr<const Counted> m) {
      if (go_on()) {
        publisher->publish(m);
      }
    });
  EXPECT_EQ(run(std::make_unique<Counted>()), 0u);
}

TEST_F(Allocations, MessagesByValueAreNotAllocated)
{
  make_publisher();
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::Value;
  auto subscription = make_node("reader", true)
                        ->create_subscription<Counted>(
                          "topic", 10,
                          [&](const Counted & m) {
                            if (go_on()) {
                              publisher->publish(m);
                            }
                          },
                          options);
  EXPECT_EQ(run(Counted()), 0u);
}

// --- by value ---

TEST_F(Copies, MessagesByValueReuseMemory)
{
  make_publisher();
  auto node = make_node("by_value", true);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::Value;
  std::set<const void *> seen;
  std::vector<std::uint64_t> values;
  auto subscription = node->create_subscription<Counted>(
    "topic", 2,
    [&](const Counted & m) {
      seen.insert(&m);
      values.push_back(m.value);
    },
    options);
  Counted message;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 3; ++i) {
      ++message.value;
      publisher->publish(message);
    }
    executor->spin_some();
  }
  EXPECT_LE(seen.size(), 3u);
  ASSERT_EQ(values.size(), 40u) << "the first of three is dropped";
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i], i / 2 * 3 + i % 2 + 2);
  }
}

TEST_F(Copies, AnOwnerOfAMessageByValueGetsItMoved)
{
  make_publisher();
  auto node = make_node("by_value", true);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::Value;
  std::unique_ptr<Counted> mine;
  std::shared_ptr<Counted> also_mine;
  auto unique = node->create_subscription<Counted>(
    "topic", 10, [&](std::unique_ptr<Counted> m) { mine = std::move(m); }, options);
  auto shared = node->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<Counted> m) { also_mine = m; }, options);
  Counted message;
  message.value = 7;
  EXPECT_EQ(publish(message), 2) << "one for each";
  ASSERT_TRUE(mine && also_mine);
  EXPECT_EQ(mine->value, 7u);
  EXPECT_EQ(also_mine->value, 7u);
  unique.reset();
  shared.reset();
  publisher.reset();
  also_mine->value = 8;  // outlives the queue from which it came
}

TEST_F(Copies, BytesAndTakenMessagesComeFromAQueueOfValuesToo)
{
  make_publisher();
  auto node = make_node("by_value", true);
  rclcpp::SubscriptionOptions options;
  options.intra_process_buffer_type = IntraProcessBufferType::Value;
  int calls = 0;
  auto bytes = node->create_subscription<Counted>(
    "topic", 10, [&](std::shared_ptr<const rclcpp::SerializedMessage>) { ++calls; }, options);
  auto taken = node->create_subscription<Counted>("topic", 10, [](const Counted &) {}, options);
  Counted message;
  message.value = 7;
  publisher->publish(message);
  rclcpp::MessageInfo info;
  Counted out;
  ASSERT_TRUE(taken->take(out, info));
  EXPECT_EQ(out.value, 7u);
  publisher->publish(message);
  rclcpp::SerializedMessage serialized;
  ASSERT_TRUE(taken->take_serialized(serialized, info));
  EXPECT_EQ(serialized.size(), 12u);
  executor->spin_some();
  EXPECT_EQ(calls, 2);
}

TEST_F(Copies, GenericPublishersShareSamplesWithSerializedSubscriptions)
{
  make_publisher();
  auto node = make_node("samples", true);
  const std::string type = rclcpp::detail::type_support<Counted>.name;
  auto generic = node->create_generic_publisher("topic", type, 10);
  auto one = node->create_subscription<Counted>("topic", 10, [](const Counted &) {});
  auto other = node->create_generic_subscription(
    "topic", type, 10, [](std::shared_ptr<const rclcpp::SerializedMessage>) {});
  rclcpp::MessageInfo info;
  rmw::Sample taken;
  EXPECT_FALSE(one->take_sample(taken, info));

  Counted message;
  message.value = 7;
  publisher->publish(message);
  ASSERT_TRUE(one->take_sample(taken, info)) << "encoded for who wants bytes";
  rmw::Buffer buffer(taken.bytes().size());
  std::copy(taken.bytes().begin(), taken.bytes().end(), buffer.bytes().begin());
  ASSERT_TRUE(other->take_sample(taken, info));
  EXPECT_TRUE(std::equal(
    taken.bytes().begin(), taken.bytes().end(), buffer.bytes().begin(), buffer.bytes().end()));

  const std::byte * const address = buffer.bytes().data();
  generic->publish_sample(std::move(buffer));
  for (rclcpp::SubscriptionBase * each :
       {static_cast<rclcpp::SubscriptionBase *>(one.get()),
        static_cast<rclcpp::SubscriptionBase *>(other.get())}) {
    ASSERT_TRUE(each->take_sample(taken, info));
    EXPECT_EQ(taken.bytes().data(), address);
    EXPECT_EQ(info.get_rmw_message_info().publication_sequence_number, 1u);
  }
  EXPECT_THROW(generic->publish_sample(rmw::Buffer(3)), std::invalid_argument);
}

TEST_F(Copies, TransientLocalKeepsSharedMessages)
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
