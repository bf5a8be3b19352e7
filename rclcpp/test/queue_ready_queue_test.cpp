// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The queue of subscriptions, services and clients: items that it keeps, drops and counts, and the
// order in which it wakes and calls.
#include "queue/ready_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "eventually.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/executors.hpp"

namespace
{

using namespace std::chrono_literals;  // NOLINT(build/namespaces)
using rclcpp::queue::ReadyQueue;
using rclcpp::queue::Statistics;
using test::patience;

struct Number
{
  int value = 0;
  std::int64_t arrival_ns = 0;
};

Number number(int value)
{
  return {value, base::steady_now()};
}

using Queue = ReadyQueue<Number>;

/// The simplest class with a queue. An executor passes each item to `run`.
class Owner : public rclcpp::executors::detail::Entity
{
public:
  explicit Owner(std::size_t limit, std::function<void(int)> run_one = nullptr)
  : queue(std::make_shared<Queue>(*this, limit, 2)), run(std::move(run_one))
  {
  }
  ~Owner() override { queue->close(); }

  std::vector<int> take_all()
  {
    std::vector<int> taken;
    Number item;
    std::int64_t next;
    while (queue->pop(item, next)) {
      taken.push_back(item.value);
    }
    return taken;
  }

  const std::shared_ptr<Queue> queue;
  const std::function<void(int)> run;

private:
  bool execute_one() override
  {
    Number item;
    std::int64_t next;
    if (!queue->pop(item, next)) {
      return false;
    }
    if (next != rclcpp::queue::never) {
      ready_again(next);
    }
    queue->count_delivered();
    run(item.value);
    return true;
  }
};

constexpr std::size_t unlimited = base::Ring<Number>::unlimited;

TEST(ReadyQueue, KeepsTheNewestAndCountsDroppedItems)
{
  Owner owner(3);
  for (int i = 0; i < 10; ++i) {
    owner.queue->push(number(i));
  }
  EXPECT_EQ(owner.queue->room(), 0u);
  EXPECT_EQ(owner.take_all(), (std::vector<int>{7, 8, 9}));
  EXPECT_TRUE(owner.queue->empty());
  const Statistics statistics = owner.queue->statistics();
  EXPECT_EQ(statistics.received, 10u);
  EXPECT_EQ(statistics.dropped, 7u);
  EXPECT_EQ(statistics.delivered, 0u) << "the owner counts what it gave to the user";
  EXPECT_EQ(statistics.waiting, 0u);
}

TEST(ReadyQueue, WithoutALimitKeepsAll)
{
  Owner owner(unlimited);
  for (int i = 0; i < 1000; ++i) {
    owner.queue->push(number(i));
  }
  EXPECT_EQ(owner.queue->statistics().waiting, 1000u);
  const std::vector<int> taken = owner.take_all();
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(taken[static_cast<std::size_t>(i)], i);
  }
}

TEST(ReadyQueue, ReportsTheArrivalTimeOfTheNextItem)
{
  Owner owner(3);
  owner.queue->push({1, 10});
  owner.queue->push({2, 20});
  Number item;
  std::int64_t next;
  ASSERT_TRUE(owner.queue->pop(item, next));
  EXPECT_EQ(next, 20);
  ASSERT_TRUE(owner.queue->pop(item, next));
  EXPECT_EQ(next, rclcpp::queue::never);
  EXPECT_FALSE(owner.queue->pop(item, next));
}

TEST(ReadyQueue, DiscardsItemsThatItsOwnerChooses)
{
  Owner owner(unlimited);
  for (int i = 0; i < 6; ++i) {
    owner.queue->push(number(i));
  }
  owner.queue->discard_if([](const Number & item) { return item.value % 2 == 0; });
  EXPECT_EQ(owner.take_all(), (std::vector<int>{1, 3, 5}));
}

TEST(ReadyQueue, CountsArrivedAndDroppedItems)
{
  Owner owner(2);
  std::vector<std::size_t> came, dropped;
  owner.queue->push(number(0));
  owner.queue->set_on_new_item([&](std::size_t count) { came.push_back(count); });
  owner.queue->set_on_drop([&](std::size_t count) { dropped.push_back(count); });
  EXPECT_EQ(came, (std::vector<std::size_t>{1})) << "one waits already";
  for (int i = 1; i < 4; ++i) {
    owner.queue->push(number(i));
  }
  EXPECT_EQ(came, (std::vector<std::size_t>{1, 1, 1, 1}));
  EXPECT_EQ(dropped, (std::vector<std::size_t>{1, 1}));
}

