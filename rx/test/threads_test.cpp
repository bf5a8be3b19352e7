// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Subjects, and streams that several threads feed, share and end; also run under ThreadSanitizer.

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "threads_test.hpp"

namespace
{

// The counters below are plain variables on purpose: the drain lock must publish them.

TEST(DrainLock, FirstContentionLosesAndOverlapsNothing)
{
  for (int round = 0; round < rounds * 5; ++round) {
    rx::subject<int> subject;
    overlap_detector detector;
    long sum = 0;
    subject.get_observable().subscribe([&](int i) { detector.enter([&] { sum += i; }); });
    together(2, [&](int) {
      for (int i = 0; i < 20; ++i) {
        subject.on_next(1);
      }
    });
    ASSERT_FALSE(detector.overlapped);
    ASSERT_EQ(sum, 40) << "round " << round;
  }
}

TEST(Subject, FourThreadsFeedIt)
{
  for (int round = 0; round < rounds / 10; ++round) {
    rx::subject<int> subject;
    overlap_detector detector;
    std::vector<int> last(4, -1);
    long count = 0;
    bool in_order = true;
    subject.get_observable().subscribe([&](int i) {
      detector.enter([&] {
        const int thread = i % 4;
        in_order = in_order && i / 4 > last[thread];
        last[thread] = i / 4;
        ++count;
      });
    });
    together(4, [&](int thread) {
      for (int i = 0; i < items; ++i) {
        subject.on_next(i * 4 + thread);
      }
    });
    ASSERT_FALSE(detector.overlapped);
    ASSERT_TRUE(in_order) << "the items of one thread were swapped";
    ASSERT_EQ(count, 4L * items);
  }
}

// An item whose move can be delayed: a thread that is stopped while it fills its slot in the queue.
struct slow_item
{
  struct gate
  {
    std::atomic<int> moves_before{0};
    std::atomic<bool> inside{false};
    std::atomic<bool> open{false};
  };

  slow_item(int v, gate * g = nullptr) : value(v), at(g) {}
  slow_item(const slow_item &) = default;
  slow_item(slow_item && other) noexcept : value(other.value), at(other.at)
  {
    if (at && at->moves_before-- == 0) {
      at->inside = true;
      while (!at->open) {
        std::this_thread::yield();
      }
    }
  }
  slow_item & operator=(const slow_item &) = default;

  int value;
  gate * at;
};

// Feeds the items 0 … 49 from this thread, first from within the observer and then from outside,
// while another thread is stopped between taking its slot in the queue and filling it. No item may
// overtake another.
template <class Feed>
void feed_past_a_stopped_thread(slow_item::gate & gate, std::vector<int> & seen, Feed feed)
{
  bool first = true;
  std::thread stopped;
  const auto observe = [&](const slow_item & item) {
    seen.push_back(item.value);
    if (std::exchange(first, false)) {
      gate.moves_before = 1;  // into the event, then into the queue
      stopped = std::thread([&] { feed(slow_item(100, &gate)); });
      ASSERT_TRUE(eventually([&] { return gate.inside.load(); }));
      for (int i = 1; i < 40; ++i) {  // more than the ring holds
        feed(slow_item(i));
      }
    }
  };
  feed(observe);
  feed(slow_item(0));
  for (int i = 40; i < 50; ++i) {
    feed(slow_item(i));
  }
  EXPECT_EQ(seen, std::vector<int>{0}) << "items overtook those that wait";
  gate.open = true;
  stopped.join();
  std::vector<int> all{0, 100};
  for (int i = 1; i < 50; ++i) {
    all.push_back(i);
  }
  EXPECT_EQ(seen, all);
}

TEST(Subject, NoItemOvertakesAThreadThatIsStoppedInTheQueue)
{
  slow_item::gate gate;
  std::vector<int> seen;
  rx::subject<slow_item> subject;
  feed_past_a_stopped_thread(gate, seen, [&](auto && what) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, slow_item>) {
      subject.on_next(std::move(what));
    } else {
      subject.get_observable().subscribe(what);
    }
  });
}

TEST(Merge, NoItemOvertakesAThreadThatIsStoppedInTheQueue)
{
  slow_item::gate gate;
  std::vector<int> seen;
  rx::subject<slow_item> of_this_thread;
  rx::subject<slow_item> of_the_other;
  auto merged = of_this_thread.get_observable() | merge(of_the_other.get_observable());
  feed_past_a_stopped_thread(gate, seen, [&](auto && what) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(what)>, slow_item>) {
      (what.at ? of_the_other : of_this_thread).on_next(std::move(what));
    } else {
      merged.subscribe(what);
    }
  });
}

