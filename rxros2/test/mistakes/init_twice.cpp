// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rclcpp::init() is called twice.
//
// says: what():  init() was called before for this context
// exit: -6
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::init(argc, argv);
}
