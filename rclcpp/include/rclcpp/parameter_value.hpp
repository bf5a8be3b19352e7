// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The value of a parameter: one of nine types, or no value.
#ifndef RCLCPP__PARAMETER_VALUE_HPP_
#define RCLCPP__PARAMETER_VALUE_HPP_

#include <cstdint>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "rcl_interfaces/msg/parameter_type.hpp"
#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// The types of parameter values, numbered as in rcl_interfaces/msg/ParameterType.
enum ParameterType : std::uint8_t
{
  PARAMETER_NOT_SET = 0,
  PARAMETER_BOOL = 1,
  PARAMETER_INTEGER = 2,
  PARAMETER_DOUBLE = 3,
  PARAMETER_STRING = 4,
  PARAMETER_BYTE_ARRAY = 5,
  PARAMETER_BOOL_ARRAY = 6,
  PARAMETER_INTEGER_ARRAY = 7,
  PARAMETER_DOUBLE_ARRAY = 8,
  PARAMETER_STRING_ARRAY = 9,
};

/// Returns "bool", "integer", "string_array", …
RCLCPP_PUBLIC std::string to_string(ParameterType type);
/// Writes the same text as to_string().
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, ParameterType type);

/// Thrown if a value is requested as another type than it has.
class RCLCPP_PUBLIC ParameterTypeException : public std::runtime_error
{
public:
  /// Creates the error; what() names both types.
  ParameterTypeException(ParameterType expected, ParameterType actual);
};

namespace detail
{

// The member of the message that holds a value of each type. The primary template is undefined.
template <ParameterType type>
struct parameter_field;

#define RXROS2_PARAMETER_FIELD(TYPE, MEMBER)                                     \
  template <>                                                                    \
  struct parameter_field<TYPE>                                                   \
  {                                                                              \
    static constexpr auto member = &rcl_interfaces::msg::ParameterValue::MEMBER; \
  };
RXROS2_PARAMETER_FIELD(PARAMETER_BOOL, bool_value)
RXROS2_PARAMETER_FIELD(PARAMETER_INTEGER, integer_value)
RXROS2_PARAMETER_FIELD(PARAMETER_DOUBLE, double_value)
RXROS2_PARAMETER_FIELD(PARAMETER_STRING, string_value)
RXROS2_PARAMETER_FIELD(PARAMETER_BYTE_ARRAY, byte_array_value)
RXROS2_PARAMETER_FIELD(PARAMETER_BOOL_ARRAY, bool_array_value)
RXROS2_PARAMETER_FIELD(PARAMETER_INTEGER_ARRAY, integer_array_value)
RXROS2_PARAMETER_FIELD(PARAMETER_DOUBLE_ARRAY, double_array_value)
RXROS2_PARAMETER_FIELD(PARAMETER_STRING_ARRAY, string_array_value)
#undef RXROS2_PARAMETER_FIELD

// Returns the parameter type of a C++ type; PARAMETER_NOT_SET if there is none.
template <typename T>
constexpr ParameterType parameter_type_of()
{
  if constexpr (std::is_same_v<T, bool>) {
    return PARAMETER_BOOL;
  } else if constexpr (std::is_integral_v<T>) {
    return PARAMETER_INTEGER;
  } else if constexpr (std::is_floating_point_v<T>) {
    return PARAMETER_DOUBLE;
  } else if constexpr (std::is_convertible_v<T, std::string>) {
    return PARAMETER_STRING;
  } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
    return PARAMETER_BYTE_ARRAY;
  } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
    return PARAMETER_BOOL_ARRAY;
  } else if constexpr (
    std::is_same_v<T, std::vector<int>> || std::is_same_v<T, std::vector<std::int64_t>>) {
    return PARAMETER_INTEGER_ARRAY;
  } else if constexpr (
    std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<double>>) {
    return PARAMETER_DOUBLE_ARRAY;
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return PARAMETER_STRING_ARRAY;
  } else {
    return PARAMETER_NOT_SET;
  }
}

}  // namespace detail

/// The value of a parameter. A plain value; get() throws ParameterTypeException for another type.
class RCLCPP_PUBLIC ParameterValue
{
public:
  /// Creates a value of type PARAMETER_NOT_SET.
  ParameterValue();
  /// Converts from a message. Throws exceptions::UnknownTypeError if `value.type` is not in
  /// ParameterType.
  explicit ParameterValue(const rcl_interfaces::msg::ParameterValue & value);
  /// Creates a PARAMETER_BOOL.
  explicit ParameterValue(bool bool_value);
  /// Creates a PARAMETER_INTEGER, which has 64 bits.
  explicit ParameterValue(int int_value);
  /// Creates a PARAMETER_INTEGER.
  explicit ParameterValue(std::int64_t int_value);
  /// Creates a PARAMETER_DOUBLE.
  explicit ParameterValue(float double_value);
  /// Creates a PARAMETER_DOUBLE.
  explicit ParameterValue(double double_value);
  /// Creates a PARAMETER_STRING.
  explicit ParameterValue(const std::string & string_value);
  /// Creates a PARAMETER_STRING with a copy of the null-terminated string.
  explicit ParameterValue(const char * string_value);
  /// Creates a PARAMETER_BYTE_ARRAY.
  explicit ParameterValue(const std::vector<std::uint8_t> & byte_array_value);
  /// Creates a PARAMETER_BOOL_ARRAY.
  explicit ParameterValue(const std::vector<bool> & bool_array_value);
  /// Creates a PARAMETER_INTEGER_ARRAY, which has 64-bit elements.
  explicit ParameterValue(const std::vector<int> & int_array_value);
  /// Creates a PARAMETER_INTEGER_ARRAY.
  explicit ParameterValue(const std::vector<std::int64_t> & int_array_value);
  /// Creates a PARAMETER_DOUBLE_ARRAY, which has elements of double precision.
  explicit ParameterValue(const std::vector<float> & double_array_value);
  /// Creates a PARAMETER_DOUBLE_ARRAY.
  explicit ParameterValue(const std::vector<double> & double_array_value);
  /// Creates a PARAMETER_STRING_ARRAY.
  explicit ParameterValue(const std::vector<std::string> & string_array_value);

  /// Returns the type.
  ParameterType get_type() const { return static_cast<ParameterType>(value_.type); }
  /// Converts to a message.
  rcl_interfaces::msg::ParameterValue to_value_msg() const;

  /// Returns true if type and value are equal.
  bool operator==(const ParameterValue & rhs) const;
  /// Returns true if type or value differ.
  bool operator!=(const ParameterValue & rhs) const { return !(*this == rhs); }

  template <ParameterType type>
  /// Returns the value by parameter type.
  constexpr const auto & get() const
  {
    if (value_.type != type) {
      throw ParameterTypeException(type, get_type());
    }
    return value_.*detail::parameter_field<type>::member;
  }

  /// Returns the value by C++ type, as it is stored: get<int>() returns an int64_t.
  template <typename T>
  constexpr const auto & get() const
  {
    static_assert(
      detail::parameter_type_of<T>() != PARAMETER_NOT_SET,
      "no parameter type holds this C++ type; see rclcpp::ParameterType");
    return get<detail::parameter_type_of<T>()>();
  }

private:
  rcl_interfaces::msg::ParameterValue value_;
};

/// Returns the value as text: true, 42, 1.500000, text, [1, 2].
RCLCPP_PUBLIC std::string to_string(const ParameterValue & value);

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_VALUE_HPP_
