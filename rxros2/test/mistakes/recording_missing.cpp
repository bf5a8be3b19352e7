// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A recording that does not exist.
//
// says: …drive.mcap does not exist; expected a folder that 'bag record' made, a .mcap or a .db3…
// group: recordings

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rxros2::observable::from_bag<Float32>("drive.mcap", "/speed").subscribe([](const auto &) {});
}
