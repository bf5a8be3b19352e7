// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A main() that assembles its streams and does not spin.
//
// says: [WARN] … [mower]: node '/mower' ends, and no executor has ever spun it: its streams got
//   nothing. Call rclcpp::spin(node), or add it to an executor that spins, before the end of main()
// group: streams

#include "rxros2/rxros2.hpp"

using namespace rx::operators;
using namespace rxros2::observable;
using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");
  from_timer(node, 10ms) | subscribe([](long) { std::puts("mowing"); });
  return 0;
}
