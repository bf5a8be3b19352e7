// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// t2: what t1 does, as streams. Sends a mebibyte on /T2T twenty times a second; logs the age of
// what comes on /T1T.
#include <cinttypes>

#include <ros2_msg/msg/test.hpp>
#include <rxros2/rxros2.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using ros2_msg::msg::Test;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;

struct T2 : rxros2::Node
{
  T2() : rxros2::Node("T2") {}

  void run() override
  {
    from_topic<Test>(this, "/T1T").subscribe([this](const Test & received) {
      const std::int64_t age = (now() - received.time_stamp).nanoseconds();
      RCLCPP_INFO(
        get_logger(), "%d: %zu bytes, %" PRId64 " ns old", received.msg_no, received.data.size(),
        age);
    });

    from_timer(this, 50ms)
      | map([this](long tick) {
          auto message = std::make_unique<Test>();  // made in place and given away: no copy
          message->msg_no = static_cast<int>(tick - 1);
          message->data.assign(1 << 20, '.');
          message->time_stamp = now();
          return message;
        })
      | publish_to_topic<Test>(this, "/T2T");
    RCLCPP_INFO(get_logger(), "sends");
  }
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto t2 = std::make_shared<T2>();
  t2->start();
  rclcpp::spin(t2);
  rclcpp::shutdown();
}
