// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node, and a client and server of one context or of two, for the tests of services.
#ifndef SERVICES_TEST_HPP_
#define SERVICES_TEST_HPP_

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>

#include "pubsub_support.hpp"
#include "services_support.hpp"

namespace services_test
{

using pubsub_test::patience;

class OneNode : public pubsub_test::PubSub
{
protected:
  template <typename Future>
  bool complete(Future & future)
  {
    return executor->spin_until_future_complete(future, patience) ==
           rclcpp::FutureReturnCode::SUCCESS;
  }
  template <typename Condition>
  bool spin_until(Condition condition)
  {
    return pubsub_test::spin_until(*executor, condition);
  }

  std::shared_ptr<rclcpp::Node> here = make_node("here");
};

// Client and server of one context (false), which match locally, or of two (true), over DDS.
class Services : public OneNode, public testing::WithParamInterface<bool>
{
protected:
  ~Services() override { other_context->shutdown("test is over"); }

  template <typename ServiceT>
  typename rclcpp::Client<ServiceT>::SharedPtr ready_client(const std::string & name)
  {
    auto client = here->create_client<ServiceT>(name);
    EXPECT_TRUE(client->wait_for_service(patience));
    return client;
  }

  std::shared_ptr<rclcpp::Context> other_context = initialized_context();
  std::shared_ptr<rclcpp::Node> there =
    make_node("there", false, GetParam() ? other_context : nullptr);
};

INSTANTIATE_TEST_SUITE_P(Services, Services, testing::Bool(), [](const auto & info) {
  return info.param ? "TwoContexts" : "OneContext";
});

inline std::size_t occurrences(const std::string & text, const std::string & of)
{
  std::size_t count = 0;
  for (auto at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace services_test

#endif  // SERVICES_TEST_HPP_
