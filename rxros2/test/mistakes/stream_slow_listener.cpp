// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A coroutine that is slower than the stream that it listens to.
//
// says: [WARN] … [loss]: listen_reliable has dropped 1 item: its queue of 10 was full, because
//   the coroutine is slower than the source. … (stream of timer of 1 ms of node '/loss')
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("loss");
  rxros2::start(node, [node]() -> rx::task<> {
    auto ticks = rx::listen_reliable(from_timer(node, 1ms));
    while (co_await ticks.next()) {
      co_await rx::sleep_for(20ms);
    }
  });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
