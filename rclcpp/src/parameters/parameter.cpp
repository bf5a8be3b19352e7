// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Parameter and ParameterValue: construction and text forms.
#include "rclcpp/parameter.hpp"

#include <cstdio>
#include <ostream>

#include "rclcpp/node_interfaces/node_parameters_interface.hpp"

namespace rclcpp
{

std::string to_string(ParameterType type)
{
  switch (type) {
    case PARAMETER_NOT_SET:
      return "not set";
    case PARAMETER_BOOL:
      return "bool";
    case PARAMETER_INTEGER:
      return "integer";
    case PARAMETER_DOUBLE:
      return "double";
    case PARAMETER_STRING:
      return "string";
    case PARAMETER_BYTE_ARRAY:
      return "byte_array";
    case PARAMETER_BOOL_ARRAY:
      return "bool_array";
    case PARAMETER_INTEGER_ARRAY:
      return "integer_array";
    case PARAMETER_DOUBLE_ARRAY:
      return "double_array";
    case PARAMETER_STRING_ARRAY:
      return "string_array";
  }
  return "unknown type";
}

std::ostream & operator<<(std::ostream & os, ParameterType type)
{
  return os << to_string(type);
}

ParameterTypeException::ParameterTypeException(ParameterType expected, ParameterType actual)
: std::runtime_error("expected [" + to_string(expected) + "] got [" + to_string(actual) + "]")
{
}

rcl_interfaces::msg::ParameterValue ParameterValue::to_value_msg() const
{
  return value_;
}

bool ParameterValue::operator==(const ParameterValue & rhs) const
{
  return value_ == rhs.value_;
}

ParameterValue::ParameterValue()
{
  value_.type = PARAMETER_NOT_SET;
}

// Keeps only the member of the value's type: a peer may have filled the other members too, with any
// number of bytes.
ParameterValue::ParameterValue(const rcl_interfaces::msg::ParameterValue & value)
{
  value_.type = value.type;
  switch (value.type) {
    case PARAMETER_NOT_SET:
      return;
    case PARAMETER_BOOL:
      value_.bool_value = value.bool_value;
      return;
    case PARAMETER_INTEGER:
      value_.integer_value = value.integer_value;
      return;
    case PARAMETER_DOUBLE:
      value_.double_value = value.double_value;
      return;
    case PARAMETER_STRING:
      value_.string_value = value.string_value;
      return;
    case PARAMETER_BYTE_ARRAY:
      value_.byte_array_value = value.byte_array_value;
      return;
    case PARAMETER_BOOL_ARRAY:
      value_.bool_array_value = value.bool_array_value;
      return;
    case PARAMETER_INTEGER_ARRAY:
      value_.integer_array_value = value.integer_array_value;
      return;
    case PARAMETER_DOUBLE_ARRAY:
      value_.double_array_value = value.double_array_value;
      return;
    case PARAMETER_STRING_ARRAY:
      value_.string_array_value = value.string_array_value;
      return;
    default:
      throw exceptions::UnknownTypeError(std::to_string(value.type));
  }
}

ParameterValue::ParameterValue(bool bool_value)
{
  value_.type = PARAMETER_BOOL;
  value_.bool_value = bool_value;
}

ParameterValue::ParameterValue(int int_value) : ParameterValue(static_cast<std::int64_t>(int_value))
{
}

ParameterValue::ParameterValue(std::int64_t int_value)
{
  value_.type = PARAMETER_INTEGER;
  value_.integer_value = int_value;
}

ParameterValue::ParameterValue(float double_value)
: ParameterValue(static_cast<double>(double_value))
{
}

ParameterValue::ParameterValue(double double_value)
{
  value_.type = PARAMETER_DOUBLE;
  value_.double_value = double_value;
}

ParameterValue::ParameterValue(const std::string & string_value)
{
  value_.type = PARAMETER_STRING;
  value_.string_value = string_value;
}

ParameterValue::ParameterValue(const char * string_value)
: ParameterValue(std::string(string_value))
{
}

ParameterValue::ParameterValue(const std::vector<std::uint8_t> & byte_array_value)
{
  value_.type = PARAMETER_BYTE_ARRAY;
  value_.byte_array_value = byte_array_value;
}

ParameterValue::ParameterValue(const std::vector<bool> & bool_array_value)
{
  value_.type = PARAMETER_BOOL_ARRAY;
  value_.bool_array_value = bool_array_value;
}

ParameterValue::ParameterValue(const std::vector<int> & int_array_value)
: ParameterValue(std::vector<std::int64_t>(int_array_value.begin(), int_array_value.end()))
{
}

ParameterValue::ParameterValue(const std::vector<std::int64_t> & int_array_value)
{
  value_.type = PARAMETER_INTEGER_ARRAY;
  value_.integer_array_value = int_array_value;
}

ParameterValue::ParameterValue(const std::vector<float> & double_array_value)
: ParameterValue(std::vector<double>(double_array_value.begin(), double_array_value.end()))
{
}

ParameterValue::ParameterValue(const std::vector<double> & double_array_value)
{
  value_.type = PARAMETER_DOUBLE_ARRAY;
  value_.double_array_value = double_array_value;
}

ParameterValue::ParameterValue(const std::vector<std::string> & string_array_value)
{
  value_.type = PARAMETER_STRING_ARRAY;
  value_.string_array_value = string_array_value;
}

namespace
{

std::string element_to_string(bool value)
{
  return value ? "true" : "false";
}
std::string element_to_string(std::int64_t value)
{
  return std::to_string(value);
}
// As streams print it; a single double has six decimals instead.
std::string element_to_string(double value)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%g", value);
  return text;
}
std::string element_to_string(const std::string & value)
{
  return value;
}
std::string element_to_string(std::uint8_t value)
{
  char text[8];
  std::snprintf(text, sizeof(text), "%#x", value);
  return text;
}

template <typename Array>
std::string array_to_string(const Array & array)
{
  std::string text = "[";
  for (std::size_t i = 0; i < array.size(); ++i) {
    text += (i == 0 ? "" : ", ") + element_to_string(array[i]);
  }
  return text + "]";
}

}  // namespace

