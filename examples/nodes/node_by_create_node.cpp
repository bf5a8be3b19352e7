// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node_by_create_node: an RxROS2 node made by a function; its streams are assembled in main().
#include <rxros/rxros2.h>

int main(int argc, char **argv) {
    rclcpp::init(argc, argv);
    auto my_node = rxros2::create_node("my_node");

    // ... add your code here

    rclcpp::spin(my_node);
    rclcpp::shutdown();
    return 0;
}
