// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// on_configure() throws.
//
// says: [ERROR] […] [camera]: on_configure() of node '/camera' threw, which is an error of the
//   transition: no camera
// group: nodes

#include <stdexcept>

#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rxros2/rxros2.hpp"

class Camera : public rclcpp_lifecycle::LifecycleNode
{
public:
  Camera() : LifecycleNode("camera") {}
  CallbackReturn on_configure(const rclcpp_lifecycle::State &) override
  {
    throw std::runtime_error("no camera");
  }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::make_shared<Camera>()->configure();
}
