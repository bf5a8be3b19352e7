// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A device that the user may not read.
//
// says: …from_device: cannot open 'js0' for reading (input devices are readable by root and the
//   group 'input'): Permission denied…
// group: devices

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::ofstream("js0").close();
  chmod("js0", 0);
  if (geteuid() == 0 && seteuid(65534) != 0) {  // as any user but root
    return 1;
  }
  rxros2::observable::from_device<char>("js0").subscribe([](char) {});
}
