// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A transform of a frame that never comes.
//
// says: [INFO] […] [mower]: from_transform(map, base_link) has waited 3 s for its first transform:
//   target_frame "map" does not exist: no transform names it; check its publisher
// group: transforms

#include "rxros2/rxros2.hpp"
#include "rxros2/transforms/from_transform.hpp"

using namespace std::chrono_literals;

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = rxros2::create_node("mower");
  rxros2::observable::from_transform(node, "map", "base_link").subscribe([](const auto &) {});
  const auto end = node->create_wall_timer(4s, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
