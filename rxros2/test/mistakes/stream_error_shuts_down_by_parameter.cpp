// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream error that ends the process by a parameter of the command line.
//
// says: [ERROR] … [driver]: std::runtime_error: cable; this ended the stream of timer of 10 ms
//   of node '/driver', …
// arguments: --ros-args -p rxros2.on_stream_error:=shutdown
// exit: 1
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("driver");
  from_timer(node, 10ms) | subscribe([](long) { throw std::runtime_error("cable"); });
  rclcpp::spin(node);
  return 0;
}
