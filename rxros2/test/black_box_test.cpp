// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// to_black_box: items pass unchanged, whatever the disk does; faults are recorded; errors are
// items.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bag/reader.hpp"
#include "eventually.hpp"
#include "folder.hpp"
#include "rxros2/recordings/to_black_box.hpp"
#include "rxros2/rxros2.hpp"
#include "std_msgs/msg/int32.hpp"
#include "std_msgs/msg/string.hpp"

namespace
{

namespace fs = std::filesystem;
using namespace rxcpp::operators;   // NOLINT: as programs write it
using namespace rxros2::operators;  // NOLINT
using namespace std::chrono_literals;
using rxros2::observable::from_bag;
using std_msgs::msg::Int32;
using std_msgs::msg::String;

class BlackBoxes : public testing::Test
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

/// A message of that second.
rxros2::recorded<Int32> at_second(int value)
{
  const rclcpp::Time time(value, 0, RCL_ROS_TIME);
  return {rxros2::item<Int32>(std::make_shared<const Int32>(number(value))), time, time, nullptr};
}

auto is(int value)
{
  return [value](const Int32 & n) { return n.data == value; };
}

std::vector<int> numbers_in(const std::string & recording)
{
  std::vector<int> found;
  from_bag<Int32>(recording, "/n").subscribe([&](const Int32 & n) { found.push_back(n.data); });
  return found;
}

TEST_F(BlackBoxes, AFaultRecordsTheMessagesBeforeAndAfterIt)
{
  const rxros2::black_box box(path("box"), {.duration = 4s, .after = 2s});
  std::vector<std::string> saved;
  bool is_completed = false;
  box.saved().subscribe(
    [&](const std::string & where) { saved.push_back(where); }, [&] { is_completed = true; });
  std::vector<int> passed;
  (rx::sources::range(1, 100) | map(at_second) | to_black_box<Int32>(box, "n", is(50)))
    .subscribe([&](const auto & n) { passed.push_back(n->data); });
  EXPECT_EQ(passed.size(), 100u);
  box.finish();
  EXPECT_TRUE(is_completed);
  ASSERT_EQ(saved, std::vector{path("box/fault_1970-01-01_00-00-50")});
  EXPECT_EQ(numbers_in(saved[0]), (std::vector{46, 47, 48, 49, 50, 51, 52}));
  EXPECT_EQ(bag::Reader(saved[0]).topics().front().type, "std_msgs/msg/Int32");
}

TEST_F(BlackBoxes, APredicateThatStaysTrueIsOneFault)
{
  const rxros2::black_box box(path("box"), {.duration = 4s, .after = 0s});
  (rx::sources::range(1, 100) | map(at_second) |
   to_black_box<Int32>(box, "/n", [](const Int32 & n) { return n.data % 50 >= 40; }))
    .subscribe([](const auto &) {});
  box.finish();
  EXPECT_EQ(box.statistics().saved, 2u);
}

TEST_F(BlackBoxes, AFaultOfOneStreamRecordsThemAll)
{
  std::string saved;
  {
    const rxros2::black_box box(path("box"), {.after = 0s});
    box.saved().subscribe([&](const std::string & where) { saved = where; });
    (rx::sources::range(1, 3) | map([](int n) { return std::make_unique<Int32>(number(n)); }) |
     to_black_box<Int32>(box, "/n"))
      .subscribe([](const std::unique_ptr<Int32> &) {});
    (rx::sources::just(std::make_shared<const String>()) |
     to_black_box<String>(box, "/s", [](const String &) { return true; }))
      .subscribe([](const auto &) {});
    EXPECT_TRUE(test::eventually([&] { return box.statistics().saved == 1; }));
  }
  EXPECT_EQ(numbers_in(saved), (std::vector{1, 2, 3}));
  EXPECT_EQ(bag::Reader(saved).count(), 4u);
}

TEST_F(BlackBoxes, AFullDiskIsAnItemAndThePipeContinues)
{
  if (!fs::exists("/dev/full")) {
    GTEST_SKIP() << "needs /dev/full";
  }
  const rxros2::black_box box(path("box"), {.duration = 10s, .after = 0s});
  std::mutex mutex;
  std::vector<int> codes;
  box.errors().subscribe([&](const bag::Error & error) {
    const std::lock_guard lock(mutex);
    codes.push_back(error.code());
  });
  const auto is_told = [&] {
    const std::lock_guard lock(mutex);
    return !codes.empty();
  };
  fs::create_symlink("/dev/full", path("box/ring/0.mcap"));
  std::vector<int> passed;
  (rx::sources::range(1, 20) | map(at_second) | tap([&](const auto & n) {
     if (n->data == 10) {  // from here on the disk that was full is writable again
       EXPECT_TRUE(test::eventually(is_told));
       EXPECT_TRUE(test::eventually([&] { return box.statistics().waiting == 0; }));
     }
   }) |
   to_black_box<Int32>(box, "/n", is(20)))
    .subscribe([&](const auto & n) { passed.push_back(n->data); });
  box.finish();
  EXPECT_EQ(passed.size(), 20u);
  EXPECT_EQ(codes, std::vector{ENOSPC});
  EXPECT_GE(box.statistics().dropped, 1u);
  const auto recorded = numbers_in(path("box/fault_1970-01-01_00-00-20"));
  EXPECT_EQ(recorded.back(), 20);
  EXPECT_GE(recorded.size(), 11u);
  EXPECT_LT(recorded.size(), 20u);
}

TEST_F(BlackBoxes, APredicateThatThrowsEndsItsStreamOnly)
{
  const rxros2::black_box box(path("box"));
  bool failed = false;
  (rx::sources::just(number(1)) |
   to_black_box<Int32>(box, "/n", [](const Int32 &) -> bool { throw std::runtime_error("no"); }))
    .subscribe([](const auto &) {}, [&](const std::exception_ptr &) { failed = true; });
  EXPECT_TRUE(failed);
  int passed = 0;
  (rx::sources::just(number(1)) | to_black_box<Int32>(box, "/n")).subscribe([&](const auto &) {
    ++passed;
  });
  EXPECT_EQ(passed, 1);
  box.finish();
  EXPECT_EQ(box.statistics().received, 2u);
}

TEST_F(BlackBoxes, StreamsOfSeveralThreadsShareABox)
{
  constexpr int each = 2000;
  std::string saved;
  {
    const rxros2::black_box box(path("box"), {.after = 0s});
    box.saved().subscribe([&](const std::string & where) { saved = where; });
    std::vector<std::thread> threads;
    for (const char * topic : {"/a", "/b", "/c"}) {
      threads.emplace_back([topic, box] {
        (rx::sources::range(1, each) | map(number) | to_black_box<Int32>(box, topic))
          .subscribe([](const auto &) {});
      });
    }
    for (std::thread & thread : threads) {
      thread.join();
    }
    box.save(rclcpp::Clock(RCL_SYSTEM_TIME).now());
  }
  for (const char * topic : {"/a", "/b", "/c"}) {
    int expected = 0;
    from_bag<Int32>(saved, topic).subscribe([&](const Int32 & n) {
      EXPECT_EQ(n.data, ++expected);
    });
    EXPECT_EQ(expected, each);
  }
}

TEST_F(BlackBoxes, NamesTheRecordingOfAKilledProcess)
{
  {
    // The files of a process that was killed: bag_black_box_test kills one.
    bag::Writer ring(path("box/ring"));
    bag::Topic made;
    made.name = "/n";
    made.type = "std_msgs/msg/Int32";
    const auto topic = ring.add_topic(made);
    const std::byte bytes[8] = {std::byte{0}, std::byte{1}};
    ring.write(topic, 5'000'000'000, 5'000'000'000, bytes);
  }
  const rxros2::black_box box(path("box"));
  EXPECT_EQ(box.recovered_recording(), path("box/killed_1970-01-01_00-00-05"));
  EXPECT_EQ(numbers_in(box.recovered_recording()), std::vector{0});
}

TEST_F(BlackBoxes, AnObserverOfErrorsMayKeepAndEndTheBox)
{
  const rxros2::black_box box(path("box"), {.queue = 1 << 16});
  bool is_completed = false;
  box.errors().subscribe([box](const bag::Error &) { box.finish(); }, [&] { is_completed = true; });
  String large;
  large.data.assign(100'000, 'x');
  (rx::sources::just(large) | to_black_box<String>(box, "/s")).subscribe([](const auto &) {});
  EXPECT_TRUE(test::eventually([&] { return !fs::exists(path("box/ring")); }));
  box.finish();
  EXPECT_TRUE(is_completed);
}

}  // namespace
