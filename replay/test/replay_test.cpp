// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A replay gives the same outputs every time, at the times that the recording's clock would show.
#include "replay/replay.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "example_interfaces/action/fibonacci.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "folder.hpp"
#include "geometry_msgs/msg/point_stamped.hpp"
#include "geometry_msgs/msg/transform_stamped.hpp"
#include "replay/expect_outputs.hpp"
#include "rxros2/actions/send_goal.hpp"
#include "rxros2/actions/serve_goals.hpp"
#include "rxros2/devices/from_device.hpp"
#include "rxros2/devices/to_device.hpp"
#include "rxros2/nodes/on_callback_group.hpp"
#include "rxros2/recordings/to_black_box.hpp"
#include "rxros2/rxros2.hpp"
#include "rxros2/transforms/from_transform.hpp"
#include "rxros2/transforms/transform_to.hpp"
#include "std_msgs/msg/header.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/int64.hpp"
#include "tf2_msgs/msg/tf_message.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using geometry_msgs::msg::PointStamped;
using geometry_msgs::msg::TransformStamped;
using rxros2::observable::from_topic;
using rxros2::observable::from_transform;
using rxros2::observable::serve_goals;
using rxros2::operators::send_goal;
using std_msgs::msg::Header;
using std_msgs::msg::Int32;
using std_msgs::msg::Int64;
using tf2_msgs::msg::TFMessage;

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t begin = 1'700'000'000 * second;

Int32 number(int value)
{
  Int32 message;
  message.data = value;
  return message;
}

