// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A file that is no recording.
//
// says: …drive.mcap is damaged or not an MCAP file: it does not begin with MCAP's magic bytes…
// group: recordings

#include <fstream>

#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/float32.hpp"

using std_msgs::msg::Float32;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::ofstream("drive.mcap") << "speed 0.3\n";
  rxros2::observable::from_bag<Float32>("drive.mcap", "/speed").subscribe([](const auto &) {});
}
