// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads and writes numbers in the buffer of a PointCloud2, whose type is PointField's datatype.
#ifndef SENSOR_MSGS__POINT_FIELD_CONVERSION_HPP_
#define SENSOR_MSGS__POINT_FIELD_CONVERSION_HPP_

#include <cstdint>
#include <cstring>

#include "sensor_msgs/msg/point_field.hpp"

namespace sensor_msgs
{

/// `type` is the C++ type of a datatype.
template <int datatype>
struct pointFieldTypeAsType
{
};
/// `value` is the datatype of numbers of type T.
template <typename T>
struct typeAsPointFieldType
{
};

namespace impl
{
template <int datatype, typename T>
struct point_field_type
{
  using type = T;
  static constexpr std::uint8_t value = datatype;
};
}  // namespace impl

// Each line defines both directions of one pair.
#define SENSOR_MSGS_POINT_FIELD_TYPE(DATATYPE, TYPE)                                          \
  template <>                                                                                 \
  struct pointFieldTypeAsType<msg::PointField::DATATYPE>                                      \
  : impl::point_field_type<msg::PointField::DATATYPE, TYPE>                                   \
  {                                                                                           \
  };                                                                                          \
  template <>                                                                                 \
  struct typeAsPointFieldType<TYPE> : impl::point_field_type<msg::PointField::DATATYPE, TYPE> \
  {                                                                                           \
  }
SENSOR_MSGS_POINT_FIELD_TYPE(INT8, std::int8_t);
SENSOR_MSGS_POINT_FIELD_TYPE(UINT8, std::uint8_t);
SENSOR_MSGS_POINT_FIELD_TYPE(INT16, std::int16_t);
SENSOR_MSGS_POINT_FIELD_TYPE(UINT16, std::uint16_t);
SENSOR_MSGS_POINT_FIELD_TYPE(INT32, std::int32_t);
SENSOR_MSGS_POINT_FIELD_TYPE(UINT32, std::uint32_t);
SENSOR_MSGS_POINT_FIELD_TYPE(FLOAT32, float);
SENSOR_MSGS_POINT_FIELD_TYPE(FLOAT64, double);
#undef SENSOR_MSGS_POINT_FIELD_TYPE

namespace impl
{
/// Calls f with a zero of the datatype's type; returns false without a call for an unknown
/// datatype.
template <typename F>
bool with_point_field_type(int datatype, F && f)
{
  switch (datatype) {
    case msg::PointField::INT8:
      f(std::int8_t{});
      return true;
    case msg::PointField::UINT8:
      f(std::uint8_t{});
      return true;
    case msg::PointField::INT16:
      f(std::int16_t{});
      return true;
    case msg::PointField::UINT16:
      f(std::uint16_t{});
      return true;
    case msg::PointField::INT32:
      f(std::int32_t{});
      return true;
    case msg::PointField::UINT32:
      f(std::uint32_t{});
      return true;
    case msg::PointField::FLOAT32:
      f(float{});
      return true;
    case msg::PointField::FLOAT64:
      f(double{});
      return true;
    default:
      return false;
  }
}
}  // namespace impl

/// Returns the number at data_ptr, which needs no alignment, as a T.
template <int datatype, typename T>
T readPointCloud2BufferValue(const unsigned char * data_ptr)
{
  typename pointFieldTypeAsType<datatype>::type number;
  std::memcpy(&number, data_ptr, sizeof(number));
  return static_cast<T>(number);
}

/// Reads a number of a datatype known at run time; returns T() if it is unknown.
template <typename T>
T readPointCloud2BufferValue(const unsigned char * data_ptr, const unsigned char datatype)
{
  T value{};
  impl::with_point_field_type(datatype, [&](auto number) {
    std::memcpy(&number, data_ptr, sizeof(number));
    value = static_cast<T>(number);
  });
  return value;
}

/// Writes value as the number at data_ptr, which needs no alignment.
template <int datatype, typename T>
void writePointCloud2BufferValue(unsigned char * data_ptr, T value)
{
  const auto number = static_cast<typename pointFieldTypeAsType<datatype>::type>(value);
  std::memcpy(data_ptr, &number, sizeof(number));
}

/// Writes a number of a datatype known at run time; does nothing if it is unknown.
template <typename T>
void writePointCloud2BufferValue(unsigned char * data_ptr, const unsigned char datatype, T value)
{
  impl::with_point_field_type(datatype, [&](auto number) {
    number = static_cast<decltype(number)>(value);
    std::memcpy(data_ptr, &number, sizeof(number));
  });
}

}  // namespace sensor_msgs

#endif  // SENSOR_MSGS__POINT_FIELD_CONVERSION_HPP_
