// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rclcpp::init() is forgotten.
//
// says: what():  context cannot be used: it is not initialized or was shut down; call
//   rclcpp::init() first
// exit: -6
// group: nodes

#include "rxros2/rxros2.hpp"

int main(int, char **)
{
  rclcpp::spin(rxros2::create_node("mower"));
}
