// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// image_pipeline: camera → watermark → view(s), three or more nodes on one executor with
// intra-process communication. Measures the age of an image in the view beyond the work done on it,
// whether it is still the camera's object, and how often its pixels were copied on the way: blocks
// of memory of at least their size that were made with `new`, beyond the camera's own.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/result.hpp"

namespace
{

using sensor_msgs::msg::Image;

constexpr std::uint32_t width = 320, height = 240;

// The stamp carries the clock that all nodes of this process share.
void set_stamp(Image & image, std::int64_t ns)
{
  image.header.stamp.sec = static_cast<std::int32_t>(ns / 1'000'000'000);
  image.header.stamp.nanosec = static_cast<std::uint32_t>(ns % 1'000'000'000);
}
std::int64_t stamp_of(const Image & image)
{
  return image.header.stamp.sec * std::int64_t{1'000'000'000} + image.header.stamp.nanosec;
}

// Draws a white bar into the picture: work that touches the pixels.
void draw(Image & image, std::uint32_t row)
{
  std::memset(&image.data[row % height * image.step], 0xff, image.step);
}

std::atomic<std::size_t> picture_blocks{0};

}  // namespace

// NOLINTBEGIN(misc-new-delete-overloads): sized and aligned forms come here too
[[gnu::noinline]] void * operator new(std::size_t size)
{
  if (size >= width * 3 * height) {
    picture_blocks.fetch_add(1, std::memory_order_relaxed);
  }
  if (void * block = std::malloc(size)) {
    return block;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void * block) noexcept
{
  std::free(block);
}
[[gnu::noinline]] void operator delete(void * block, std::size_t) noexcept
{
  std::free(block);
}
// NOLINTEND(misc-new-delete-overloads)

int main(int argc, char ** argv)
{
  auto options = benchmarks::parse(
    argc, argv, {{"views", 1}, {"rate", 30}, {"count", 300}, {"intra_process", 1}});
  rclcpp::init(0, nullptr);
  const auto node_options =
    rclcpp::NodeOptions().use_intra_process_comms(options["intra_process"] != 0);
  auto camera = std::make_shared<rclcpp::Node>("camera", node_options);
  auto watermark = std::make_shared<rclcpp::Node>("watermark", node_options);

  const Image * made = nullptr;  // by the camera last
  std::int64_t work = 0;         // spent on that image by the watermark node
  auto raw = camera->create_publisher<Image>("image", 10);
  std::uint32_t number = 0;
  auto timer = camera->create_wall_timer(
    std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 / options["rate"])), [&] {
      auto image = std::make_unique<Image>();
      image->width = width;
      image->height = height;
      image->encoding = "rgb8";
      image->step = width * 3;
      image->data.resize(height * image->step, static_cast<std::uint8_t>(number));
      image->header.frame_id = std::to_string(number++);
      made = image.get();
      set_stamp(*image, benchmarks::now_ns());
      raw->publish(std::move(image));
    });
  auto marked = watermark->create_publisher<Image>("watermarked", 10);
  auto mark = watermark->create_subscription<Image>("image", 10, [&](Image::UniquePtr image) {
    const std::int64_t began = benchmarks::now_ns();
    draw(*image, static_cast<std::uint32_t>(std::stoul(image->header.frame_id)));
    work = benchmarks::now_ns() - began;
    marked->publish(std::move(image));
  });

  const auto views = static_cast<std::size_t>(options["views"]);
  const auto wanted = static_cast<std::size_t>(options["count"]) * views;
  std::vector<rclcpp::Node::SharedPtr> nodes{camera, watermark};
  std::vector<rclcpp::Subscription<Image>::SharedPtr> view;
  std::vector<double> ages;
  ages.reserve(wanted);
  std::size_t same = 0;
  for (std::size_t i = 0; i < views; ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>("view_" + std::to_string(i), node_options));
    view.push_back(
      nodes.back()->create_subscription<Image>("watermarked", 10, [&](Image::ConstSharedPtr image) {
        if (ages.size() == wanted) {
          return;
        }
        ages.push_back(static_cast<double>(benchmarks::now_ns() - stamp_of(*image) - work) / 1e3);
        same += image.get() == made;
        if (ages.size() == wanted) {
          rclcpp::shutdown();
        }
      }));
  }
  rclcpp::executors::SingleThreadedExecutor executor;
  for (const auto & node : nodes) {
    executor.add_node(node);
  }
  executor.spin();

  benchmarks::Result result("image_pipeline");
  for (const auto & [name, value] : options) {
    result.setting(name, value);
  }
  result.distribution("age_beyond_work", "us", std::move(ages));
  const double blocks = static_cast<double>(picture_blocks) / static_cast<double>(number);
  result.value("copies", "1/image", blocks - 1);
  result.value("same_object", "%", 100.0 * static_cast<double>(same) / static_cast<double>(wanted));
  result.print();
  return 0;
}
