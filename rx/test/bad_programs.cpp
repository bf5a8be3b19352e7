// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs that must not compile, one for each CASE; bad_programs.cmake checks that the error names
// the reason.

#include <functional>
#include <memory>
#include <string>

#include "rx/rx.hpp"

using namespace rx::operators;

#if CASE >= 9 && CASE <= 11
rx::task<int> one()
{
  co_return 1;
}

rx::task<> bad()
{
#if CASE == 9
  co_await 5;
#elif CASE == 10
  auto work = one();
  co_await work;
#elif CASE == 11
  rx::sources::from_task([](int) { return one(); });
#endif
  co_return;
}
#endif

int main()
{
  auto ints = rx::observable<>::just(1);
  auto of_string = [](std::string s) { return s.empty(); };
#if CASE == 1
  ints | map(of_string);
#elif CASE == 2
  ints | filter(of_string);
#elif CASE == 3
  ints.subscribe(of_string);
#elif CASE == 4
  ints.merge(rx::observable<>::just(std::string("a")));
#elif CASE == 5
  ints | scan(0, of_string);
#elif CASE == 6
  ints | 5;
#elif CASE == 7
  ints | start_with(std::string("a"));
#elif CASE == 8
  ints | map([](int) {});
#elif CASE == 12
  ints | scan(0, [](int, int) { return std::string("a"); });
#elif CASE == 13
  ints | switch_map(of_string);
#elif CASE == 14
  ints | timeout(std::chrono::seconds(1), rx::observable<>::just(std::string("a")));
#elif CASE == 15
  ints | on_error_resume_next(rx::observable<>::just(std::string("a")));
#elif CASE == 16
  ints | switch_if_empty(rx::observable<>::just(std::string("a")));
#elif CASE == 17
  ints | zip(of_string, rx::observable<>::just(1));
#elif CASE == 18
  ints | combine_latest(of_string, rx::observable<>::just(1));
#elif CASE == 19
  ints | scan(0, [](int all, int i) { return all + 0.5 * i; });
#elif CASE == 20
  rx::observable<>::just(0.5) | reduce(0, std::plus<>());
#elif CASE == 21
  ints | start_with(0.5);
#elif CASE == 22
  ints | merge(rx::observable<>::just(0.5));
#elif CASE == 23
  rx::observable<>::just(std::make_unique<int>(1)) | share();
#elif CASE == 24
  rx::observable<>::just(std::make_unique<int>(1)).share_replay(1);
#elif CASE == 25
  rx::observable<>::just(std::make_unique<int>(1)).publish();
#elif CASE == 26
  rx::observable<>::just(std::make_unique<int>(1)).replay(1);
#elif CASE == 27
  rx::subjects::behavior<std::unique_ptr<int> > subject(nullptr);
#elif CASE == 28
  rx::subjects::replay<std::unique_ptr<int> > subject;
#elif CASE == 29
  rx::subjects::async<std::unique_ptr<int> > subject;
#elif CASE == 30
  rx::observable<>::just(1, 2.5);
#elif CASE == 31
  rx::observable<>::range(0, 2.5);
#endif
}
