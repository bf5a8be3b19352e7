// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t01: a stream. Needs no ROS and nothing built.

// snippet program
#include <chrono>
#include <cstdio>

#include "rx/rx.hpp"

using namespace rx::operators;
using namespace std::chrono_literals;

int main()
{
  rx::sources::interval(20ms)                                       // a wheel's pulses
    | scan(0.0, [](double metres, long) { return metres + 0.25; })  // the way so far
    | take_while([](double metres) { return metres <= 1.5; })       // ends at the hedge
    | filter([](double metres) { return metres >= 1.0; })           // the last bit of it
    | subscribe([](double metres) { std::printf("%.2f m\n", metres); },
                [] { std::printf("turn round\n"); });               // at the end
}
// end
