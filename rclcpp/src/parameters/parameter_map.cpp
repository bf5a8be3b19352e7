// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// From parameter files to parameters.
#include "rclcpp/parameter_map.hpp"

#include <map>

#include "node/arguments.hpp"
#include "node/yaml_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

ParameterMap parameter_map_from_yaml_file(const std::string & yaml_filename, const char * node_fqn)
{
  detail::ParameterOverrides nodes;
  try {
    detail::read_parameter_file(yaml_filename, nodes);
  } catch (const detail::YamlError & error) {
    throw exceptions::RCLError(error.what());
  }
  if (node_fqn != nullptr) {
    std::map<std::string, ParameterValue> parameters;
    detail::apply_overrides(nodes, node_fqn, parameters);
    nodes = {};
    if (!parameters.empty()) {
      nodes.push_back({node_fqn, std::move(parameters)});
    }
  }
  ParameterMap map;
  for (const auto & [node, parameters] : nodes) {
    for (const auto & [name, value] : parameters) {
      map[node].emplace_back(name, value);
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
