// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// node_by_class: an RxROS2 node made by deriving from rxros2::Node; its streams are assembled in run().
#include <rxros/rxros2.h>

struct MyNode: public rxros2::Node {
    MyNode(): rxros2::Node("my_node") {}

    void run() {
      //... add your code here
    }
};

int main(int argc, char **argv) {
    rclcpp::init(argc, argv);
    auto my_node = std::make_shared<MyNode>();
    my_node->start();
    rclcpp::spin(my_node);
    rclcpp::shutdown();
    return 0;
}
