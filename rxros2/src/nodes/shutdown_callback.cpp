// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Callbacks for the shutdown of a context.

#include "rxros2/nodes/detail/shutdown_callback.hpp"

#include <mutex>
#include <set>
#include <utility>

namespace rxros2::detail
{

/// The functions of one context, which owns this from one init() to the next.
class shutdown_callback::registry : public std::enable_shared_from_this<registry>
{
public:
  using function = std::shared_ptr<const std::function<void()>>;

  void add(rclcpp::Context & context, function added)
  {
    bool first = false;
    {
      std::lock_guard lock(mutex_);
      first = !std::exchange(watching_, true);
      functions_.insert(std::move(added));
    }
    if (first) {
      // A context keeps its callbacks longer than its sub-contexts; this object is one of these.
      context.add_on_shutdown_callback([registry = weak_from_this()] {
        if (const auto alive = registry.lock()) {
          alive->call_all();
        }
      });
    }
  }

  void remove(const function & removed)
  {
    std::lock_guard lock(mutex_);
    functions_.erase(removed);
  }

private:
  void call_all()
  {
    std::set<function> all;
    {
      std::lock_guard lock(mutex_);
      all = functions_;
    }
    for (const function & item : all) {
      (*item)();
    }
  }

  std::mutex mutex_;  // guards the members below
  bool watching_ = false;
  std::set<function> functions_;
};

shutdown_callback::shutdown_callback(rclcpp::Context & context, std::function<void()> function)
: function_(std::make_shared<const std::function<void()>>(std::move(function)))
{
  const auto of_context = context.get_sub_context<registry>();
  of_context->add(context, function_);
  registry_ = of_context;
}

shutdown_callback::~shutdown_callback()
{
  if (const auto of_context = registry_.lock()) {
    of_context->remove(function_);
  }
}

}  // namespace rxros2::detail
