// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Adapts a waitable, which is written for wait sets, to the event-driven executor.
#include "rclcpp/waitable.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "executors/entity_of.hpp"
#include "executors/wait_set.hpp"
#include "rclcpp/guard_condition.hpp"

namespace rclcpp
{

namespace executors::detail
{

class WaitableEntity : public Entity, public std::enable_shared_from_this<WaitableEntity>
{
public:
  explicit WaitableEntity(Waitable & waitable) : waitable_(waitable) {}

  Waitable & waitable() const { return waitable_; }

  // Called when the waitable is destroyed; a guard condition may hold this object for a moment.
  void close() noexcept { leave(); }

  // Listens to the guard conditions that the waitable names now.
  void listen()
  {
    rcl_wait_set_impl_s collector;
    rcl_wait_set_t wait_set{};
    wait_set.impl = &collector;
    waitable_.add_to_wait_set(wait_set);
    for (const rcl_guard_condition_t * guard_condition : collector.collected) {
      guard_condition->impl->add_listener(shared_from_this());
    }
  }

private:
  bool execute_one() override
  {
    // In a reentrant group several threads may be here: each has its own wait set. The vector is
    // kept between turns of a thread, so that nothing is allocated.
    thread_local std::vector<const rcl_guard_condition_t *> spare;
    rcl_wait_set_impl_s collector;
    collector.collected.swap(spare);
    collector.collected.clear();
    rcl_wait_set_t wait_set{};
    wait_set.impl = &collector;
    waitable_.add_to_wait_set(wait_set);
    for (const rcl_guard_condition_t *& guard_condition : collector.collected) {
      guard_condition->impl->add_listener(shared_from_this());
      if (!guard_condition->impl->take_trigger(*this)) {
        guard_condition = nullptr;
      }
    }
    wait_set.guard_conditions = collector.collected.data();
    wait_set.size_of_guard_conditions = collector.collected.size();
    const bool ready = waitable_.is_ready(wait_set);
    spare.swap(collector.collected);
    if (!ready) {
      return false;
    }
    const std::shared_ptr<void> data = waitable_.take_data();
    waitable_.execute(data);
    return true;
  }

  Waitable & waitable_;
};

std::shared_ptr<Entity> entity_of(const std::shared_ptr<Waitable> & waitable)
{
  return std::shared_ptr<Entity>(waitable, &waitable->entity_);
}

std::shared_ptr<Waitable> waitable_of(const std::shared_ptr<Entity> & entity)
{
  if (auto * inside = dynamic_cast<WaitableEntity *>(entity.get())) {
    return std::shared_ptr<Waitable>(entity, &inside->waitable());
  }
  return std::dynamic_pointer_cast<Waitable>(entity);  // a QoS event
}

void listen(const std::shared_ptr<Waitable> & waitable)
{
  if (auto * entity = dynamic_cast<WaitableEntity *>(entity_of(waitable).get())) {
    entity->listen();
  }
}

}  // namespace executors::detail

Waitable::Waitable()
: own_entity_(std::make_shared<executors::detail::WaitableEntity>(*this)), entity_(*own_entity_)
{
}

Waitable::Waitable(executors::detail::Entity & entity) : entity_(entity)
{
}

Waitable::~Waitable()
{
  if (own_entity_) {
    static_cast<executors::detail::WaitableEntity &>(*own_entity_).close();
  }
}

namespace
{

// The two forms of a function call each other unless a waitable overrides one. Each default form
// creates this guard before it calls the other: it ends the recursion of a waitable that overrides
// neither.
template <int function>
class Forwarding
{
public:
  Forwarding(const Waitable & waitable, const char * name) : outer_(forwarded_)
  {
    if (forwarded_ == &waitable) {
      throw std::logic_error(std::string("a waitable must override ") + name);
    }
    forwarded_ = &waitable;
  }
  ~Forwarding() { forwarded_ = outer_; }
  Forwarding(const Forwarding &) = delete;
  Forwarding & operator=(const Forwarding &) = delete;

private:
  const Waitable * const outer_;  // one waitable may call another
  static inline thread_local const Waitable * forwarded_ = nullptr;
};

using ForwardAdd = Forwarding<0>;
using ForwardIsReady = Forwarding<1>;
using ForwardExecute = Forwarding<2>;

constexpr const char * add_to_wait_set_form = "add_to_wait_set(rcl_wait_set_t &)";
constexpr const char * is_ready_form = "is_ready(const rcl_wait_set_t &)";
constexpr const char * execute_form = "execute(const std::shared_ptr<void> &)";

}  // namespace

void Waitable::add_to_wait_set(rcl_wait_set_t * wait_set)
{
  const ForwardAdd here(*this, add_to_wait_set_form);
  add_to_wait_set(*wait_set);
}
bool Waitable::is_ready(rcl_wait_set_t * wait_set)
{
  const ForwardIsReady here(*this, is_ready_form);
  return is_ready(static_cast<const rcl_wait_set_t &>(*wait_set));
}
void Waitable::execute(std::shared_ptr<void> & data)
{
  const ForwardExecute here(*this, execute_form);
  execute(static_cast<const std::shared_ptr<void> &>(data));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void Waitable::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  const ForwardAdd here(*this, add_to_wait_set_form);
  add_to_wait_set(&wait_set);
}
bool Waitable::is_ready(const rcl_wait_set_t & wait_set)
{
  const ForwardIsReady here(*this, is_ready_form);
  rcl_wait_set_t copy = wait_set;
  return is_ready(&copy);
}
void Waitable::execute(const std::shared_ptr<void> & data)
{
  const ForwardExecute here(*this, execute_form);
  std::shared_ptr<void> copy = data;
  execute(copy);
}
#pragma GCC diagnostic pop

std::size_t Waitable::get_number_of_ready_subscriptions()
{
  return 0;
}
std::size_t Waitable::get_number_of_ready_timers()
{
  return 0;
}
std::size_t Waitable::get_number_of_ready_clients()
{
  return 0;
}
std::size_t Waitable::get_number_of_ready_events()
{
  return 0;
}
std::size_t Waitable::get_number_of_ready_services()
{
  return 0;
}
std::size_t Waitable::get_number_of_ready_guard_conditions()
{
  return 0;
}

std::shared_ptr<void> Waitable::take_data_by_entity_id(std::size_t)
{
  throw std::runtime_error(
    "this Waitable does not override take_data_by_entity_id(), which its executor calls");
}

bool Waitable::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}

void Waitable::set_on_ready_callback(std::function<void(std::size_t, int)>)
{
  throw std::runtime_error(
    "this Waitable does not override set_on_ready_callback(), which an events executor calls");
}

void Waitable::clear_on_ready_callback()
{
  throw std::runtime_error(
    "this Waitable does not override clear_on_ready_callback(), the counterpart of "
    "set_on_ready_callback()");
}

}  // namespace rclcpp
