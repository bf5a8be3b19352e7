// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// from_device and to_device: records become items where the stream runs, and back; ends, errors and
// disposal close the device.

#include <fcntl.h>
#include <linux/input.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "ros_test.hpp"
#include "std_msgs/msg/int32.hpp"

using namespace rxcpp::operators;
using namespace rxros2::operators;
using namespace std::chrono_literals;
using Int32 = std_msgs::msg::Int32;

namespace
{

struct FromDeviceTest : RosTest
{
  FromDeviceTest()
  {
    std::string name = (std::filesystem::temp_directory_path() / "rxros2_from_device_XXXXXX");
    directory = ::mkdtemp(name.data());
    fifo = directory / "fifo";
    EXPECT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    executor.add_node(node);
  }
  ~FromDeviceTest() override
  {
    if (writer >= 0) {
      ::close(writer);
    }
    std::filesystem::remove_all(directory);
  }

  void plug_in() { writer = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC); }
  void unplug() { ::close(std::exchange(writer, -1)); }
  void press(std::uint16_t code)
  {
    input_event event{};
    event.type = EV_KEY;
    event.code = code;
    ASSERT_EQ(::write(writer, &event, sizeof(event)), static_cast<ssize_t>(sizeof(event)));
  }

  int open_files() const
  {
    int count = 0;
    for (const auto & each : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      count += std::filesystem::read_symlink(each, gone) == fifo;
    }
    return count;
  }

  static Int32 to_message(const input_event & event)
  {
    Int32 message;
    message.data = event.code;
    return message;
  }

  std::filesystem::path directory;
  std::filesystem::path fifo;
  int writer = -1;
  std::shared_ptr<rxros2::Node> node = rxros2::create_node("keyboard");
  std::vector<int> got;
};

TEST_F(FromDeviceTest, RecordsReachTheTopicThroughTheNodesExecutor)
{
  const auto here = std::this_thread::get_id();
  bool elsewhere = false;
  plug_in();
  auto heard =
    node->create_subscription<Int32>("keys", 100, [&](const Int32 & m) { got.push_back(m.data); });
  rxros2::observable::from_device<input_event>(fifo) | map([&](const input_event & event) {
    elsewhere |= std::this_thread::get_id() != here;
    return to_message(event);
  }) |
    publish_to_topic<Int32>(node, "keys", 100);
  for (std::uint16_t i = 0; i < 200; ++i) {  // more than one turn's worth
    press(i);
    if (i % 50 == 49) {
      ASSERT_TRUE(spin_until([&] { return got.size() == i + 1u; }));
    }
  }
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(got[static_cast<std::size_t>(i)], i);
  }
  EXPECT_FALSE(elsewhere);
}

TEST_F(FromDeviceTest, CompletesWhenTheDeviceEnds)
{
  bool completed = false;
  plug_in();
  (rxros2::observable::from_device<input_event>(fifo) | map(to_message) |
   publish_to_topic<Int32>(node, "keys"))
    .subscribe([&](const Int32 & m) { got.push_back(m.data); }, [&] { completed = true; });
  press(1);
  press(2);
  unplug();
  ASSERT_TRUE(spin_until([&] { return completed; }));
  EXPECT_EQ(got, (std::vector{1, 2}));
  EXPECT_EQ(open_files(), 0);
}

