// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// main() of each container; CONTAINER_EXECUTOR and CONTAINER_ISOLATED are its defaults.
#include "container.hpp"

int main(int argc, char ** argv)
{
  using rclcpp_components::ExecutorType;
  return rclcpp_components::run_container(
    argc, argv, {ExecutorType::CONTAINER_EXECUTOR, CONTAINER_ISOLATED});
}
