// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// An open Linux device that delivers records of one size; from_device reads through it.

#ifndef RXROS2__DEVICES__DETAIL__DEVICE_HPP_
#define RXROS2__DEVICES__DETAIL__DEVICE_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace rxros2::detail
{

/// A file opened for reading without blocking, cut into records of `record_size` bytes.
/** Opens everything that Linux can open: character and block devices, FIFOs, terminals, sockets'
 * files, regular files. Bytes of a record that arrives in pieces are kept until the rest arrives.
 *
 * Not thread-safe. Owns the file descriptor. */
class device
{
public:
  /// Throws std::system_error with the path and the reason (missing, unreadable, a directory, …).
  device(std::string path, std::size_t record_size);
  ~device();
  device(const device &) = delete;
  device & operator=(const device &) = delete;

  enum class result
  {
    record,  ///< one record was copied out
    empty,   ///< nothing to read: wait until the file is readable
    end,     ///< the file ended between two records
  };

  /// Copies the next whole record to `record`. Never blocks.
  /** Call it only once the file was reported readable, or is not pollable: a FIFO without a writer
   * reads as ended. Throws std::system_error if the device fails or was unplugged, and
   * std::runtime_error if the file ends inside a record (with the numbers of received and expected
   * bytes). */
  result read(void * record);

  int fd() const noexcept { return fd_; }

  /// Returns false for regular files and the like, which are always readable and cannot be waited
  /// for.
  bool pollable() const noexcept { return pollable_; }

private:
  result fill();
  bool hung_up() const;

  std::string path_;
  std::size_t record_size_;
  std::vector<std::byte> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  int fd_ = -1;
  bool pollable_ = true;
};

}  // namespace rxros2::detail

#endif  // RXROS2__DEVICES__DETAIL__DEVICE_HPP_