TEST_F(FromDeviceTest, AnEndInsideARecordIsAnError)
{
  std::string error;
  plug_in();
  (rxros2::observable::from_device<input_event>(fifo) | map(to_message) |
   publish_to_topic<Int32>(node, "keys"))
    .subscribe([](const Int32 &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  ASSERT_EQ(::write(writer, "half a record", 13), 13);
  unplug();
  ASSERT_TRUE(spin_until([&] { return !error.empty(); }));
  EXPECT_NE(error.find("13 of 24 bytes"), std::string::npos) << error;
  EXPECT_EQ(open_files(), 0);
}

TEST_F(FromDeviceTest, AMissingDeviceIsANamedError)
{
  std::string error;
  rxros2::observable::from_device<input_event>("/dev/input/event999")
    .subscribe([](const input_event &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("/dev/input/event999"), std::string::npos) << error;
}

TEST_F(FromDeviceTest, DisposingClosesTheDevice)
{
  plug_in();
  const auto running = (rxros2::observable::from_device<input_event>(fifo) | map(to_message) |
                        publish_to_topic<Int32>(node, "keys"))
                         .subscribe([&](const Int32 & m) { got.push_back(m.data); });
  press(1);
  ASSERT_TRUE(spin_until([&] { return got.size() == 1; }));
  EXPECT_EQ(open_files(), 2);  // ours for writing, the stream's for reading
  running.dispose();
  EXPECT_EQ(open_files(), 1);
}

TEST_F(FromDeviceTest, WithoutANodeSubscribingBlocksUntilTheEnd)
{
  plug_in();
  press(1);
  press(2);
  bool completed = false;
  rxros2::observable::from_device<input_event>(fifo).subscribe(
    [&](const input_event & event) {
      got.push_back(event.code);
      if (got.size() == 2) {
        unplug();
      }
    },
    [&] { completed = true; });
  EXPECT_EQ(got, (std::vector{1, 2}));
  EXPECT_TRUE(completed);
}

TEST_F(FromDeviceTest, ABlockedStreamEndsAtShutdown)
{
  plug_in();
  std::atomic<bool> reading = false;
  bool completed = false;
  press(1);
  std::thread blocked([&] {
    rxros2::observable::from_device<input_event>(fifo).subscribe(
      [&](const input_event &) { reading = true; }, [&] { completed = true; });
  });
  EXPECT_TRUE(eventually([&] { return reading.load(); }));
  rclcpp::shutdown();
  blocked.join();
  EXPECT_TRUE(completed);
}

TEST_F(FromDeviceTest, ReadsARecordedFileWhole)
{
  const auto path = directory / "recorded";
  {
    std::ofstream file(path, std::ios::binary);
    for (std::uint16_t code = 0; code < 500; ++code) {
      input_event event{};
      event.code = code;
      file.write(reinterpret_cast<const char *>(&event), sizeof(event));
    }
  }
  rxros2::observable::from_device<input_event>(path).subscribe(
    [&](const input_event & event) { got.push_back(event.code); });
  ASSERT_EQ(got.size(), 500u);
  EXPECT_EQ(got.back(), 499);
}

TEST_F(FromDeviceTest, TwoDevicesOnOneThreadAreMerged)
{
  const auto second = directory / "second";
  ASSERT_EQ(::mkfifo(second.c_str(), 0600), 0);
  const int other = ::open(second.c_str(), O_RDWR | O_CLOEXEC);
  plug_in();
  press(1);
  input_event event{};
  event.code = 2;
  ASSERT_EQ(::write(other, &event, sizeof(event)), static_cast<ssize_t>(sizeof(event)));
  int finished = 0;
  rxros2::observable::from_device<input_event>(fifo)
    .merge(rxros2::observable::from_device<input_event>(second))
    .subscribe(
      [&](const input_event & e) {
        got.push_back(e.code);
        if (got.size() == 2) {
          unplug();
          ::close(other);
        }
      },
      [&] { ++finished; });
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, (std::vector{1, 2}));
  EXPECT_EQ(finished, 1);
}

TEST_F(FromDeviceTest, ReopensADeviceThatComesBack)
{
  std::filesystem::remove(fifo);  // does not exist at first
  std::vector<std::string> changes;
  const auto running =
    rxros2::observable::from_device<input_event>(
      fifo,
      {.every = 1ms,
       .on_change =
         [&](bool there, const std::string & why) { changes.push_back(there ? "there" : why); }},
      rxros2::on_callback_group(node))
      .subscribe([&](const input_event & e) { got.push_back(e.code); });
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_NE(changes[0].find(fifo.string()), std::string::npos) << changes[0];
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ASSERT_TRUE(spin_until([&] { return changes.size() == 2; }));
  for (std::uint16_t code = 1; code <= 3; ++code) {
    plug_in();
    press(code);
    ASSERT_TRUE(spin_until([&] { return got.size() == code; }));
    if (code == 2) {
      ASSERT_EQ(::write(writer, "half a record", 13), 13);
    }
    unplug();
    ASSERT_TRUE(spin_until([&] { return changes.size() == 2u + 2u * code; }));
    EXPECT_NE(changes[2u * code].find("ended"), std::string::npos) << changes[2u * code];
    EXPECT_EQ(changes[2u * code + 1], "there");
  }
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
  EXPECT_EQ(open_files(), 1);
  running.dispose();
  EXPECT_EQ(open_files(), 0);
}

TEST_F(FromDeviceTest, ItIsOpenedAgainWhileSimulatedTimeStandsStill)
{
  auto simulated = rxros2::create_node(
    "simulated", rclcpp::NodeOptions().append_parameter_override("use_sim_time", true));
  executor.add_node(simulated);
  std::filesystem::remove(fifo);
  std::vector<bool> changes;
  const auto running =
    rxros2::observable::from_device<input_event>(
      fifo,
      {.every = 1ms,
       .on_change = [&](bool there, const std::string &) { changes.push_back(there); }},
      rxros2::on_callback_group(simulated))
      .subscribe([](const input_event &) {});
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ASSERT_TRUE(spin_until([&] { return changes.size() == 2; }));
  EXPECT_TRUE(changes[1]);
}

TEST_F(FromDeviceTest, OpeningAgainEndsWithItsNodeAndIsLogged)
{
  bool completed = false;
  auto other = rxros2::create_node("short_lived");
  testing::internal::CaptureStderr();
  rxros2::observable::from_device<input_event>(
    "/dev/input/event999", rxros2::reopen{}, rxros2::on_callback_group(other))
    .subscribe([](const input_event &) {}, [&] { completed = true; });
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("'/dev/input/event999'"), std::string::npos) << log;
  EXPECT_NE(log.find("trying to open it again every 1 s"), std::string::npos) << log;
  other.reset();
  EXPECT_TRUE(completed);
}

TEST_F(FromDeviceTest, AnExceptionOfOnChangeIsTheStreamsError)
{
  std::string error;
  rxros2::observable::from_device<input_event>(
    directory / "missing",
    {.every = 1ms,
     .on_change = [](bool, const std::string &) { throw std::runtime_error("mine"); }},
    rxros2::on_callback_group(node))
    .subscribe([](const input_event &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_EQ(error, "mine");

  error.clear();
  std::filesystem::remove(fifo);
  rxros2::observable::from_device<input_event>(
    fifo,
    {.every = 1ms,
     .on_change =
       [](bool there, const std::string &) {
         if (there) {
           throw std::runtime_error("there");
         }
       }},
    rxros2::on_callback_group(node))
    .subscribe([](const input_event &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ASSERT_TRUE(spin_until([&] { return !error.empty(); }));
  EXPECT_EQ(error, "there");
  EXPECT_EQ(open_files(), 0);
}

TEST_F(FromDeviceTest, AnErrorThatRetriesCannotFixEndsTheStream)
{
  std::string error;
  rxros2::observable::from_device<input_event>(directory, rxros2::reopen{})
    .subscribe([](const input_event &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("is not a device"), std::string::npos) << error;
  EXPECT_THROW(
    static_cast<void>(rxros2::observable::from_device<input_event>(fifo, {.every = 0s})),
    std::invalid_argument);
}

struct ToDeviceTest : FromDeviceTest
{
  ToDeviceTest() { reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); }
  ~ToDeviceTest() override { stop_reading(); }

  void stop_reading()
  {
    if (reader >= 0) {
      ::close(std::exchange(reader, -1));
    }
  }
  /// Writes records that wait in the FIFO.
  void read_all()
  {
    input_event event{};
    while (::read(reader, &event, sizeof(event)) == static_cast<ssize_t>(sizeof(event))) {
      got.push_back(event.code);
    }
  }
  /// Limits the FIFO to what it takes at least, one page of memory: 4 to 64 KiB.
  void make_small()
  {
    const int bytes = ::fcntl(reader, F_SETPIPE_SZ, 4096);
    ASSERT_GE(bytes, 4096);
    capacity = bytes / static_cast<int>(sizeof(input_event));
    many = 3 * capacity;
  }

  static auto keys(int n)
  {
    return rxcpp::observable<>::range(1, n) | map([](int i) {
             input_event event{};
             event.code = static_cast<std::uint16_t>(i);
             return event;
           });
  }
  auto to_fifo(rxros2::to_device_options options = {})
  {
    return to_device(fifo, options, rxros2::on_callback_group(node));
  }

  int reader = -1;
  int capacity = 0;  // records that the small FIFO takes
  int many = 0;      // more records than that
  int passed = 0;
  bool completed = false;
  std::string error;
};

TEST_F(ToDeviceTest, ItemsBecomeRecordsAndPass)
{
  (keys(3) | to_fifo())
    .subscribe([&](const input_event &) { ++passed; }, [&] { completed = true; });
  EXPECT_TRUE(completed);
  EXPECT_EQ(passed, 3);
  read_all();
  EXPECT_EQ(got, (std::vector{1, 2, 3}));
  EXPECT_EQ(open_files(), 1);
}

TEST_F(ToDeviceTest, RecordsWaitForABusyDevice)
{
  make_small();
  (keys(many) | to_fifo({.max_waiting = static_cast<std::size_t>(many)}))
    .subscribe([&](const input_event &) { ++passed; }, [&] { completed = true; });
  EXPECT_EQ(passed, many);
  EXPECT_FALSE(completed);
  ASSERT_TRUE(spin_until([&] {
    read_all();
    return completed;
  }));
  read_all();
  ASSERT_EQ(got.size(), static_cast<std::size_t>(many));
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i], static_cast<int>(i) + 1);
  }
}

TEST_F(ToDeviceTest, TheQueueIsBounded)
{
  make_small();
  (keys(many) | to_fifo({.max_waiting = 5}))
    .subscribe(
      [&](const input_event &) { ++passed; }, [&](std::exception_ptr e) { error = rx::what(e); });
  EXPECT_NE(error.find("5 records wait for '" + fifo.string() + "'"), std::string::npos) << error;
  EXPECT_EQ(open_files(), 1);
  read_all();
  const auto fits = static_cast<int>(got.size());  // those that the FIFO took at once
  EXPECT_LE(fits, capacity + 1);
  const std::vector<std::pair<rx::overflow, std::vector<int>>> policies{
    {rx::overflow::drop_oldest, {many - 2, many - 1, many}},
    {rx::overflow::drop_newest, {fits + 1, fits + 2, fits + 3}},
    {rx::overflow::latest, {many}}};
  for (const auto & [policy, last] : policies) {
    got.clear();
    completed = false;
    (keys(many) | to_fifo({.max_waiting = 3, .overflow = policy}))
      .subscribe([](const input_event &) {}, [&] { completed = true; });
    ASSERT_TRUE(spin_until([&] {
      read_all();
      return completed;
    }));
    read_all();
    ASSERT_GE(got.size(), last.size());
    EXPECT_EQ(std::vector(got.end() - static_cast<std::ptrdiff_t>(last.size()), got.end()), last);
  }
}

TEST_F(ToDeviceTest, ErrorsNameTheDevice)
{
  const auto failing = [&](const std::string & path) {
    error.clear();
    (keys(1) | to_device(path))
      .subscribe([](const input_event &) {}, [&](std::exception_ptr e) { error = rx::what(e); });
    return error;
  };
  EXPECT_NE(failing("/dev/missing").find("'/dev/missing'"), std::string::npos) << error;
  EXPECT_NE(failing(directory).find(directory.string()), std::string::npos) << error;
  rxcpp::subjects::subject<input_event> events;
  (events.get_observable() | to_fifo())
    .subscribe(
      [&](const input_event &) { ++passed; }, [&](std::exception_ptr e) { error = rx::what(e); });
  events.get_subscriber().on_next(input_event());
  stop_reading();
  EXPECT_NE(failing(fifo).find("the FIFO has no reader"), std::string::npos) << error;
  events.get_subscriber().on_next(input_event());  // a SIGPIPE would end this test
  EXPECT_NE(error.find("'" + fifo.string() + "' has no reader"), std::string::npos) << error;
  EXPECT_EQ(passed, 1);
  EXPECT_FALSE(events.has_observers());
  EXPECT_THROW(to_device(fifo, {.max_waiting = 0}), std::invalid_argument);
  EXPECT_THROW(to_device(fifo, {.overflow = rx::overflow::block}), std::invalid_argument);
}

TEST_F(ToDeviceTest, DisposalAndTheNodesEndCloseTheDevice)
{
  make_small();
  rxcpp::subjects::subject<input_event> events;
  auto running = (events.get_observable() | to_fifo()).subscribe([&](const input_event &) {});
  EXPECT_EQ(open_files(), 2);
  running.dispose();
  EXPECT_EQ(open_files(), 1);
  EXPECT_FALSE(events.has_observers());
  auto other = rxros2::create_node("short_lived");
  const auto most = static_cast<std::size_t>(many);
  (keys(many) | to_device(fifo, {.max_waiting = most}, rxros2::on_callback_group(other)))
    .subscribe([&](const input_event &) {}, [&] { completed = true; });
  EXPECT_EQ(open_files(), 2);
  other.reset();
  EXPECT_TRUE(completed);
  EXPECT_EQ(open_files(), 1);
}

TEST_F(ToDeviceTest, WithoutANodeSubscribingBlocksUntilAllIsWritten)
{
  make_small();
  std::atomic<bool> stop = false;
  std::thread reading([&] {
    while (!stop) {
      read_all();
      std::this_thread::yield();
    }
  });
  (keys(many) | to_device(fifo, {.max_waiting = static_cast<std::size_t>(many)}))
    .subscribe([](const input_event &) {}, [&] { completed = true; });
  EXPECT_TRUE(completed);
  stop = true;
  reading.join();
  read_all();
  EXPECT_EQ(got.size(), static_cast<std::size_t>(many));
}

TEST_F(FromDeviceTest, StreamsMayBeDisposedWhileTheirDeviceIsReadable)
{
  plug_in();
  std::atomic<bool> stop = false;
  std::thread writing([&] {
    ::fcntl(writer, F_SETFL, O_NONBLOCK);
    input_event event{};
    while (!stop) {
      [[maybe_unused]] const auto written = ::write(writer, &event, sizeof(event));
    }
  });
  rclcpp::executors::MultiThreadedExecutor threads(rclcpp::ExecutorOptions(), 2);
  auto other = rxros2::create_node("busy");
  threads.add_node(other);
  std::thread spinning([&] { threads.spin(); });
  for (int round = 0; round < 200; ++round) {
    const auto items = std::make_shared<std::atomic<int>>(0);
    {
      const auto running = (rxros2::observable::from_device<input_event>(fifo) | map(to_message) |
                            publish_to_topic<Int32>(other, "keys"))
                             .subscribe([items](const Int32 &) { ++*items; });
      if (round % 2 == 0) {
        EXPECT_TRUE(eventually([&] { return *items > 0; }));
      }
      running.dispose();
    }
    // The callback may be in its last item.
    EXPECT_TRUE(eventually([&] { return items.use_count() == 1; }));
    if (own_rclcpp) {  // the graph of Jazzy sometimes keeps a short-lived publisher
      EXPECT_TRUE(eventually([&] { return other->count_publishers("keys") == 0; }));
    }
  }
  threads.cancel();
  spinning.join();
  stop = true;
  writing.join();
}

}  // namespace
