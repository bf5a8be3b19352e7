// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread in which a container loads and unloads components.
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

/// The components of the manager by id, and their full names.
using ComponentNames = std::map<std::uint64_t, std::string>;

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

  /// Unloads a component in the thread; nothing if it is gone by then. Any thread.
  void unload_soon(std::uint64_t id);

  /// Guards the manager's map of components, and the names, against lists; not held while user code
  /// runs.
  std::mutex components_mutex;
  /// The full names of components, so that a list need not hold them: it could be the last that
  /// does, and destroy one in its own thread.
  ComponentNames names;

  /// What the manager has, whoever has put it there. Any thread. While a request is served, which may
  /// change the map without a lock in a derived class, that is what the manager had before, with
  /// what load() and unload() have changed since.
  ComponentNames list();

  /// The thread serves a request of those that change the map.
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

  /// A constructor runs: a line in the log says so if it takes long, as the requests behind it wait.
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
  const rclcpp::TimerBase::SharedPtr unload_failed_;  // runs once whenever it is reset
  bool is_changing_ = false;                          // components_mutex
  std::mutex construction_mutex_;
  std::string constructed_;  // empty: none
  std::chrono::steady_clock::time_point construction_began_;
  const rclcpp::TimerBase::SharedPtr long_construction_;  // runs while there is a construction
  std::mutex failed_mutex_;
  std::vector<std::uint64_t> failed_;
  std::shared_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
  std::thread thread_;
};

}  // namespace rclcpp_components

#endif  // LOADING_HPP_
