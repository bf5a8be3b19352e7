// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread on which components are loaded.
#include "loading.hpp"

#include <pthread.h>

#include <chrono>
#include <exception>
#include <string>

#include "base/escaped.hpp"

namespace rclcpp_components
{

ComponentManager::Loading::Loading(ComponentManager & manager)
: manager_(manager),
  group_(manager.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false)),
  begin_(manager.create_wall_timer(
    std::chrono::nanoseconds(0),
    [this] {
      if (const auto held = manager_.weak_from_this().lock()) {
        begin();
      }
    })),
  unload_failed_(manager_.create_wall_timer(
    std::chrono::nanoseconds(0),
    [this] {
      if (const auto held = manager_.weak_from_this().lock()) {
        unload_failed();
      }
    },
    group_, false))
{
}

ComponentManager::Loading::~Loading()
{
  if (!thread_.joinable()) {
    return;
  }
  executor_->cancel();
  if (thread_.get_id() == std::this_thread::get_id()) {
    thread_.detach();  // it owns everything that it still uses
  } else {
    thread_.join();
  }
}

void ComponentManager::Loading::begin()
{
  begin_->cancel();
  rclcpp::ExecutorOptions options;
  options.context = manager_.get_node_base_interface()->get_context();
  executor_ = std::make_shared<rclcpp::executors::SingleThreadedExecutor>(options);
  executor_->add_callback_group(group_, manager_.get_node_base_interface());
  // Signals are not blocked in it: threads and processes that constructors start would inherit
  // that.
  thread_ =
    std::thread([executor = executor_, context = options.context, logger = manager_.get_logger()] {
      pthread_setname_np(pthread_self(), "load_components");
      while (rclcpp::ok(context)) {
        try {
          executor->spin();
          return;
        } catch (const std::exception & error) {  // thrown by a class derived from ComponentManager
          RCLCPP_ERROR(
            logger, "a request to the container was not answered: %s",
            base::escaped(error.what()).c_str());
        } catch (...) {
          RCLCPP_ERROR(
            logger, "a request to the container was not answered: it threw no std::exception");
        }
      }
    });
}

void ComponentManager::Loading::unload_soon(std::uint64_t id)
{
  {
    std::lock_guard lock(failed_mutex_);
    failed_.push_back(id);
  }
  unload_failed_->reset();
}

void ComponentManager::Loading::unload_failed()
{
  unload_failed_->cancel();
  std::vector<std::uint64_t> failed;
  {
    std::lock_guard lock(failed_mutex_);
    failed.swap(failed_);
  }
  for (const std::uint64_t id : failed) {
    UnloadNode::Response response;
    try {
      manager_.unload(id, response);
    } catch (const std::exception & error) {  // thrown by a class derived from ComponentManager
      RCLCPP_ERROR(
        manager_.get_logger(), "component %s was not unloaded: %s", std::to_string(id).c_str(),
        base::escaped(error.what()).c_str());
    } catch (...) {
      RCLCPP_ERROR(
        manager_.get_logger(), "component %s was not unloaded: something threw no std::exception",
        std::to_string(id).c_str());
    }
  }
}

}  // namespace rclcpp_components
