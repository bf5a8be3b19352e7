// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node as a class: for programs that have several, or that test theirs. It lets a lamp blink.
#include <rxros2/rxros2.hpp>
#include <std_msgs/msg/bool.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using std_msgs::msg::Bool;

struct Blinker : rxros2::Node
{
  Blinker() : rxros2::Node("blinker") {}

  void run() override  // in a thread of its own; here streams are made, and may also be waited for
  {
    from_timer(this, 500ms)
      | map([](long tick) { return Bool().set__data(tick % 2 == 1); })
      | log(get_logger(), "lamp")
      | publish_to_topic<Bool>(this, "lamp");
  }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto blinker = std::make_shared<Blinker>();
  blinker->start();
  rclcpp::spin(blinker);
  rclcpp::shutdown();
}
