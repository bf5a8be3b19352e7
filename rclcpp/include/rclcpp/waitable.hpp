// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Work of a user's own kind for executors, woken by guard conditions.
#ifndef RCLCPP__WAITABLE_HPP_
#define RCLCPP__WAITABLE_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "rcl/wait.h"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class Waitable;

namespace executors::detail
{
class Entity;
std::shared_ptr<Entity> entity_of(const std::shared_ptr<Waitable> & waitable);
}  // namespace executors::detail

/// The base of entities that users write.
///
/// The executor is event-driven: add_to_wait_set() names the guard conditions on which the waitable
/// waits; when one is triggered, an executor thread calls add_to_wait_set() and is_ready() with a
/// wait set in which only the triggered ones are not null, and if it is ready take_data() and
/// execute(). One trigger gives one such turn. While more data wait, trigger the guard condition
/// again.
/// These functions are called by one thread at a time if the callback group is mutually exclusive.
/// Of the two forms of add_to_wait_set(), is_ready() and execute() a waitable overrides one each;
/// the other one calls it. Of a waitable that overrides neither, both throw std::logic_error.
class RCLCPP_PUBLIC Waitable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Waitable)

  Waitable();
  virtual ~Waitable();

  /// Numbers of entities by kind, 0 by default. Not needed by our executors.
  virtual std::size_t get_number_of_ready_subscriptions();
  virtual std::size_t get_number_of_ready_timers();
  virtual std::size_t get_number_of_ready_clients();
  virtual std::size_t get_number_of_ready_events();
  virtual std::size_t get_number_of_ready_services();
  virtual std::size_t get_number_of_ready_guard_conditions();

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  [[deprecated("override add_to_wait_set(rcl_wait_set_t &)")]] virtual void add_to_wait_set(
    rcl_wait_set_t * wait_set);
  [[deprecated("override is_ready(const rcl_wait_set_t &)")]] virtual bool is_ready(
    rcl_wait_set_t * wait_set);
  [[deprecated("override execute(const std::shared_ptr<void> &)")]] virtual void execute(
    std::shared_ptr<void> & data);
#pragma GCC diagnostic pop

  /// Calls GuardCondition::add_to_wait_set(wait_set) for each of its guard conditions.
  virtual void add_to_wait_set(rcl_wait_set_t & wait_set);
  virtual bool is_ready(const rcl_wait_set_t & wait_set);
  /// Takes what execute() will work on, so that it runs once.
  virtual std::shared_ptr<void> take_data() = 0;
  /// The data of the event `id` given to a callback of set_on_ready_callback(). By default throws
  /// std::runtime_error.
  virtual std::shared_ptr<void> take_data_by_entity_id(std::size_t id);
  virtual void execute(const std::shared_ptr<void> & data);

  /// For wait sets: sets whether one has this waitable and returns what was set before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// Asks to be called with (number of events, id) when the waitable becomes ready, instead of
  /// polling a wait set. Not needed by our executors; a waitable without it throws
  /// std::runtime_error.
  virtual void set_on_ready_callback(std::function<void(std::size_t, int)> callback);
  virtual void clear_on_ready_callback();

protected:
  /// For the library's own, which are entities of the engine themselves: `entity` is a part of this
  /// object.
  explicit Waitable(executors::detail::Entity & entity);

private:
  friend std::shared_ptr<executors::detail::Entity> executors::detail::entity_of(
    const std::shared_ptr<Waitable> & waitable);

  std::atomic<bool> in_use_by_wait_set_{false};
  // Of waitables that users write. Guard conditions refer to it, not to the waitable: what they do
  // in other threads never looks as if a user still had the waitable.
  const std::shared_ptr<executors::detail::Entity> own_entity_;
  executors::detail::Entity & entity_;
};

}  // namespace rclcpp

#endif  // RCLCPP__WAITABLE_HPP_
