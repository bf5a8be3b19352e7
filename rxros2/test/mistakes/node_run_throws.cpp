// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// run() of a node throws in its thread.
//
// says: [ERROR] […] [mower]: run() ended by an exception: no blades
// group: nodes

#include <stdexcept>

#include "rxros2/rxros2.hpp"

using namespace std::chrono_literals;

class Mower : public rxros2::Node
{
public:
  Mower() : Node("mower") {}
  void run() override { throw std::runtime_error("no blades"); }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<Mower>();
  node->start();
  const auto end = node->create_wall_timer(500ms, [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
