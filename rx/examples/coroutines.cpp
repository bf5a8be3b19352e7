// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tasks: code that waits, in the order in which you read it. Runs in simulated time, so it ends at
// once.

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "rx/rx.hpp"

using namespace std::chrono_literals;

namespace
{

auto simulated = std::make_shared<rx::schedulers::virtual_time>();

long now_ms()
{
  return std::chrono::duration_cast<std::chrono::milliseconds>(simulated->now().time_since_epoch())
    .count();
}

void say(const std::string & text)
{
  std::printf("%4ld ms  %s\n", now_ms(), text.c_str());
}

// A range finder: 9, 8, 7 … metres, ten items per second.
rx::observable<long> sonar()
{
  return rx::observable<>::interval(100ms, simulated)
    .map([](long n) { return 10 - n; })
    .as_dynamic();
}

// snippet loop
rx::task<long> drive_until(long distance)
{
  auto ranges = rx::listen(sonar());
  while (auto range = co_await ranges.next()) {
    if (*range <= distance) {
      co_return *range;
    }
  }
  throw std::runtime_error("the sonar has ended");
}
// end

rx::task<> blink()
{
  for (;;) {
    say("lamp on");
    co_await rx::sleep_for(250ms);
  }
}

// snippet robot
rx::task<> robot()
{
  say("first range: " + std::to_string(co_await sonar()));

  // Two concurrent tasks; neither outlives the block.
  co_await rx::with_scope([](rx::task_scope scope) -> rx::task<> {
    scope.start(blink());
    say("stopped at " + std::to_string(co_await drive_until(4)));
    scope.cancel();
  });

  // Returns the first result and cancels the other task.
  auto first = co_await rx::when_any(drive_until(2), drive_until(7));
  say(first.index() == 0 ? "reached 2" : "reached 7");

  // A missing answer is a result, too.
  if (!co_await rx::soft_wait_for(drive_until(0), 500ms)) {
    say("not at 0 within 500 ms");
  }
}
// end

}  // namespace

int main()
{
  rx::start(simulated, robot());
  simulated->run();

  // A task as a stream, and a stream that a task creates.
  rx::sources::from_task([] { return drive_until(8); }, simulated).subscribe([](long range) {
    say("as a stream: " + std::to_string(range));
  });
  rx::sources::from_task<int>(
    [](rx::subscriber<int> out) -> rx::task<> {
      for (int i = 3; i > 0; --i) {
        out.on_next(i);
        co_await rx::sleep_for(1s);
      }
    },
    simulated)
    .subscribe([](int i) { say("countdown " + std::to_string(i)); }, [] { say("go"); });
  simulated->run();
}
