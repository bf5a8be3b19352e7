// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One small example of each source and operator, in the order of rx/operators/; the output is checked by a test.

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "rx/rx.hpp"

using namespace rx::operators;
using namespace std::chrono_literals;

namespace
{

// Prints a stream in one line: its items, then | for completed or X and the error.
template <class Observable>
void show(const char * title, const Observable & stream)
{
  std::printf("%-24s", title);
  stream.subscribe(
    [](const auto & item) { std::printf(" %s", std::to_string(item).c_str()); },
    [](std::exception_ptr e) { std::printf(" X %s\n", rx::what(e).c_str()); },
    [] { std::printf(" |\n"); });
}

}  // namespace

int main()
{
  const auto numbers = rx::observable<>::range(1, 5);

  // snippet sources
  show("just", rx::observable<>::just(1, 2));
  show("from", rx::observable<>::from(std::vector{3, 4}));
  show("range", rx::observable<>::range(1, 9, 4));
  show("empty", rx::observable<>::empty<int>());
  show("error", rx::observable<>::error<int>(std::runtime_error("broken")));
  show("create", rx::observable<>::create<int>([](rx::subscriber<int> s) {
         s.on_next(7);
         s.on_completed();
       }));
  int calls = 0;
  show("defer", rx::observable<>::defer([&] { return rx::observable<>::just(++calls); }));
  show("interval", rx::observable<>::interval(1ms) | take(3));
  show("timer", rx::observable<>::timer(1ms));
  // end snippet

  // snippet distinct_until_changed
  show("distinct_until_changed", rx::observable<>::just(1, 1, 2, 1) | distinct_until_changed());
  // end snippet

  // snippet filter
  show("filter", numbers | filter([](int i) { return i % 2 == 1; }));
  // end snippet

  // snippet map
  show("map", numbers | map([](int i) { return i * i; }));
  // end snippet

  // snippet merge
  show("merge", rx::observable<>::just(1, 2).merge(rx::observable<>::just(10), numbers));
  // end snippet

  // snippet observe_on
  auto hop = observe_on(rx::new_thread(), rx::overflow::block, 2);
  const std::vector<int> from_the_thread = numbers | hop | to_vector();
  std::printf(
    "%-24s %zu items, %lu dropped\n", "observe_on", from_the_thread.size(),
    static_cast<unsigned long>(hop.statistics().dropped));
  // end snippet

  // snippet sample_latest
  {
    auto clock = std::make_shared<rx::schedulers::virtual_time>();
    rx::subject<int> sensor;
    show("sample_latest", sensor.get_observable() | sample_latest(10ms, clock) | take(4));
    sensor.on_next(1);
    clock->advance_by(15ms);
    sensor.on_next(2);
    clock->advance_by(15ms);
  }
  // end snippet

  // snippet sample_with_time
  {
    auto clock = std::make_shared<rx::schedulers::virtual_time>();
    rx::subject<int> sensor;
    show("sample_with_time", sensor.get_observable() | sample_with_time(10ms, clock) | take(2));
    sensor.on_next(1);
    clock->advance_by(35ms);
    sensor.on_next(2);
    clock->advance_by(10ms);
  }
  // end snippet

  // snippet scan
  show("scan", numbers | scan(0, [](int sum, int i) { return sum + i; }));
  // end snippet

  // snippet share
  {
    auto shared = rx::observable<>::create<int>([](rx::subscriber<int>) {
                    std::printf("%-24s the source runs once\n", "share");
                  }) |
                  share();
    auto first = shared.subscribe();
    auto second = shared.subscribe();
  }
  // end snippet

  // snippet start_with
  show("start_with", numbers | start_with(0));
  // end snippet

  // snippet take
  show("take", numbers | take(2));
  // end snippet

  // snippet take_while
  show("take_while", numbers | take_while([](int i) { return i < 4; }));
  // end snippet

  // snippet tap
  int seen = 0;
  show("tap", numbers | tap([&](int) { ++seen; }));
  // end snippet

  // snippet with_latest_from
  {
    rx::subject<int> pose, goal;
    show(
      "with_latest_from",
      pose.get_observable() |
        with_latest_from([](int p, int g) { return g - p; }, goal.get_observable()));
    pose.on_next(1);
    goal.on_next(10);
    pose.on_next(2);
    pose.on_next(3);
    pose.on_completed();
  }
  // end snippet

  // snippet subjects
  {
    rx::subjects::behavior<int> mode(0);
    mode.on_next(1);
    show("behavior", mode.get_observable());
    mode.on_completed();
    rx::subjects::replay<int> log(2);
    for (int i : {1, 2, 3}) {
      log.on_next(i);
    }
    log.on_completed();
    show("replay", log.get_observable());
  }
  // end snippet
}