TEST(Subject, SubscribeAndDisposeWhileItRuns)
{
  for (int round = 0; round < rounds / 100; ++round) {
    rx::subject<int> subject;
    std::atomic<bool> done{false};
    std::thread feeder([&] {
      for (int i = 0; !done; ++i) {
        subject.on_next(i);
        if (i % 64 == 0) {
          std::this_thread::yield();  // the machine may have only one core for us
        }
      }
    });
    together(2, [&](int) {
      for (int i = 0; i < 10; ++i) {
        auto count = std::make_shared<long>(0);
        std::atomic<bool> seen{false};
        auto stream = subject.get_observable().subscribe([count, &seen](int) {
          ++*count;
          seen = true;
        });
        ASSERT_TRUE(eventually([&] { return seen.load(); }));
        stream.dispose();
        // The item in progress may still be using `seen`: wait until the observer is destroyed.
        ASSERT_TRUE(eventually([&] { return count.use_count() == 1; }));
      }
    });
    done = true;
    feeder.join();
    EXPECT_FALSE(subject.has_observers());
  }
}

TEST(Subject, LastHandleDroppedByItsObserver)
{
  for (int round = 0; round < rounds; ++round) {
    auto subject = std::make_unique<rx::subject<int>>();
    auto keep = std::make_shared<int>(0);
    auto other = std::make_unique<rx::subject<int>>(*subject);
    std::atomic<bool> go{false};
    std::thread dropper([&] {
      while (!go) {
        std::this_thread::yield();
      }
      other.reset();
    });
    (*subject).get_observable().subscribe([&, keep](int) {
      ++*keep;
      go = true;
      subject.reset();
    });
    subject->on_next(1);
    dropper.join();
    ASSERT_EQ(*keep, 1);
    ASSERT_EQ(keep.use_count(), 1) << "the observer was not destroyed with the last handle";
  }
}

TEST(Behavior, NoSubscriberMissesTheCurrentValue)
{
  for (int round = 0; round < rounds / 4; ++round) {
    rx::subjects::behavior<int> subject(0);
    std::thread feeder([&] {
      for (int i = 1; i <= items; ++i) {
        subject.on_next(i);
      }
    });
    std::vector<int> got;
    auto stream = subject.get_observable().subscribe([&](int i) { got.push_back(i); });
    feeder.join();
    stream.dispose();
    ASSERT_FALSE(got.empty());
    for (std::size_t i = 1; i < got.size(); ++i) {
      ASSERT_EQ(got[i], got[i - 1] + 1);
    }
    ASSERT_EQ(got.back(), items);
  }
}

TEST(Merge, ThreeThreads)
{
  for (int round = 0; round < rounds / 5; ++round) {
    rx::subject<int> a, b, c;
    overlap_detector detector;
    long sum = 0;
    int completed = 0;
    auto stream = a.get_observable()
                    .merge(b.get_observable(), c.get_observable())
                    .subscribe(
                      [&](int i) { detector.enter([&] { sum += i; }); },
                      [&] { detector.enter([&] { ++completed; }); });
    together(3, [&](int thread) {
      auto & mine = thread == 0 ? a : thread == 1 ? b : c;
      for (int i = 0; i < items; ++i) {
        mine.on_next(1);
      }
      mine.on_completed();
    });
    ASSERT_FALSE(detector.overlapped);
    ASSERT_EQ(sum, 3L * items);
    ASSERT_EQ(completed, 1);
    ASSERT_FALSE(stream.is_subscribed());
  }
}

TEST(Merge, DisposedWhileThreadsFeedIt)
{
  for (int round = 0; round < rounds / 4; ++round) {
    rx::subject<int> a, b;
    auto alive = std::make_shared<int>(0);
    auto stream =
      a.get_observable().merge(b.get_observable()).subscribe([alive](int) { ++*alive; });
    together(3, [&](int thread) {
      if (thread == 2) {
        stream.dispose();
        return;
      }
      for (int i = 0; i < 30; ++i) {
        (thread == 0 ? a : b).on_next(1);
      }
    });
    ASSERT_FALSE(a.has_observers());
    ASSERT_FALSE(b.has_observers());
    ASSERT_EQ(alive.use_count(), 1) << "observer leaked";
  }
}

TEST(Merge, AThreadWaitsForAFullRingAndLosesNoItem)
{
  rx::subject<int> a, b;
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  int count = 0;
  a.get_observable().merge(b.get_observable()).subscribe([&](int) {
    ++count;
    inside = true;
    while (!leave) {
      std::this_thread::yield();
    }
  });
  std::thread slow([&] { a.on_next(0); });
  ASSERT_TRUE(eventually([&] { return inside.load(); }));
  std::atomic<int> sent{0};
  std::thread late([&] {
    for (int i = 0; i < 100; ++i) {
      b.on_next(i);
      ++sent;
    }
  });
  ASSERT_TRUE(eventually([&] { return sent == 32; }));
  leave = true;
  slow.join();
  late.join();
  EXPECT_EQ(count, 101);
}

TEST(Merge, DisposalReleasesTheWaitingThread)
{
  rx::subject<int> a, b;
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  auto stream = a.get_observable().merge(b.get_observable()).subscribe([&](int) {
    inside = true;
    while (!leave) {
      std::this_thread::yield();
    }
  });
  std::thread slow([&] { a.on_next(0); });
  ASSERT_TRUE(eventually([&] { return inside.load(); }));
  std::atomic<int> sent{0};
  std::thread late([&] {
    for (int i = 0; i < 100; ++i) {
      b.on_next(i);
      ++sent;
    }
  });
  ASSERT_TRUE(eventually([&] { return sent == 32; }));
  stream.dispose();
  late.join();  // although the slow one is still inside
  leave = true;
  slow.join();
  EXPECT_EQ(sent, 100);
}

