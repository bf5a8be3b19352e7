// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A value of rxros2.on_stream_error that does not exist.
//
// says: parameter 'rxros2.on_stream_error' of node '/driver' is 'restart'; expected log,
//   shutdown or raise
// arguments: --ros-args -p rxros2.on_stream_error:=restart
// exit: 2
// group: streams

#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  try {
    auto node = rxros2::create_node("driver");
  } catch (const std::exception & error) {
    std::printf("%s\n", error.what());
    return 2;
  }
  return 0;
}
