// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The tree of logger levels. Each living logger caches its effective level; setting a level
// recomputes those of its children.
#include "rclcpp/logger.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/pi_mutex.hpp"
#include "logging/logging.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

namespace
{

using detail::LoggerState;

// Returns true if `name` is `ancestor` or below it: "a.b" is below "a" and below "".
bool is_below(std::string_view name, std::string_view ancestor)
{
  return ancestor.empty() || (name.starts_with(ancestor) &&
                              (name.size() == ancestor.size() || name[ancestor.size()] == '.'));
}

class Registry
{
public:
  std::shared_ptr<LoggerState> get(const std::string & name)
  {
    std::lock_guard lock(mutex_);
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
    // The last reference may be released here, and the destructor of a state takes the lock.
    std::vector<std::shared_ptr<LoggerState>> below;
    std::lock_guard lock(mutex_);
    if (level == 0 && !name.empty()) {
      levels_.erase(name);
    } else {
      levels_[name] = level == 0 ? static_cast<int>(Logger::Level::Info) : level;
    }
    for (const auto & [living_name, weak] : living_) {
      if (is_below(living_name, name)) {
        if (std::shared_ptr<LoggerState> state = weak.lock()) {
          state->level = effective_level(living_name);
          below.push_back(std::move(state));
        }
      }
    }
  }

  void reset_levels()
  {
    std::vector<std::shared_ptr<LoggerState>> living;  // see set_level()
    std::lock_guard lock(mutex_);
    levels_ = {{"", static_cast<int>(Logger::Level::Info)}};
    for (const auto & [name, weak] : living_) {
      if (std::shared_ptr<LoggerState> state = weak.lock()) {
        state->level = effective_level(name);
        living.push_back(std::move(state));
      }
    }
  }

  int effective_level_of(std::string_view name)
  {
    std::lock_guard lock(mutex_);
    return effective_level(name);
  }

  int level_of(std::string_view name)
  {
    std::lock_guard lock(mutex_);
    const auto entry = levels_.find(name);
    return entry == levels_.end() ? 0 : entry->second;
  }

  std::size_t count_of_levels()
  {
    std::lock_guard lock(mutex_);
    return levels_.size();
  }

  // A name may be split in two ways; the parent that leads to /rosout is kept.
  void set_parent(LoggerState & child, std::shared_ptr<LoggerState> parent)
  {
    std::shared_ptr<detail::Rosout> present;  // both may be the last reference: see set_level()
    std::lock_guard lock(mutex_);
    present = find_rosout(child.parent.get());
    if (!present) {
      child.parent.swap(parent);
    }
  }

  bool publish_by(LoggerState & state, const std::shared_ptr<detail::Rosout> & rosout)
  {
    std::lock_guard lock(mutex_);
    std::erase_if(state.rosouts, [](const auto & known) { return known.expired(); });
    state.rosouts.push_back(rosout);
    return state.rosouts.size() > 1;
  }

  std::shared_ptr<detail::Rosout> rosout(const LoggerState * state)
  {
    std::lock_guard lock(mutex_);
    return find_rosout(state);
  }

private:
  std::shared_ptr<detail::Rosout> find_rosout(const LoggerState * state) const
  {
    for (; state != nullptr; state = state->parent.get()) {
      for (const std::weak_ptr<detail::Rosout> & weak : state->rosouts) {
        if (std::shared_ptr<detail::Rosout> rosout = weak.lock()) {
          return rosout;
        }
      }
    }
    return nullptr;
  }

  int effective_level(std::string_view name) const
  {
    for (;;) {
      if (const auto position = levels_.find(name); position != levels_.end()) {
        return position->second;
      }
      const std::size_t dot = name.rfind('.');
      name = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
    }
  }

  void forget(LoggerState * dead)
  {
    {
      std::lock_guard lock(mutex_);
      const auto entry = living_.find(dead->name);
      // a successor of the same name may be registered already
      if (entry != living_.end() && entry->second.expired()) {
        living_.erase(entry);
      }
    }
    delete dead;
  }

  base::PiMutex mutex_;  // guards the members below
  // "" is the default level; levels outlive the loggers they were set for
  std::map<std::string, int, std::less<>> levels_ = {{"", static_cast<int>(Logger::Level::Info)}};
  std::unordered_map<std::string, std::weak_ptr<LoggerState>> living_;
};

Registry & registry()
{
  static Registry * const object = new Registry;  // loggers are used until the end of the process
  return *object;
}

}  // namespace

Logger get_logger(const std::string & name)
{
  return Logger(registry().get(name));
}

Logger Logger::get_child(const std::string & suffix)
{
  Logger child = rclcpp::get_logger(state_->name + "." + suffix);
  registry().set_parent(*child.state_, state_);
  return child;
}

bool Logger::publish_by(const std::shared_ptr<detail::Rosout> & rosout) const
{
  return registry().publish_by(*state_, rosout);
}

std::shared_ptr<detail::Rosout> Logger::rosout() const
{
  return registry().rosout(state_.get());
}

void Logger::set_level(Level level)
{
  if (!detail::is_level(static_cast<int>(level))) {
    throw exceptions::RCLInvalidArgument(
      "level " + std::to_string(static_cast<int>(level)) + " for logger '" + state_->name +
      "'; expected one of rclcpp::Logger::Level");
  }
  registry().set_level(state_->name, static_cast<int>(level));
}

Logger::Level Logger::get_effective_level() const
{
  return static_cast<Level>(state_->level.load(std::memory_order_relaxed));
}

Logger::Level detail::level_set_for(std::string_view logger)
{
  return static_cast<Logger::Level>(registry().level_of(logger));
}

void detail::set_level_of(const std::string & logger, Logger::Level level)
{
  registry().set_level(logger, static_cast<int>(level));
}

Logger::Level detail::effective_level_of(std::string_view logger)
{
  return static_cast<Logger::Level>(registry().effective_level_of(logger));
}

std::size_t detail::count_of_levels()
{
  return registry().count_of_levels();
}

void detail::reset_levels()
{
  registry().reset_levels();
}

bool detail::is_level(int level)
{
  return level >= static_cast<int>(Logger::Level::Unset) &&
         level <= static_cast<int>(Logger::Level::Fatal) && level % 10 == 0;
}

void detail::set_default_level(Logger::Level level)
{
  registry().set_level("", static_cast<int>(level));
}

}  // namespace rclcpp
