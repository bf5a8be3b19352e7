// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// device and device_poller: whole records from everything that Linux opens, and errors that name
// the cause.

#include "rxros2/devices/detail/device.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/input.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <system_error>

#include "rxros2/devices/detail/device_poller.hpp"

namespace
{

using rxros2::detail::device;
using rxros2::detail::device_poller;

input_event key(std::uint16_t code)
{
  input_event event{};
  event.type = EV_KEY;
  event.code = code;
  event.value = 1;
  return event;
}

struct DeviceTest : testing::Test
{
  DeviceTest()
  {
    std::string name = (std::filesystem::temp_directory_path() / "rxros2_device_XXXXXX").string();
    directory = ::mkdtemp(name.data());
    fifo = directory / "fifo";
    EXPECT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  }
  ~DeviceTest() override { std::filesystem::remove_all(directory); }

  std::string error_of_opening(const std::filesystem::path & path)
  {
    try {
      device opened(path.string(), sizeof(input_event));
    } catch (const std::system_error & error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path directory;
  std::filesystem::path fifo;
  input_event event{};
};

TEST_F(DeviceTest, NamesAMissingDevice)
{
  const auto error = error_of_opening(directory / "event99");
  EXPECT_NE(error.find("event99"), std::string::npos) << error;
  EXPECT_NE(error.find("No such file"), std::string::npos) << error;
}

TEST_F(DeviceTest, RejectsADirectory)
{
  const auto error = error_of_opening(directory);
  EXPECT_NE(error.find("is not a device"), std::string::npos) << error;
}

TEST_F(DeviceTest, NamesTheGroupThatMayReadInputDevices)
{
  if (::geteuid() != 0) {
    const auto path = directory / "secret";
    std::ofstream(path) << "x";
    std::filesystem::permissions(path, std::filesystem::perms::none);
    const auto error = error_of_opening(path);
    EXPECT_NE(error.find("Permission denied"), std::string::npos) << error;
    EXPECT_NE(error.find("group 'input'"), std::string::npos) << error;
    return;
  }
  // Root may read everything, so a child process tries as another user.
  const auto path = directory / "secret";
  std::ofstream(path) << "x";
  std::filesystem::permissions(path, std::filesystem::perms::none);
  std::filesystem::permissions(directory, std::filesystem::perms::all);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::setuid(65534) != 0) {
      ::_exit(2);
    }
    const auto error = error_of_opening(path);
    ::_exit(
      error.find("Permission denied") != std::string::npos &&
          error.find("group 'input'") != std::string::npos
        ? 0
        : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(DeviceTest, ReadsARegularFileToItsEnd)
{
  const auto path = directory / "recorded";
  {
    std::ofstream file(path, std::ios::binary);
    for (std::uint16_t code = 0; code < 200; ++code) {
      const auto record = key(code);
      file.write(reinterpret_cast<const char *>(&record), sizeof(record));
    }
  }
  device opened(path.string(), sizeof(input_event));
  EXPECT_FALSE(opened.pollable());
  for (std::uint16_t code = 0; code < 200; ++code) {
    ASSERT_EQ(opened.read(&event), device::result::record);
    ASSERT_EQ(event.code, code);
  }
  EXPECT_EQ(opened.read(&event), device::result::end);
}

TEST_F(DeviceTest, ReassemblesARecordThatArrivesInPieces)
{
  device opened(fifo.string(), sizeof(input_event));
  const int writer = ::open(fifo.c_str(), O_WRONLY);
  const auto record = key(KEY_UP);
  const auto * bytes = reinterpret_cast<const char *>(&record);
  for (std::size_t i = 0; i + 1 < sizeof(record); ++i) {
    ASSERT_EQ(::write(writer, bytes + i, 1), 1);
    ASSERT_EQ(opened.read(&event), device::result::empty) << "after " << i + 1 << " bytes";
  }
  ASSERT_EQ(::write(writer, bytes + sizeof(record) - 1, 1), 1);
  ASSERT_EQ(opened.read(&event), device::result::record);
  EXPECT_EQ(event.code, KEY_UP);
  ::close(writer);
  EXPECT_EQ(opened.read(&event), device::result::end);
}

TEST_F(DeviceTest, AnEndInsideARecordIsAnErrorThatCountsTheBytes)
{
  device opened(fifo.string(), sizeof(input_event));
  const int writer = ::open(fifo.c_str(), O_WRONLY);
  ASSERT_EQ(::write(writer, "0123456789", 10), 10);
  ::close(writer);
  try {
    opened.read(&event);
    FAIL() << "no error";
  } catch (const std::runtime_error & error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("10 of 24 bytes"), std::string::npos) << text;
    EXPECT_NE(text.find(fifo.string()), std::string::npos) << text;
  }
}

TEST_F(DeviceTest, AReadErrorNamesTheDevice)
{
  // The master side of a terminal fails with EIO once the other side is closed, like a device that
  // is unplugged.
  device opened("/dev/ptmx", sizeof(input_event));
  ASSERT_EQ(::unlockpt(opened.fd()), 0);
  const int other_side = ::open(::ptsname(opened.fd()), O_RDWR | O_NOCTTY);
  ASSERT_GE(other_side, 0);
  EXPECT_TRUE(opened.pollable());
  EXPECT_EQ(opened.read(&event), device::result::empty);
  ::close(other_side);
  try {
    opened.read(&event);
    FAIL() << "no error";
  } catch (const std::system_error & error) {
    EXPECT_EQ(error.code().value(), EIO);
    EXPECT_NE(std::string(error.what()).find("/dev/ptmx"), std::string::npos) << error.what();
  }
}

TEST_F(DeviceTest, ATerminalWithoutItsOtherSideIsUnplugged)
{
  const int other_side = ::open("/dev/ptmx", O_RDWR | O_NOCTTY);
  ASSERT_EQ(::unlockpt(other_side), 0);
  const std::string terminal = ::ptsname(other_side);
  device opened(terminal, sizeof(input_event));
  EXPECT_EQ(opened.read(&event), device::result::empty);
  ::close(other_side);
  try {
    opened.read(&event);
    FAIL() << "no error";
  } catch (const std::system_error & error) {
    EXPECT_EQ(error.code().value(), ENODEV);
    EXPECT_NE(std::string(error.what()).find(terminal), std::string::npos) << error.what();
  }
}

struct counting_watcher : device_poller::watcher
{
  void ready() noexcept override { promise.set_value(); }
  std::promise<void> promise;
};

TEST_F(DeviceTest, PollerNotifiesOncePerArming)
{
  device opened(fifo.string(), sizeof(input_event));
  auto target = std::make_shared<counting_watcher>();
  device_poller::watch watch(opened.fd(), target);
  const int writer = ::open(fifo.c_str(), O_WRONLY);
  const auto record = key(KEY_UP);
  for (int i = 0; i < 3; ++i) {
    target->promise = {};
    auto readable = target->promise.get_future();
    watch.arm();
    ASSERT_EQ(::write(writer, &record, sizeof(record)), static_cast<ssize_t>(sizeof(record)));
    ASSERT_EQ(readable.wait_for(std::chrono::seconds(60)), std::future_status::ready);
    ASSERT_EQ(opened.read(&event), device::result::record);
  }
  ::close(writer);
}

TEST_F(DeviceTest, PollerNotifiesTheEnd)
{
  device opened(fifo.string(), sizeof(input_event));
  auto target = std::make_shared<counting_watcher>();
  device_poller::watch watch(opened.fd(), target);
  const int writer = ::open(fifo.c_str(), O_WRONLY);
  watch.arm();
  ::close(writer);
  ASSERT_EQ(
    target->promise.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_EQ(opened.read(&event), device::result::end);
}

TEST_F(DeviceTest, WatchersMayBeDestroyedWhileTheirDeviceIsReadable)
{
  const int reader_keeps_open = ::open(fifo.c_str(), O_RDWR);
  std::atomic<bool> stop = false;
  auto writing = std::async(std::launch::async, [&] {
    const auto record = key(KEY_UP);
    while (!stop) {
      [[maybe_unused]] const auto written = ::write(reader_keeps_open, &record, sizeof(record));
      device drain(fifo.string(), sizeof(input_event));
      input_event read;
      while (drain.read(&read) == device::result::record) {
      }
    }
  });
  struct counter : device_poller::watcher
  {
    void ready() noexcept override { ++count; }
    std::atomic<int> count = 0;
  };
  for (int i = 0; i < 2000; ++i) {
    device opened(fifo.string(), sizeof(input_event));
    auto target = std::make_shared<counter>();
    device_poller::watch watch(opened.fd(), target);
    watch.arm();
  }
  stop = true;
  writing.get();
  ::close(reader_keeps_open);
}

}  // namespace
