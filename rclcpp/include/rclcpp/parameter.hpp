// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A named parameter value, which nodes hold, set and report.
#ifndef RCLCPP__PARAMETER_HPP_
#define RCLCPP__PARAMETER_HPP_

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/parameter.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/parameter_value.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

namespace node_interfaces
{
struct ParameterInfo;
}

/// A parameter: a name and a value. If the value has another type, as_*() and
/// get_value<PARAMETER_…>() throw ParameterTypeException, and get_value<T>() throws
/// exceptions::InvalidParameterTypeException.
class RCLCPP_PUBLIC Parameter
{
private:
  template <ParameterType type>
  const auto & checked() const
  {
    try {
      return value_.get<type>();
    } catch (const ParameterTypeException & wrong) {
      throw exceptions::InvalidParameterTypeException(name_, wrong.what());
    }
  }

public:
  /// Creates a parameter with an empty name and no value.
  Parameter();
  /// Creates a parameter without a value.
  explicit Parameter(const std::string & name);
  /// Creates a parameter with a value.
  Parameter(const std::string & name, const ParameterValue & value);
  /// Creates a parameter with a value of a C++ type, converted as by the constructors of
  /// ParameterValue.
  template <typename ValueTypeT>
  Parameter(const std::string & name, ValueTypeT value) : Parameter(name, ParameterValue(value))
  {
  }
  /// Creates a parameter with the name and value of a node's record of a declared parameter.
  explicit Parameter(const node_interfaces::ParameterInfo & parameter_info);

  /// Returns true if name, type and value are equal.
  bool operator==(const Parameter & rhs) const;
  /// Returns true if name, type or value differ.
  bool operator!=(const Parameter & rhs) const { return !(*this == rhs); }

  /// Returns the type of the value.
  ParameterType get_type() const { return value_.get_type(); }
  /// Returns the name of the type, such as "integer".
  std::string get_type_name() const;
  /// Returns the name.
  const std::string & get_name() const { return name_; }
  /// Returns the value as a message.
  rcl_interfaces::msg::ParameterValue get_value_message() const { return value_.to_value_msg(); }
  /// Returns the value.
  const ParameterValue & get_parameter_value() const { return value_; }

  template <ParameterType ParamT>
  /// Returns the value as the given parameter type.
  decltype(auto) get_value() const
  {
    return value_.get<ParamT>();
  }
  template <typename T>
  /// Returns the value as a C++ type.
  decltype(auto) get_value() const;

  /// Returns the value as a bool. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  bool as_bool() const { return get_value<PARAMETER_BOOL>(); }
  /// Returns the value as an integer. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  std::int64_t as_int() const { return get_value<PARAMETER_INTEGER>(); }
  /// Returns the value as a double. Throws exceptions::InvalidParameterTypeException for another
  /// type, also for an integer.
  double as_double() const { return get_value<PARAMETER_DOUBLE>(); }
  /// Returns the value as a string. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  const std::string & as_string() const { return get_value<PARAMETER_STRING>(); }
  /// Returns the value as bytes. Throws exceptions::InvalidParameterTypeException for another type.
  const std::vector<std::uint8_t> & as_byte_array() const
  {
    return get_value<PARAMETER_BYTE_ARRAY>();
  }
  /// Returns the value as bools. Throws exceptions::InvalidParameterTypeException for another type.
  const std::vector<bool> & as_bool_array() const { return get_value<PARAMETER_BOOL_ARRAY>(); }
  /// Returns the value as integers. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  const std::vector<std::int64_t> & as_integer_array() const
  {
    return get_value<PARAMETER_INTEGER_ARRAY>();
  }
  /// Returns the value as doubles. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  const std::vector<double> & as_double_array() const
  {
    return get_value<PARAMETER_DOUBLE_ARRAY>();
  }
  /// Returns the value as strings. Throws exceptions::InvalidParameterTypeException for another
  /// type.
  const std::vector<std::string> & as_string_array() const
  {
    return get_value<PARAMETER_STRING_ARRAY>();
  }

  /// Converts from a message.
  static Parameter from_parameter_msg(const rcl_interfaces::msg::Parameter & parameter);
  /// Converts to a message.
  rcl_interfaces::msg::Parameter to_parameter_msg() const;
  /// Returns the value as text.
  std::string value_to_string() const;

private:
  std::string name_;
  ParameterValue value_;
};

template <typename T>
decltype(auto) Parameter::get_value() const
{
  if constexpr (std::is_same_v<T, ParameterValue>) {
    return get_parameter_value();
  } else if constexpr (std::is_same_v<T, Parameter>) {
    return static_cast<const Parameter &>(*this);
  } else {
    // macros and generic code request a C++ type: name the parameter in the error
    return checked<detail::parameter_type_of<T>()>();
  }
}

/// Returns the parameter as an entry of a JSON object: "x": {"type": "integer", "value": "42"}.
RCLCPP_PUBLIC std::string _to_json_dict_entry(const Parameter & param);

/// Write the same text as std::to_string().
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const Parameter & pv);
/// Writes the same text as std::to_string() of the list.
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const std::vector<Parameter> & parameters);

}  // namespace rclcpp

namespace std
{

/// Returns the parameter as JSON: {"name": "x", "type": "integer", "value": "42"}.
RCLCPP_PUBLIC std::string to_string(const rclcpp::Parameter & param);
/// Returns the parameters as JSON: {"x": {"type": "integer", "value": "42"}, …}.
RCLCPP_PUBLIC std::string to_string(const std::vector<rclcpp::Parameter> & parameters);

}  // namespace std

#endif  // RCLCPP__PARAMETER_HPP_
