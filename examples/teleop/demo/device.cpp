// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The pseudo devices of the teleop demo (device.hpp).
#include "device.hpp"

#include <fcntl.h>
#include <linux/input.h>
#include <linux/joystick.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace teleop_demo
{

namespace
{

// A joystick's records carry milliseconds of a monotonic clock.
std::uint32_t joystick_time()
{
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint32_t>(now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

input_event keyboard_record(std::uint16_t type, std::uint16_t code, std::int32_t value)
{
  input_event record{};
  gettimeofday(&record.time, nullptr);
  record.type = type;
  record.code = code;
  record.value = value;
  return record;
}

}  // namespace

PseudoDevice::PseudoDevice(std::string path, Device device)
: path_(std::move(path)), device_(device)
{
  made_ = mkfifo(path_.c_str(), 0600) == 0;
  if (!made_ && errno != EEXIST) {
    throw std::system_error(
      errno, std::generic_category(), "cannot make the pseudo device " + path_);
  }
  struct stat what
  {
  };
  if (stat(path_.c_str(), &what) == 0 && !S_ISFIFO(what.st_mode)) {
    throw std::invalid_argument(
      "pseudo device " + path_ + ": expected a FIFO, found another kind of file");
  }
  // Open for both, so that it neither waits for a reader nor ends when one goes.
  fd_ = open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd_ < 0) {
    const int error = errno;
    if (made_) {
      unlink(path_.c_str());
    }
    throw std::system_error(
      error, std::generic_category(), "cannot open the pseudo device " + path_);
  }
}

PseudoDevice::~PseudoDevice()
{
  close(fd_);
  if (made_) {
    unlink(path_.c_str());
  }
}

void PseudoDevice::write(const Action & action)
{
  if (device_ == Device::keyboard) {
    const input_event records[] = {
      keyboard_record(EV_KEY, action.code, action.value), keyboard_record(EV_SYN, SYN_REPORT, 0)};
    send(records, sizeof records, 2);
  } else {
    js_event record{};
    record.time = joystick_time();
    record.type = action.control == Action::Control::axis ? JS_EVENT_AXIS : JS_EVENT_BUTTON;
    record.number = static_cast<std::uint8_t>(action.code);
    record.value = static_cast<std::int16_t>(action.value);
    send(&record, sizeof record, 1);
  }
}

void PseudoDevice::write_nothing()
{
  if (device_ == Device::keyboard) {
    const input_event record = keyboard_record(EV_SYN, SYN_REPORT, 0);
    send(&record, sizeof record, 1);
  } else {
    js_event record{};
    record.time = joystick_time();
    record.type = JS_EVENT_INIT | JS_EVENT_AXIS;
    send(&record, sizeof record, 1);
  }
}

void PseudoDevice::send(const void * records, std::size_t size, std::size_t count)
{
  // Below PIPE_BUF a FIFO takes all or nothing, so a reader never meets a part of a record.
  ssize_t done = 0;
  do {
    done = ::write(fd_, records, size);
  } while (done < 0 && errno == EINTR);
  if (done == static_cast<ssize_t>(size)) {
    records_ += count;
  } else if (errno == EAGAIN) {
    dropped_ += count;
  } else {
    throw std::system_error(
      errno, std::generic_category(), "cannot write to the pseudo device " + path_);
  }
}

}  // namespace teleop_demo
