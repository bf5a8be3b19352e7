// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The recipes of docs/how-to/cookbook.md. Each takes a node and sets a stream going, which ends
// with the node.

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
/// A bumper's contact chatters; one event is sent, when it has been closed for 30 ms.
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
/// Passes commands on. When none has arrived for 200 ms, sends one command to stop.
inline void watchdog(const NodePtr & node)
{
  auto commands = from_topic<Twist>(node, "cmd_vel_in") | map([](const Twist & t) { return t; });
  commands
    | merge(commands | debounce(200ms) | map([](const Twist &) { return Twist(); }))
    | publish_to_topic<Twist>(node, "cmd_vel");
}
// end

// snippet rate_limit
/// Sends at most ten ranges a second to the radio, always the latest one; sends nothing while no
/// range arrives.
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
/// The mean of five values, one further each time.
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
/// Asks a service until it answers: each request has 100 ms, the pauses grow from 50 ms to 1 s.
inline auto calibrate(const NodePtr & node)
{
  return send_request<Trigger>(node, "calibrate", Trigger::Request(), {.timeout = 100ms})
    | retry_with_backoff(rx::backoff{.initial = 50ms, .maximum = 1s});
}
// end

// snippet latest_image
/// Slow work on a thread of its own, always with the newest image: those that come meanwhile are
/// dropped, not queued.
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
/// A sequence of steps, as a coroutine: creep forward until the range is short, stop, ask to be
/// charged.
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
  co_await rx::sleep_for(10ms);  // let it come to rest
  auto response = co_await send_request<Trigger>(node, "charge", Trigger::Request());
  co_return response->message;
}
// end

// snippet black_box
/// Ranges and commands of the last 30 s, recorded when something gets closer than 10 cm. What the
/// disk does not take is published.
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
