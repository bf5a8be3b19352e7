// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread on which a container loads and unloads components.
#ifndef LOADING_HPP_
#define LOADING_HPP_

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_components/component_manager.hpp"
#include "rclcpp_components/node_instance_wrapper.hpp"

namespace rclcpp_components
{

/// The full names of the components, by id.
using ComponentNames = std::map<std::uint64_t, std::string>;

/// A callback group with its own thread, since constructors of components may wait for callbacks of
/// the container's executor. The thread starts when that executor first runs a callback of the
/// manager: then the object of the manager's derived class is complete.
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
  /// The full names of components, so that a list request does not need a reference to them: it
  /// could be the last one, and would destroy the component on its own thread.
  ComponentNames names;

  /// Returns all components of the manager, also those that a derived class has added. Thread-safe.
  /// While a request is served, a derived class may change the map without a lock; then returns the
  /// components before the request, with the changes of load() and unload().
  ComponentNames list();

  /// A scope in which the thread serves a request that changes the map.
  class Change
  {
  public:
    explicit Change(Loading & loading);
    Change(const Change &) = delete;
    Change & operator=(const Change &) = delete;
    ~Change();

  private:
    Loading & loading_;
  };

  /// A scope in which a constructor runs. If it takes long, a warning names it, because all other
  /// requests wait for it.
  class Construction
  {
  public:
    Construction(Loading & loading, const std::string & component);
    Construction(const Construction &) = delete;
    Construction & operator=(const Construction &) = delete;
    ~Construction();

  private:
    Loading & loading_;
  };

private:
  void begin();
  void unload_failed();
  void report_construction();
  std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> take_unnamed();
  ComponentNames ask_names(
    const std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> & unnamed) const;

  ComponentManager & manager_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  const rclcpp::TimerBase::SharedPtr begin_;
  const rclcpp::TimerBase::SharedPtr unload_failed_;  // runs once after each reset
  bool is_changing_ = false;                          // guarded by components_mutex
  std::mutex construction_mutex_;                     // guards the next two members
  std::string constructed_;                           // empty if no constructor runs
  std::chrono::steady_clock::time_point construction_began_;
  const rclcpp::TimerBase::SharedPtr long_construction_;  // runs during a construction
  std::mutex failed_mutex_;                               // guards failed_
  std::vector<std::uint64_t> failed_;
  rclcpp::executors::SingleThreadedExecutor::SharedPtr executor_;
  std::thread thread_;
};

}  // namespace rclcpp_components

#endif  // LOADING_HPP_