std::string to_string(const ParameterValue & value)
{
  switch (value.get_type()) {
    case PARAMETER_NOT_SET:
      return "not set";
    case PARAMETER_BOOL:
      return element_to_string(value.get<PARAMETER_BOOL>());
    case PARAMETER_INTEGER:
      return element_to_string(value.get<PARAMETER_INTEGER>());
    case PARAMETER_DOUBLE:
      return std::to_string(value.get<PARAMETER_DOUBLE>());
    case PARAMETER_STRING:
      return value.get<PARAMETER_STRING>();
    case PARAMETER_BYTE_ARRAY:
      return array_to_string(value.get<PARAMETER_BYTE_ARRAY>());
    case PARAMETER_BOOL_ARRAY: {
      // elements of vector<bool> are proxies
      std::string text = "[";
      for (const bool element : value.get<PARAMETER_BOOL_ARRAY>()) {
        text += (text.size() == 1 ? "" : ", ") + element_to_string(element);
      }
      return text + "]";
    }
    case PARAMETER_INTEGER_ARRAY:
      return array_to_string(value.get<PARAMETER_INTEGER_ARRAY>());
    case PARAMETER_DOUBLE_ARRAY:
      return array_to_string(value.get<PARAMETER_DOUBLE_ARRAY>());
    case PARAMETER_STRING_ARRAY:
      return array_to_string(value.get<PARAMETER_STRING_ARRAY>());
  }
  return "unknown type";
}

Parameter::Parameter() = default;
Parameter::Parameter(const std::string & name) : name_(name)
{
}
Parameter::Parameter(const std::string & name, const ParameterValue & value)
: name_(name), value_(value)
{
}
Parameter::Parameter(const node_interfaces::ParameterInfo & parameter_info)
: Parameter(parameter_info.descriptor.name, parameter_info.value)
{
}

bool Parameter::operator==(const Parameter & rhs) const
{
  return name_ == rhs.name_ && value_ == rhs.value_;
}

std::string Parameter::get_type_name() const
{
  return to_string(get_type());
}

Parameter Parameter::from_parameter_msg(const rcl_interfaces::msg::Parameter & parameter)
{
  return Parameter(parameter.name, ParameterValue(parameter.value));
}

rcl_interfaces::msg::Parameter Parameter::to_parameter_msg() const
{
  rcl_interfaces::msg::Parameter message;
  message.name = name_;
  message.value = value_.to_value_msg();
  return message;
}

std::string Parameter::value_to_string() const
{
  return to_string(value_);
}

std::string _to_json_dict_entry(const Parameter & param)
{
  return "\"" + param.get_name() + "\": {\"type\": \"" + param.get_type_name() +
         "\", \"value\": \"" + param.value_to_string() + "\"}";
}

std::ostream & operator<<(std::ostream & os, const Parameter & pv)
{
  return os << std::to_string(pv);
}

std::ostream & operator<<(std::ostream & os, const std::vector<Parameter> & parameters)
{
  return os << std::to_string(parameters);
}

}  // namespace rclcpp

std::string std::to_string(const rclcpp::Parameter & param)
{
  return "{\"name\": \"" + param.get_name() + "\", \"type\": \"" + param.get_type_name() +
         "\", \"value\": \"" + param.value_to_string() + "\"}";
}

std::string std::to_string(const std::vector<rclcpp::Parameter> & parameters)
{
  std::string text = "{";
  for (const rclcpp::Parameter & parameter : parameters) {
    text += (text.size() == 1 ? "" : ", ") + rclcpp::_to_json_dict_entry(parameter);
  }
  return text + "}";
}
