// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Combining, resubscribing and flattening operators that several threads feed; also run under
// ThreadSanitizer. The subscribers read plain variables on purpose.

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "threads_test.hpp"

namespace
{

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

}  // namespace
