// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Waits for several entities without an executor.
#include "rclcpp/executors/detail/wait_set_core.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "executors/core.hpp"
#include "executors/entity_of.hpp"
#include "executors/wait_set.hpp"
#include "executors/worker.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#include "rmw/fork.hpp"

namespace rclcpp::executors::detail
{

namespace
{

// The spots are never freed: an entity may notify one just after it has left the wait set
// (Entity::watch). A wait set that reuses the spot then checks once without need.
struct ParkingSpots
{
  std::mutex mutex;  // guards `free`
  std::vector<ParkingSpot *> free;

  static ParkingSpots & instance()
  {
    static ParkingSpots & spots = *new ParkingSpots;
    return spots;
  }
  static ParkingSpot & acquire()
  {
    ParkingSpots & all = instance();
    std::lock_guard lock(all.mutex);
    if (all.free.empty()) {
      return *new ParkingSpot;
    }
    ParkingSpot & spot = *all.free.back();
    all.free.pop_back();
    return spot;
  }
  static void release(ParkingSpot & spot)
  {
    ParkingSpots & all = instance();
    std::lock_guard lock(all.mutex);
    all.free.push_back(&spot);
  }
};

// Listens to guard conditions for a wait set.
class Listener final : public Entity
{
private:
  bool execute_one() override { return false; }
};

// The differences between the kinds of entities.
template <typename T>
struct Kind
{
  static bool exchange_in_use(T & entity, bool in_use)
  {
    return entity.exchange_in_use_by_wait_set_state(in_use);
  }
  static std::shared_ptr<Entity> watched(const std::shared_ptr<T> & entity) { return entity; }
};

template <typename T>
constexpr const char * name = "";
template <>
constexpr const char * name<SubscriptionBase> = "subscription";
template <>
constexpr const char * name<GuardCondition> = "guard condition";
template <>
constexpr const char * name<TimerBase> = "timer";
template <>
constexpr const char * name<ClientBase> = "client";
template <>
constexpr const char * name<ServiceBase> = "service";
template <>
constexpr const char * name<Waitable> = "waitable";

// Throws an error that names the argument, such as guard_condition, if it is null.
template <typename T>
void require_entity(const std::shared_ptr<T> & entity)
{
  if (!entity) {
    std::string argument = name<T>;
    std::replace(argument.begin(), argument.end(), ' ', '_');
    throw std::invalid_argument(argument + " is nullptr");
  }
}

template <>
bool Kind<SubscriptionBase>::exchange_in_use(SubscriptionBase & entity, bool in_use)
{
  return entity.exchange_in_use_by_wait_set_state(&entity, in_use);
}
template <>
std::shared_ptr<Entity> Kind<TimerBase>::watched(const std::shared_ptr<TimerBase> & entity)
{
  return entity_of(entity);
}
template <>
std::shared_ptr<Entity> Kind<Waitable>::watched(const std::shared_ptr<Waitable> & entity)
{
  return entity_of(entity);
}
template <>
std::shared_ptr<Entity> Kind<GuardCondition>::watched(const std::shared_ptr<GuardCondition> &)
{
  return nullptr;  // the wait set listens to it
}

template <typename T>
struct Set
{
  struct Entry
  {
    std::weak_ptr<T> weak;
    std::shared_ptr<T> kept;
    std::weak_ptr<void> associated;
  };

  // Guarded by the wait set's mutex.
  std::vector<Entry> entries;

  // For the waiting thread, then for the result; without destroyed entries.
  std::vector<std::shared_ptr<T>> held;
  std::vector<std::shared_ptr<Entity>> watched;
  std::vector<const void *> ready;
};

template <typename T>
bool is_entry(const typename Set<T>::Entry & entry, const std::shared_ptr<T> & entity)
{
  return !entry.weak.owner_before(entity) && !entity.owner_before(entry.weak);
}

// All handles are opaque: the entry is the address of the entity.
template <typename Handle>
void show(std::vector<const void *> & ready, const Handle **& shown, std::size_t & size)
{
  shown = reinterpret_cast<const Handle **>(ready.data());
  size = ready.size();
}

}  // namespace

struct WaitSetCore::Impl
{
  Impl(const Context::SharedPtr & its_context, bool keeps_entities, bool empty_may_wait)
  : context(its_context),
    keeps(keeps_entities),
    waits_when_empty(empty_may_wait),
    spot(ParkingSpots::acquire())
  {
    listener->watch(&spot);
    on_shutdown = context->add_on_shutdown_callback([&wake = spot] { wake.notify(); });
  }

