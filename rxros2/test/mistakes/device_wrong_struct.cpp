// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The records of a device have another size.
//
// says: …from_device: 'log' ended inside a record: 4 of 8 bytes…
// group: devices

#include <linux/joystick.h>

#include <fstream>

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::ofstream("log") << "20 bytes of some log";
  rxros2::observable::from_device<js_event>("log").subscribe([](const js_event &) {});
}
