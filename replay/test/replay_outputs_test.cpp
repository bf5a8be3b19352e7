// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The outputs of a replay are compared with golden ones, and differences are shown.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "replay/expect_outputs.hpp"
#include "replay_test.hpp"
#include "std_msgs/msg/header.hpp"

namespace
{

using namespace replay_test;  // NOLINT
using namespace std::chrono_literals;
using std_msgs::msg::Header;

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

}  // namespace
