// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// cyclic_pipeline: plain ROS 2; two nodes send one message round and round, each adds one. It stays
// the same object.
#include <chrono>
#include <cinttypes>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"

using std_msgs::msg::Int32;

// Takes a number from topic `in`, adds one, waits a second, and passes the same object on to topic
// `out`.
class Increment : public rclcpp::Node
{
public:
  Increment(const std::string & name, const std::string & in, const std::string & out)
  : Node(name, rclcpp::NodeOptions().use_intra_process_comms(true)),
    publisher_(create_publisher<Int32>(out, 10))
  {
    subscription_ = create_subscription<Int32>(in, 10, [this](Int32::UniquePtr message) {
      RCLCPP_INFO(
        get_logger(), "received %" PRId32 " at %p", message->data,
        static_cast<void *>(message.get()));
      if (!rclcpp::sleep_for(std::chrono::seconds(1))) {
        return;  // shut down meanwhile
      }
      ++message->data;
      RCLCPP_INFO(
        get_logger(), "passes   %" PRId32 " at %p", message->data,
        static_cast<void *>(message.get()));
      publisher_->publish(std::move(message));
    });
  }

  void begin()
  {
    auto message = std::make_unique<Int32>();
    message->data = 41;
    RCLCPP_INFO(
      get_logger(), "begins   %" PRId32 " at %p", message->data,
      static_cast<void *>(message.get()));
    publisher_->publish(std::move(message));
  }

private:
  rclcpp::Publisher<Int32>::SharedPtr publisher_;
  rclcpp::Subscription<Int32>::SharedPtr subscription_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto first = std::make_shared<Increment>("first", "topic_1", "topic_2");
  auto second = std::make_shared<Increment>("second", "topic_2", "topic_1");
  first->begin();

  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(first);
  executor.add_node(second);
  executor.spin();
  rclcpp::shutdown();
  return 0;
}
