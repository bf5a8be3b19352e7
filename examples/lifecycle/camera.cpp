// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A camera that is brought up by others, and publishes while it is active: `ros2 lifecycle set
// /camera configure`.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rxros2/lifecycle/while_active.hpp"
#include "rxros2/rxros2.hpp"
#include "sensor_msgs/msg/image.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rclcpp_lifecycle::State;
using rxros2::observable::from_timer;
using sensor_msgs::msg::Image;

namespace
{

// snippet camera
class Camera : public rclcpp_lifecycle::LifecycleNode
{
public:
  Camera() : LifecycleNode("camera")
  {
    declare_parameter("width", 640);
    from_timer(this, 50ms) | while_active(this) |  // no timer runs in other states
      map([this](std::int64_t number) { return picture(number); }) |
      publish_to_topic<Image>(this, "image");
  }

  CallbackReturn on_configure(const State &) override
  {
    const auto width = get_parameter("width").as_int();
    if (width < 1) {
      RCLCPP_ERROR(get_logger(), "width is %ld; expected 1 or more", static_cast<long>(width));
      return CallbackReturn::FAILURE;
    }
    say("configured: " + std::to_string(width) + " pixels");
    return CallbackReturn::SUCCESS;
  }
  CallbackReturn on_activate(const State & previous) override
  {
    say("active");
    return LifecycleNode::on_activate(previous);
  }
  CallbackReturn on_deactivate(const State & previous) override
  {
    say("inactive");
    return LifecycleNode::on_deactivate(previous);
  }
  CallbackReturn on_shutdown(const State &) override { return say("shut down"); }

private:
  Image picture(std::int64_t number) const
  {
    Image image;
    image.height = 1;
    image.width = static_cast<std::uint32_t>(get_parameter("width").as_int());
    image.step = image.width;
    image.encoding = "mono8";
    image.data.assign(image.width, static_cast<std::uint8_t>(number));
    return image;
  }

  static CallbackReturn say(const std::string & text)
  {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
    return CallbackReturn::SUCCESS;
  }
};
// end

}  // namespace

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto camera = std::make_shared<Camera>();
  // Ctrl-C is a shutdown, with on_shutdown(). On our own rclcpp_lifecycle shutdown_with_context()
  // does the same.
  rclcpp::contexts::get_global_default_context()->add_pre_shutdown_callback(
    [watched = std::weak_ptr<Camera>(camera)] {
      if (const auto kept = watched.lock()) {
        kept->shutdown();
      }
    });
  rclcpp::spin(camera->get_node_base_interface());
  rclcpp::shutdown();
  return 0;
}