  ~Impl()
  {
    context->remove_on_shutdown_callback(on_shutdown);
    each([this](auto & set) {
      for (auto & entry : set.entries) {
        if (const auto entity = entry.weak.lock()) {
          let_go(entity);
        }
      }
    });
    ParkingSpots::release(spot);
  }

  template <typename Function>
  void each(Function function)
  {
    std::apply([&](auto &... set) { (function(set), ...); }, sets);
  }

  template <typename T>
  Set<T> & set()
  {
    return std::get<Set<T>>(sets);
  }

  template <typename T>
  void let_go(const std::shared_ptr<T> & entity)
  {
    if (const auto watched = Kind<T>::watched(entity)) {
      watched->watch(nullptr);
    }
    Kind<T>::exchange_in_use(*entity, false);
  }

  // Applies the changes since the last call, with the mutex held. Removed objects are destroyed
  // without it.
  template <typename Dropped>
  void rebuild(Dropped & dropped)
  {
    changed = false;
    each([&](auto & set) {
      std::erase_if(set.entries, [](const auto & entry) { return entry.weak.expired(); });
      if (!set.held.empty()) {  // else its memory is reused
        std::get<std::decay_t<decltype(set.held)>>(dropped).swap(set.held);
      }
      set.ready.assign(set.entries.size(), nullptr);
      set.watched.clear();
    });
    collected.collected.assign(set<GuardCondition>().entries.size(), nullptr);
    show_all();
  }

  void show_all()
  {
    show(set<SubscriptionBase>().ready, shown.subscriptions, shown.size_of_subscriptions);
    show(set<TimerBase>().ready, shown.timers, shown.size_of_timers);
    show(set<ClientBase>().ready, shown.clients, shown.size_of_clients);
    show(set<ServiceBase>().ready, shown.services, shown.size_of_services);
    show(events, shown.events, shown.size_of_events);
    shown.guard_conditions = collected.collected.data();
    shown.size_of_guard_conditions = collected.collected.size();
    shown.impl = &collected;
  }

  // Takes strong references to all entities of the set; returns false if there is none.
  bool hold()
  {
    std::tuple<
      std::vector<std::shared_ptr<SubscriptionBase>>, std::vector<std::shared_ptr<GuardCondition>>,
      std::vector<std::shared_ptr<TimerBase>>, std::vector<std::shared_ptr<ClientBase>>,
      std::vector<std::shared_ptr<ServiceBase>>, std::vector<std::shared_ptr<Waitable>>>
      dropped;
    std::vector<std::shared_ptr<void>> no_longer_associated;
    std::lock_guard lock(mutex);
    if (holds && !changed) {
      return true;
    }
    rebuild(dropped);
    if (!associated.empty()) {
      no_longer_associated.swap(associated);
    }
    bool any = false;
    each([&](auto & set) {
      using T = std::decay_t<decltype(*set.held.front())>;
      std::size_t kept = 0;
      for (std::size_t i = 0; i < set.entries.size(); ++i) {
        auto & entry = set.entries[i];
        std::shared_ptr<T> entity = entry.weak.lock();
        if (!entity) {
          continue;  // destroyed since rebuild(): the next wait removes it
        }
        if (auto object = entry.associated.lock()) {
          associated.push_back(std::move(object));
        }
        set.watched.push_back(Kind<T>::watched(entity));
        set.held.push_back(std::move(entity));
        ++kept;
      }
      set.ready.resize(kept);
      any = any || kept > 0;
    });
    holds = true;
    return any;
  }

  void let_all_go()
  {
    each([](auto & set) {
      set.watched.clear();
      set.held.clear();
    });
    associated.clear();
    std::lock_guard lock(mutex);
    holds = false;
    if (changed) {
      show_sizes();
    }
  }

  // Call with the mutex held, while the entities are not held: programs read the sizes before they
  // wait.
  void show_sizes()
  {
    each([](auto & set) { set.ready.assign(set.entries.size(), nullptr); });
    collected.collected.assign(set<GuardCondition>().entries.size(), nullptr);
    show_all();
  }

  // Call with the mutex held, after a change of the entries.
  void note_change()
  {
    changed = true;
    dirty = true;
    if (!holds) {
      show_sizes();
    }
  }

