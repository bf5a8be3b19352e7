// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes pixels into an Image message.
#ifndef SENSOR_MSGS__FILL_IMAGE_HPP_
#define SENSOR_MSGS__FILL_IMAGE_HPP_

#include <cstddef>
#include <cstdint>
#include <string>

#include "sensor_msgs/image_encodings.hpp"
#include "sensor_msgs/msg/image.hpp"

namespace sensor_msgs
{

/// Copies rows_arg × step_arg bytes, little-endian, from data_arg; the header stays. Returns true.
inline bool fillImage(
  msg::Image & image, const std::string & encoding_arg, std::uint32_t rows_arg,
  std::uint32_t cols_arg, std::uint32_t step_arg, const void * data_arg)
{
  const auto * const bytes = static_cast<const std::uint8_t *>(data_arg);
  image.encoding = encoding_arg;
  image.height = rows_arg;
  image.width = cols_arg;
  image.step = step_arg;
  image.is_bigendian = 0;
  image.data.assign(bytes, bytes + std::size_t{step_arg} * rows_arg);
  return true;
}

/// Removes the pixels; everything else stays.
inline void clearImage(msg::Image & image)
{
  image.data.clear();
}

}  // namespace sensor_msgs

#endif  // SENSOR_MSGS__FILL_IMAGE_HPP_
