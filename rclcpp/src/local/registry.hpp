// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds the object that connects local endpoints of one name: the topics, or services, of a
// context.
#ifndef RCLCPP__LOCAL__REGISTRY_HPP_
#define RCLCPP__LOCAL__REGISTRY_HPP_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "rmw/endpoint.hpp"

namespace rclcpp::local
{

/// Named objects, each created from its name and alive as long as it is in use. Thread-safe.
template <typename T>
class Registry
{
public:
  /// Returns the object of that name: all users at a time get the same one. Endpoints of different
  /// participants, which a context has if it is initialised again, match over DDS and not here.
  std::shared_ptr<T> find(const std::string & name, const rmw::Gid & participant)
  {
    std::lock_guard lock(mutex_);
    std::weak_ptr<T> & known = known_[name + std::string(participant.begin(), participant.end())];
    std::shared_ptr<T> thing = known.lock();
    if (!thing) {
      thing = std::make_shared<T>(name);
      known = thing;
      if (known_.size() > sweep_at_) {
        std::erase_if(known_, [](const auto & entry) { return entry.second.expired(); });
        sweep_at_ = 2 * known_.size() + 16;
      }
    }
    return thing;
  }

private:
  std::mutex mutex_;                                         // guards the members below
  std::unordered_map<std::string, std::weak_ptr<T>> known_;  // by name and participant
  std::size_t sweep_at_ = 16;  // size at which names of destroyed objects are removed
};

}  // namespace rclcpp::local

#endif  // RCLCPP__LOCAL__REGISTRY_HPP_
