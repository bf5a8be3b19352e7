// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node in a context of its own, for the tests of parameters.
#ifndef NODE_PARAMETERS_TEST_HPP_
#define NODE_PARAMETERS_TEST_HPP_

#include <gtest/gtest.h>

#include <memory>

#include "node_support.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/rclcpp.hpp"

namespace node_test
{

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

class Parameters : public testing::Test
{
protected:
  Parameters() : context(make_context()) {}

  rclcpp::NodeOptions options() const { return rclcpp::NodeOptions().context(context); }
  rclcpp::Node::SharedPtr make_node(const rclcpp::NodeOptions & options)
  {
    return std::make_shared<rclcpp::Node>("node", "/ns", options);
  }
  rclcpp::Node::SharedPtr make_node() { return make_node(options()); }

  rclcpp::Context::SharedPtr context;
};

inline ParameterDescriptor dynamic()
{
  ParameterDescriptor descriptor;
  descriptor.dynamic_typing = true;
  return descriptor;
}

inline SetParametersResult accept()
{
  SetParametersResult result;
  result.successful = true;
  return result;
}

}  // namespace node_test

#endif  // NODE_PARAMETERS_TEST_HPP_
