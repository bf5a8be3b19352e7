// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The first program of the tutorial: a stream, and what a robot makes of it. Needs no ROS and
// nothing built.

#include <chrono>
#include <iostream>
#include <string>

#include "rxcpp/rx.hpp"

using namespace rxcpp::operators;
using namespace std::chrono_literals;

int main()
{
  // snippet first
  rxcpp::observable<>::interval(100ms)                        // 1, 2, 3 … ten times a second
    | map([](long i) { return 2.0 - 0.25 * i; })              // the wall comes nearer: metres
    | take_while([](double metres) { return metres > 0.3; })  // then the stream is over
    | map([](double metres) { return std::string(metres > 1.0 ? "drive" : "slowly"); })
    | distinct_until_changed()                                // tell changes only
    | subscribe([](const std::string & command) { std::cout << command << '\n'; },
                [] { std::cout << "stop\n"; });               // the end
  // end
}
