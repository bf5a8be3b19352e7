// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Programs in the spelling of RxROS2's document: its header, RxCpp's namespace, ROS 1's message
// headers, run() without override, both notations of operators; paths of headers without folders.

#include <fcntl.h>
#include <linux/input.h>
#include <sys/stat.h>
#include <unistd.h>

#include <geometry_msgs/Twist.h>
#include <rxros/rxros2.h>
#include <rxros2_teleop_msgs/Joystick.h>
#include <rxros2_teleop_msgs/Keyboard.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "ros_test.hpp"
#include "rxros2/from_bag.hpp"
#include "rxros2/from_device.hpp"
#include "rxros2/from_parameter.hpp"
#include "rxros2/from_timer.hpp"
#include "rxros2/from_topic.hpp"
#include "rxros2/log.hpp"
#include "rxros2/node.hpp"
#include "rxros2/send_request.hpp"
#include "rxros2/start.hpp"

#if !__has_include("rxros2/send_goal.hpp") || !__has_include("rxros2/transform_to.hpp")
#error "the short paths of headers that need other packages are missing"
#endif

using namespace rxcpp::operators;
using namespace rxros2::operators;

namespace
{

struct SpellingTest : RosTest
{
  ~SpellingTest() override { std::filesystem::remove(pipe); }
  const std::string pipe = "/tmp/spelling_test_" + std::to_string(getpid());
};

// A winch with a lever and a pedal: the length of its rope, and how often it was moved.
struct Winch : public rxros2::Node
{
  Winch() : rxros2::Node("winch") {}

  void run()
  {
    double frequency;
    this->declare_parameter("/winch/frequency", 200.0);
    this->get_parameter("/winch/frequency", frequency);

    auto lever = rxros2::observable::from_topic<teleop_msgs::msg::Joystick>(this, "/lever") |
                 map([](teleop_msgs::Joystick moved) { return moved.event; });
    auto pedal = rxros2::observable::from_topic<teleop_msgs::msg::Keyboard>(this, "/pedal", 5)
                   .map([](teleop_msgs::msg::Keyboard pressed) { return -pressed.event; });
    lever.merge(pedal) |
      scan(
        std::make_tuple(0.0, 0),
        [=](const auto & rope, const int metres) {
          return std::make_tuple(std::get<0>(rope) + metres, std::get<1>(rope) + 1);
        }) |
      map([](auto rope) {
        geometry_msgs::Twist drum;
        drum.linear.x = std::get<0>(rope);
        drum.angular.z = std::get<1>(rope);
        return drum;
      }) |
      sample_with_frequency(frequency) | publish_to_topic<geometry_msgs::msg::Twist>(this, "/drum");
  }
};

TEST_F(SpellingTest, AClassMergesScansSamplesAndPublishes)
{
  auto winch = std::make_shared<Winch>();
  auto hand = rxros2::create_node("hand");
  executor.add_node(winch);
  executor.add_node(hand);
  winch->start();
  double rope = 0;
  double moves = 0;
  rxros2::observable::from_topic<geometry_msgs::Twist>(hand, "/drum")
    .subscribe([&](const geometry_msgs::Twist::SharedPtr drum) {
      rope = drum->linear.x;
      moves = drum->angular.z;
    });
  const auto lever = hand->create_publisher<teleop_msgs::Joystick>("/lever", 10);
  const auto pedal = hand->create_publisher<teleop_msgs::Keyboard>("/pedal", 10);
  ASSERT_TRUE(spin_until(
    [&] { return lever->get_subscription_count() == 1 && pedal->get_subscription_count() == 1; }));
  teleop_msgs::Joystick up;
  up.event = 7;
  lever->publish(up);
  teleop_msgs::msg::Keyboard down;
  down.event = 2;
  pedal->publish(down);
  EXPECT_TRUE(spin_until([&] { return moves == 2; }));
  EXPECT_EQ(rope, 5);
}

TEST_F(SpellingTest, ANodeOfAFunctionPublishesAnIntervalAndADevice)
{
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  auto node = rxros2::create_node("sounder");
  executor.add_node(node);

  rxros2::observable::from_device<input_event>(pipe) |
    filter([](const auto sounded) { return sounded.type == EV_MSC; }) | map([](const auto sounded) {
      teleop_msgs::Keyboard depth;
      depth.time = rclcpp::Time(sounded.time.tv_sec, sounded.time.tv_usec * 1000);
      depth.event = sounded.value;
      return depth;
    }) |
    publish_to_topic<teleop_msgs::msg::Keyboard>(node, "/depth");
  rxcpp::observable<>::interval(std::chrono::milliseconds(1)) | map([&](int i) {
    teleop_msgs::Joystick ping;
    ping.event = i;
    return ping;
  }) |
    sample_with_frequency(500.0, rxcpp::observe_on_new_thread()) |
    publish_to_topic<teleop_msgs::msg::Joystick>(node, "/ping");

  std::vector<int> depths;
  std::atomic<int> pings = 0;
  rxros2::observable::from_topic<teleop_msgs::msg::Keyboard>(node, "/depth")
    .subscribe([&](const teleop_msgs::msg::Keyboard::SharedPtr depth) {
      EXPECT_EQ(depth->time.nanosec, 500000u);
      depths.push_back(depth->event);
    });
  rxros2::observable::from_topic<teleop_msgs::Joystick>(node, "/ping")
    .subscribe([&](const auto & ping) { pings = ping->event; });

  const int hand = open(pipe.c_str(), O_RDWR);
  const auto sounded = [&](int type, int depth) {
    input_event record{};
    record.time.tv_usec = 500;
    record.type = static_cast<__u16>(type);
    record.value = depth;
    return write(hand, &record, sizeof(record)) == ssize_t{sizeof(record)};
  };
  // Repeatedly: with another rclcpp, subscriptions find publishers later.
  ASSERT_TRUE(spin_until([&] { return !sounded(EV_MSC, 12) || (pings > 3 && !depths.empty()); }));
  ASSERT_TRUE(sounded(EV_SYN, 9));
  ASSERT_TRUE(sounded(EV_MSC, 13));
  EXPECT_TRUE(spin_until([&] { return depths.back() == 13; }));
  EXPECT_EQ(std::count(depths.begin(), depths.end(), 9), 0);
  close(hand);
}

TEST_F(SpellingTest, RequestsArePiped)
{
  using example_interfaces::srv::AddTwoInts;
  auto node = rxros2::create_node("loader");
  executor.add_node(node);
  const auto service = node->create_service<AddTwoInts>(
    "/weigh", [](AddTwoInts::Request::SharedPtr crates, AddTwoInts::Response::SharedPtr weight) {
      weight->sum = crates->a + crates->b;
    });
  std::int64_t weight = 0;
  rxcpp::observable<>::just(AddTwoInts::Request().set__a(30).set__b(12))
      .map(
        [](AddTwoInts::Request crates) { return std::make_shared<AddTwoInts::Request>(crates); }) |
    rxros2::operators::send_request<AddTwoInts>(node, "/weigh") |
    subscribe([&](const AddTwoInts::Response::SharedPtr answer) { weight = answer->sum; });
  EXPECT_TRUE(spin_until([&] { return weight == 42; }));
}

}  // namespace
