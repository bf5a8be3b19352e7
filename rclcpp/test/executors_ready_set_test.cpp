// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The entities that a ready set returns, in which order, and when a timer is due; and what keeps an
// entity alive.
#include "executors/ready_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "executors/handle.hpp"

namespace executors_test
{

using rclcpp::executors::detail::Due;
using rclcpp::executors::detail::EntityState;
using rclcpp::executors::detail::for_ever;
using rclcpp::executors::detail::Group;
using rclcpp::executors::detail::Handle;
using rclcpp::executors::detail::most_start_delay;
using rclcpp::executors::detail::ReadySet;
using rclcpp::executors::detail::TimeBase;
using rclcpp::executors::detail::TimerState;

/// An entity without callbacks; a user has it as long as `user` exists.
struct Item
{
  Item(ReadySet & set, Group & group, char its_name) : name(its_name)
  {
    state.handle.set_owner(user);
    set.add(state, group);
  }

  const char name;
  std::shared_ptr<int> user = std::make_shared<int>();
  EntityState state{nullptr};
};

struct ReadySetTest : ::testing::Test
{
  ReadySetTest()
  {
    set.add(exclusive);
    set.add(other);
    set.add(reentrant);
  }

  char name_of(const EntityState * state) const
  {
    for (const Item * item : {&a, &b, &c, &d, &r}) {
      if (&item->state == state) {
        return item->name;
      }
    }
    return '-';
  }

  char take(std::int64_t newest = for_ever) { return name_of(set.take(newest)); }
  void finish(Item & item)
  {
    set.finish(*item.state.group.load());
    item.state.handle.end().reset();
  }

