// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A device that does not exist.
//
// says: …from_device: cannot open '/dev/input/js9' for reading: No such file or directory…
// group: devices

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rxros2::observable::from_device<char>("/dev/input/js9").subscribe([](char) {});
}