std::string bytes_of(const std::string & file)
{
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Recorded
{
  std::string topic;
  int value;
  std::int64_t after;  // time after the beginning

  friend bool operator==(const Recorded &, const Recorded &) = default;
  friend std::ostream & operator<<(std::ostream & out, const Recorded & m)
  {
    return out << m.topic << ' ' << m.value << " after " << m.after / 1'000'000 << " ms";
  }
};

class Replay : public testing::Test
{
protected:
  std::string path(const std::string & name) const { return (folder_ / name).string(); }

  /// A recording of numbers, each at a time after the beginning.
  std::string recording(const std::vector<Recorded> & messages)
  {
    const std::string file = path("recording.mcap");
    fs::remove(file);
    const rxros2::recording to(file);
    for (const Recorded & each : messages) {
      put(to, each.topic, number(each.value), each.after);
    }
    to.finish();
    return file;
  }

  /// Writes a message into a recording.
  template <typename Message>
  static void put(
    const rxros2::recording & to, const std::string & topic, const Message & message,
    std::int64_t after)
  {
    rclcpp::SerializedMessage bytes;
    rclcpp::Serialization<Message>().serialize_message(&message, &bytes);
    const auto index = to.topic(topic, rosidl_generator_traits::name<Message>());
    to.write(index, begin + after, begin + after, bytes);
  }

  /// Returns the recorded messages of one type, with topics and times.
  template <typename Message>
  static std::vector<std::tuple<std::string, Message, std::int64_t>> messages_of(
    const std::string & file)
  {
    const bag::Reader reader(file);
    auto walk = reader.messages();
    std::vector<std::tuple<std::string, Message, std::int64_t>> messages;
    for (bag::Message each; walk.next(each);) {
      const bag::Topic & topic = reader.topics()[each.topic];
      if (topic.type != rosidl_generator_traits::name<Message>()) {
        continue;
      }
      rclcpp::SerializedMessage bytes(each.data.size());
      auto & raw = bytes.get_rcl_serialized_message();
      std::copy_n(
        reinterpret_cast<const std::uint8_t *>(each.data.data()), each.data.size(), raw.buffer);
      raw.buffer_length = each.data.size();
      Message message;
      rclcpp::Serialization<Message>().deserialize_message(&bytes, &message);
      messages.emplace_back(topic.name, message, each.log_time - begin);
    }
    return messages;
  }

  /// Returns the recorded Int32 messages.
  static std::vector<Recorded> read(const std::string & file)
  {
    std::vector<Recorded> messages;
    for (const auto & [topic, message, after] : messages_of<Int32>(file)) {
      messages.push_back({topic, message.data, after});
    }
    return messages;
  }

  /// Returns the outputs of a program that spins nodes.
  template <typename Make>
  std::vector<Recorded> outputs(
    const std::string & bag, const Make & make, replay::Options options = {})
  {
    options.record = path("outputs.mcap");
    fs::remove(options.record);
    report_ = replay::run(
      bag,
      [&] {
        const auto node = std::make_shared<rclcpp::Node>("robot");
        const auto kept = make(node);
        rclcpp::spin(node);
      },
      options);
    return read(options.record);
  }

  const test::Folder folder_;
  replay::Report report_;
};

constexpr std::int64_t ms = 1'000'000;

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

// --- transforms ---

TransformStamped transform(const char * parent, const char * child, std::int64_t after, double x)
{
  TransformStamped made;
  made.header.frame_id = parent;
  made.header.stamp = rclcpp::Time(begin + after);
  made.child_frame_id = child;
  made.transform.translation.x = x;
  made.transform.rotation.w = 1;
  return made;
}

PointStamped point(const char * frame, std::int64_t after)
{
  PointStamped made;
  made.header.frame_id = frame;
  made.header.stamp = rclcpp::Time(begin + after);
  return made;
}

TEST_F(Replay, TakesTransformsFromTheRecording)
{
  const auto bag = path("transforms.mcap");
  {
    const rxros2::recording to(bag);
    const auto moves = [&](std::int64_t stamp, std::int64_t after, double x) {
      TFMessage message;
      message.transforms.push_back(transform("map", "base", stamp, x));
      put(to, "/tf", message, after);
    };
    TFMessage fixed;
    fixed.transforms.push_back(transform("base", "laser", 0, 1));
    put(to, "/tf_static", fixed, 0);
    moves(0, 0, 0);
    put(to, "/seen", point("laser", 50 * ms), 50 * ms);
    put(to, "/seen", point("ghost", 60 * ms), 60 * ms);
    put(to, "/seen", point("laser", 100 * ms), 100 * ms);
    moves(100 * ms, 110 * ms, 10);  // later than its stamp, and than the points
    moves(200 * ms, 210 * ms, 10);
    to.finish();
  }
  const auto program = [] {
    const auto node = std::make_shared<rclcpp::Node>("robot");
    from_transform(node, "map", "base") | publish_to_topic<TransformStamped>(node, "/base");
    auto points = from_topic<PointStamped>(node, "/seen") |
                  transform_to(node, "map", {.wait = 80ms, .keep_order = false});
    points | publish_to_topic<PointStamped>(node, "/seen_in_map");
    points.unmatched() | map([](const auto & left) {
      Header lost;
      lost.frame_id = left.reason;
      return lost;
    }) |
      publish_to_topic<Header>(node, "/lost");
    rclcpp::spin(node);
  };
  replay::Options options;
  options.record = path("outputs.mcap");
  const auto report = replay::run(bag, program, options);
  EXPECT_EQ(report.warnings, std::vector<std::string>{});

  std::vector<std::pair<std::int64_t, double>> found;  // x after this many ms
  for (const auto & [topic, message, after] : messages_of<TransformStamped>(options.record)) {
    found.emplace_back(after / ms, message.transform.translation.x);
  }
  using Found = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(found, (Found{{0, 0}, {110, 10}, {210, 10}}));
  found.clear();
  for (const auto & [topic, message, after] : messages_of<PointStamped>(options.record)) {
    EXPECT_EQ(message.header.frame_id, "map");
    found.emplace_back(after / ms, message.point.x);
  }
  EXPECT_EQ(found, (Found{{110, 6}, {110, 11}}));
  const auto lost = messages_of<Header>(options.record);
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(std::get<2>(lost[0]), 140 * ms);
  EXPECT_NE(std::get<1>(lost[0]).frame_id.find("ghost"), std::string::npos);

  const std::string first = bytes_of(options.record);
  for (int i = 0; i < 5; ++i) {
    fs::remove(options.record);
    replay::run(bag, program, options);
    EXPECT_EQ(bytes_of(options.record), first);
  }
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

std::string difference(
  const std::string & bag, const std::string & golden, std::function<int(int)> change,
  std::chrono::milliseconds late = 0ms)
{
  return replay::look_at_outputs(
    bag, golden,
    [&] {
      const auto node = std::make_shared<rclcpp::Node>("robot");
      const auto out = node->create_publisher<Int32>("/out", 10);
      const auto in = node->create_subscription<Int32>("/in", 10, [&](const Int32 & n) {
        node->get_clock()->sleep_for(n.data == 5 ? late : 0ms);
        out->publish(number(change(n.data)));
      });
      rclcpp::spin(node);
    },
    {}, replay::is_accepting());
}

TEST_F(Replay, OutputsAreComparedWithGoldenOnes)
{
  std::vector<Recorded> numbers;
  for (int i = 0; i < 20; ++i) {
    numbers.push_back({"/in", i, i * 50 * ms});
  }
  const auto bag = recording(numbers);
  const std::string golden = path("numbers.golden.mcap");
  const std::string now = path("numbers.golden.now.mcap");
  const auto same = [](int n) { return n % 4; };

  const std::string first = difference(bag, golden, same);
  EXPECT_EQ(
    first, "there is no " + golden + " yet; the outputs, 20 messages, are in " + now +
             ". To accept them as golden, run this program with --accept");
  fs::rename(now, golden);
  EXPECT_EQ(difference(bag, golden, same), "");
  EXPECT_FALSE(fs::exists(now));

  EXPECT_EQ(
    difference(bag, golden, [](int n) { return n == 9 ? 7 : n % 4; }),
    "the outputs from " + bag + " differ from those of " + golden +
      ", first in message 10 of /out (std_msgs/msg/Int32):\n"
      "    expected  after 0.450000000 s\n"
      "    found     after 0.450000000 s\n"
      "    data: expected 1, found 7\n"
      "    expected  a----b----c-----d----a-----b----c-----d----a-----b----c-----d\n"
      "    found     a----b----c-----d----a-----b----e-----d----a-----b----c-----d\n"
      "                                              ^\n"
      "  all differences: rxros2 bag diff " +
      golden + " " + now + "\n  to accept the outputs as golden, run this program with --accept");
  EXPECT_EQ(read(now).size(), 20u);

  EXPECT_NE(
    difference(bag, golden, same, 10ms).find("first in message 6 of /out"), std::string::npos);
  EXPECT_NONFATAL_FAILURE(
    replay::expect_outputs(bag, golden, [] {}), "the program ended before the recording");
}

/// Publishes stamped messages on /out for the numbers on /in; `change` may change or drop a
/// message.
std::string difference_of_headers(
  const std::string & bag, const std::string & golden, const std::function<bool(Header &)> & change)
{
  return replay::look_at_outputs(
    bag, golden,
    [&] {
      const auto node = std::make_shared<rclcpp::Node>("robot");
      const auto out = node->create_publisher<Header>("/out", 10);
      const auto in = node->create_subscription<Int32>("/in", 10, [&](const Int32 & n) {
        Header made;
        made.stamp = node->now();
        made.frame_id = "frame " + std::to_string(n.data);
        if (change(made)) {
          out->publish(made);
        }
      });
      rclcpp::spin(node);
    },
    {}, false);
}

TEST_F(Replay, ADifferenceIsShownAsFieldsAndMarbles)
{
  const auto bag = recording({{"/in", 1, 0}, {"/in", 2, 10 * ms}, {"/in", 3, 20 * ms}});
  const std::string golden = path("golden.mcap");
  const std::string now = path("golden.now.mcap");
  difference_of_headers(bag, golden, [](Header &) { return true; });
  fs::rename(now, golden);
  const std::string begins = "the outputs from " + bag + " differ from those of " + golden + ", ";
  const std::string ends = "  all differences: rxros2 bag diff " + golden + " " + now +
                           "\n  to accept the outputs as golden, run this program with --accept";
  const auto is = [](const char * frame) {
    return [frame](const Header & header) { return header.frame_id == frame; };
  };

  EXPECT_EQ(
    difference_of_headers(
      bag, golden,
      [&](Header & header) {
        if (is("frame 2")(header)) {
          header.stamp.sec = -7;
          header.frame_id = "map";
        }
        return true;
      }),
    begins +
      "first in message 2 of /out (std_msgs/msg/Header):\n"
      "    expected  after 0.010000000 s\n"
      "    found     after 0.010000000 s\n"
      "    stamp.sec: expected 1700000000, found -7\n"
      "    frame_id: expected \"frame 2\", found \"map\"\n"
      "    expected  a-----------------------------b-----------------------------c\n"
      "    found     a-----------------------------d-----------------------------c\n"
      "                                            ^\n" +
      ends);
  EXPECT_EQ(
    difference_of_headers(bag, golden, [&](Header & header) { return !is("frame 3")(header); }),
    begins +
      "first in message 3 of /out (std_msgs/msg/Header):\n"
      "    expected  after 0.020000000 s\n"
      "    found     no message\n"
      "    expected  a-----------------------------b-----------------------------c\n"
      "    found     a-----------------------------b\n"
      "                                                                          ^\n" +
      ends);
  EXPECT_NE(
    difference_of_headers(bag, golden, [&](Header & header) { return !is("frame 1")(header); })
      .find("    expected  after 0.000000000 s\n"
            "    found     no message; 1 is missing\n"
            "    expected  a"),
    std::string::npos);
  fs::rename(now, golden);  // which begins with frame 2
  EXPECT_NE(
    difference_of_headers(bag, golden, [](Header &) { return true; })
      .find("    expected  no message; 1 is added\n"
            "    found     after 0.000000000 s\n"),
    std::string::npos);
}

TEST_F(Replay, DISABLED_Accepts)
{
  EXPECT_EQ(
    difference(std::getenv("REPLAY_BAG"), std::getenv("REPLAY_GOLDEN"), [](int n) { return n; }),
    "");
}

TEST_F(Replay, AcceptWritesTheGoldenRecording)
{
  const auto bag = recording({{"/in", 1, 0}, {"/in", 2, 5 * ms}});
  const std::string golden = path("golden.mcap");
  ::setenv("REPLAY_BAG", bag.c_str(), 1);
  ::setenv("REPLAY_GOLDEN", golden.c_str(), 1);
  const std::string child = fs::read_symlink("/proc/self/exe").string() +
                            " --gtest_also_run_disabled_tests --gtest_filter=*Accepts --accept";
  EXPECT_EQ(std::system((child + " > /dev/null").c_str()), 0);
  EXPECT_EQ(read(golden), (std::vector<Recorded>{{"/out", 1, 0}, {"/out", 2, 5 * ms}}));
  EXPECT_EQ(difference(bag, golden, [](int n) { return n; }), "");
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

// Pipes, coroutines, timers, services: with random delays of the computer, and with different
// memory addresses each time.
class Robot : public rxros2::Node
{
public:
  explicit Robot(unsigned seed) : rxros2::Node("robot"), random_(seed)
  {
    const auto in = from_topic<Int32>(this, "/in") | map([this](const Int32 & n) {
                      delay();
                      return n;
                    });
    in | sample_with_frequency(30) | publish_to_topic<Int32>(this, "/sampled");
    in | debounce(25ms) | publish_to_topic<Int32>(this, "/quiet");
    in.merge(from_topic<Int32>(this, "/other")) | publish_to_topic<Int32>(this, "/merged");
    rxros2::observable::from_timer(this, 7ms) | map([this](const auto &) {
      delay();
      Int32 n;
      n.data = count_++;
      return n;
    }) |
      publish_to_topic<Int32>(this, "/ticks");
    rxros2::observable::serve<AddTwoInts>(this, "/add")
      .subscribe([this](const rxros2::service_request<AddTwoInts> & call) {
        delay();
        AddTwoInts::Response response;
        response.sum = call->a + call->b;
        call.respond(response);
      });
    in | concat_map([this](const Int32 & n) {
      AddTwoInts::Request request;
      request.a = n.data;
      request.b = 1000;
      return rxros2::observable::send_request<AddTwoInts>(this, "/add", request);
    }) |
      map([](const auto & response) { return number(static_cast<int>(response->sum)); }) |
      publish_to_topic<Int32>(this, "/sums");
    serve_goals<Fibonacci>(this, "/count").subscribe([this](const auto & goal) {
      delay();
      Fibonacci::Result result;
      result.sequence = {goal->order, 1};
      goal.answer(result);
    });
    rxros2::start(this, [this]() -> rx::task<> {
      auto numbers = rx::listen(from_topic<Int32>(this, "/in"));
      while (auto n = co_await numbers.next()) {
        delay();
        Fibonacci::Goal order;
        order.order = (*n)->data;
        const auto goal =
          co_await (rx::observable<>::just(order) | send_goal<Fibonacci>(this, "/count"));
        const auto result = co_await goal.result();
        results_->publish(number(result->sequence[0]));
      }
    });
  }

private:
  void delay()
  {
    if (random_() % 64 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 300));
    }
    memory_.push_back(std::make_unique<char[]>(random_() % 512));
  }

  const rclcpp::Publisher<Int32>::SharedPtr results_ = create_publisher<Int32>("/results", 10);
  std::mt19937 random_;
  std::vector<std::unique_ptr<char[]>> memory_;
  int count_ = 0;
};

TEST_F(Replay, ManyRunsGiveTheSameBytes)
{
  const char * const wanted = std::getenv("REPLAY_RUNS");
  const int runs = wanted ? std::atoi(wanted) : 50;
  std::vector<Recorded> messages;
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(random() % 1000) * ms;
    messages.push_back({random() % 3 ? "/in" : "/other", i, at});
  }
  const auto bag = recording(messages);
  std::atomic<bool> done{false};
  std::thread load([&done] {
    while (!done) {
      std::this_thread::sleep_for(100us);
    }
  });
  std::string first;
  unsigned differing = 0;
  replay::Report report;
  for (int seed = 0; seed < runs; ++seed) {
    replay::Options options;
    options.record = path("outputs.mcap");
    fs::remove(options.record);
    report = replay::run(
      bag, [seed] { rclcpp::spin(std::make_shared<Robot>(static_cast<unsigned>(seed))); }, options);
    const std::string bytes = bytes_of(options.record);
    first = seed == 0 ? bytes : first;
    differing += bytes != first;
  }
  done = true;
  load.join();
  EXPECT_EQ(differing, 0u);
  EXPECT_EQ(report.warnings, std::vector<std::string>{});
  EXPECT_GT(report.published, 500u);
}

}  // namespace
