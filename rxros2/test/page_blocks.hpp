// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Names that the blocks of C++ in the documentation use without declaring them. The blocks are
// compiled, and not linked.
#ifndef PAGE_BLOCKS_HPP_
#define PAGE_BLOCKS_HPP_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string>
#include <vector>

#include "geometry_msgs/msg/twist.hpp"
#include "nav_msgs/srv/get_map.hpp"
#include "nav_msgs/srv/get_plan.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rxros2/rxros2.hpp"
#include "rxros2/transforms/transform_buffer.hpp"
#include "sensor_msgs/msg/image.hpp"
#include "sensor_msgs/msg/laser_scan.hpp"
#include "sensor_msgs/msg/range.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_srvs/srv/set_bool.hpp"

using namespace rx::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
namespace observable = rxros2::observable;
using geometry_msgs::msg::Twist;
using nav_msgs::srv::GetMap;
using nav_msgs::srv::GetPlan;
using rxros2::observable::from_topic;
using sensor_msgs::msg::Image;
using sensor_msgs::msg::LaserScan;
using sensor_msgs::msg::Range;
using std_msgs::msg::String;
using std_srvs::srv::SetBool;

namespace cv
{
struct Mat
{
};
}  // namespace cv

struct input_event
{
  long values[3];
};

/// A node that has what a block takes for granted.
class Robot : public rclcpp::Node
{
public:
  using rclcpp::Node::Node;

  struct Key
  {
  };
  struct Velocity
  {
    Velocity operator+(const Velocity & other) const;
  };
  struct Result
  {
  };
  struct Goal
  {
    double heading;
    int place;
  };

  rclcpp::Node::SharedPtr node;
  rclcpp::Logger logger{get_logger()};
  std::mutex mutex_;
  rclcpp::Publisher<Twist>::SharedPtr wheels_;
  rclcpp::Subscription<Twist>::SharedPtr commands_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::Time last_command_;
  bool stopped_ = false;
  rclcpp::Client<SetBool>::SharedPtr client;
  rclcpp::Client<SetBool>::SharedPtr client_;
  rclcpp::Client<SetBool>::SharedPtr inner_;
  rclcpp::Service<SetBool>::SharedPtr service_;
  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::CallbackGroup::SharedPtr extra;
  rclcpp::ThreadSettings settings;
  rclcpp::Subscription<String>::SharedPtr subscription;
  std::int64_t stamp = 0;  // nanoseconds
  String message;
  rclcpp::MessageInfo info;
  double speed = 0;
  SetBool::Request::SharedPtr request;
  std::function<void(const String &)> callback;

  decltype(from_topic<Range>(rclcpp::Node::SharedPtr(), "")) ranges;
  decltype(from_topic<LaserScan>(rclcpp::Node::SharedPtr(), "")) scans;
  decltype(from_topic<Image>(rclcpp::Node::SharedPtr(), "")) images;
  rx::observable<Key> keys;
  rx::observable<Goal> goals;
  rx::observable<bool> presses;
  rx::observable<GetPlan::Request> requests;
  rclcpp::ExecutorOptions options;
  rx::environment passed;
  rx::observable<int> source;
  rx::observer<int> out;

  static Velocity step(const Key & key);
  static constexpr auto to_twist = [](const auto &) { return Twist(); };
  static constexpr auto steer = [](const auto &...) { return Twist(); };
  static constexpr auto search = [](const Image &) { return 0; };
  static double mean_of(const std::vector<double> & values);
  static GetPlan::Response plan(const GetPlan::Request & request, const GetMap::Response & map);
  static GetMap::Response draw(const GetMap::Request & request);
  static nav_msgs::msg::Path straight_on(const GetPlan::Request & request);
  static void black_box(const rclcpp::Node::SharedPtr & node, const rxros2::black_box & box);
  struct
  {
    void post(const std::function<void()> & work);
  } workers;
  Twist standstill;
  static Twist forward();
  static int detect(const Image & image);
  static bool is_near(const LaserScan & scan);
  static rx::task<> turn_to(double heading);
  static rx::task<Result> drive_to(int place);
  template <typename Value>
  static void use(const Value & value);
};

#endif  // PAGE_BLOCKS_HPP_
