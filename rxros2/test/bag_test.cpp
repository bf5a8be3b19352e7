// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_bag and to_bag: the recording contains the items that pass; errors are the stream's.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bag/reader.hpp"
#include "folder.hpp"
#include "rxros2/recordings/from_bag.hpp"
#include "rxros2/recordings/to_bag.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using rxros2::observable::from_bag;
using std_msgs::msg::Int32;
using std_msgs::msg::String;

class Bags : public testing::Test
{
protected:
  std::string path(const std::string & name) const { return (folder_ / name).string(); }

  const test::Folder folder_;
};

Int32 number(int value)
{
  Int32 message;
  message.data = value;
  return message;
}

template <typename Stream>
std::string error_of(const Stream & stream)
{
  std::string text = "no error";
  stream.subscribe(
    [](const auto &) {},
    [&](const std::exception_ptr & error) {
      try {
        std::rethrow_exception(error);
      } catch (const std::exception & what) {
        text = what.what();
      }
    });
  return text;
}

TEST_F(Bags, RecordsItemsAndPassesThemOn)
{
  std::vector<int> passed;
  (rx::sources::range(1, 1000) | map(number) | to_bag<Int32>(path("bag"), "numbers"))
    .subscribe([&](const Int32 & n) { passed.push_back(n.data); });
  EXPECT_EQ(passed.size(), 1000u);

  std::vector<int> read;
  rclcpp::Time last(0, 0, RCL_ROS_TIME);
  from_bag<Int32>(path("bag"), "/numbers").subscribe([&](const rxros2::recorded<Int32> & n) {
    read.push_back(n->data);
    EXPECT_LE(last, n.log_time);
    EXPECT_EQ(n.log_time, n.publish_time);
    EXPECT_EQ(n.topic->type, "std_msgs/msg/Int32");
    last = n.log_time;
  });
  EXPECT_EQ(read, passed);
}

TEST_F(Bags, PointersAndItemsAreRecordedToo)
{
  (rx::sources::range(1, 3) | map([](int n) { return std::make_unique<Int32>(number(n)); }) |
   to_bag<Int32>(path("unique.mcap"), "/n"))
    .subscribe([](const auto &) {});
  (rx::sources::range(1, 3) |
   map([](int n) { return rxros2::item<Int32>(std::make_shared<const Int32>(number(n))); }) |
   to_bag<Int32>(path("item.mcap"), "/n"))
    .subscribe([](const auto &) {});
  EXPECT_EQ(bag::Reader(path("unique.mcap")).count(), 3u);
  EXPECT_EQ(bag::Reader(path("item.mcap")).count(), 3u);
}

TEST_F(Bags, StreamsShareARecordingAndItsTimesAreKept)
{
  {
    const rxros2::recording both(path("bag"));
    (rx::sources::range(1, 10) | map(number) | to_bag<Int32>(both, "/n"))
      .subscribe([](const auto &) {});
    (rx::sources::range(1, 5) | map([](int n) {
       String text;
       text.data = std::string(static_cast<std::size_t>(n), 'x');
       return text;
     }) |
     to_bag<String>(both, "/s"))
      .subscribe([](const auto &) {});
  }
  std::vector<std::string> topics;
  std::vector<rclcpp::Time> times;
  (from_bag(path("bag")) | to_bag(path("copy.mcap"))).subscribe([&](const auto & m) {
    topics.push_back(m.topic->name);
    times.push_back(m.log_time);
  });
  EXPECT_EQ(topics.size(), 15u);
  std::size_t i = 0;
  from_bag(path("copy.mcap"), {"/n", "/s"}).subscribe([&](const auto & m) {
    EXPECT_EQ(m.topic->name, topics.at(i));
    EXPECT_EQ(m.log_time, times.at(i++));
  });
  EXPECT_EQ(i, 15u);
  (from_bag<Int32>(path("bag"), "/n") | take(2) | to_bag<Int32>(path("part.mcap"), "/m"))
    .subscribe([](const auto &) {});
  EXPECT_EQ(bag::Reader(path("part.mcap")).begin(), bag::Reader(path("bag")).begin());
  EXPECT_EQ(bag::Reader(path("part.mcap")).count(), 2u);
}

TEST_F(Bags, StreamsOfSeveralThreadsShareARecording)
{
  constexpr int each = 2000;
  {
    const rxros2::recording both(path("bag"));
    std::vector<std::thread> threads;
    for (const char * topic : {"/a", "/b", "/c"}) {
      threads.emplace_back([topic, both] {
        (rx::sources::range(1, each) | map(number) | to_bag<Int32>(both, topic))
          .subscribe([](const auto &) {});
      });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
  }
  for (const char * topic : {"/a", "/b", "/c"}) {
    int expected = 0;
    from_bag<Int32>(path("bag"), topic).subscribe([&](const Int32 & n) {
      EXPECT_EQ(n.data, ++expected);
    });
    EXPECT_EQ(expected, each);
  }
}

TEST_F(Bags, ErrorsAreTheStreams)
{
  (rx::sources::range(1, 2) | map(number) | to_bag<Int32>(path("bag"), "/n"))
    .subscribe([](const auto &) {});
  EXPECT_EQ(
    error_of(from_bag<Int32>(path("none"), "/n")),
    path("none") + " does not exist; expected a folder that 'bag record' made, a .mcap or a .db3");
  EXPECT_EQ(
    error_of(from_bag<Int32>(path("bag"), "/m")),
    "from_bag: " + path("bag") + " has no topic /m; it has /n");
  EXPECT_EQ(
    error_of(from_bag<String>(path("bag"), "/n")),
    "from_bag: /n of " + path("bag") + " is std_msgs/msg/Int32; expected std_msgs/msg/String");
  EXPECT_EQ(
    error_of(rx::sources::just(number(1)) | to_bag<Int32>(path("bag"), "/n")),
    path("bag") + " exists; expected a new folder");
}

TEST_F(Bags, AFullDiskIsTheStreamsError)
{
  if (!fs::exists("/dev/full")) {
    GTEST_SKIP() << "needs /dev/full";
  }
  bag::WriteOptions options;
  options.max_duration = 1'000'000'000;
  const rxros2::recording to(path("bag"), options);
  int code = 0;
  std::vector<int> passed;
  const auto at = [&](int n) {
    fs::remove(path("bag/bag_1.mcap"));
    if (n == 2) {
      fs::create_symlink("/dev/full", path("bag/bag_1.mcap"));
    }
    return rxros2::recorded<Int32>{
      rxros2::item<Int32>(std::make_shared<const Int32>(number(n))),
      rclcpp::Time(n * 2'000'000'000LL, RCL_ROS_TIME), rclcpp::Time(0, 0, RCL_ROS_TIME), nullptr};
  };
  (rx::sources::range(1, 3) | map(at) | to_bag<Int32>(to, "/n"))
    .subscribe(
      [&](const auto & n) { passed.push_back(n->data); },
      [&](const std::exception_ptr & error) {
        try {
          std::rethrow_exception(error);
        } catch (const bag::Error & what) {
          code = what.code();
        }
      });
  EXPECT_EQ(passed, std::vector{1});
  EXPECT_EQ(code, ENOSPC);
}

}  // namespace
