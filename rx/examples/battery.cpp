// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The program without ROS on the first page of the documentation. It needs only a compiler.

// snippet battery
#include <iostream>
#include "rx/rx.hpp"
using namespace rx::operators;

int main()
{
  rx::sources::interval(std::chrono::milliseconds(200))      // 1, 2, 3 … five a second
    | map([](long n) { return 12.6 - 0.1 * n; })             // the battery's volts
    | take_while([](double volts) { return volts > 12.05; })
    | subscribe([](double volts) { std::cout << volts << " V\n"; },
                [] { std::cout << "back to the dock\n"; });  // its end
}
// end
