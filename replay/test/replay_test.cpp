// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A replay gives the same outputs every time, at the times that the recording's clock would show.
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "replay_test.hpp"
#include "rxros2/devices/from_device.hpp"
#include "rxros2/devices/to_device.hpp"
#include "rxros2/nodes/on_callback_group.hpp"
#include "rxros2/recordings/to_black_box.hpp"
#include "std_msgs/msg/int64.hpp"

namespace
{

using namespace replay_test;  // NOLINT
using namespace std::chrono_literals;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using example_interfaces::srv::AddTwoInts;
using rxros2::observable::from_topic;
using std_msgs::msg::Int64;

TEST_F(Replay, DeliversMessagesAtTheirTimesAndSetsTheClocks)
{
  const auto bag = recording({{"/in", 1, 0}, {"/in", 2, 40 * ms}, {"/other", 7, 50 * ms}});
  std::vector<std::int64_t> times;
  const auto made = outputs(bag, [&](const rclcpp::Node::SharedPtr & node) {
    return node->create_subscription<Int32>(
      "/in", 10,
      [&times, node = node.get(), out = node->create_publisher<Int32>("/out", 10)](
        const Int32 & in, const rclcpp::MessageInfo & info) {
        const rclcpp::Clock steady(RCL_STEADY_TIME);
        times.push_back(node->now().nanoseconds() - begin);
        times.push_back(steady.now().nanoseconds() - begin);
        times.push_back(info.get_rmw_message_info().source_timestamp - begin);
        out->publish(number(in.data * 10));
      });
  });
  EXPECT_EQ(made, (std::vector<Recorded>{{"/out", 10, 0}, {"/out", 20, 40 * ms}}));
  EXPECT_EQ(times, (std::vector<std::int64_t>{0, 0, 0, 40 * ms, 40 * ms, 40 * ms}));
  EXPECT_EQ(report_.played, 2u);
  EXPECT_EQ(report_.published, 2u);
  EXPECT_EQ(report_.begin, begin);
  EXPECT_EQ(report_.end, begin + 50 * ms);
  EXPECT_EQ(report_.warnings, std::vector<std::string>{});
}

TEST_F(Replay, TimersOfAllClocksComeBeforeMessagesOfTheirInstant)
{
  const auto bag = recording({{"/in", 0, 0}, {"/in", 1, 20 * ms}, {"/in", 2, 25 * ms}});
  replay::Options options;
  options.after = 5ms;
  const auto made = outputs(
    bag,
    [&](const rclcpp::Node::SharedPtr & node) {
      const auto out = node->create_publisher<Int32>("/out", 10);
      return std::make_tuple(
        node->create_wall_timer(10ms, [out] { out->publish(number(-1)); }),
        rclcpp::create_timer(
          node, node->get_clock(), rclcpp::Duration(15ms), [out] { out->publish(number(-2)); }),
        node->create_subscription<Int32>("/in", 10, [out](const Int32 & in) { out->publish(in); }));
    },
    options);
  EXPECT_EQ(
    made, (std::vector<Recorded>{
            {"/out", 0, 0},
            {"/out", -1, 10 * ms},
            {"/out", -2, 15 * ms},
            {"/out", -1, 20 * ms},
            {"/out", 1, 20 * ms},
            {"/out", 2, 25 * ms},
            {"/out", -1, 30 * ms},  // the end comes after timers, too
            {"/out", -2, 30 * ms}}));
}

TEST_F(Replay, ASleepingCallbackGetsLaterMessagesAfterwards)
{
  const auto bag =
    recording({{"/in", 0, 0}, {"/in", 1, 10 * ms}, {"/in", 2, 20 * ms}, {"/in", 3, 90 * ms}});
  const auto made = outputs(bag, [&](const rclcpp::Node::SharedPtr & node) {
    const auto out = node->create_publisher<Int32>("/out", 10);
    return node->create_subscription<Int32>("/in", 1, [out, node = node.get()](const Int32 & in) {
      out->publish(in);
      if (in.data == 0) {
        node->get_clock()->sleep_for(50ms);
      }
    });
  });
  EXPECT_EQ(  // the queue holds one
    made, (std::vector<Recorded>{{"/out", 0, 0}, {"/out", 2, 50 * ms}, {"/out", 3, 90 * ms}}));
}

TEST_F(Replay, ServicesAndLoopsOfMainRunInVirtualTime)
{
  const auto bag = recording({{"/in", 0, 0}, {"/in", 1, second}});
  std::vector<std::int64_t> turns;
  bool answered = false;
  bool found = true;
  const auto report = replay::run(bag, [&] {
    const auto node = std::make_shared<rclcpp::Node>("robot");
    const auto now = [&] { return (node->now().nanoseconds() - begin) / ms; };
    const auto nobody = node->create_client<AddTwoInts>("/nobody");
    found = nobody->wait_for_service(100ms);
    turns.push_back(now());
    const auto server = node->create_service<AddTwoInts>(
      "/add", [](AddTwoInts::Request::SharedPtr in, AddTwoInts::Response::SharedPtr out) {
        out->sum = in->a + in->b;
      });
    const auto client = node->create_client<AddTwoInts>("/add");
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = 2;
    request->b = 3;
    auto response = client->async_send_request(request);
    rclcpp::executors::MultiThreadedExecutor executor;
    executor.add_node(node);
    answered = executor.spin_until_future_complete(response.future, 1s) ==
                 rclcpp::FutureReturnCode::SUCCESS &&
               response.future.get()->sum == 5;
    rclcpp::Rate rate(4.0);
    while (rclcpp::ok()) {
      executor.spin_some();
      turns.push_back(now());
      rate.sleep();
    }
  });
  EXPECT_FALSE(found);
  EXPECT_TRUE(answered);
  EXPECT_EQ(turns, (std::vector<std::int64_t>{100, 100, 350, 600, 850}));
  EXPECT_EQ(
    report.warnings,
    std::vector<std::string>{"service /nobody has clients in the program, but no server"});
}

TEST_F(Replay, ReportsUnrepeatableThings)
{
  const auto bag =
    recording({{"/in", 0, 0}, {"/both", 1, 0}, {"/wrong", 1, 0}, {"/in", 1, second}});
  std::atomic<bool> done{false};
  std::atomic<bool> named{false};
  std::thread other;
  const auto made = outputs(bag, [&](const rclcpp::Node::SharedPtr & node) {
    other = std::thread([&] {
      pthread_setname_np(pthread_self(), "lidar driver");
      named = true;
      while (!done) {
        std::this_thread::yield();
      }
    });
    while (!named) {
      std::this_thread::yield();
    }
    const auto nothing = [](const Int32 &) {};
    return std::make_tuple(
      node->create_subscription<Int32>("/in", 10, nothing),
      node->create_subscription<Int32>("/both", 10, nothing),
      node->create_publisher<Int32>("/both", 10),
      node->create_subscription<Int64>("/wrong", 10, [](const Int64 &) {}),
      node->create_subscription<Int32>("/missing", 10, nothing));
  });
  done = true;
  other.join();
  EXPECT_EQ(made, std::vector<Recorded>{});
  EXPECT_EQ(
    report_.warnings,
    (std::vector<std::string>{
      "thread 'lidar driver' is not of the replay: what it does may come earlier or later",
      "topic /both is published by the program, so the recorded messages were not played; expected "
      "it in Options::inputs if both are wanted",
      "topic /missing is subscribed to, but neither recorded nor published",
      "topic /wrong is recorded as std_msgs/msg/Int32 in cdr, subscribed to as "
      "std_msgs/msg/Int64"}));
  EXPECT_EQ(
    replay::run(bag, [] {}).warnings,
    std::vector<std::string>{"the program ended before the recording"});
}

TEST_F(Replay, ABlackBoxRecordsAFaultAtTheTimesOfTheReplay)
{
  const auto bag =
    recording({{"/in", 0, 0}, {"/in", 1, second}, {"/in", 2, 9 * second}, {"/in", 3, 20 * second}});
  std::string saved;
  std::optional<rxros2::black_box> box;
  const auto made = outputs(bag, [&](const rclcpp::Node::SharedPtr & node) {
    box.emplace(path("box"), bag::BlackBoxOptions{.duration = 10s, .after = 0s});
    box->saved() | subscribe([&saved](const std::string & folder) { saved = folder; });
    const auto is_fault = [](const Int32 & n) { return n.data == 2; };
    from_topic<Int32>(node, "/in") | to_black_box<Int32>(*box, "/in", is_fault, node->get_clock()) |
      publish_to_topic<Int32>(node, "/out");
    return *box;
  });
  box->finish();
  EXPECT_EQ(made.size(), 4u);
  EXPECT_EQ(report_.warnings, std::vector<std::string>{});
  EXPECT_EQ(
    read(saved),
    (std::vector<Recorded>{{"/in", 0, 0}, {"/in", 1, second}, {"/in", 2, 9 * second}}));
}

/// A robot that assembles its streams in its own thread.
class Started : public rxros2::Node
{
public:
  Started() : rxros2::Node("started") {}
  void run() override {}
};

TEST_F(Replay, RejectsDevicesAndReportsNodesWithAThread)
{
  const auto bag = recording({{"/in", 0, 0}, {"/in", 1, 10 * second}});
  const std::string device = path("lidar");
  ASSERT_EQ(::mkfifo(device.c_str(), 0600), 0);
  const std::string file = path("letters");
  std::ofstream(file) << "ab";
  const auto missing = path("missing");
  std::string letters;
  std::vector<std::string> errors;
  const auto report = replay::run(bag, [&] {
    const auto node = std::make_shared<Started>();
    node->start();
    const auto failed = [&](const std::exception_ptr & error) {
      errors.push_back(rx::what(error));
    };
    const auto env = rxros2::on_callback_group(node);
    const auto kept = std::make_tuple(
      rxros2::observable::from_device<char>(device, env).subscribe([](char) {}, failed),
      rxros2::observable::from_device<char>(missing, rxros2::reopen{}, env)
        .subscribe([](char) {}, failed),
      (rx::observable<>::just('x') | to_device(device)).subscribe([](char) {}, failed),
      rxros2::observable::from_device<char>(file, env).subscribe(
        [&](char letter) { letters += letter; }, failed));
    rclcpp::spin(node);
  });
  EXPECT_EQ(letters, "ab");
  std::sort(errors.begin(), errors.end());
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_NE(errors[0].find("from_device: a replay has no device '" + device), std::string::npos);
  EXPECT_NE(errors[1].find("from_device: a replay has no device '" + missing), std::string::npos);
  EXPECT_NE(errors[2].find("to_device: a replay has no device '" + device), std::string::npos);
  const std::vector<std::string> expected{
    "from_device: '" + device + "' is not of the replay, which has no devices",
    "from_device: '" + missing + "' is not of the replay, which has no devices",
    "node '/started' runs in a thread of start(), which is not of the replay; call run() instead",
    "to_device: '" + device + "' is not of the replay, which has no devices"};
  std::vector<std::string> named = report.warnings;  // the thread itself may still live
  std::erase_if(named, [](const std::string & each) { return each.starts_with("thread '"); });
  EXPECT_EQ(named, expected);
}

TEST_F(Replay, RecordsWhatTheProgramPublishesWhileItEnds)
{
  const auto bag = recording({{"/in", 1, 0}, {"/in", 2, 40 * ms}});
  replay::Options options;
  options.record = path("outputs.mcap");
  const auto report = replay::run(
    bag,
    [] {
      const auto node = std::make_shared<rclcpp::Node>("robot");
      const auto out = node->create_publisher<Int32>("/out", 10);
      const auto in = node->create_subscription<Int32>(
        "/in", 10, [out](const Int32 & message) { out->publish(message); });
      rclcpp::spin(node);
      out->publish(number(-1));
    },
    options);
  EXPECT_EQ(report.published, 3u);
  EXPECT_EQ(
    read(options.record),
    (std::vector<Recorded>{{"/out", 1, 0}, {"/out", 2, 40 * ms}, {"/out", -1, 40 * ms}}));
}

TEST_F(Replay, TopicsCanBeChosen)
{
  const auto bag = recording({{"/a", 1, 0}, {"/b", 2, ms}, {"/a", 3, 2 * ms}});
  const auto relay = [](const rclcpp::Node::SharedPtr & node) {
    std::vector<rclcpp::SubscriptionBase::SharedPtr> kept;
    for (const char * topic : {"/a", "/b"}) {
      kept.push_back(node->create_subscription<Int32>(
        topic, 10,
        [out = node->create_publisher<Int32>(std::string(topic) + "/again", 10)](const Int32 & in) {
          out->publish(in);
        }));
    }
    return kept;
  };
  replay::Options options;
  options.inputs = {"/a"};
  EXPECT_EQ(
    outputs(bag, relay, options),
    (std::vector<Recorded>{{"/a/again", 1, 0}, {"/a/again", 3, 2 * ms}}));
  options = {};
  options.outputs = {"/b/again"};
  EXPECT_EQ(outputs(bag, relay, options), (std::vector<Recorded>{{"/b/again", 2, ms}}));
  options.inputs = {"/c"};
  EXPECT_THROW(replay::run(bag, [] {}, options), std::invalid_argument);
}

TEST_F(Replay, ErrorsAreThrown)
{
  const auto bag = recording({{"/a", 1, 0}, {"/a", 3, 2 * ms}});
  EXPECT_THROW(replay::run(path("none"), [] {}), bag::Error);
  EXPECT_THROW(replay::run(bag, [] { throw std::out_of_range("x"); }), std::out_of_range);
  EXPECT_FALSE(rclcpp::ok());
  rclcpp::init(0, nullptr);
  EXPECT_THROW(replay::run(bag, [] {}), std::logic_error);
  rclcpp::shutdown();
  replay::Options options;
  options.record = bag;
  EXPECT_THROW(replay::run(bag, [] {}, options), bag::Error);
  EXPECT_THROW(
    replay::run(bag, [] { rclcpp::executors::CallbackIsolatedExecutor().spin(); }),
    std::logic_error);
}

int whole_main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp::Node>("robot");
  const auto factor = node->declare_parameter("factor", 1);
  const auto out = node->create_publisher<Int32>("/out", 10);
  const auto in = node->create_subscription<Int32>(
    "/in", 10, [&](const Int32 & n) { out->publish(number(n.data * static_cast<int>(factor))); });
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 3;
}

TEST_F(Replay, AWholeMainRunsWithItsArguments)
{
  const auto bag = recording({{"/in", 1, 0}, {"/in", 2, 5 * ms}});
  replay::Options options;
  options.record = path("outputs");
  options.arguments = {"--ros-args",     "-p", "factor:=7",         "-r",
                       "/out:=/product", "-p", "use_sim_time:=true"};
  const auto report = replay::run(bag, whole_main, options);
  EXPECT_EQ(
    read(options.record), (std::vector<Recorded>{{"/product", 7, 0}, {"/product", 14, 5 * ms}}));
  EXPECT_EQ(report.warnings, std::vector<std::string>{"main() returned 3"});
}

}  // namespace
