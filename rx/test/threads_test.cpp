// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Streams that several threads feed, end and hand over; also run under ThreadSanitizer.

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "probe.hpp"

namespace
{

using namespace rx::operators;
using namespace std::chrono_literals;

#ifdef __SANITIZE_THREAD__
constexpr int rounds = 150;
constexpr int items = 200;
#else
constexpr int rounds = 400;
constexpr int items = 500;
#endif

// Detects two threads at once, without synchronising them itself.
class overlap_detector
{
public:
  template <class F>
  void enter(F f)
  {
    if (inside_.exchange(true, std::memory_order_relaxed)) {
      overlapped = true;
    }
    f();
    inside_.store(false, std::memory_order_relaxed);
  }
  std::atomic<bool> overlapped{false};

private:
  std::atomic<bool> inside_{false};
};

// Runs f(0) … f(n - 1), each on its own thread, started together.
template <class F>
void together(int n, F f)
{
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < n) {
        std::this_thread::yield();
      }
      f(i);
    });
  }
  for (std::thread & t : threads) {
    t.join();
  }
}

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

TEST(ObserveOn, EverythingInOrderOnTheOtherThread)
{
  const auto here = std::this_thread::get_id();
  bool moved = true;
  auto got = rx::observable<>::range(1, 20 * items)
               .observe_on(rx::new_thread(), rx::overflow::block, 16)
               .tap([&](int) { moved = moved && std::this_thread::get_id() != here; })
               .to_vector(60s);
  std::vector<int> expected(20 * items);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(got, expected);
  EXPECT_TRUE(moved);
}

TEST(ObserveOn, DropOldestKeepsTheNewestUnderPressure)
{
  rx::subject<int> subject;
  auto hop = observe_on(rx::event_loop(), rx::overflow::drop_oldest, 8);
  std::vector<int> got;
  std::atomic<bool> done{false};
  (subject.get_observable() | hop)
    .subscribe([&](int i) { got.push_back(i); }, [&] { done = true; });
  for (int i = 1; i <= 50 * items; ++i) {
    subject.on_next(i);
  }
  subject.on_completed();
  ASSERT_TRUE(eventually([&] { return done.load(); }));
  ASSERT_FALSE(got.empty());
  EXPECT_EQ(got.back(), 50 * items);
  EXPECT_TRUE(std::is_sorted(got.begin(), got.end()));
  const auto statistics = hop.statistics();
  EXPECT_EQ(statistics.delivered, got.size());
  EXPECT_EQ(statistics.delivered + statistics.dropped, 50u * items);
}

TEST(ObserveOn, DisposedWhileTheSourceIsBlocked)
{
  rx::subject<int> subject;
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  auto alive = std::make_shared<int>(0);
  auto stream = subject.get_observable()
                  .observe_on(rx::event_loop(), rx::overflow::block, 2)
                  .subscribe([&, alive](int) {
                    inside = true;
                    while (!leave) {
                      std::this_thread::yield();
                    }
                  });
  std::atomic<int> sent{0};
  std::thread source([&] {
    for (int i = 0; i < 10; ++i) {
      subject.on_next(i);
      ++sent;
    }
  });
  ASSERT_TRUE(eventually([&] { return inside.load() && sent == 3; }));
  stream.dispose();
  source.join();
  leave = true;
  EXPECT_FALSE(subject.has_observers());
  EXPECT_TRUE(eventually([&] { return alive.use_count() == 1; }));
}

TEST(ObserveOn, DisposedFromAThirdThread)
{
  for (int round = 0; round < rounds / 4; ++round) {
    rx::subject<int> subject;
    auto alive = std::make_shared<int>(0);
    auto stream = subject.get_observable()
                    .observe_on(rx::event_loop(), rx::overflow::latest)
                    .subscribe([alive](int) { ++*alive; });
    together(2, [&](int thread) {
      if (thread == 0) {
        stream.dispose();
      } else {
        for (int i = 0; i < 50; ++i) {
          subject.on_next(i);
        }
      }
    });
    ASSERT_TRUE(eventually([&] { return alive.use_count() == 1; })) << "observer leaked";
  }
}