TEST(Create, FedByTwoThreads)
{
  overlap_detector detector;
  int count = 0;
  bool torn = false;
  {
    std::vector<std::thread> threads;
    std::atomic<int> running{2};
    rx::observable<>::create<int>([&](rx::subscriber<int> s) {
      s.add([&] { torn = true; });
      for (int t = 0; t < 2; ++t) {
        threads.emplace_back([&, s] {
          for (int i = 0; i < items; ++i) {
            s.on_next(i);
          }
          if (--running == 0) {
            s.on_completed();
          }
        });
      }
    }).subscribe([&](int) { detector.enter([&] { ++count; }); });
    for (std::thread & t : threads) {
      t.join();
    }
  }
  EXPECT_EQ(count, 2 * items);
  EXPECT_FALSE(detector.overlapped);
  EXPECT_TRUE(torn);
}

TEST(WithLatestFrom, TwoThreads)
{
  rx::subject<int> main, other;
  int count = 0;
  main.get_observable()
    .with_latest_from([](int a, int b) { return a + b; }, other.get_observable())
    .subscribe([&](int) { ++count; });
  other.on_next(0);
  together(2, [&](int thread) {
    for (int i = 0; i < items; ++i) {
      (thread == 0 ? main : other).on_next(i);
    }
  });
  EXPECT_EQ(count, items);
}

TEST(Share, SubscribersJoinAndLeaveOnSeveralThreads)
{
  for (int round = 0; round < rounds / 4; ++round) {
    std::atomic<int> running{0};
    std::atomic<int> started{0};
    auto shared = rx::observable<>::create<int>([&](rx::subscriber<int> s) {
                    ++running;
                    ++started;
                    s.add([&] { --running; });
                    s.on_next(1);
                  }) |
                  share();
    together(3, [&](int) {
      for (int i = 0; i < 10; ++i) {
        auto stream = shared.subscribe([](int) {});
        stream.dispose();
      }
    });
    ASSERT_EQ(running, 0);
    ASSERT_GT(started, 0);
  }
}

TEST(Share, ASessionThatIsOverLeavesTheLastReferenceToWhoAsksForIt)
{
  // So it goes without the lock that share() holds while it asks.
  using state = rx::detail::subject_state<int, rx::detail::no_memory<int>>;
  auto observers = state::make();
  rx::detail::share_session session(observers);
  std::shared_ptr<rx::detail::subject_core> joined;
  EXPECT_TRUE(session.join(joined));
  observers->completed();
  const std::weak_ptr<state> alive = observers;
  joined = nullptr;
  EXPECT_FALSE(session.join(joined));
  observers = nullptr;
  EXPECT_FALSE(alive.expired());
  joined = nullptr;
  EXPECT_TRUE(alive.expired());
}

TEST(Behavior, ItsValueIsReadWhileItChanges)
{
  const long before = tracked::alive;
  {
    rx::subjects::behavior<tracked> subject(tracked(0));
    together(4, [&](int which) {
      int last = 0;
      for (int i = 1; i <= items; ++i) {
        if (which == 0) {
          subject.on_next(tracked(i));
        } else {
          const int value = subject.get_value().value;
          EXPECT_GE(value, last);
          last = value;
        }
      }
    });
    EXPECT_EQ(tracked::alive, before + 1) << "former values are kept";
  }
  EXPECT_EQ(tracked::alive, before);
}

TEST(Subscription, MembersJoinAndLeaveOnSeveralThreads)
{
  for (int round = 0; round < rounds; ++round) {
    rx::composite_subscription group;
    std::atomic<int> teardowns{0};
    together(4, [&](int which) {
      for (int i = 0; i < 50; ++i) {
        const auto member = group.add([&] { ++teardowns; });
        if (which == 1) {
          group.remove(member);
          member.dispose();
        } else if (which == 2) {
          member.dispose();
        }
      }
    });
    group.dispose();
    EXPECT_EQ(teardowns, 200);
  }
}

TEST(AsBlocking, TheSourceIsDroppedByAnotherThread)
{
  for (int round = 0; round < rounds / 4; ++round) {
    auto source = std::make_shared<rx::subject<int>>();
    const auto pipe = rx::observable<>::defer([source = std::weak_ptr(source)] {
                        return source.lock()->get_observable();
                      }) |
                      merge(rx::observable<>::never<int>()) | as_dynamic();
    std::thread other([source = std::move(source)]() mutable {
      while (!source->has_observers()) {
        std::this_thread::yield();
      }
      source->on_next(1);
      source.reset();
    });
    EXPECT_THROW(pipe.as_blocking().last(), rx::stream_dropped);
    other.join();
  }
}

}  // namespace
