// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread on which a container loads and unloads components.
#ifndef LOADING_HPP_
#define LOADING_HPP_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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
  /// Waits for the request that is being handled, unless the caller is its thread.
  ~Loading();

  const rclcpp::CallbackGroup::SharedPtr & group() const { return group_; }

  /// Unloads a component on the thread; does nothing if it is already unloaded. Thread-safe.
  void unload_soon(std::uint64_t id);

  /// Guards the manager's map of components and the names against list requests; not held while
  /// user code runs.
  std::mutex components_mutex;
  /// The full names of components, so that a list need not hold them: it could be the last that
  /// does, and destroy one in its own thread.
  std::map<std::uint64_t, std::string> names;

private:
  void begin();
  void unload_failed();

  ComponentManager & manager_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  const rclcpp::TimerBase::SharedPtr begin_;
  const rclcpp::TimerBase::SharedPtr unload_failed_;  // runs once whenever it is reset
  std::mutex failed_mutex_;
  std::vector<std::uint64_t> failed_;
  std::shared_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
  std::thread thread_;
};

}  // namespace rclcpp_components

#endif  // LOADING_HPP_
