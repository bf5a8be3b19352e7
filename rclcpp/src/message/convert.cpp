// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "message/convert.hpp"

#include "rmw/buffer.hpp"

namespace rclcpp::detail
{

ConversionError::ConversionError(const std::string & reason)
: std::runtime_error("the conversion of its TypeAdapter failed: " + reason)
{
}

namespace
{

template <typename Conversion>
UniqueMessage convert_by(Conversion conversion, const void * message, const TypeSupport & wanted)
{
  UniqueMessage converted(wanted.create(wanted), {&wanted});
  try {
    conversion(message, converted.get());
  } catch (const std::exception & error) {
    throw ConversionError(error.what());
  } catch (...) {
    throw ConversionError("an exception that is not a std::exception");
  }
  return converted;
}

}  // namespace

UniqueMessage convert(const TypeSupport & wanted, const void * message, const TypeSupport & type)
{
  if (type.wire) {
    if (same_struct(*type.wire, wanted)) {
      return convert_by(type.to_ros, message, wanted);
    }
    return convert(wanted, convert_by(type.to_ros, message, *type.wire).get(), *type.wire);
  }
  if (wanted.wire) {
    if (same_struct(type, *wanted.wire)) {
      return convert_by(wanted.from_ros, message, wanted);
    }
    return convert(wanted, convert(*wanted.wire, message, type).get(), *wanted.wire);
  }
  // Two C++ structs for the same ROS type: convert through bytes.
  rmw::Buffer bytes(type.encoded_size(message));
  type.encode(message, bytes.bytes());
  UniqueMessage decoded(wanted.create(wanted), {&wanted});
  wanted.decode(bytes.bytes(), decoded.get());
  return decoded;
}

}  // namespace rclcpp::detail