  ReadySet set;
  Group exclusive{nullptr, true};
  Group other{nullptr, true};
  Group reentrant{nullptr, false};
  Item a{set, exclusive, 'a'};
  Item b{set, exclusive, 'b'};
  Item c{set, other, 'c'};
  Item d{set, other, 'd'};
  Item r{set, reentrant, 'r'};
};

TEST_F(ReadySetTest, TheOldestStampOfAllGroupsComesFirst)
{
  struct Case
  {
    std::vector<std::pair<Item *, std::int64_t>> ready;
    std::string order;
  };
  const Case cases[] = {
    {{{&a, 1}, {&c, 2}, {&r, 3}}, "acr"},
    {{{&a, 3}, {&c, 2}, {&r, 1}}, "rca"},
    {{{&a, 2}, {&b, 1}, {&c, 3}, {&d, 0}}, "dbac"},
    {{{&a, 5}, {&c, 5}, {&b, 5}, {&r, 5}}, "acrb"},  // equal stamps: groups take turns
    {{{&a, 5}, {&c, 3}, {&a, 2}}, "ac"},             // an older item is announced later
    {{{&a, 2}, {&c, 3}, {&a, 5}}, "ac"},             // a newer one changes nothing
  };
  for (const Case & one : cases) {
    for (const auto & [item, stamp] : one.ready) {
      set.enqueue(item->state, stamp, 0);
    }
    std::string order;
    while (EntityState * state = set.take(for_ever)) {
      order += name_of(state);
      set.finish(*state->group.load());
      state->handle.end().reset();
    }
    EXPECT_EQ(order, one.order);
  }
}

TEST_F(ReadySetTest, AnExclusiveGroupRunsOneAtATime)
{
  EXPECT_TRUE(set.enqueue(a.state, 1, 0));
  EXPECT_TRUE(set.enqueue(b.state, 2, 0));
  EXPECT_EQ(take(), 'a');
  EXPECT_FALSE(set.has_ready());
  EXPECT_EQ(take(), '-');
  EXPECT_FALSE(set.enqueue(a.state, 0, 0)) << "nobody has to look for it yet";
  finish(a);
  EXPECT_EQ(take(), 'a') << "again, as it is older";
  finish(a);
  EXPECT_EQ(take(), 'b');
}

TEST_F(ReadySetTest, AReentrantGroupRunsAsManyAsAreReady)
{
  EXPECT_TRUE(set.enqueue(r.state, 1, 0));
  EXPECT_EQ(take(), 'r');
  EXPECT_TRUE(set.enqueue(r.state, 2, 0));
  EXPECT_EQ(take(), 'r');
  EXPECT_EQ(reentrant.running, 2);
  finish(r);
  finish(r);
  EXPECT_EQ(take(), '-');
}

TEST_F(ReadySetTest, ItemsNewerThanTheLimitStay)
{
  set.enqueue(a.state, 10, 0);
  EXPECT_EQ(take(9), '-');
  EXPECT_EQ(take(10), 'a');
}

TEST_F(ReadySetTest, ReadinessCanBeTakenBack)
{
  set.enqueue(a.state, 1, 0);
  set.enqueue(b.state, 2, 0);
  set.dequeue(a.state);
  EXPECT_FALSE(a.state.queued);
  EXPECT_EQ(take(), 'b');
  finish(b);
  set.enqueue(c.state, 1, 0);
  set.dequeue(c.state);
  set.dequeue(c.state);
  EXPECT_FALSE(set.has_ready());
}

TEST_F(ReadySetTest, ARemovedGroupTakesItsItemsAlong)
{
  ReadySet unassigned(false);
  ReadySet next;
  set.enqueue(a.state, 1, 0);
  set.enqueue(c.state, 2, 0);
  set.remove(exclusive);
  EXPECT_EQ(take(), 'c');
  finish(c);
  EXPECT_FALSE(unassigned.enqueue(b.state, 0, 0)) << "nobody runs it";
  EXPECT_FALSE(unassigned.has_ready());
  next.add(exclusive);
  EXPECT_EQ(name_of(next.take(for_ever)), 'b');
  next.finish(exclusive);
  EXPECT_EQ(name_of(next.take(for_ever)), 'a');
}

TEST_F(ReadySetTest, AnEntityThatLeavesIsNotTaken)
{
  set.enqueue(a.state, 1, 0);
  set.remove(a.state);
  EXPECT_EQ(take(), '-');
  // Items that it gets without a group wait for the next group.
  ReadySet unassigned(false);
  EXPECT_FALSE(unassigned.enqueue(a.state, 5, 0));
  set.add(a.state, other);
  EXPECT_EQ(take(), 'a');
}

TEST_F(ReadySetTest, ADestroyedEntityIsSkipped)
{
  set.enqueue(a.state, 1, 0);
  set.enqueue(b.state, 2, 0);
  a.user.reset();
  EXPECT_EQ(take(), 'b');
  finish(b);
  EXPECT_EQ(take(), '-');
}

/// Timers in two groups.
struct ReadySetTimers : ReadySetTest
{
  ReadySetTimers()
  {
    for (auto [timer, item] : {std::pair{&first, &a}, {&second, &c}}) {
      Group & group = *item->state.group.load();
      set.remove(item->state);
      item->state.timer = timer;
      set.add(item->state, group);
    }
  }

