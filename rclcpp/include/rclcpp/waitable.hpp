// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Entities with custom work for executors, which guard conditions wake.
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
/// The executor is event-driven: add_to_wait_set() names the guard conditions of the waitable. When
/// one is triggered, an executor thread calls add_to_wait_set() and is_ready() with a wait set in
/// which only the triggered conditions are not null; if the waitable is ready, it calls take_data()
/// and execute(). One trigger gives one such turn; while more data wait, trigger the guard
/// condition again. If the callback group is mutually exclusive, one thread at a time calls these
/// functions. A waitable overrides one of the two forms of add_to_wait_set(), is_ready() and
/// execute(); the other form calls it. If it overrides neither, both throw std::logic_error.
class RCLCPP_PUBLIC Waitable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Waitable)

  Waitable();
  virtual ~Waitable();

  /// Return the numbers of entities by kind; 0 by default. RxROS2's executors do not use them.
  virtual std::size_t get_number_of_ready_subscriptions();
  /// Returns the number of timers; 0 by default.
  virtual std::size_t get_number_of_ready_timers();
  /// Returns the number of clients; 0 by default.
  virtual std::size_t get_number_of_ready_clients();
  /// Returns the number of QoS events; 0 by default.
  virtual std::size_t get_number_of_ready_events();
  /// Returns the number of services; 0 by default.
  virtual std::size_t get_number_of_ready_services();
  /// Returns the number of guard conditions; 0 by default.
  virtual std::size_t get_number_of_ready_guard_conditions();

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  /// The form with a pointer, which older programs override. By default it calls the form with a
  /// reference.
  [[deprecated("override add_to_wait_set(rcl_wait_set_t &)")]] virtual void add_to_wait_set(
    rcl_wait_set_t * wait_set);
  /// The form with a pointer, which older programs override. By default it calls the form with a
  /// reference.
  [[deprecated("override is_ready(const rcl_wait_set_t &)")]] virtual bool is_ready(
    rcl_wait_set_t * wait_set);
  /// The form with a reference to a non-const pointer, which older programs override. By default it
  /// calls the form with a const reference.
  [[deprecated("override execute(const std::shared_ptr<void> &)")]] virtual void execute(
    std::shared_ptr<void> & data);
#pragma GCC diagnostic pop

  /// Must call GuardCondition::add_to_wait_set(wait_set) for each guard condition of the waitable.
  virtual void add_to_wait_set(rcl_wait_set_t & wait_set);
  /// Returns true if there is work for execute().
  virtual bool is_ready(const rcl_wait_set_t & wait_set);
  /// Takes the data for execute(), so that they are processed once.
  virtual std::shared_ptr<void> take_data() = 0;
  /// Takes the data of the event `id` that a callback of set_on_ready_callback() got. By default
  /// throws std::runtime_error.
  virtual std::shared_ptr<void> take_data_by_entity_id(std::size_t id);
  /// Processes the data of take_data().
  virtual void execute(const std::shared_ptr<void> & data);

  /// Marks the waitable as used by a wait set and returns the previous mark.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// Sets a callback that gets (number of events, id) when the waitable becomes ready, in place of
  /// a wait set. RxROS2's executors do not use it; by default throws std::runtime_error.
  virtual void set_on_ready_callback(std::function<void(std::size_t, int)> callback);
  /// Removes the callback.
  virtual void clear_on_ready_callback();

protected:
  /// For the library's own waitables, which are executor entities themselves: `entity` is a part of
  /// this object.
  explicit Waitable(executors::detail::Entity & entity);

private:
  friend std::shared_ptr<executors::detail::Entity> executors::detail::entity_of(
    const std::shared_ptr<Waitable> & waitable);

  std::atomic<bool> in_use_by_wait_set_{false};
  // The entity of waitables that users write. Guard conditions refer to it and not to the waitable,
  // so that a trigger on another thread never looks like a user of the waitable.
  const std::shared_ptr<executors::detail::Entity> own_entity_;
  executors::detail::Entity & entity_;
};

}  // namespace rclcpp

#endif  // RCLCPP__WAITABLE_HPP_
