// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread in which a container loads and unloads components.
#ifndef LOADING_HPP_
#define LOADING_HPP_

#include <memory>
#include <mutex>
#include <thread>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_components/component_manager.hpp"

namespace rclcpp_components
{

/// A callback group with a thread of its own, since constructors of components may wait for what
/// the container's executor brings. The thread begins when that executor first runs something of
/// the manager: then the manager, of whatever class it is, is complete.
class ComponentManager::Loading
{
public:
  explicit Loading(ComponentManager & manager);
  /// Waits for the request that is being served, unless its thread is the caller's.
  ~Loading();

  const rclcpp::CallbackGroup::SharedPtr & group() const { return group_; }

  /// Guards the manager's map of components against lists; not held while user code runs.
  std::mutex components_mutex;

private:
  void begin();

  ComponentManager & manager_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  const rclcpp::TimerBase::SharedPtr begin_;
  std::shared_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
  std::thread thread_;
};

}  // namespace rclcpp_components

#endif  // LOADING_HPP_
