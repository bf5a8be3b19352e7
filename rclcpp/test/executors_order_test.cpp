// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The order in which executors run ready entities: by arrival across groups, without starvation,
// each entity queued once.
#include <vector>

#include "executors_support.hpp"

namespace executors_test
{

using rclcpp::CallbackGroupType;
using rclcpp::executors::SingleThreadedExecutor;

class ExecutorsOrder : public ExecutorsTest
{
};

TEST_F(ExecutorsOrder, ItemsOfAllGroupsRunInOrderOfArrival)
{
  SingleThreadedExecutor executor(options);
  std::vector<std::shared_ptr<rclcpp::CallbackGroup>> groups;
  std::vector<std::shared_ptr<Probe>> probes;
  for (int g = 0; g < 4; ++g) {
    groups.push_back(
      make_group(g % 2 ? CallbackGroupType::Reentrant : CallbackGroupType::MutuallyExclusive));
    executor.add_callback_group(groups.back());
    probes.push_back(make_probe(groups.back()));
    probes.push_back(make_probe(groups.back()));
  }
  std::vector<int> order;
  std::vector<int> expected;
  const std::int64_t start = steady_now();
  for (int i = 0; i < 200; ++i) {
    probes[(i * 5 + i / 7) % probes.size()]->push([&order, i]() { order.push_back(i); }, start + i);
    expected.push_back(i);
  }
  executor.spin_all(0s);
  EXPECT_EQ(order, expected);
}

TEST_F(ExecutorsOrder, AnItemStampedEarlierButAnnouncedLaterRunsFirst)
{
  SingleThreadedExecutor executor(options);
  auto group_a = make_group();
  auto group_b = make_group();
  executor.add_callback_group(group_a);
  executor.add_callback_group(group_b);
  auto a = make_probe(group_a);
  auto b = make_probe(group_b);
  std::vector<int> order;
  const std::int64_t start = steady_now();
  a->push([&]() { order.push_back(2); }, start - 1);
  b->push([&]() { order.push_back(1); }, start - 2);
  executor.spin_some();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

// rclcpp #2645, #2360, #2702: one of two callbacks of a mutually exclusive group starved.
TEST_F(ExecutorsOrder, TwoBusyEntitiesOfAnExclusiveGroupTakeTurns)
{
  rclcpp::executors::MultiThreadedExecutor executor(options, 2);
  auto group = make_group();
  executor.add_callback_group(group);
  auto a = make_probe(group);
  auto b = make_probe(group);
  std::atomic<int> count_a{0};
  std::atomic<int> count_b{0};
  std::atomic<bool> stop{false};
  // Each makes itself ready again in its callback: there are always two ready entities.
  std::function<void()> run_a = [&]() {
    ++count_a;
    if (!stop) {
      a->push(run_a);
    }
  };
  std::function<void()> run_b = [&]() {
    ++count_b;
    if (!stop) {
      b->push(run_b);
    }
  };
  a->push(run_a);
  b->push(run_b);
  {
    Spinner spinner(executor);
    ASSERT_TRUE(eventually([&]() { return count_a + count_b > 10000; }));
    stop = true;
  }
  EXPECT_NEAR(count_a, count_b, 2);
}

TEST_F(ExecutorsOrder, AFloodInOneGroupDoesNotDelayAnother)
{
  SingleThreadedExecutor executor(options);
  auto flooded = make_group();
  auto other = make_group();
  executor.add_callback_group(flooded);
  executor.add_callback_group(other);
  auto flood = make_probe(flooded);
  auto probe = make_probe(other);
  int run_before = 0;
  int before_probe = -1;
  for (int i = 0; i < 100; ++i) {
    flood->push([&]() { ++run_before; });
  }
  probe->push([&]() { before_probe = run_before; });
  for (int i = 0; i < 1000; ++i) {
    flood->push([&]() { ++run_before; });
  }
  executor.spin_some();
  EXPECT_EQ(before_probe, 100);
  EXPECT_EQ(run_before, 1100);
}

// Readiness without an item, such as a message that was overwritten before it was taken, does not
// count.
TEST_F(ExecutorsOrder, AnEntityWithoutItemsDoesNotCountAsWork)
{
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto empty = make_probe(group);
  auto probe = make_probe(group);
  bool ran = false;
  empty->push([]() {});
  empty->clear();
  probe->push([&]() { ran = true; });
  executor.spin_once(0s);
  EXPECT_TRUE(ran);
}

TEST_F(ExecutorsOrder, ReadinessCanBeTakenBack)
{
  struct Retracting : Entity
  {
    bool execute_one() override
    {
      ++looked;
      return true;
    }
    void retract() { not_ready(); }
    int looked = 0;
  };
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto entity = std::make_shared<Retracting>();
  group->add_entity(entity);
  entity->ready(steady_now());
  entity->retract();
  executor.spin_some();
  EXPECT_EQ(entity->looked, 0);
  entity->ready(steady_now());
  executor.spin_some();
  EXPECT_EQ(entity->looked, 1);
}

TEST_F(ExecutorsOrder, ItemsQueuedBeforeTheEntityHasAGroupOrExecutorAreRun)
{
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  auto probe = std::make_shared<Probe>();
  int ran = 0;
  probe->push([&]() { ++ran; });
  group->add_entity(probe);
  executor.spin_some();
  EXPECT_EQ(ran, 0);
  probe->push([&]() { ++ran; });
  executor.add_callback_group(group);
  executor.spin_some();
  EXPECT_EQ(ran, 2);
}

TEST_F(ExecutorsOrder, WaitingItemsMoveToAnotherExecutor)
{
  SingleThreadedExecutor first(options);
  SingleThreadedExecutor second(options);
  auto group = make_group();
  auto probe = make_probe(group);
  int ran = 0;
  first.add_callback_group(group);
  probe->push([&]() { ++ran; });
  first.remove_callback_group(group);
  probe->push([&]() { ++ran; });
  first.spin_some();
  EXPECT_EQ(ran, 0);
  second.add_callback_group(group);
  second.spin_some();
  EXPECT_EQ(ran, 2);
}

}  // namespace executors_test
