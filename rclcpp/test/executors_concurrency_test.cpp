// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Executors with several threads: exclusion, reentrancy, and everything created and destroyed while
// they spin.
#include <pthread.h>
#include <sched.h>

#include <condition_variable>
#include <future>
#include <random>
#include <vector>

#include "executors_support.hpp"
#include "rclcpp/extension/entities.hpp"

namespace executors_test
{

using rclcpp::CallbackGroupType;
using rclcpp::executors::EventsCBGExecutor;
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp::executors::SingleThreadedExecutor;

class ExecutorsConcurrency : public ExecutorsTest
{
};

/// Counts the threads that are in callbacks at the same time, and lets them wait for each other.
class Meeting
{
public:
  /// Returns true if `count` threads arrived within `patience`.
  bool meet(int count)
  {
    std::unique_lock<std::mutex> lock(mutex_);
    ++present_;
    changed_.notify_all();
    return changed_.wait_for(lock, patience, [&]() { return present_ >= count; });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int present_ = 0;
};

TEST_F(ExecutorsConcurrency, CallbacksOfAnExclusiveGroupNeverOverlapAndAreNeverLost)
{
  MultiThreadedExecutor executor(options, 4);
  auto group = make_group();
  executor.add_callback_group(group);
  std::vector<std::shared_ptr<Probe>> probes;
  for (int i = 0; i < 3; ++i) {
    probes.push_back(make_probe(group));
  }
  constexpr int per_producer = 5000;
  int ran = 0;  // not atomic: ThreadSanitizer detects an overlap, and counts would be lost
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  std::promise<void> done;
  {
    Spinner spinner(executor);
    std::vector<std::thread> producers;
    for (auto & probe : probes) {
      producers.emplace_back([&]() {
        for (int i = 0; i < per_producer; ++i) {
          probe->push([&]() {
            overlaps += inside.fetch_add(1) > 0;
            if (++ran == 3 * per_producer) {
              done.set_value();
            }
            --inside;
          });
        }
      });
    }
    for (std::thread & producer : producers) {
      producer.join();
    }
    EXPECT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
  }
  EXPECT_EQ(ran, 3 * per_producer);
  EXPECT_EQ(overlaps, 0);
}

// rclcpp #3175: reentrant groups ran as mutually exclusive ones.
TEST_F(ExecutorsConcurrency, CallbacksOfAReentrantGroupRunAtTheSameTime)
{
  MultiThreadedExecutor executor(options, 3);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  std::vector<std::shared_ptr<Probe>> probes;
  for (int i = 0; i < 3; ++i) {
    probes.push_back(make_probe(group));
  }
  Meeting meeting;
  std::atomic<int> met{0};
  Spinner spinner(executor);
  for (auto & probe : probes) {
    probe->push([&]() { met += meeting.meet(3); });
  }
  EXPECT_TRUE(eventually([&]() { return met == 3; }));
}

TEST_F(ExecutorsConcurrency, ItemsOfOneReentrantEntityRunAtTheSameTime)
{
  EventsCBGExecutor executor(options, 3);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  Meeting meeting;
  std::atomic<int> met{0};
  for (int i = 0; i < 3; ++i) {
    probe->push([&]() { met += meeting.meet(3); });
  }
  Spinner spinner(executor);
  EXPECT_TRUE(eventually([&]() { return met == 3; }));
}

TEST_F(ExecutorsConcurrency, ExclusiveGroupsRunBesideEachOther)
{
  MultiThreadedExecutor executor(options, 2);
  auto group_a = make_group();
  auto group_b = make_group();
  executor.add_callback_group(group_a);
  executor.add_callback_group(group_b);
  auto a = make_probe(group_a);
  auto b = make_probe(group_b);
  Meeting meeting;
  std::atomic<int> met{0};
  Spinner spinner(executor);
  a->push([&]() { met += meeting.meet(2); });
  b->push([&]() { met += meeting.meet(2); });
  EXPECT_TRUE(eventually([&]() { return met == 2; }));
}

// rclcpp #3240: a group that was busy while the set of groups was rebuilt was omitted for ever.
TEST_F(ExecutorsConcurrency, AGroupBusyWhileOthersComeAndGoIsNotForgotten)
{
  MultiThreadedExecutor executor(options, 2);
  auto group = make_group();
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  Spinner spinner(executor);
  std::promise<void> release;
  auto released = release.get_future().share();
  std::atomic<int> ran{0};
  probe->push([&]() {
    released.wait();
    ++ran;
  });
  ASSERT_TRUE(eventually([&]() { return !group->can_be_taken_from(); }));
  for (int i = 0; i < 10; ++i) {
    auto other = make_group();
    executor.add_callback_group(other);
    auto other_probe = make_probe(other);
    std::promise<void> other_ran;
    other_probe->push([&]() { other_ran.set_value(); });
    ASSERT_EQ(other_ran.get_future().wait_for(patience), std::future_status::ready);
    executor.remove_callback_group(other);
    probe->push([&]() { ++ran; });
  }
  release.set_value();
  EXPECT_TRUE(eventually([&]() { return ran == 11; }));
}

TEST_F(ExecutorsConcurrency, AGroupMovedWhileItsCallbackRunsStaysExclusive)
{
  SingleThreadedExecutor first(options);
  SingleThreadedExecutor second(options);
  auto group = make_group();
  auto probe = make_probe(group);
  first.add_callback_group(group);
  std::promise<void> release;
  auto released = release.get_future().share();
  std::atomic<bool> first_done{false};
  std::atomic<int> overlaps{0};
  std::promise<void> second_done;
  probe->push([&]() {
    released.wait();
    first_done = true;
  });
  probe->push([&]() {
    overlaps += !first_done;
    second_done.set_value();
  });
  Spinner spin_first(first);
  ASSERT_TRUE(eventually([&]() { return !group->can_be_taken_from(); }));
  first.remove_callback_group(group);
  second.add_callback_group(group);
  Spinner spin_second(second);
  // The second executor must not have begun; another group proves that it spins, so that it had the
  // chance.
  auto other = make_group();
  second.add_callback_group(other);
  auto other_probe = make_probe(other);
  std::promise<void> other_ran;
  other_probe->push([&]() { other_ran.set_value(); });
  ASSERT_EQ(other_ran.get_future().wait_for(patience), std::future_status::ready);
  release.set_value();
  ASSERT_EQ(second_done.get_future().wait_for(patience), std::future_status::ready);
  EXPECT_EQ(overlaps, 0);
}

// rclcpp #2984: a callback ran after its subscription had been destroyed.
TEST_F(ExecutorsConcurrency, QueuedItemsOfADroppedEntityAreDiscarded)
{
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto dropper = make_probe(group);
  auto dropped = make_probe(group);
  bool ran = false;
  dropper->push([&]() { dropped.reset(); });
  dropped->push([&]() { ran = true; });
  executor.spin_all(0s);
  EXPECT_FALSE(ran);
}

TEST_F(ExecutorsConcurrency, ACallbackNeverBeginsAfterAnotherOfItsGroupDroppedItsEntity)
{
  MultiThreadedExecutor executor(options, 3);
  auto group = make_group();
  executor.add_callback_group(group);
  auto dropper = make_probe(group);
  Spinner spinner(executor);
  std::atomic<int> late{0};
  for (int round = 0; round < 200; ++round) {
    auto dropped = make_probe(group);
    auto is_dropped = std::make_shared<bool>(false);  // guarded by the group
    std::promise<void> done;
    dropper->push([&]() {
      for (int i = 0; i < 3; ++i) {
        dropped->push([&late, is_dropped]() { late += *is_dropped; });
      }
      dropped.reset();
      *is_dropped = true;
      done.set_value();
    });
    ASSERT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
  }
  EXPECT_EQ(late, 0);
}

TEST_F(ExecutorsConcurrency, DroppingAnEntityOfAReentrantGroupDiscardsItsItems)
{
  MultiThreadedExecutor executor(options, 3);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  auto other = make_probe(group);
  Spinner spinner(executor);
  for (int round = 0; round < 100; ++round) {
    auto dropped = make_probe(group);
    std::weak_ptr<Probe> weak = dropped;
    Meeting meeting;
    std::promise<void> release;
    auto released = release.get_future().share();
    // Two of its callbacks run, the third thread is busy: later items wait for a thread.
    for (int i = 0; i < 2; ++i) {
      dropped->push([&meeting, released]() {
        meeting.meet(4);
        released.wait();
      });
    }
    std::promise<void> seen;
    other->push([&]() {
      meeting.meet(4);
      seen.get_future().wait();
    });
    ASSERT_TRUE(meeting.meet(4));
    std::atomic<int> late{0};
    for (int i = 0; i < 3; ++i) {
      dropped->push([&late]() { ++late; });
    }
    dropped.reset();
    seen.set_value();
    // A thread is free now, and finds that only the threads that run the entity refer to it.
    std::promise<void> done;
    other->push([&done]() { done.set_value(); });
    ASSERT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
    EXPECT_FALSE(weak.expired());
    release.set_value();
    ASSERT_TRUE(eventually([&]() { return weak.expired(); }));
    EXPECT_EQ(late, 0);
  }
}

/// Makes itself ready again and again, without a user that does anything.
class Restless : public Entity
{
public:
  explicit Restless(std::function<void()> function) : function_(std::move(function)) {}

private:
  bool execute_one() override
  {
    ready_again(steady_now());
    function_();
    return true;
  }

