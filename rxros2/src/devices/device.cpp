// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens a device and cuts its bytes into records.

#include "rxros2/devices/detail/device.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "nodes/replayed.hpp"

namespace rxros2::detail
{

namespace
{

// Enough for the burst of events of one key stroke, small enough not to keep an executor busy.
constexpr std::size_t records_per_read = 64;

[[noreturn]] void throw_input_error(int error, const std::string & operation)
{
  throw std::system_error(error, std::generic_category(), operation);
}

}  // namespace

device::device(std::string path, std::size_t record_size)
: path_(std::move(path)), record_size_(record_size), buffer_(records_per_read * record_size)
{
  refuse_in_replay("from_device", path_);
  fd_ = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd_ < 0) {
    const int error = errno;
    throw_input_error(
      error,
      "from_device: cannot open '" + path_ + "' for reading" +
        (error == EACCES ? " (input devices are readable by root and the group 'input')" : ""));
  }
  struct stat status;
  const int error = ::fstat(fd_, &status) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  if (error != 0) {
    ::close(fd_);
    throw_input_error(error, "from_device: '" + path_ + "' is not a device");
  }
  pollable_ = !S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode);
}

device::~device()
{
  ::close(fd_);
}

device::result device::read(void * record)
{
  while (end_ - begin_ < record_size_) {
    if (const result filled = fill(); filled != result::record) {
      return filled;
    }
  }
  std::memcpy(record, buffer_.data() + begin_, record_size_);
  begin_ += record_size_;
  return result::record;
}

device::result device::fill()
{
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  for (;;) {
    const ssize_t count = ::read(fd_, buffer_.data() + end_, buffer_.size() - end_);
    if (count > 0) {
      end_ += static_cast<std::size_t>(count);
      return result::record;
    }
    if (count == 0) {
      if (end_ != 0) {
        throw std::runtime_error(
          "from_device: '" + path_ + "' ended inside a record: " + std::to_string(end_) + " of " +
          std::to_string(record_size_) + " bytes");
      }
      if (hung_up()) {
        throw_input_error(ENODEV, "from_device: '" + path_ + "' was unplugged");
      }
      return result::end;
    }
    switch (errno) {
      case EINTR:
        continue;
      case EAGAIN:
        return result::empty;
      case ENODEV:
        throw_input_error(ENODEV, "from_device: '" + path_ + "' was unplugged");
      case EINVAL:
        throw_input_error(
          EINVAL, "from_device: '" + path_ + "' does not deliver records of " +
                    std::to_string(record_size_) + " bytes");
      default:
        throw_input_error(errno, "from_device: reading '" + path_ + "' failed");
    }
  }
}

// A terminal whose other side is gone (a serial port over USB, a pseudo terminal) reads as ended,
// unlike one that fails.
bool device::hung_up() const
{
  struct stat status;
  pollfd state{fd_, 0, 0};
  return ::fstat(fd_, &status) == 0 && S_ISCHR(status.st_mode) && ::poll(&state, 1, 0) == 1 &&
         (state.revents & POLLHUP) != 0;
}

}  // namespace rxros2::detail