TEST(EventLoop, IntervalDisposedFromOutside)
{
  for (int round = 0; round < rounds / 10; ++round) {
    std::atomic<int> ticks{0};
    auto alive = std::make_shared<int>(0);
    auto stream =
      rx::observable<>::interval(20us, rx::new_thread()).subscribe([&ticks, alive](long) {
        ++ticks;
      });
    ASSERT_TRUE(eventually([&] { return ticks >= 2; }));
    stream.dispose();
    ASSERT_TRUE(eventually([&] { return alive.use_count() == 1; }));
    EXPECT_FALSE(stream.is_subscribed());
  }
}

TEST(EventLoop, EndsItsThreadFromWithin)
{
  std::atomic<bool> done{false};
  {
    rx::observable<>::timer(1us, rx::event_loop()).subscribe([](long) {}, [&] { done = true; });
  }
  EXPECT_TRUE(eventually([&] { return done.load(); }));
}

TEST(CurrentThread, BlockedIntervalIsDisposedFromOutside)
{
  rx::composite_subscription stop;
  std::thread other([&] { stop.dispose(); });
  rx::observable<>::interval(1h).subscribe(stop, [](long) {});
  other.join();
  EXPECT_FALSE(stop.is_subscribed());
}

TEST(SampleLatest, FedFromAnotherThread)
{
  rx::subject<std::vector<int>> subject;
  std::atomic<int> ticks{0};
  bool whole = true;
  auto stream = subject.get_observable()
                  .sample_latest(50us, rx::event_loop())
                  .subscribe([&](const std::vector<int> & v) {
                    whole = whole && v.size() == 100 && v.front() == v.back();
                    ++ticks;
                  });
  for (int i = 0; ticks < 20; ++i) {
    subject.on_next(std::vector<int>(100, i));
  }
  stream.dispose();
  EXPECT_TRUE(whole);
  EXPECT_FALSE(subject.has_observers());
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

TEST(RunLoop, ScheduledFromOutside)
{
  rx::schedulers::run_loop loop;
  rx::subject<int> subject;
  std::vector<int> got;
  subject.get_observable().observe_on(rx::observe_on_run_loop(loop)).subscribe([&](int i) {
    got.push_back(i);
    loop.wake();
  });
  std::thread feeder([&] { subject.on_next(7); });
  loop.dispatch_for(60s);
  feeder.join();
  EXPECT_EQ(got, std::vector{7});
}

// Combining, resubscribing and flattening operators, fed by several threads. The subscriber reads
// plain variables on purpose.

TEST(CombineLatest, TheLastItemIsTheLatestOfAll)
{
  for (int round = 0; round < rounds / 5; ++round) {
    rx::subject<int> a, b;
    overlap_detector detector;
    std::pair<int, int> last;
    bool in_order = true;
    a.get_observable()
      .combine_latest([](int x, int y) { return std::pair(x, y); }, b.get_observable())
      .subscribe([&](std::pair<int, int> p) {
        detector.enter([&] {
          in_order = in_order && p.first >= last.first && p.second >= last.second;
          last = p;
        });
      });
    together(2, [&](int thread) {
      for (int i = 1; i <= items; ++i) {
        (thread == 0 ? a : b).on_next(i);
      }
    });
    ASSERT_FALSE(detector.overlapped);
    ASSERT_TRUE(in_order);
    ASSERT_EQ(last, (std::pair(items, items)));
  }
}

TEST(Zip, LosesNoItem)
{
  for (int round = 0; round < rounds / 10; ++round) {
    rx::subject<int> a, b;
    int count = 0;
    bool equal = true;
    bool completed = false;
    a.get_observable()
      .zip(b.get_observable())
      .subscribe(
        [&](const std::tuple<int, int> & t) {
          equal = equal && std::get<0>(t) == std::get<1>(t);
          ++count;
        },
        [&] { completed = true; });
    together(2, [&](int thread) {
      auto & mine = thread == 0 ? a : b;
      for (int i = 0; i < items; ++i) {
        mine.on_next(i);
      }
      mine.on_completed();
    });
    ASSERT_EQ(count, items);
    ASSERT_TRUE(equal);
    ASSERT_TRUE(completed);
  }
}

TEST(FlatMap, InnerStreamsOnOtherThreads)
{
  for (int round = 0; round < rounds / 20; ++round) {
    rx::subject<int> outer;
    rx::subject<int> inner[3];
    overlap_detector detector;
    long sum = 0;
    bool completed = false;
    outer.get_observable()
      .flat_map([&](int i) { return inner[i].get_observable(); }, 2)
      .subscribe([&](int i) { detector.enter([&] { sum += i; }); }, [&] { completed = true; });
    together(4, [&](int thread) {
      if (thread == 3) {
        for (int i = 0; i < 3; ++i) {
          outer.on_next(i);
        }
        outer.on_completed();
        return;
      }
      while (!inner[thread].has_observers()) {
        std::this_thread::yield();
      }
      for (int i = 0; i < items; ++i) {
        inner[thread].on_next(1);
      }
      inner[thread].on_completed();
    });
    ASSERT_FALSE(detector.overlapped);
    ASSERT_EQ(sum, 3L * items);
    ASSERT_TRUE(completed);
  }
}

TEST(SwitchMap, EmitsNoItemOfAReplacedStream)
{
  for (int round = 0; round < rounds / 10; ++round) {
    rx::subject<int> outer;
    rx::subject<int> inner;
    int newest = 0;
    bool in_order = true;
    auto stream =
      outer.get_observable()
        .switch_map([&](int n) { return inner.get_observable().map([n](int) { return n; }); })
        .subscribe([&](int n) {
          in_order = in_order && n >= newest;
          newest = n;
        });
    outer.on_next(1);
    together(3, [&](int thread) {
      for (int i = 2; i < 60; ++i) {
        thread == 0 ? outer.on_next(i) : inner.on_next(i);
      }
    });
    stream.dispose();
    ASSERT_TRUE(in_order);
    ASSERT_FALSE(inner.has_observers());
    ASSERT_FALSE(outer.has_observers());
  }
}

TEST(FlatMap, DisposedWhileThreadsFeedIt)
{
  for (int round = 0; round < rounds / 4; ++round) {
    rx::subject<int> outer, inner;
    auto alive = std::make_shared<int>(0);
    auto stream = outer.get_observable()
                    .flat_map([&](int) { return inner.get_observable(); })
                    .subscribe([alive](int) { ++*alive; });
    together(3, [&](int thread) {
      if (thread == 2) {
        stream.dispose();
        return;
      }
      for (int i = 0; i < 20; ++i) {
        (thread == 0 ? outer : inner).on_next(i);
      }
    });
    ASSERT_FALSE(outer.has_observers());
    ASSERT_FALSE(inner.has_observers());
    ASSERT_EQ(alive.use_count(), 1) << "observer leaked";
  }
}

TEST(Debounce, FedFromAnotherThread)
{
  rx::subject<int> source;
  std::atomic<int> last{0};
  auto stream =
    source.get_observable().debounce(200us, rx::event_loop()).subscribe([&](int i) { last = i; });
  for (int i = 1; i <= 20 * items; ++i) {
    source.on_next(i);
  }
  EXPECT_TRUE(eventually([&] { return last == 20 * items; }));
  stream.dispose();
  EXPECT_TRUE(eventually([&] { return !source.has_observers(); }));
}

TEST(Retry, TheSourceFailsOnOtherThreads)
{
  for (int round = 0; round < rounds / 20; ++round) {
    std::atomic<int> attempts{0};
    int got = 0;
    auto flaky = rx::observable<>::defer([&] {
      const int n = ++attempts;
      return rx::observable<>::timer(1us, rx::new_thread()).map([n](long) {
        return n < 4 ? throw std::runtime_error("not yet") : n;
      });
    });
    flaky.retry().as_blocking(60s).subscribe([&](int n) { got = n; });
    ASSERT_EQ(got, 4);
  }
}

TEST(Timeout, RacesWithItems)
{
  for (int round = 0; round < rounds / 10; ++round) {
    rx::subject<int> source;
    std::atomic<bool> ended{false};
    int errors = 0;
    int after = 0;
    auto stream = source.get_observable()
                    .timeout(100us, rx::event_loop())
                    .subscribe(
                      [&](int) { after += ended ? 1 : 0; },
                      [&](std::exception_ptr) {
                        ++errors;
                        ended = true;
                      });
    for (int i = 0; i < 200; ++i) {
      source.on_next(i);
    }
    ASSERT_TRUE(eventually([&] { return ended.load(); }));
    ASSERT_EQ(errors, 1);
    ASSERT_EQ(after, 0);
    ASSERT_TRUE(eventually([&] { return !source.has_observers(); }));
  }
}

TEST(Publish, RefCountSubscribersJoinAndLeaveOnSeveralThreads)
{
  for (int round = 0; round < rounds / 10; ++round) {
    rx::subject<int> source;
    auto counted = source.get_observable().publish().ref_count();
    together(3, [&](int) {
      for (int i = 0; i < 10; ++i) {
        counted.subscribe([](int) {}).dispose();
      }
    });
    ASSERT_FALSE(source.has_observers());
  }
}

TEST(ThreadPool, EachSubscriptionStaysInOrderOnItsThread)
{
  auto pool = rx::thread_pool(3);
  std::vector<std::vector<int>> got(6);
  for (int k = 0; k < 6; ++k) {
    got[k] = rx::observable<>::range(1, items).observe_on(pool).to_vector(60s);
    ASSERT_EQ(got[k].size(), static_cast<std::size_t>(items));
    ASSERT_TRUE(std::is_sorted(got[k].begin(), got[k].end()));
  }
}

// Every operator that joins streams, with each stream on its own thread.
struct combination
{
  const char * name;
  std::function<rx::observable<int>(rx::observable<int>, rx::observable<int>)> of;
};
using ints = rx::observable<int>;
const auto left = [](const auto & tuple) { return std::get<0>(tuple); };
const auto size_of = [](const auto & items) { return static_cast<int>(items.size()); };
const auto itself = [](const auto & stream) { return stream; };

const std::vector<combination> combinations = {
  {"amb", [](ints a, ints b) { return a.amb(b); }},
  {"buffer", [](ints a, ints b) { return a.buffer(b).map(size_of); }},
  {"buffer_toggle",
   [](ints a, ints b) { return a.buffer_toggle(b, [a](int) { return a.take(1); }).map(size_of); }},
  {"combine_latest", [](ints a, ints b) { return a.combine_latest(b).map(left); }},
  {"concat", [](ints a, ints b) { return a.concat(b); }},
  {"concat_map", [](ints a, ints b) { return a.concat_map([b](int) { return b.take(1); }); }},
  {"exhaust_map", [](ints a, ints b) { return a.exhaust_map([b](int) { return b.take(1); }); }},
  {"flat_map", [](ints a, ints b) { return a.flat_map([b](int) { return b.take(1); }); }},
  {"join_with_latest_from", [](ints a, ints b) { return a.join_with_latest_from(b).map(left); }},
  {"merge", [](ints a, ints b) { return a.merge(b); }},
  {"merge_delay_error", [](ints a, ints b) { return a.merge_delay_error(b); }},
  {"sample", [](ints a, ints b) { return a.sample(b); }},
  {"sequence_equal",
   [](ints a, ints b) { return a.sequence_equal(b).map([](bool same) { return same ? 1 : 0; }); }},
  {"share",
   [](ints a, ints b) {
     const auto shared = a.merge(b).share();
     return shared.merge(shared);
   }},
  {"skip_until", [](ints a, ints b) { return a.skip_until(b); }},
  {"switch_map", [](ints a, ints b) { return a.switch_map([b](int) { return b; }); }},
  {"take_until", [](ints a, ints b) { return a.take_until(b.skip(100)); }},
  {"window", [](ints a, ints b) { return a.window(b).flat_map(itself); }},
  {"window_toggle",
   [](ints a, ints b) {
     return a.window_toggle(b, [a](int) { return a.take(1); }).flat_map(itself);
   }},
  {"with_latest_from", [](ints a, ints b) { return a.with_latest_from(b).map(left); }},
  {"zip", [](ints a, ints b) { return a.zip(b).map(left); }},
};

TEST(EveryJoiningOperator, FedByTwoThreadsItsItemsDoNotOverlapAndItEndsOnce)
{
  for (const combination & j : combinations) {
    for (const bool disposed : {false, true}) {
      SCOPED_TRACE(std::string(j.name) + (disposed ? ", disposed in the middle" : ""));
      rx::subject<int> a, b;
      overlap_detector detector;
      std::atomic<bool> middle{false};
      // not atomic, so that ThreadSanitizer reports deliveries without an order
      int count = 0, ends = 0;
      const rx::subscription stream =
        j.of(a.get_observable(), b.get_observable())
          .subscribe(
            [&](int) { detector.enter([&] { ++count; }); },
            [&](const std::exception_ptr &) { ends += 100; }, [&] { ++ends; });
      const auto feed = [&](const rx::subject<int> & to) {
        for (int i = 0; i < items; ++i) {
          if (i == items / 2) {
            middle = true;
          }
          to.on_next(i);
        }
        to.on_completed();
      };
      std::thread first(feed, a), second(feed, b);
      if (disposed) {
        EXPECT_TRUE(eventually([&] { return middle.load(); }));
        stream.dispose();
      }
      first.join();
      second.join();
      EXPECT_FALSE(detector.overlapped);
      EXPECT_LE(ends, 1);
      EXPECT_TRUE(disposed || ends == 1) << ends;
      EXPECT_FALSE(stream.is_subscribed());
      EXPECT_FALSE(a.has_observers() || b.has_observers());
    }
  }
}

// An operator keeps these until its stream is over; the feeding thread uses them while another
// thread disposes the stream.
struct keeper
{
  const char * name;
  std::function<ints(ints, std::shared_ptr<int>)> of;
};

const auto loop = rx::event_loop();

const std::vector<keeper> keepers = {
  {"concat_map",
   [](ints s, auto token) {
     return s.concat_map([token](int i) { return rx::observable<>::just(i + *token); });
   }},
  {"flat_map",
   [](ints s, auto token) {
     return s.flat_map([token](int i) { return rx::observable<>::just(i + *token); });
   }},
  {"observe_on",
   [](ints s, auto token) {
     return s.map([token](int i) { return i + *token; }).observe_on(loop);
   }},
  {"on_error_resume_next",
   [](ints s, auto token) {
     return s.map([](int i) { return i % 2 ? throw i : i; })
       .on_error_resume_next(
         [token, s](std::exception_ptr) { return s.map([token](int i) { return i + *token; }); });
   }},
  {"retry_when",
   [](ints s, auto token) {
     return s.map([](int i) { return i % 2 ? throw i : i; })
       .retry_when([token](std::exception_ptr) { return rx::observable<>::just(*token); });
   }},
  {"sample_latest",
   [](ints s, auto token) {
     return s.map([token](int i) { return i + *token; }).sample_latest(1us, loop);
   }},
  {"switch_if_empty",
   [](ints s, auto token) {
     return s.take(0).switch_if_empty(s.map([token](int i) { return i + *token; })).repeat();
   }},
  {"switch_map",
   [](ints s, auto token) {
     return s.switch_map([token](int i) { return rx::observable<>::just(i + *token); });
   }},
};

TEST(EveryKeepingOperator, DisposedByAnotherThreadReleasesItsObjects)
{
  for (const keeper & k : keepers) {
    SCOPED_TRACE(k.name);
    for (int round = 0; round < rounds / 10; ++round) {
      rx::subject<int> source;
      const auto token = std::make_shared<int>(0);
      const rx::subscription stream =
        k.of(source.get_observable(), token).subscribe([](int) {}, [](std::exception_ptr) {});
      together(2, [&](int which) {
        for (int i = 0; which == 0 && i < items / 10; ++i) {
          source.on_next(i);
        }
        if (which == 1) {
          stream.dispose();
        }
      });
      // The thread of the loop may be about to release its task.
      EXPECT_TRUE(eventually([&] { return token.use_count() == 1; })) << token.use_count();
    }
  }
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