  const std::function<void()> function_;
};

TEST_F(ExecutorsConcurrency, ADropInAReentrantGroupIsExactWhileCallbacksComeAndGo)
{
  constexpr int threads = 3;
  MultiThreadedExecutor executor(options, threads);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  Spinner spinner(executor);
  struct Watch
  {
    std::atomic<int> ran{0};
    std::atomic<bool> dropped{false};
    std::atomic<int> late{0};
  };
  for (int round = 0; round < 200; ++round) {
    const auto watch = std::make_shared<Watch>();
    auto restless = std::make_shared<Restless>([watch]() {
      watch->late += watch->dropped;
      ++watch->ran;
    });
    group->add_entity(restless);
    restless->ready(steady_now());
    EXPECT_TRUE(eventually([&]() { return watch->ran > 10; }));
    restless.reset();
    watch->dropped = true;
    EXPECT_TRUE(eventually([&]() { return watch.use_count() == 1; })) << "it goes with the last";
    EXPECT_LE(watch->late, threads) << "more than each thread had taken already";
  }
}

TEST_F(ExecutorsConcurrency, NoItemOfAReentrantGroupIsLost)
{
  MultiThreadedExecutor executor(options, 3);
  auto group = make_group(CallbackGroupType::Reentrant);
  executor.add_callback_group(group);
  auto probe = make_probe(group);  // the only reference of a user
  constexpr int per_producer = 10000;
  std::atomic<int> ran{0};
  Spinner spinner(executor);
  std::vector<std::thread> producers;
  for (int p = 0; p < 2; ++p) {
    producers.emplace_back([&]() {
      for (int i = 0; i < per_producer; ++i) {
        probe->push([&ran]() { ++ran; });
      }
    });
  }
  for (std::thread & producer : producers) {
    producer.join();
  }
  EXPECT_TRUE(eventually([&]() { return ran == 2 * per_producer; })) << ran;
}

// Threads with callbacks as short as the work of taking them park for each other, but only as long
// as that is true.
TEST_F(ExecutorsConcurrency, ALongCallbackDoesNotDelayManyShortOnes)
{
  for (const std::size_t threads : {2u, 4u}) {
    MultiThreadedExecutor executor(options, threads);
    std::vector<std::shared_ptr<rclcpp::CallbackGroup>> groups;
    std::vector<std::shared_ptr<Probe>> probes;
    std::vector<std::function<void()>> ticks(8);
    std::atomic<int> ran{0};
    std::atomic<int> long_ones{0};
    for (auto & tick : ticks) {
      groups.push_back(make_group());
      executor.add_callback_group(groups.back());
      probes.push_back(make_probe(groups.back()));
      tick = [&, probe = probes.back().get()]() {
        // The other threads continue although one thread does not return.
        if (const int before = ++ran; before % 10000 == 0) {
          EXPECT_TRUE(eventually([&]() { return ran > before + 100 || long_ones >= 10; }));
          ++long_ones;
        }
        if (long_ones < 10) {
          probe->push(tick);
        } else {
          executor.cancel();
        }
      };
      probes.back()->push(tick);
    }
    executor.spin();
    EXPECT_GE(long_ones, 10);
  }
}

TEST_F(ExecutorsConcurrency, AnEntityMayBeDroppedInItsOwnCallback)
{
  MultiThreadedExecutor executor(options, 2);
  auto group = make_group();
  executor.add_callback_group(group);
  auto stays = make_probe(group);
  Spinner spinner(executor);
  for (int round = 0; round < 100; ++round) {
    auto probe = make_probe(group);
    std::weak_ptr<Probe> weak = probe;
    std::promise<void> done;
    int ran = 0;
    // All of it is queued before any of it runs.
    stays->push([&]() {
      probe->push([&]() {
        ++ran;
        probe.reset();
      });
      probe->push([&]() { ++ran; });
    });
    ASSERT_TRUE(eventually([&]() { return weak.expired(); }));
    stays->push([&]() { done.set_value(); });
    ASSERT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
    EXPECT_EQ(ran, 1);
  }
}

TEST_F(ExecutorsConcurrency, DroppingDoesNotWaitForACallbackThatRuns)
{
  SingleThreadedExecutor executor(options);
  auto group = make_group();
  executor.add_callback_group(group);
  auto probe = make_probe(group);
  Spinner spinner(executor);
  std::promise<void> release;
  auto released = release.get_future().share();
  std::promise<void> begun;
  probe->push([&begun, released]() {
    begun.set_value();
    released.wait();
  });
  begun.get_future().wait();
  std::weak_ptr<Probe> weak = probe;
  probe.reset();
  EXPECT_FALSE(weak.expired());  // kept alive by the callback
  release.set_value();
  EXPECT_TRUE(eventually([&]() { return weak.expired(); }));
}

// All operations at once, from several threads, in any order.
TEST_F(ExecutorsConcurrency, AGroupThatLeftItsExecutorCanBeWaitedForUntilItIsIdle)
{
  MultiThreadedExecutor executor(options, 2);
  Spinner spinner(executor);
  for (const auto type : {CallbackGroupType::MutuallyExclusive, CallbackGroupType::Reentrant}) {
    for (int round = 0; round < 200; ++round) {
      const auto group = make_group(type);
      executor.add_callback_group(group);
      std::atomic<int> begun{0};
      std::atomic<int> ended{0};
      const auto probe = make_probe(group);
      for (int i = 0; i < 2; ++i) {
        probe->push([&]() {
          ++begun;
          std::this_thread::yield();
          ++ended;
        });
      }
      ASSERT_TRUE(eventually([&]() { return begun > 0; }));
      group->leave_executor();
      rclcpp::extension::wait_until_idle(*group);
      EXPECT_TRUE(rclcpp::extension::is_idle(*group));
      EXPECT_EQ(begun, ended);
    }
  }
}

// A thread that works alone lets its reference to an entity go without counting that, and may be
// interrupted in between; here by this thread, which shares its CPU and comes first on it.
TEST_F(ExecutorsConcurrency, ADropIsExactAsSoonAsTheGroupHasLeftASingleThreadedExecutor)
{
  cpu_set_t before;
  ASSERT_EQ(pthread_getaffinity_np(pthread_self(), sizeof(before), &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  ASSERT_EQ(pthread_setaffinity_np(pthread_self(), sizeof(one), &one), 0);  // threads inherit it

  SingleThreadedExecutor interrupted(options);
  SingleThreadedExecutor next(options);
  const auto moving = make_group();
  const auto staying = make_group();
  interrupted.add_callback_group(moving);
  interrupted.add_callback_group(staying);
  std::atomic<bool> stop{false};
  const auto other = make_probe(staying);
  std::function<void()> go_on = [&] {
    if (!stop) {
      other->push(go_on);
    }
  };
  other->push(go_on);

  int begun_after_drop = 0;
  int looked = 0;
  {
    Spinner spinner(interrupted, SCHED_IDLE);
    for (int round = 0; round < 3000; ++round) {
      std::atomic<int> begun{0};
      auto dropped = make_probe(moving);
      // One callback of it runs after the other: what a callback uses goes with the entity.
      std::function<void(const std::weak_ptr<Probe> &)> run = [&](const auto & weak) {
        ++begun;
        if (const auto probe = weak.lock()) {
          probe->push([&run, weak] { run(weak); });
        }
      };
      dropped->push([&run, weak = std::weak_ptr<Probe>(dropped)] { run(weak); });
      std::this_thread::sleep_for(50us);
      interrupted.remove_callback_group(moving);
      rclcpp::extension::wait_until_idle(*moving);
      next.add_callback_group(moving);
      dropped.reset();
      const int begun_before = begun;
      next.spin_some();
      begun_after_drop += begun - begun_before;
      looked += begun_before > 0 ? 1 : 0;
      next.remove_callback_group(moving);
      interrupted.add_callback_group(moving);
    }
    stop = true;
  }
  EXPECT_EQ(begun_after_drop, 0) << "of " << looked << " drops";
  pthread_setaffinity_np(pthread_self(), sizeof(before), &before);
}

TEST_F(ExecutorsConcurrency, GroupsEntitiesAndExecutorsComeAndGoWhileSpinning)
{
  MultiThreadedExecutor steady(options, 2);
  Spinner spinner(steady);
  const auto end = std::chrono::steady_clock::now() + 1500ms;
  std::atomic<int> ran{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t]() {
      std::minstd_rand random(t + 1);
      while (std::chrono::steady_clock::now() < end) {
        auto group = make_group(
          random() % 2 ? CallbackGroupType::Reentrant : CallbackGroupType::MutuallyExclusive);
        std::vector<std::shared_ptr<Probe>> probes;
        for (int i = 0; i < 3; ++i) {
          probes.push_back(make_probe(group));
        }
        const auto push_all = [&]() {
          for (auto & probe : probes) {
            probe->push([&ran]() { ++ran; });
          }
        };
        push_all();
        steady.add_callback_group(group);
        push_all();
        if (random() % 2) {
          steady.remove_callback_group(group);
          push_all();
          auto own = std::make_unique<SingleThreadedExecutor>(options);
          own->add_callback_group(group);
          own->spin_some();
          push_all();
          if (random() % 2) {
            own.reset();
          }
          probes.erase(probes.begin());
        }
        if (random() % 2) {
          group.reset();
        }
        // A probe that another thread destroys while this one fills it.
        std::thread dropper([probe = std::move(probes.back())]() mutable { probe.reset(); });
        probes.pop_back();
        push_all();
        dropper.join();
      }
    });
  }
  for (std::thread & thread : threads) {
    thread.join();
  }
  EXPECT_GT(ran, 0);
}

TEST_F(ExecutorsConcurrency, OneExecutorAfterAnotherSpinsTheSameGroups)
{
  auto group = make_group();
  auto probe = make_probe(group);
  std::atomic<int> ran{0};
  std::atomic<bool> stop{false};
  std::atomic<int> pushed{0};
  std::thread producer([&]() {
    while (!stop) {
      probe->push([&]() { ++ran; });
      ++pushed;
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 50; ++i) {
    MultiThreadedExecutor executor(options, 2);
    executor.add_callback_group(group);
    Spinner spinner(executor);
    const int before = ran;
    EXPECT_TRUE(eventually([&]() { return ran > before; }));
  }
  stop = true;
  producer.join();
  SingleThreadedExecutor executor(options);
  executor.add_callback_group(group);
  executor.spin_all(0s);
  EXPECT_EQ(ran, pushed);
}

}  // namespace executors_test
