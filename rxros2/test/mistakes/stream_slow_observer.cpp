// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A slow function behind observe_on() with drop_oldest.
//
// says: [WARN] … [loss]: observe_on has dropped 1 item: its queue of 10 was full, because the
//   functions behind it are slower than the source. Use a larger capacity for bursts,
//   overflow::latest if only the newest item matters, overflow::block to lose nothing, or a lower
//   rate (sample, throttle_last) (stream of timer of 1 ms of node '/loss')
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
  from_timer(node, 1ms) | observe_on(rx::observe_on_new_thread(), rx::overflow::drop_oldest, 10) |
    subscribe([](long) { std::this_thread::sleep_for(20ms); });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
