// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tutorial t08: where work runs. The camera is simulated, and so is the slow search for hedgehogs.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/image.hpp>

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using rxros2::observable::from_timer;
using rxros2::observable::from_topic;
using rxros2::on_callback_group;
using sensor_msgs::msg::Image;

namespace
{

constexpr long images = 20;

// An image every 10 ms; the last one is the one with the hedgehog.
void simulate_camera(const std::shared_ptr<rxros2::Node> & node)
{
  from_timer(node, 10ms)
    | take(images)
    | map([](long k) {
        Image image;
        image.header.frame_id = k == images ? "hedgehog" : "grass";
        return image;
      })
    | publish_to_topic<Image>(node, "camera");
}

std::string search(const Image & image)
{
  std::this_thread::sleep_for(40ms);
  return image.header.frame_id;
}

}  // namespace

// snippet main
int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = rxros2::create_node("mower");

  long turns = 0, seen = 0;  // of the wheels, and images: only the thread that spins uses them

  from_timer(node, 10ms) | subscribe([&](long) { ++turns; });

  from_topic<Image>(node, "camera")
    | observe_on(rx::observe_on_new_thread(), rx::overflow::latest)  // now on its own thread
    | map(search)
    | observe_on(on_callback_group(node))                            // now on the one that spins
    | tap([&](const std::string &) { ++seen; })
    | filter([](const std::string & animal) { return animal == "hedgehog"; })
    | subscribe([&](const std::string & animal) {
        std::printf("stop, a %s\n", animal.c_str());
        rclcpp::shutdown();
      });

  simulate_camera(node);
  rclcpp::spin(node);
  std::printf("searched every image: %s\n", seen == images ? "yes" : "no");
  std::printf("the wheels kept turning: %s\n", turns > seen ? "yes" : "no");
}
// end
