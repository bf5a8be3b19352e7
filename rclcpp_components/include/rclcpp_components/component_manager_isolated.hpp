// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ComponentManagerIsolated: a container whose components each have an executor and a thread.
#ifndef RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP_
#define RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP_

#include <pthread.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "rclcpp_components/component_manager.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_components
{

/// Spins each component in its own executor, on a thread with the node's name (its first 15
/// characters): a long callback delays no other component. The manager's own node is spun by the
/// executor that it is added to.
template <typename ExecutorT = rclcpp::executors::SingleThreadedExecutor>
class ComponentManagerIsolated : public ComponentManager
{
public:
  using ComponentManager::ComponentManager;

  ~ComponentManagerIsolated() override
  {
    spinning_.clear();
    node_wrappers_.clear();
  }

protected:
  void add_node_to_executor(std::uint64_t node_id) override
  {
    const auto node = node_wrappers_.at(node_id).get_node_base_interface();
    std::shared_ptr<ExecutorT> executor = make_executor();
    executor->add_node(node);
    spinning_.emplace(node_id, std::make_unique<Spinning>(std::move(executor), node->get_name()));
  }

  /// Waits for the running callbacks of the component.
  void remove_node_from_executor(std::uint64_t node_id) override { spinning_.erase(node_id); }

private:
  class Spinning
  {
  public:
    Spinning(std::shared_ptr<ExecutorT> executor, const std::string & name)
    : executor_(std::move(executor)), thread_([this, name = name.substr(0, 15)] {
        pthread_setname_np(pthread_self(), name.c_str());
        executor_->spin();
      })
    {
    }
    Spinning(const Spinning &) = delete;
    Spinning & operator=(const Spinning &) = delete;
    ~Spinning()
    {
      if (rmw::is_forked_copy()) {
        rmw::leak(thread_);  // a thread of the parent, which does not exist in this process
        return;
      }
      executor_->cancel();  // also if the thread has not reached spin()
      thread_.join();
    }

  private:
    const std::shared_ptr<ExecutorT> executor_;
    std::thread thread_;
  };

  std::shared_ptr<ExecutorT> make_executor()
  {
    if constexpr (std::is_constructible_v<ExecutorT, const rclcpp::ExecutorOptions &>) {
      rclcpp::ExecutorOptions options;
      options.context = get_node_base_interface()->get_context();
      return std::make_shared<ExecutorT>(options);
    } else {
      return std::make_shared<ExecutorT>();
    }
  }

  std::map<std::uint64_t, std::unique_ptr<Spinning>> spinning_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__COMPONENT_MANAGER_ISOLATED_HPP_
