// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Components are loaded and unloaded while their callbacks run on several threads. ThreadSanitizer
// and AddressSanitizer detect memory errors.
#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "components_support.hpp"
#include "rclcpp_components/component_manager.hpp"
#include "rclcpp_components/component_manager_isolated.hpp"

namespace
{

using namespace components_test;  // NOLINT(build/namespaces)
using rclcpp::executors::MultiThreadedExecutor;
using rclcpp_components::ComponentManager;
using rclcpp_components::ComponentManagerIsolated;

template <typename ManagerT>
void unload_while_callbacks_run()
{
  rclcpp::init(0, nullptr);
  {
    const auto executor = std::make_shared<MultiThreadedExecutor>(rclcpp::ExecutorOptions(), 4);
    auto manager = std::make_shared<ManagerT>(executor);
    std::thread thread([&] {
      executor->add_node(manager);
      executor->spin();
    });
    Requester requester;
    std::vector<std::uint64_t> loaded;
    for (int round = 0; round < 60; ++round) {
      const auto response = requester.load("Busy");
      ASSERT_TRUE(response->success) << response->error_message;
      loaded.push_back(response->unique_id);
      if (loaded.size() == 4) {  // while they send to each other
        ASSERT_TRUE(requester.unload(loaded.front())->success);
        loaded.erase(loaded.begin());
      }
    }
    executor->cancel();
    thread.join();
  }
  rclcpp::shutdown();
}

TEST(Unload, WaitsForCallbacksInASharedExecutor)
{
  unload_while_callbacks_run<ComponentManager>();
}

TEST(Unload, WaitsForCallbacksOfIsolatedComponents)
{
  unload_while_callbacks_run<ComponentManagerIsolated<MultiThreadedExecutor>>();
}

}  // namespace
