// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens a device for writing and writes to it.

#include "rxros2/devices/detail/device_output.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "nodes/replayed.hpp"

namespace rxros2::detail
{

namespace
{

[[noreturn]] void throw_output_error(int error, const std::string & operation)
{
  throw std::system_error(error, std::generic_category(), operation);
}

// During its lifetime, a SIGPIPE that this thread raises is discarded: a FIFO without a reader is
// an error, not a signal.
class without_sigpipe
{
public:
  without_sigpipe()
  {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    pending_before_ = sigismember(&pending, SIGPIPE) != 0;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~without_sigpipe()
  {
    const int error = errno;
    if (!pending_before_) {
      const timespec at_once{};
      sigtimedwait(&pipe_, nullptr, &at_once);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  without_sigpipe(const without_sigpipe &) = delete;
  without_sigpipe & operator=(const without_sigpipe &) = delete;

private:
  sigset_t pipe_;
  sigset_t before_;
  bool pending_before_;
};

}  // namespace

device_output::device_output(std::string path) : path_(std::move(path))
{
  refuse_in_replay("to_device", path_);
  fd_ = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd_ < 0) {
    const int error = errno;
    struct stat status;
    const bool unread_fifo =
      error == ENXIO && ::stat(path_.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    throw_output_error(
      error, "to_device: cannot open '" + path_ + "' for writing" +
               (unread_fifo ? " (the FIFO has no reader)" : ""));
  }
  struct stat status;
  if (::fstat(fd_, &status) != 0) {
    const int error = errno;
    ::close(fd_);
    throw_output_error(error, "to_device: '" + path_ + "' is not a device");
  }
  pollable_ = !S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode);
  pipe_ = S_ISFIFO(status.st_mode);
}

device_output::~device_output()
{
  ::close(fd_);
}

std::size_t device_output::write(const std::byte * bytes, std::size_t size)
{
  for (;;) {
    ssize_t count;
    if (pipe_) {
      const without_sigpipe guard;
      count = ::write(fd_, bytes, size);
    } else {
      count = ::write(fd_, bytes, size);
    }
    if (count >= 0) {
      return static_cast<std::size_t>(count);
    }
    switch (errno) {
      case EINTR:
        continue;
      case EAGAIN:
        return 0;
      case ENODEV:
        throw_output_error(ENODEV, "to_device: '" + path_ + "' was unplugged");
      case EPIPE:
        throw_output_error(EPIPE, "to_device: '" + path_ + "' has no reader");
      case EINVAL:
        throw_output_error(
          EINVAL,
          "to_device: '" + path_ + "' does not take records of " + std::to_string(size) + " bytes");
      default:
        throw_output_error(errno, "to_device: writing to '" + path_ + "' failed");
    }
  }
}

}  // namespace rxros2::detail
