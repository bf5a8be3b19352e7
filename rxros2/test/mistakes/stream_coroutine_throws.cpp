// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An exception in a started coroutine.
//
// says: [ERROR] … [arm]: std::runtime_error: joint limit; this ended the coroutine of node
//   '/arm', because nothing handles the error. Catch it in the coroutine
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace rxros2::operators;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("arm");
  rxros2::start(node, []() -> rx::task<> {
    co_await rx::sleep_for(10ms);
    throw std::runtime_error("joint limit");
  });
  from_timer(node, 300ms) | subscribe([](long) { rclcpp::shutdown(); });
  rclcpp::spin(node);
  return 0;
}
