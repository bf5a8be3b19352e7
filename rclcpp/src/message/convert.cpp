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
UniqueMessage convert_by(Conversion conversion, const void * message, const TypeSupport & expected)
{
  UniqueMessage converted(expected.create(expected), {&expected});
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

UniqueMessage convert(const TypeSupport & expected, const void * message, const TypeSupport & type)
{
  if (type.wire) {
    if (same_struct(*type.wire, expected)) {
      return convert_by(type.to_ros, message, expected);
    }
    return convert(expected, convert_by(type.to_ros, message, *type.wire).get(), *type.wire);
  }
  if (expected.wire) {
    if (same_struct(type, *expected.wire)) {
      return convert_by(expected.from_ros, message, expected);
    }
    return convert(expected, convert(*expected.wire, message, type).get(), *expected.wire);
  }
  // Two C++ structs for the same ROS type: convert through bytes.
  rmw::Buffer bytes(type.encoded_size(message));
  type.encode(message, bytes.bytes());
  UniqueMessage decoded(expected.create(expected), {&expected});
  expected.decode(bytes.bytes(), decoded.get());
  return decoded;
}

}  // namespace rclcpp::detail
