// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts parameter files, and their C structs, to parameters.
#include "rclcpp/parameter_map.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "parameters/yaml_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

namespace
{

using exceptions::InvalidParametersException;

template <typename T, typename Array>
ParameterValue to_array(const Array & array)
{
  return ParameterValue(std::vector<T>(array.values, array.values + array.size));
}

// Returns one parameter of a node by its index.
Parameter parameter_at(const rcl_node_params_t & parameters, std::size_t index, const char * node)
{
  const std::string where = " of node '" + std::string(node) + "'";
  if (!parameters.parameter_names || !parameters.parameter_names[index]) {
    throw InvalidParametersException(
      "the name of parameter " + std::to_string(index) + where + " is null");
  }
  const std::string name = parameters.parameter_names[index];
  if (!parameters.parameter_values) {
    throw InvalidParametersException("the values" + where + " are null");
  }
  try {
    return Parameter(name, parameter_value_from(&parameters.parameter_values[index]));
  } catch (const exceptions::InvalidParameterValueException & error) {
    throw exceptions::InvalidParameterValueException(
      "parameter '" + name + "'" + where + ": " + error.what());
  }
}

}  // namespace

ParameterMap parameter_map_from(const rcl_params_t * c_params, const char * node_fqn)
{
  if (!c_params) {
    throw InvalidParametersException("the parameters are null");
  }
  if (c_params->num_nodes > 0 && (!c_params->node_names || !c_params->params)) {
    throw InvalidParametersException(
      "names or parameters of " + std::to_string(c_params->num_nodes) + " nodes are null");
  }
  ParameterMap map;
  for (std::size_t i = 0; i < c_params->num_nodes; ++i) {
    const char * const given = c_params->node_names[i];
    if (!given) {
      throw InvalidParametersException("the name of node " + std::to_string(i) + " is null");
    }
    const std::string node = *given == '/' ? given : std::string("/") + given;
    if (node_fqn && !detail::key_matches(node, node_fqn)) {
      continue;
    }
    std::vector<Parameter> & parameters = map[node_fqn ? node_fqn : node];
    for (std::size_t p = 0; p < c_params->params[i].num_params; ++p) {
      parameters.push_back(parameter_at(c_params->params[i], p, given));
    }
  }
  return map;
}

ParameterValue parameter_value_from(const rcl_variant_t * c_value)
{
  using exceptions::InvalidParameterValueException;
  if (!c_value) {
    throw InvalidParameterValueException("the value is null");
  }
  if (c_value->bool_value) {
    return ParameterValue(*c_value->bool_value);
  }
  if (c_value->integer_value) {
    return ParameterValue(*c_value->integer_value);
  }
  if (c_value->double_value) {
    return ParameterValue(*c_value->double_value);
  }
  if (c_value->string_value) {
    return ParameterValue(c_value->string_value);
  }
  if (c_value->byte_array_value) {
    return to_array<std::uint8_t>(*c_value->byte_array_value);
  }
  if (c_value->bool_array_value) {
    return to_array<bool>(*c_value->bool_array_value);
  }
  if (c_value->integer_array_value) {
    return to_array<std::int64_t>(*c_value->integer_array_value);
  }
  if (c_value->double_array_value) {
    return to_array<double>(*c_value->double_array_value);
  }
  if (const rcutils_string_array_t * const texts = c_value->string_array_value) {
    std::vector<std::string> array;
    for (std::size_t i = 0; i < texts->size; ++i) {
      if (!texts->data[i]) {
        throw InvalidParameterValueException("string " + std::to_string(i) + " is null");
      }
      array.emplace_back(texts->data[i]);
    }
    return ParameterValue(array);
  }
  throw InvalidParameterValueException("the value is not set");
}

ParameterMap parameter_map_from_yaml_file(const std::string & yaml_filename, const char * node_fqn)
{
  detail::ParameterOverrides nodes;
  try {
    detail::read_parameter_file(yaml_filename, nodes);
  } catch (const detail::YamlError & error) {
    throw exceptions::RCLError(error.what());
  }
  if (node_fqn != nullptr) {
    nodes = {detail::overrides_of_node(nodes, node_fqn)};
  }
  ParameterMap map;
  for (const auto & [node, parameters, fault] : nodes) {
    if (!fault.empty()) {
      throw exceptions::RCLError(fault);
    }
    for (const auto & [name, given] : parameters) {
      if (!given.fault.empty()) {
        throw exceptions::InvalidParameterValueException(
          "parameter '" + name + "' of node '" + node + "': " + given.fault);
      }
      map[node].emplace_back(name, given.value);
    }
  }
  return map;
}

std::vector<Parameter> parameters_from_map(
  const ParameterMap & parameter_map, const char * node_fqn)
{
  std::vector<Parameter> all;
  for (const auto & [node, parameters] : parameter_map) {
    if (node_fqn == nullptr || detail::key_matches(node, node_fqn)) {
      all.insert(all.end(), parameters.begin(), parameters.end());
    }
  }
  return all;
}

}  // namespace rclcpp
