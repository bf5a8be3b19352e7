// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any text as a parameter file, as a value after -p, and, line by line, as the
// arguments of a program. What is accepted can be given to a node; test/node_arguments_test.cpp
// runs it over the kept corpus.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "context/arguments.hpp"
#include "parameters/yaml_parameters.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace
{

using namespace rclcpp::detail;  // NOLINT

void give_to_nodes(const ParameterOverrides & overrides)
{
  for (const char * node : {"/a", "/a/b", "/a/b/c/d/e/f/g/h", "/robot/arm/controller"}) {
    overrides_of_node(overrides, node);
  }
}

std::vector<std::string> lines_of(const std::string & text)
{
  std::vector<std::string> lines{"program"};
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    // A path of a file is the file system's to answer for, which a fuzzer is not to read.
    if (lines.back() != "--params-file") {
      lines.push_back(line);
    }
  }
  if (lines.back() == "--params-file") {
    lines.pop_back();
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string text(reinterpret_cast<const char *>(data), size);
  try {
    ParameterOverrides overrides;
    read_parameters(text, "file.yaml", overrides);
    give_to_nodes(overrides);
  } catch (const YamlError & error) {
    if (!std::string(error.what()).starts_with("file.yaml:")) {
      std::abort();
    }
  }
  try {
    if (parse_parameter_value(text).get_type() == rclcpp::PARAMETER_NOT_SET) {
      std::abort();
    }
  } catch (const YamlError &) {
  }
  try {
    give_to_nodes(parse_arguments(lines_of(text)).parameter_overrides);
  } catch (const rclcpp::exceptions::RCLInvalidROSArgsError &) {
  }
  return 0;
}
