// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A stream error that spin() throws: on_stream_error is raise.
//
// says: [ERROR] … [driver]: std::runtime_error: cable; this ended the stream …
// says: main() got: cable
// arguments: --ros-args -p rxros2.on_stream_error:=raise
// exit: 3
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
  try {
    rclcpp::spin(node);
  } catch (const std::exception & error) {
    std::printf("main() got: %s\n", error.what());
    return 3;
  }
  return 0;
}
