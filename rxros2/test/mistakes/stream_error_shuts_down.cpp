// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream error that ends the process: on_stream_error is shutdown.
//
// says: [ERROR] … [driver]: std::runtime_error: cable; this ended the stream of timer of 10 ms
//   of node '/driver', …
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
  rxros2::on_stream_error(node, rxros2::stream_error_policy::shutdown);
  from_timer(node, 10ms) | subscribe([](long) { throw std::runtime_error("cable"); });
  rclcpp::spin(node);
  return 0;  // the exit code is 1 nevertheless
}
