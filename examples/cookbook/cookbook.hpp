// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recipes of docs/how-to/cookbook.md. Each one subscribes a stream to the topics of a node; it
// ends with the node.

#ifndef COOKBOOK_HPP_
#define COOKBOOK_HPP_

#include <geometry_msgs/msg/point_stamped.hpp>
#include <geometry_msgs/msg/twist.hpp>
#include <nav_msgs/msg/odometry.hpp>
#include <rxros2/rxros2.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/range.hpp>
#include <std_msgs/msg/bool.hpp>
#include <std_msgs/msg/float64.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/trigger.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace cookbook
{

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::Twist;
using nav_msgs::msg::Odometry;
using rxros2::observable::from_topic;
using rxros2::observable::send_request;
using sensor_msgs::msg::Image;
using sensor_msgs::msg::Range;
using std_msgs::msg::Bool;
using std_msgs::msg::Float64;
using std_msgs::msg::String;
using std_srvs::srv::Trigger;
using NodePtr = rclcpp::Node::SharedPtr;

// snippet bumper
/// Debounces the contact of a bumper: publishes one event when it has been closed for 30 ms.
inline void bumper(const NodePtr & node)
{
  from_topic<Bool>(node, "bumper")
    | map([](const Bool & contact) { return contact.data; })
    | debounce(30ms)
    | distinct_until_changed()
    | filter([](bool pressed) { return pressed; })
    | map([](bool) { String s; s.data = "bumped"; return s; })
    | publish_to_topic<String>(node, "events");
}
// end

// snippet watchdog
/// Forwards velocity commands. Publishes one stop command when none has arrived for 200 ms.
inline void watchdog(const NodePtr & node)
{
  auto commands = from_topic<Twist>(node, "cmd_vel_in") | map([](const Twist & t) { return t; });
  commands
    | merge(commands | debounce(200ms) | map([](const Twist &) { return Twist(); }))
    | publish_to_topic<Twist>(node, "cmd_vel");
}
// end

// snippet rate_limit
/// Publishes at most ten ranges a second, always the latest one; nothing while no range arrives.
inline void rate_limit(const NodePtr & node)
{
  from_topic<Range>(node, "range")
    | sample_with_time(100ms)
    | publish_to_topic<Range>(node, "range_slow");
}
// end

// snippet fusion
/// Publishes the position of the obstacle that the range finder sees, from each range and the
/// newest odometry.
inline void fusion(const NodePtr & node)
{
  from_topic<Range>(node, "range")
    | with_latest_from(
        [](const Range & range, const Odometry & odometry) {
          PointStamped p;
          p.header = odometry.header;
          p.point = odometry.pose.pose.position;
          p.point.x += range.range;
          return p;
        },
        from_topic<Odometry>(node, "odometry"))
    | publish_to_topic<PointStamped>(node, "obstacle");
}
// end

// snippet mean
/// Publishes the moving average of the last five temperatures.
inline void mean_of_five(const NodePtr & node)
{
  from_topic<Float64>(node, "temperature")
    | map([](const Float64 & t) { return t.data; })
    | buffer(5, 1)
    | filter([](const std::vector<double> & five) { return five.size() == 5; })
    | map([](const std::vector<double> & five) {
        Float64 mean;
        for (double t : five) {
          mean.data += t / 5;
        }
        return mean;
      })
    | publish_to_topic<Float64>(node, "temperature_mean");
}
// end

// snippet retry
/// Calls a service until it responds. The timeout of a call is 100 ms; the pauses between calls
/// grow from 50 ms to 1 s.
inline auto calibrate(const NodePtr & node)
{
  return send_request<Trigger>(node, "calibrate", Trigger::Request(), {.timeout = 100ms})
    | retry_with_backoff(rx::backoff{.initial = 50ms, .maximum = 1s});
}
// end

// snippet latest_image
/// Runs slow work on its own thread, always on the newest image: images that arrive meanwhile are
/// dropped, not queued (drop-oldest).
template <typename Work>
void latest_image(const NodePtr & node, Work slow_work)
{
  from_topic<Image>(node, "image")
    | observe_on(rxcpp::observe_on_new_thread(), rx::overflow::latest)
    | map(slow_work)
    | publish_to_topic<String>(node, "seen");
}
// end

// snippet dock
/// Docks the robot, as a coroutine: drives forward slowly until the range is short, stops, and
/// calls the service that charges it.
inline rx::task<std::string> dock(rclcpp::Node * node)
{
  auto wheels = node->create_publisher<Twist>("cmd_vel", 1);
  auto ranges = rx::listen(from_topic<Range>(node, "range"));
  while (auto range = co_await ranges.next()) {
    Twist command;
    command.linear.x = (*range)->range > 0.2 ? 0.1 : 0.0;
    wheels->publish(command);
    if (command.linear.x == 0.0) {
      break;
    }
  }
  co_await rx::sleep_for(10ms);  // the robot comes to rest
  auto response = co_await send_request<Trigger>(node, "charge", Trigger::Request());
  co_return response->message;
}
// end

// snippet black_box
/// Records the last 30 s of ranges and commands when an obstacle gets closer than 10 cm. Publishes
/// the errors of the recording, such as a full disk.
inline void black_box(const NodePtr & node, const rxros2::black_box & box)
{
  auto too_close = [](const Range & r) { return r.range < 0.1; };
  (from_topic<Range>(node, "range") | to_black_box<Range>(box, "range", too_close)).subscribe();
  (from_topic<Twist>(node, "cmd_vel") | to_black_box<Twist>(box, "cmd_vel")).subscribe();
  box.errors()
    | map([](const bag::Error & error) { String s; s.data = error.what(); return s; })
    | publish_to_topic<String>(node, "not_recorded");
}
// end

}  // namespace cookbook

#endif  // COOKBOOK_HPP_
