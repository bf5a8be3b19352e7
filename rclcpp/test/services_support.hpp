// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The service that the tests of clients and services use.
#ifndef SERVICES_SUPPORT_HPP_
#define SERVICES_SUPPORT_HPP_

#include <cstdint>
#include <memory>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp/context.hpp"

namespace services_test
{

using example_interfaces::srv::AddTwoInts;

inline std::shared_ptr<AddTwoInts::Request> numbers(std::int64_t a, std::int64_t b)
{
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = a;
  request->b = b;
  return request;
}

inline void add(
  const std::shared_ptr<AddTwoInts::Request> request,
  std::shared_ptr<AddTwoInts::Response> response)
{
  response->sum = request->a + request->b;
}

inline std::shared_ptr<rclcpp::Context> initialized_context()
{
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

}  // namespace services_test

#endif  // SERVICES_SUPPORT_HPP_
