// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Test requests and responses of each service of test_msgs; see message_fixtures.hpp.
#ifndef TEST_MSGS__SERVICE_FIXTURES_HPP_
#define TEST_MSGS__SERVICE_FIXTURES_HPP_

#include <memory>
#include <utility>
#include <vector>

#include "test_msgs/message_fixtures.hpp"
#include "test_msgs/srv/arrays.hpp"
#include "test_msgs/srv/basic_types.hpp"
#include "test_msgs/srv/empty.hpp"

namespace test_msgs::fixtures
{

template <typename Service>
auto make_calls()
{
  std::vector<std::pair<
    std::shared_ptr<typename Service::Request>, std::shared_ptr<typename Service::Response>>>
    calls;
  const auto requests = make_all<typename Service::Request>();
  const auto responses = make_all<typename Service::Response>();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    calls.emplace_back(requests[i], responses[i]);
  }
  return calls;
}

}  // namespace test_msgs::fixtures

inline auto get_services_empty()
{
  return std::vector{std::make_pair(
    std::make_shared<test_msgs::srv::Empty::Request>(),
    std::make_shared<test_msgs::srv::Empty::Response>())};
}
inline auto get_services_basic_types()
{
  return test_msgs::fixtures::make_calls<test_msgs::srv::BasicTypes>();
}
inline auto get_services_arrays()
{
  return test_msgs::fixtures::make_calls<test_msgs::srv::Arrays>();
}

#endif  // TEST_MSGS__SERVICE_FIXTURES_HPP_
