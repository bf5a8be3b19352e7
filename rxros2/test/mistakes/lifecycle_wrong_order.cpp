// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A lifecycle node is activated before it is configured.
//
// says: [ERROR] […] [camera]: transition 'activate' of node '/camera' is refused: its state is
//   'unconfigured', where these are possible: 'configure' (1), 'shutdown' (5)
// group: nodes

#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rxros2/rxros2.hpp"

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp_lifecycle::LifecycleNode>("camera");
  node->activate();
}
