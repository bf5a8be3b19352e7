// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The thread on which components are loaded.
#include "loading.hpp"

#include <pthread.h>

#include <chrono>
#include <exception>
#include <string>

#include "base/escaped.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_components
{

namespace
{
constexpr std::chrono::seconds long_construction{5};
}  // namespace

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
    group_, false)),
  long_construction_(manager_.create_wall_timer(
    long_construction,
    [this] {
      if (const auto held = manager_.weak_from_this().lock()) {
        report_construction();
      }
    },
    nullptr, false))
{
}

ComponentManager::Loading::~Loading()
{
  if (!thread_.joinable()) {
    return;
  }
  if (rmw::is_forked_copy()) {
    rmw::leak(thread_);  // it is the parent's; this process has no such thread
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

// With components_mutex: copies of those that others have put into the map. Forgets the names of
// those that others have taken out.
std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> ComponentManager::Loading::take_unnamed()
{
  std::erase_if(
    names, [&](const auto & named) { return !manager_.node_wrappers_.contains(named.first); });
  std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> unnamed;
  for (const auto & [id, wrapper] : manager_.node_wrappers_) {
    if (!names.contains(id)) {
      unnamed.emplace_back(id, wrapper);
    }
  }
  return unnamed;
}

// Without the lock, as it calls what the factory made.
ComponentNames ComponentManager::Loading::ask_names(
  const std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> & unnamed) const
{
  ComponentNames component_names;
  for (auto [id, wrapper] : unnamed) {
    try {
      if (const auto node = wrapper.get_node_base_interface()) {
        component_names.emplace(id, node->get_fully_qualified_name());
      }
    } catch (const std::exception & error) {
      RCLCPP_ERROR(
        manager_.get_logger(), "component %s is not listed, as it has no node: %s",
        std::to_string(id).c_str(), base::escaped(error.what()).c_str());
    } catch (...) {  // not a std::exception: not listed, and the loading thread goes on
    }
  }
  return component_names;
}

ComponentNames ComponentManager::Loading::list()
{
  std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> unnamed;
  {
    std::lock_guard lock(components_mutex);
    if (!is_changing_) {
      unnamed = take_unnamed();
    }
    if (unnamed.empty()) {
      return names;
    }
  }
  ComponentNames component_names = ask_names(unnamed);
  std::lock_guard lock(components_mutex);
  ComponentNames all = names;
  all.insert(component_names.begin(), component_names.end());
  if (!is_changing_) {
    std::erase_if(component_names, [&](const auto & named) {
      return !manager_.node_wrappers_.contains(named.first);
    });
    names.merge(component_names);
  }
  return all;
}

ComponentManager::Loading::Change::Change(Loading & loading) : loading_(loading)
{
  std::lock_guard lock(loading_.components_mutex);
  loading_.is_changing_ = true;
}

ComponentManager::Loading::Change::~Change()
{
  std::vector<std::pair<std::uint64_t, NodeInstanceWrapper>> unnamed;
  {
    std::lock_guard lock(loading_.components_mutex);
    unnamed = loading_.take_unnamed();
  }
  ComponentNames component_names = loading_.ask_names(unnamed);
  std::lock_guard lock(loading_.components_mutex);
  loading_.names.merge(component_names);
  loading_.is_changing_ = false;
}

ComponentManager::Loading::Construction::Construction(
  Loading & loading, const std::string & component)
: loading_(loading)
{
  std::lock_guard lock(loading_.construction_mutex_);
  loading_.constructed_ = component;
  loading_.construction_began_ = std::chrono::steady_clock::now();
  loading_.long_construction_->reset();
}

ComponentManager::Loading::Construction::~Construction()
{
  std::lock_guard lock(loading_.construction_mutex_);
  loading_.constructed_.clear();
  loading_.long_construction_->cancel();
}

void ComponentManager::Loading::report_construction()
{
  std::string component;
  {
    std::lock_guard lock(construction_mutex_);
    const auto running = std::chrono::steady_clock::now() - construction_began_;
    if (constructed_.empty() || running < long_construction) {
      return;  // the timer was late, and this is the next one
    }
    long_construction_->cancel();
    component = constructed_;
  }
  RCLCPP_WARN(
    manager_.get_logger(),
    "the constructor of '%s' has not returned for %d s; what else is to be loaded or unloaded "
    "waits "
    "for it",
    component.c_str(), static_cast<int>(long_construction.count()));
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
  const Change change(*this);
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
