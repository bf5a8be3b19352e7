// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS events as waitables.
#include "rclcpp/event_handler.hpp"

#include <stdexcept>
#include <utility>

#include "executors/wait_set.hpp"

namespace rclcpp
{

EventHandlerBase::EventHandlerBase(
  executors::detail::Entity & entity, detail::NotifiesReady & notifier)
: Waitable(entity), entity_(entity), notifier_(notifier)
{
}

std::size_t EventHandlerBase::get_number_of_ready_events()
{
  return 1;
}

void EventHandlerBase::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  if (!wait_set.impl) {
    throw std::invalid_argument("the wait set was not made by rclcpp");
  }
  wait_set.impl->add(entity_);
}

bool EventHandlerBase::is_ready(const rcl_wait_set_t &)
{
  executors::detail::Due due;
  return entity_.has_item(due);
}

std::shared_ptr<void> EventHandlerBase::take_data_by_entity_id(std::size_t)
{
  return take_data();
}

void EventHandlerBase::set_on_ready_callback(std::function<void(std::size_t, int)> callback)
{
  if (!callback) {
    throw std::invalid_argument("set_on_ready_callback: the callback cannot be called");
  }
  notifier_.set_ready_callback(
    [callback = std::move(callback)](std::size_t count) { callback(count, 0); });
}

void EventHandlerBase::clear_on_ready_callback()
{
  notifier_.clear_ready_callback();
}

}  // namespace rclcpp