// An item of another process's history goes before newer items, except for those of the same
// publisher.
TEST(ReadyQueue, HistoryTakesItsPlaceByTime)
{
  struct Entity : rclcpp::executors::detail::Entity
  {
    bool execute_one() override { return false; }
  } entity;
  rclcpp::queue::MessageQueue queue(
    entity, {.depth = 3, .history_until_ns = 100, .by_value = {}, .filter = {}});
  const auto push = [&](std::int64_t sent, std::uint8_t publisher) {
    rclcpp::queue::Item item;
    item.source_ns = sent;
    item.gid[0] = publisher;
    queue.push(std::move(item));
  };
  push(50, 1);
  push(200, 1);
  push(20, 2);   // history: goes first
  push(10, 3);   // full, and older than all others: is dropped itself
  push(300, 2);  // full: the oldest item is dropped
  std::vector<std::int64_t> order;
  rclcpp::queue::Item item;
  std::int64_t next;
  while (queue.pop(item, next)) {
    order.push_back(item.source_ns);
  }
  EXPECT_EQ(order, (std::vector<std::int64_t>{50, 200, 300}));
  EXPECT_EQ(queue.statistics().dropped, 2u);
  queue.close();
}

/// An executor whose thread runs the items of owners.
class ReadyQueueOnExecutor : public ::testing::Test
{
protected:
  ReadyQueueOnExecutor()
  {
    context->init(0, nullptr);
    rclcpp::ExecutorOptions options;
    options.context = context;
    executor = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
    group = std::make_shared<rclcpp::CallbackGroup>(
      rclcpp::CallbackGroupType::MutuallyExclusive, context);
    executor->add_callback_group(group, nullptr);
    spinner = std::thread([this] { executor->spin(); });
  }
  ~ReadyQueueOnExecutor() override
  {
    executor->cancel();
    spinner.join();
    executor->remove_callback_group(group);
    context->shutdown("end of test");
  }

  std::shared_ptr<Owner> make_owner(std::size_t limit, std::function<void(int)> run)
  {
    auto owner = std::make_shared<Owner>(limit, std::move(run));
    group->add_entity(owner);
    return owner;
  }

  std::shared_ptr<rclcpp::Context> context = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor;
  std::shared_ptr<rclcpp::CallbackGroup> group;
  std::thread spinner;
};

// The callback for arrivals waits until the executor has run the item: if the callback came first,
// it would wait in vain.
TEST_F(ReadyQueueOnExecutor, WakesTheExecutorBeforeItCallsBack)
{
  std::promise<void> ran;
  const auto owner = make_owner(10, [&](int) { ran.set_value(); });
  std::future_status status = std::future_status::timeout;
  owner->queue->set_on_new_item(
    [&, done = ran.get_future().share()](std::size_t) { status = done.wait_for(patience); });
  owner->queue->push(number(1));
  EXPECT_EQ(status, std::future_status::ready);
}

TEST_F(ReadyQueueOnExecutor, CountsAddUp)
{
  std::promise<void> last;
  const auto owner = make_owner(4, [&](int value) {
    if (value == 999) {
      last.set_value();
    }
  });
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        owner->queue->push(number(i % 500));
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  owner->queue->push(number(999));
  ASSERT_EQ(last.get_future().wait_for(patience), std::future_status::ready);
  const Statistics statistics = owner->queue->statistics();
  EXPECT_EQ(statistics.received, 6001u);
  EXPECT_EQ(statistics.delivered + statistics.dropped, statistics.received);
  EXPECT_EQ(statistics.waiting, 0u);
}

TEST_F(ReadyQueueOnExecutor, ACallbackMayDropTheOwner)
{
  auto owner = make_owner(10, [](int) {});
  const std::shared_ptr<Queue> queue = owner->queue;
  bool called = false;
  queue->set_on_new_item([&](std::size_t) {
    called = true;
    owner.reset();
  });
  queue->push(number(1));
  EXPECT_TRUE(called);
  EXPECT_EQ(owner, nullptr);
  queue->push(number(2));
  EXPECT_TRUE(queue->empty());
}

TEST(ReadyQueueEnd, DiscardsWaitingAndLaterItems)
{
  auto owner = std::make_unique<Owner>(10);
  const std::shared_ptr<Queue> queue = owner->queue;
  int called = 0;
  queue->set_on_new_item([&](std::size_t) { ++called; });
  queue->push(number(1));
  owner.reset();
  queue->push(number(2));
  EXPECT_TRUE(queue->empty());
  EXPECT_EQ(called, 1);
  EXPECT_EQ(queue->statistics().received, 1u);
}

// close() returns after the running callback, and nothing was accepted in the meantime.
TEST(ReadyQueueEnd, WaitsForTheCallbackThatRuns)
{
  Owner owner(10);
  std::promise<void> entered, leave;
  std::atomic<bool> left{false};
  owner.queue->set_on_new_item([&, may_leave = leave.get_future().share()](std::size_t) {
    entered.set_value();
    may_leave.wait();
    left = true;
  });
  std::thread pusher([&] { owner.queue->push(number(1)); });
  entered.get_future().wait();
  std::atomic<bool> was_left{false};
  std::thread closer([&] {
    owner.queue->close();
    was_left = left.load();
  });
  // Until close() has begun: it empties the queue before it waits.
  while (!owner.queue->empty()) {
    std::this_thread::yield();
  }
  owner.queue->push(number(2));
  EXPECT_TRUE(owner.queue->empty());
  leave.set_value();
  pusher.join();
  closer.join();
  EXPECT_TRUE(was_left);
}

}  // namespace
