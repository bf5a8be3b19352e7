// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exception of the codec.

#ifndef CDR__ERROR_HPP_
#define CDR__ERROR_HPP_

#include <cstddef>
#include <stdexcept>
#include <string>

namespace cdr
{

/// Bytes that are not a message, or a message that cannot be bytes. what() names the type, the path of the field,
/// what was needed and what was found, e.g.
/// "sensor_msgs/msg/JointState: 'header.frame_id' at byte 12: needs 7 bytes, 3 are left".
class error : public std::runtime_error
{
public:
  error(const std::string & message, std::size_t offset)
  : std::runtime_error(message), offset_(offset)
  {
  }

  /// Where in the sample, counted from the first byte of its header; 0 if no byte is to blame.
  std::size_t offset() const noexcept { return offset_; }

private:
  std::size_t offset_;
};

}  // namespace cdr

#endif  // CDR__ERROR_HPP_
