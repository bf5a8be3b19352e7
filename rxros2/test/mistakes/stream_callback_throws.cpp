// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception in the function of subscribe().
//
// says: [ERROR] … [battery]: std::runtime_error: no voltage; this ended the stream of timer of
//   10 ms of node '/battery', because nothing handles the error. Handle it with subscribe(on_next,
//   on_error), on_error_resume_next() or retry()
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("battery");
  from_timer(node, 10ms) | subscribe([](long) { throw std::runtime_error("no voltage"); });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
