// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Statements that have no effect, in the lines marked with "unused"; unused_streams.cmake checks
// that the compiler warns of exactly these.

#include "rx/rx.hpp"

using namespace rx::operators;
using namespace rx::sources;
using namespace std::chrono_literals;

rx::task<> work()
{
  rx::sleep_for(1ms);                                 // unused
  rx::sleep_until(std::chrono::steady_clock::now());  // unused
  co_await rx::sleep_for(1ms);
  auto items = rx::listen(just(1));
  items.next();  // unused
  co_await items.next();
}

rx::task<> more_work()
{
  work();                        // unused
  rx::when_all(work(), work());  // unused
  co_await work();
}

void streams()
{
  just(1);                                                  // unused
  just(1) | map([](int i) { return i; });                   // unused
  just(1).filter([](int) { return true; });                 // unused
  just(1) | map([](int i) { return i; }) | merge(just(2));  // unused
  just(1) | publish();                                      // unused
  just(1) | subscribe([](int) {});
  just(1).subscribe();
  const auto keep = [](rx::subscription) {};
  rx::autostart(just(1), {}, keep);
  rx::autostart(just(1), {}, keep) | map([](int i) { return i; });  // unused
}
