// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tree of logger levels. Each living logger caches its effective level; setting a level
// recomputes those below.
#include "rclcpp/logger.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "logging/logging.hpp"

namespace rclcpp
{

namespace
{

using detail::LoggerState;

// True if `name` is `ancestor` or stands below it: "a.b" is below "a" and below "".
bool is_below(std::string_view name, std::string_view ancestor)
{
  return ancestor.empty() || (name.starts_with(ancestor) &&
                              (name.size() == ancestor.size() || name[ancestor.size()] == '.'));
}

class Registry
{
public:
  std::shared_ptr<const LoggerState> get(const std::string & name)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::weak_ptr<LoggerState> & slot = living_[name];
    std::shared_ptr<LoggerState> state = slot.lock();
    if (!state) {
      state = std::shared_ptr<LoggerState>(
        new LoggerState(name), [this](LoggerState * dead) { forget(dead); });
      state->level = effective_level(name);
      slot = state;
    }
    return state;
  }

  void set_level(const std::string & name, int level)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (level == 0 && !name.empty()) {
      levels_.erase(name);
    } else {
      levels_[name] = level == 0 ? static_cast<int>(Logger::Level::Info) : level;
    }
    for (const auto & [living_name, weak] : living_) {
      if (is_below(living_name, name)) {
        if (const std::shared_ptr<LoggerState> state = weak.lock()) {
          state->level = effective_level(living_name);
        }
      }
    }
  }

private:
  int effective_level(std::string_view name) const
  {
    for (;;) {
      if (const auto found = levels_.find(name); found != levels_.end()) {
        return found->second;
      }
      const std::size_t dot = name.rfind('.');
      name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
    }
  }

  void forget(LoggerState * dead)
  {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      const auto found = living_.find(dead->name);
      // a successor of the same name may be registered already
      if (found != living_.end() && found->second.expired()) {
        living_.erase(found);
      }
    }
    delete dead;
  }

  std::mutex mutex_;
  // "" is the default level; levels outlive the loggers they were set for
  std::map<std::string, int, std::less<>> levels_ = {{"", static_cast<int>(Logger::Level::Info)}};
  std::unordered_map<std::string, std::weak_ptr<LoggerState>> living_;
};

Registry & registry()
{
  static Registry * const object = new Registry;  // loggers are used until the very end
  return *object;
}

}  // namespace

Logger get_logger(const std::string & name)
{
  return Logger(registry().get(name));
}

Logger Logger::get_child(const std::string & suffix)
{
  return rclcpp::get_logger(state_->name + "." + suffix);
}

void Logger::set_level(Level level)
{
  registry().set_level(state_->name, static_cast<int>(level));
}

Logger::Level Logger::get_effective_level() const
{
  return static_cast<Level>(state_->level.load(std::memory_order_relaxed));
}

void detail::set_default_level(Logger::Level level)
{
  registry().set_level("", static_cast<int>(level));
}

}  // namespace rclcpp