  // Finds the ready entities, or the time at which something becomes ready. Guard conditions are
  // checked last and with the mutex held, since checking consumes a trigger. Returns nullopt if the
  // set was changed in the meantime.
  std::optional<bool> look(Due & due)
  {
    bool any = false;
    const auto look_at = [&](auto & set) {
      for (std::size_t i = 0; i < set.held.size(); ++i) {
        const bool ready = set.watched[i]->has_item(due);
        set.ready[i] = ready ? static_cast<const void *>(set.held[i].get()) : nullptr;
        any = any || ready;
      }
    };
    look_at(set<SubscriptionBase>());
    look_at(set<TimerBase>());
    look_at(set<ClientBase>());
    look_at(set<ServiceBase>());

    auto & guard_conditions = collected.collected;
    guard_conditions.clear();
    collected.events.clear();
    for (const auto & guard_condition : set<GuardCondition>().held) {
      collected.add(guard_condition->get_rcl_guard_condition());
    }
    for (const auto & waitable : set<Waitable>().held) {
      waitable->add_to_wait_set(shown);
    }
    events.clear();
    for (const Entity * event : collected.events) {
      const bool ready = event->has_item(due);
      events.push_back(ready ? event : nullptr);
      any = any || ready;
    }
    listened = guard_conditions;
    for (const rcl_guard_condition_t * guard_condition : listened) {
      guard_condition->impl->add_listener(listener);
    }
    next_waitable = 0;

    std::lock_guard lock(mutex);
    if (changed) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < guard_conditions.size(); ++i) {
      const auto here = guard_conditions.begin() + static_cast<std::ptrdiff_t>(i);
      // Several waitables may name the same guard condition.
      if (
        std::find(guard_conditions.begin(), here, *here) == here &&
        !(*here)->impl->take_trigger(*listener)) {
        *here = nullptr;
      } else {
        any = true;
      }
    }
    show_all();
    dirty = false;
    return any;
  }

  // Call after look(). Returns false if no entity of the set can ever become ready, such as a
  // waitable that waits for nothing.
  bool has_sources()
  {
    return !listened.empty() || !events.empty() || !set<SubscriptionBase>().held.empty() ||
           !set<TimerBase>().held.empty() || !set<ClientBase>().held.empty() ||
           !set<ServiceBase>().held.empty();
  }

  // Call before the entities with guard conditions are released. A trigger while no thread waits
  // goes to the next listener, which may be another one than this wait set.
  void stop_listening()
  {
    for (const rcl_guard_condition_t * guard_condition : listened) {
      guard_condition->impl->remove_listener(*listener);
    }
    listened.clear();
  }

  const Context::SharedPtr context;
  const bool keeps;
  const bool waits_when_empty;
  ParkingSpot & spot;
  const std::shared_ptr<Listener> listener = std::make_shared<Listener>();
  OnShutdownCallbackHandle on_shutdown;

  std::atomic<bool> waiting{false};  // a thread is in wait(), or a result exists

  mutable PiMutex mutex;  // guards the entries and the next three members
  bool changed = false;   // since the entities were held
  bool dirty = false;     // since the result
  bool holds = false;

  std::tuple<
    Set<SubscriptionBase>, Set<GuardCondition>, Set<TimerBase>, Set<ClientBase>, Set<ServiceBase>,
    Set<Waitable>>
    sets;

  std::vector<const rcl_guard_condition_t *> listened;  // of the waiting thread

  // For the waiting thread, then for the result.
  std::vector<std::shared_ptr<void>> associated;
  rcl_wait_set_impl_s collected;
  std::vector<const void *> events;
  rcl_wait_set_t shown{};
  std::size_t next_waitable = 0;
};

WaitSetCore::WaitSetCore(const Context::SharedPtr & context, bool keeps, bool waits_when_empty)
{
  if (!context) {
    throw std::invalid_argument("wait set needs a context, got null");
  }
  if (!context->accepts_entities()) {
    throw exceptions::RCLInvalidArgument(
      "a wait set needs a valid context: call rclcpp::init() first");
  }
  impl_ = std::make_unique<Impl>(context, keeps, waits_when_empty);
  impl_->shown.impl = &impl_->collected;
}

WaitSetCore::~WaitSetCore()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
  }
}

template <typename T>
void WaitSetCore::add(const std::shared_ptr<T> & entity, const std::shared_ptr<void> & associated)
{
  require_entity(entity);
  if (Kind<T>::exchange_in_use(*entity, true)) {
    throw std::runtime_error(
      std::string(name<T>) +
      (std::is_same_v<T, SubscriptionBase> ? " already associated with a wait set"
                                           : " already in use by another wait set"));
  }
  {
    std::lock_guard lock(impl_->mutex);
    impl_->template set<T>().entries.push_back(
      {entity, impl_->keeps ? entity : nullptr, associated});
    impl_->note_change();
  }
  if (const auto watched = Kind<T>::watched(entity)) {
    watched->watch(&impl_->spot);
  }
  impl_->spot.notify();
}

