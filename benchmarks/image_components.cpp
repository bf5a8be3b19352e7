// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Components that hand an image on: Camera, Stage, Sink.
#include <chrono>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_components/register_node_macro.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/float64.hpp>
#include <utility>

#include "common/result.hpp"

namespace benchmarks
{

using sensor_msgs::msg::Image;

/// Publishes an image of 1 MB each 5 ms, stamped when it is published.
class Camera : public rclcpp::Node
{
public:
  explicit Camera(const rclcpp::NodeOptions & options) : Node("camera", options)
  {
    publisher_ = create_publisher<Image>("out", 2);
    timer_ = create_wall_timer(std::chrono::milliseconds(5), [this] {
      auto image = std::make_unique<Image>();
      image->data.resize(1'000'000);
      image->header.stamp = rclcpp::Time(now_ns());
      publisher_->publish(std::move(image));
    });
  }

private:
  rclcpp::Publisher<Image>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

/// Hands images on.
class Stage : public rclcpp::Node
{
public:
  explicit Stage(const rclcpp::NodeOptions & options) : Node("stage", options)
  {
    publisher_ = create_publisher<Image>("out", 2);
    subscription_ = create_subscription<Image>(
      "in", 2, [this](std::unique_ptr<Image> image) { publisher_->publish(std::move(image)); });
  }

private:
  rclcpp::Publisher<Image>::SharedPtr publisher_;
  rclcpp::Subscription<Image>::SharedPtr subscription_;
};

/// Says how old, in us, each image is.
class Sink : public rclcpp::Node
{
public:
  explicit Sink(const rclcpp::NodeOptions & options) : Node("sink", options)
  {
    publisher_ = create_publisher<std_msgs::msg::Float64>("age", 1000);
    subscription_ = create_subscription<Image>("in", 2, [this](std::unique_ptr<Image> image) {
      std_msgs::msg::Float64 age;
      const std::int64_t sent = rclcpp::Time(image->header.stamp).nanoseconds();
      age.data = static_cast<double>(now_ns() - sent) / 1e3;
      publisher_->publish(age);
    });
  }

private:
  rclcpp::Publisher<std_msgs::msg::Float64>::SharedPtr publisher_;
  rclcpp::Subscription<Image>::SharedPtr subscription_;
};

}  // namespace benchmarks

RCLCPP_COMPONENTS_REGISTER_NODE(benchmarks::Camera)
RCLCPP_COMPONENTS_REGISTER_NODE(benchmarks::Stage)
RCLCPP_COMPONENTS_REGISTER_NODE(benchmarks::Sink)
