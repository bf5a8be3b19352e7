// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An open Linux device that takes records of one size; to_device writes through it.

#ifndef RXROS2__DEVICES__DETAIL__DEVICE_OUTPUT_HPP_
#define RXROS2__DEVICES__DETAIL__DEVICE_OUTPUT_HPP_

#include <cstddef>
#include <string>

namespace rxros2::detail
{

/// A file opened for writing without blocking. Not thread-safe. Owns the file descriptor.
class device_output
{
public:
  /// Throws std::system_error with the path and the reason (missing, not writable, a FIFO without a
  /// reader, …).
  explicit device_output(std::string path);
  ~device_output();
  device_output(const device_output &) = delete;
  device_output & operator=(const device_output &) = delete;

  /// Writes as much as the device takes now and returns the number of bytes. 0: wait until it is
  /// ready for writing.
  /** Throws std::system_error if the device fails or was unplugged, or if the FIFO has no reader
   * (it never raises SIGPIPE). */
  std::size_t write(const std::byte * bytes, std::size_t size);

  int fd() const noexcept { return fd_; }

  /// Returns false for regular files and block devices, which take everything at once and cannot be
  /// waited for.
  bool pollable() const noexcept { return pollable_; }

private:
  std::string path_;
  int fd_ = -1;
  bool pollable_ = true;
  bool pipe_ = false;
};

}  // namespace rxros2::detail

#endif  // RXROS2__DEVICES__DETAIL__DEVICE_OUTPUT_HPP_