template <typename T>
void WaitSetCore::remove(const std::shared_ptr<T> & entity)
{
  require_entity(entity);
  {
    std::lock_guard lock(impl_->mutex);
    auto & entries = impl_->template set<T>().entries;
    const auto position = std::find_if(entries.begin(), entries.end(), [&](const auto & entry) {
      return is_entry<T>(entry, entity);
    });
    if (position == entries.end()) {
      throw std::runtime_error(std::string(name<T>) + " not in wait set");
    }
    entries.erase(position);
    impl_->note_change();
  }
  impl_->let_go(entity);
  impl_->spot.notify();
}

#define INSTANTIATE(T)                                          \
  template RCLCPP_PUBLIC void WaitSetCore::add(                 \
    const std::shared_ptr<T> &, const std::shared_ptr<void> &); \
  template RCLCPP_PUBLIC void WaitSetCore::remove(const std::shared_ptr<T> &)
INSTANTIATE(SubscriptionBase);
INSTANTIATE(GuardCondition);
INSTANTIATE(TimerBase);
INSTANTIATE(ClientBase);
INSTANTIATE(ServiceBase);
INSTANTIATE(Waitable);

void WaitSetCore::prune()
{
  std::lock_guard lock(impl_->mutex);
  bool any = false;
  impl_->each([&](auto & set) {
    any = std::erase_if(set.entries, [](const auto & entry) { return entry.weak.expired(); }) > 0 ||
          any;
  });
  if (any) {
    impl_->note_change();
  }
}

WaitResultKind WaitSetCore::wait(std::chrono::nanoseconds timeout)
{
  if (impl_->waiting.exchange(true)) {
    throw std::runtime_error(
      "the wait set is in use: another thread waits, or the WaitResult of the last wait is still "
      "there");
  }
  struct End
  {
    ~End()
    {
      impl.stop_listening();
      if (!ready) {
        impl.let_all_go();
        impl.waiting.store(false);
      }
    }
    Impl & impl;
    bool ready = false;
  } end{*impl_};

  const std::int64_t deadline = deadline_after(timeout);
  for (;;) {
    impl_->spot.prepare();
    impl_->stop_listening();
    if (!impl_->hold() && !impl_->waits_when_empty) {
      return WaitResultKind::Empty;
    }
    Due due;
    const std::optional<bool> ready = impl_->look(due);
    if (!ready) {
      continue;
    }
    if (*ready) {
      end.ready = true;
      return WaitResultKind::Ready;
    }
    if (!impl_->has_sources() && !impl_->waits_when_empty) {
      return WaitResultKind::Empty;
    }
    if (deadline <= steady_now() || !impl_->context->is_valid()) {
      return WaitResultKind::Timeout;
    }
    due.steady = std::min(due.steady, deadline);
    const Worker::Waiting none_running;
    impl_->spot.park(due);
  }
}

const rcl_wait_set_t & WaitSetCore::rcl() const
{
  return impl_->shown;
}

void WaitSetCore::release_result()
{
  impl_->let_all_go();
  impl_->waiting.store(false);
}

bool WaitSetCore::is_dirty() const
{
  std::lock_guard lock(impl_->mutex);
  return impl_->dirty;
}

template <typename T>
std::shared_ptr<T> WaitSetCore::take_ready()
{
  auto & set = impl_->template set<T>();
  for (std::size_t i = 0; i < set.ready.size(); ++i) {
    if (std::exchange(set.ready[i], nullptr)) {
      return set.held[i];
    }
  }
  return nullptr;
}
template RCLCPP_PUBLIC std::shared_ptr<SubscriptionBase> WaitSetCore::take_ready();
template RCLCPP_PUBLIC std::shared_ptr<ClientBase> WaitSetCore::take_ready();
template RCLCPP_PUBLIC std::shared_ptr<ServiceBase> WaitSetCore::take_ready();

std::shared_ptr<Waitable> WaitSetCore::next_ready_waitable()
{
  const auto & waitables = impl_->set<Waitable>().held;
  while (impl_->next_waitable < waitables.size()) {
    const auto & waitable = waitables[impl_->next_waitable++];
    if (waitable->is_ready(impl_->shown)) {
      return waitable;
    }
  }
  return nullptr;
}

std::pair<std::shared_ptr<TimerBase>, std::size_t> WaitSetCore::peek_ready_timer(
  std::size_t index) const
{
  const auto & timers = impl_->set<TimerBase>();
  for (; index < timers.ready.size(); ++index) {
    if (timers.ready[index]) {
      return {timers.held[index], index};
    }
  }
  return {nullptr, index};
}

void WaitSetCore::clear_timer(std::size_t index)
{
  auto & timers = impl_->set<TimerBase>();
  if (index >= timers.ready.size()) {
    throw std::out_of_range("wait set has no timer of index " + std::to_string(index));
  }
  timers.ready[index] = nullptr;
}

}  // namespace rclcpp::executors::detail
