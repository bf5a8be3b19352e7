// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program in RxCpp's spelling: its namespaces, coordinations, lifetimes, sources and operators.

#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "rxcpp/rx.hpp"

namespace Rx
{
using namespace rxcpp;
using namespace rxcpp::sources;
using namespace rxcpp::operators;
using namespace rxcpp::util;
}  // namespace Rx
using namespace Rx;  // NOLINT
using namespace std::chrono_literals;
namespace rxu = rxcpp::util;
namespace rxsc = rxcpp::schedulers;

namespace
{

const auto show = [](const char * name) {
  return [name](const auto & item) { std::cout << name << ' ' << item << '\n'; };
};
const auto end = [] { std::cout << "end\n"; };

void sources_and_lifetimes()
{
  observable<>::create<int>([](subscriber<int> to) {
    for (int i = 1; to.is_subscribed(); ++i) {
      to.on_next(i);
    }
  }).take(2).subscribe(show("create"), end);

  composite_subscription lifetime;
  observable<>::range(1, 10).subscribe(lifetime, [&](int i) {
    show("range")(i);
    if (i == 2) {
      lifetime.unsubscribe();
    }
  });
  observable<>::from(identity_current_thread(), 1, 2).subscribe(show("from"));
  observable<>::iterate(std::array{3, 4}).subscribe(make_subscriber<int>(show("iterate")));

  auto open = [] { return resource<std::vector<int>>(rxu::to_vector({5, 6})); };
  observable<>::scope(open, [](resource<std::vector<int>> numbers) {
    return observable<>::iterate(numbers.get());
  }).subscribe(show("scope"));
}

// Splits a byte stream into packets at arbitrary places and joins the words again.
void pipes()
{
  const auto packets = from(std::string("to be o"), std::string("r not to "), std::string("be"));
  packets |
    concat_map([](std::string packet) {
         return iterate(std::vector<char>(packet.begin(), packet.end()));
       }) |
    Rx::map([](char c) { return std::string(1, c); }) | publish() | ref_count() |
    scan(std::tuple(std::string(), std::string()), [](auto last, std::string c) {
      auto & [word, done] = last;
      done = c == " " ? word : "";
      word = c == " " ? "" : word + c;
      return last;
    }) |
    Rx::map(apply_to([](std::string, std::string done) { return done; })) |
    filter([](const std::string & word) { return !word.empty(); }) |
    tap([](std::string & word) { word += '!'; }) | subscribe<std::string>(println(std::cout));
}

void combining()
{
  observable<>::range(1, 3).zip(observable<>::range(10, 13)).subscribe(
    apply_to([](int a, int b) { std::cout << "zip " << a << ' ' << b << '\n'; }));
  from(observable<>::just(1).as_dynamic(), observable<>::range(5, 6).as_dynamic())
    .concat()
    .subscribe(show("concat"));
  observable<>::range(0, 5)
    .group_by([](int i) { return i % 2 ? "odd" : "even"; }, [](int i) { return 10 * i; })
    .subscribe([](grouped_observable<const char *, int> group) {
      group.sum().subscribe(show(group.get_key()));
    });
  observable<>::range(1, 2)
    .flat_map(
      [](int i) { return observable<>::range(0, i); },
      [](int a, int b) { return 10 * a + b; })
    .subscribe(show("flat_map"));
  observable<>::range(1, 3)
    .lift<int>([](subscriber<int> to) {
      return make_subscriber<int>(to, [to](int i) { to.on_next(-i); });
    })
    .subscribe(show("lift"));
}

void threads_and_time()
{
  const auto threads = observe_on_event_loop();
  int n = 0;
  auto first = observable<>::range(1).subscribe_on(threads).map(
    [](int i) { return std::tuple("1:", i); });
  auto second = observable<>::range(1).subscribe_on(threads).map(
    [](int i) { return std::tuple("2:", i); });
  first.merge(second).take(6).as_blocking().subscribe(apply_to([&](const char *, int) { ++n; }));
  std::cout << "merged " << n << '\n';

  const auto start = rxsc::scheduler::clock_type::now() + 1ms;
  observable<>::interval(start, 2ms).take(2).subscribe(show("interval"), end);
  observable<>::never<int>().timeout(2ms, observe_on_new_thread()).as_blocking().subscribe(
    show("never"), [](std::exception_ptr e) {
      try {
        std::rethrow_exception(e);
      } catch (const timeout_error &) {
        std::cout << "timeout\n";
      }
    });

  rxsc::run_loop loop;
  composite_subscription lifetime;
  observable<>::timer(1ms, observe_on_run_loop(loop)).subscribe(lifetime, show("timer"), end);
  while (lifetime.is_subscribed() || !loop.empty()) {
    while (!loop.empty() && loop.peek().when < loop.now()) {
      loop.dispatch();
    }
  }
}

void scheduling_by_hand()
{
  int runs = 0;
  const auto worker = identity_current_thread().create_coordinator().get_worker();
  worker.schedule_periodically(worker.now(), 1ms, [&](const rxsc::schedulable & self) {
    std::cout << "run " << ++runs << '\n';
    if (runs == 2) {
      self.unsubscribe();
    }
  });
  std::cout << "worker " << (worker.is_subscribed() ? "goes on" : "ended") << '\n';
}

void sharing_and_ends()
{
  subjects::behavior<int> gain(7);
  gain.get_observable().subscribe(show("behavior"));
  gain.get_subscriber().on_next(8);
  std::cout << "value " << gain.get_value() << '\n';

  auto replayed = observable<>::range(1, 3).replay(2, identity_current_thread());
  replayed.connect();
  replayed.subscribe(show("replay"));

  const auto numbers = observable<>::range(1, 4).as_blocking();
  std::cout << numbers.first() << ' ' << numbers.last() << ' ' << numbers.count()
            << ' ' << numbers.sum() << ' '
            << numbers.average() << '\n';
  try {
    observable<>::empty<int>().as_blocking().first();
  } catch (const empty_error &) {
    std::cout << "empty\n";
  }
  observable<>::range(1, 2)
    .concat(observable<>::error<int>(std::runtime_error("broken")))
    .retry(2)
    .subscribe(show("retry"), [](std::exception_ptr e) { std::cout << rxu::what(e) << '\n'; });
}

}  // namespace

int main()
{
  sources_and_lifetimes();
  pipes();
  combining();
  threads_and_time();
  scheduling_by_hand();
  sharing_and_ends();
}