  TimerState first{a.state};
  TimerState second{c.state};
};

TEST_F(ReadySetTimers, FireWhenDueWithTheStampThatTheyWereDueAt)
{
  set.arm(first, 20, TimeBase::steady);
  set.arm(second, 10, TimeBase::steady);
  EXPECT_EQ(set.next_due().steady, 10);
  EXPECT_EQ(set.next_due().system, Due::never);
  set.fire_steady(9, most_start_delay);
  EXPECT_EQ(take(), '-');
  set.fire_steady(15, most_start_delay);
  EXPECT_EQ(take(), 'c');
  EXPECT_EQ(c.state.stamp, 10);
  EXPECT_EQ(c.state.start_delay, 5);
  EXPECT_FALSE(second.armed);
  finish(c);
  set.fire_steady(20 + 2 * most_start_delay, most_start_delay);
  EXPECT_EQ(take(), 'a');
  EXPECT_EQ(a.state.start_delay, most_start_delay);
}

TEST_F(ReadySetTimers, HaveNoStartDelayIfACallbackOfTheirGroupRuns)
{
  set.enqueue(b.state, 1, 0);
  EXPECT_EQ(take(), 'b');
  set.arm(first, 10, TimeBase::steady);
  set.fire_steady(15, most_start_delay);
  EXPECT_EQ(take(), '-') << "the group is exclusive";
  finish(b);
  EXPECT_EQ(take(), 'a');
  EXPECT_EQ(a.state.start_delay, 0);
}

TEST_F(ReadySetTimers, OfTheSystemClockAreStampedInSteadyTime)
{
  set.arm(first, 1'000'020, TimeBase::system);
  EXPECT_EQ(set.next_due().system, 1'000'020);
  set.fire_steady(2'000'000, most_start_delay);
  EXPECT_FALSE(set.has_ready());
  set.fire_system(1'000'025, -1'000'000, 0);
  EXPECT_EQ(take(), 'a');
  EXPECT_EQ(a.state.stamp, 20);
  EXPECT_EQ(a.state.start_delay, 0) << "at most the given delay";
}

TEST_F(ReadySetTimers, AreArmedAnewDisarmedAndMoved)
{
  set.arm(first, 20, TimeBase::steady);
  set.arm(first, 30, TimeBase::system);
  EXPECT_EQ(set.next_due().steady, Due::never);
  EXPECT_EQ(set.next_due().system, 30);
  set.disarm(first);
  EXPECT_EQ(set.next_due().system, Due::never);

  set.arm(first, 20, TimeBase::steady);
  set.remove(exclusive);
  EXPECT_FALSE(set.has_steady_timers());
  EXPECT_TRUE(first.armed);
  ReadySet next;
  next.add(exclusive);
  EXPECT_EQ(next.next_due().steady, 20);
  next.remove(a.state);
  EXPECT_FALSE(next.has_steady_timers());
}

TEST_F(ReadySetTimers, OfSimulatedTimeWaitForItsNextChange)
{
  set.arm(first, 20, TimeBase::simulated);
  EXPECT_TRUE(first.armed);
  EXPECT_FALSE(set.has_steady_timers());
  EXPECT_FALSE(set.has_system_timers());
}

TEST(HandleTest, TheEngineHasOneReferenceOnlyWhileThreadsRun)
{
  auto user = std::make_shared<int>();
  Handle handle;
  handle.set_owner(user);
  EXPECT_EQ(user.use_count(), 1);
  ASSERT_TRUE(handle.begin());
  ASSERT_TRUE(handle.begin());
  EXPECT_EQ(user.use_count(), 2);
  EXPECT_FALSE(handle.is_dropped());
  EXPECT_FALSE(handle.end());
  EXPECT_TRUE(handle.end());
  EXPECT_EQ(user.use_count(), 1);
}

TEST(HandleTest, DetectsAtOnceThatAUserHasDroppedItDuringAnyCall)
{
  auto user = std::make_shared<int>();
  Handle handle;
  handle.set_owner(user);
  ASSERT_TRUE(handle.begin());
  ASSERT_TRUE(handle.begin());
  const std::weak_ptr<int> weak = user;
  user.reset();
  EXPECT_TRUE(handle.is_dropped());
  EXPECT_TRUE(handle.begin()) << "the caller asks is_dropped()";
  EXPECT_FALSE(handle.end());
  EXPECT_TRUE(handle.is_dropped());
  EXPECT_FALSE(handle.end());
  auto last = handle.end();
  EXPECT_FALSE(weak.expired());
  last.reset();
  EXPECT_TRUE(weak.expired());
  EXPECT_FALSE(handle.begin());
}

TEST(HandleTest, AReferenceThatAnotherThreadReleasesIsNotAUser)
{
  auto user = std::make_shared<int>();
  Handle handle;
  handle.set_owner(user);
  ASSERT_TRUE(handle.begin());
  auto leaving = handle.end();
  ASSERT_TRUE(leaving);
  ASSERT_TRUE(handle.begin());
  user.reset();
  std::atomic<bool> is_leaving{true};
  std::thread other([&] {
    while (is_leaving) {
    }
    leaving.reset();
  });
  is_leaving = false;
  EXPECT_TRUE(handle.is_dropped()) << "whether the other thread has got that far or not";
  other.join();
  handle.end().reset();
}

}  // namespace executors_test
