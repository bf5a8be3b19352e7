// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecycleNode: runs the transitions of its state machine, with the callbacks and the managed
// entities.
#include "rclcpp_lifecycle/lifecycle_node.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "base/escaped.hpp"
#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_services.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/fork.hpp"
#include "state_machine.hpp"

namespace rclcpp_lifecycle
{

using detail::CallbackReturn;
using detail::TransitionRow;
using StateMessage = lifecycle_msgs::msg::State;

namespace
{

using Callback = std::function<CallbackReturn(const State &)>;

/// The callbacks, in the order of the functions that replace them.
struct CallbackRow
{
  std::uint8_t state;
  const char * name;
  CallbackReturn (node_interfaces::LifecycleNodeInterface::*function)(const State &);
};
using Interface = node_interfaces::LifecycleNodeInterface;
constexpr std::array<CallbackRow, 6> callbacks{{
  {StateMessage::TRANSITION_STATE_CONFIGURING, "on_configure", &Interface::on_configure},
  {StateMessage::TRANSITION_STATE_CLEANINGUP, "on_cleanup", &Interface::on_cleanup},
  {StateMessage::TRANSITION_STATE_SHUTTINGDOWN, "on_shutdown", &Interface::on_shutdown},
  {StateMessage::TRANSITION_STATE_ACTIVATING, "on_activate", &Interface::on_activate},
  {StateMessage::TRANSITION_STATE_DEACTIVATING, "on_deactivate", &Interface::on_deactivate},
  {StateMessage::TRANSITION_STATE_ERRORPROCESSING, "on_error", &Interface::on_error},
}};

std::size_t callback_of(std::uint8_t transition_state)
{
  std::size_t i = 0;
  while (callbacks.at(i).state != transition_state) {
    ++i;
  }
  return i;
}

/// Returns true if an entity of that scope exists in that state.
bool exists_in(std::uint8_t state, detail::Scope scope)
{
  switch (state) {
    case StateMessage::PRIMARY_STATE_ACTIVE:
      return true;
    case StateMessage::PRIMARY_STATE_INACTIVE:
    case StateMessage::TRANSITION_STATE_ACTIVATING:
    case StateMessage::TRANSITION_STATE_DEACTIVATING:
      return scope == detail::Scope::configured;
    default:
      return false;
  }
}

/// Returns the requested transition for error texts.
std::string asked_for(std::uint8_t id)
{
  for (const TransitionRow & row : detail::transition_rows) {
    if (row.id == id) {
      return "'" + std::string(row.label) + "' (" + std::to_string(id) + ")";
    }
  }
  return std::to_string(id);
}
std::string asked_for(std::string_view label)
{
  return "'" + std::string(label) + "'";
}

/// Returns the text of the exception that is being handled.
std::string thrown_text()
{
  try {
    throw;
  } catch (const std::exception & fault) {
    return fault.what();
  } catch (...) {
    return "an object that is not a std::exception";
  }
}

/// Returns the living objects; removes expired pointers.
template <typename T>
std::vector<std::shared_ptr<T>> living(std::vector<std::weak_ptr<T>> & weak)
{
  std::erase_if(weak, [](const std::weak_ptr<T> & each) { return each.expired(); });
  std::vector<std::shared_ptr<T>> all;
  for (const std::weak_ptr<T> & item : weak) {
    if (auto entity = item.lock()) {
      all.push_back(std::move(entity));
    }
  }
  return all;
}

}  // namespace

/// Outlives the node while a callback of a service still uses it.
class LifecycleNode::Impl : public std::enable_shared_from_this<Impl>
{
public:
  explicit Impl(LifecycleNode & node)
  : node_(&node),
    context_(node.get_node_base_interface()->get_context()),
    logger_(node.get_logger()),
    name_(node.get_fully_qualified_name()),
    machine_(std::make_shared<detail::StateMachine>(
      [events = std::make_shared<detail::TransitionEvents>(node)](const TransitionRow & change) {
        events->publish(change);
      }))
  {
  }

  void offer_services();
  /// Called at the start of the node's destruction: its callbacks are not called after it.
  void end();

  const State & current() const { return machine_->current(); }

  /// Runs the transition with the number or label `asked` from the current state. Returns false if
  /// there is none.
  template <typename AskedT>
  bool request(AskedT asked, CallbackReturn & result);

  /// Does the same and returns the state after it. The pointer is a copy: a callback may destroy
  /// the node.
  template <typename AskedT>
  static const State & trigger(
    const std::shared_ptr<Impl> impl, AskedT asked, CallbackReturn & result)
  {
    impl->request(asked, result);
    return impl->current();
  }

  /// Throws std::invalid_argument if the callback is null.
  void replace(std::uint8_t transition_state, Callback callback);

  void add(std::weak_ptr<ManagedEntityInterface> entity);
  void activate_entities();
  void deactivate_entities();
  void add(const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope);
  void keep_timer(rclcpp::TimerBase::SharedPtr timer);

  void shutdown_with_context(std::chrono::nanoseconds limit);

private:
  /// Returns the node, whose destructor waits for the pointer; null if its destruction has begun.
  /// With `if_owned`, null also if no shared pointer owns it.
  std::shared_ptr<LifecycleNode> keep(bool if_owned = false);

  /// Runs from the machine's transition state to a primary state.
  CallbackReturn run(const TransitionRow & begun);
  CallbackReturn call(std::uint8_t transition_state, const State & previous);
  /// Creates the missing entities of that state; returns an error if that fails, else `result`.
  CallbackReturn make_for(std::uint8_t state, CallbackReturn result);
  void drop_for(std::uint8_t state) noexcept;
  std::vector<std::shared_ptr<ManagedEntityInterface>> entities();
  /// Deactivates the entities if no callback of the node does.
  void silence_entities() noexcept;
  /// Logs the exception of an entity that is being handled.
  void log_of_entity() const;
  void context_shuts_down();
  void shut_down();

  std::mutex mutex_;                // guards the members below up to the limit
  std::condition_variable unused_;  // the destructor of the node waits until it has no users
  LifecycleNode * node_;
  std::size_t users_ = 0;
  std::array<Callback, callbacks.size()> replaced_;
  std::vector<std::weak_ptr<ManagedEntityInterface>> entities_;
  struct Scoped
  {
    const detail::Scope scope;
    bool exists = false;
    std::vector<std::weak_ptr<detail::ScopedEntityBase>> entities = {};
  };
  std::array<Scoped, 2> scoped_{{{detail::Scope::configured}, {detail::Scope::active}}};
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
  std::optional<rclcpp::PreShutdownCallbackHandle> pre_shutdown_;
  std::chrono::nanoseconds shutdown_limit_{0};

  const rclcpp::Context::SharedPtr context_;
  const rclcpp::Logger logger_;
  const std::string name_;
  const std::shared_ptr<detail::StateMachine> machine_;
  std::unique_ptr<detail::LifecycleServices> services_;

  std::atomic<std::thread::id> running_in_{};  // the thread of the transition
  std::atomic<bool> shutdown_is_due_{
    false};  // set when the running transition must be followed by a shutdown
};

void LifecycleNode::Impl::offer_services()
{
  services_ = std::make_unique<detail::LifecycleServices>(
    *node_, machine_, [weak = weak_from_this()](const lifecycle_msgs::msg::Transition & asked) {
      const auto impl = weak.lock();
      const auto node = impl ? impl->keep() : nullptr;
      if (!node) {
        return false;
      }
      CallbackReturn result;
      const bool done = asked.label.empty() ? impl->request(asked.id, result)
                                            : impl->request(std::string_view(asked.label), result);
      return done && result == CallbackReturn::SUCCESS;
    });
}

std::shared_ptr<LifecycleNode> LifecycleNode::Impl::keep(bool if_owned)
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (node_ == nullptr) {
    return nullptr;
  }
  const std::weak_ptr<LifecycleNode> owner = node_->weak_from_this();
  if (auto node = owner.lock()) {
    return node;
  }
  const std::weak_ptr<LifecycleNode> nobody;
  const bool was_owned = owner.owner_before(nobody) || nobody.owner_before(owner);
  if (was_owned || if_owned) {
    return nullptr;
  }
  ++users_;
  return {node_, [self = shared_from_this()](LifecycleNode *) {
            std::lock_guard<std::mutex> unuse(self->mutex_);
            --self->users_;
            self->unused_.notify_all();
          }};
}

void LifecycleNode::Impl::end()
{
  if (rmw::is_forked_copy()) {
    return;  // the node goes on, in the parent
  }
  std::optional<rclcpp::PreShutdownCallbackHandle> pre_shutdown;
  std::vector<rclcpp::TimerBase::SharedPtr> timers;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    node_ = nullptr;
    const bool in_its_own_callback = running_in_ == std::this_thread::get_id();
    unused_.wait(lock, [&] { return users_ == 0 || in_its_own_callback; });
    pre_shutdown.swap(pre_shutdown_);
    timers.swap(timers_);
  }
  if (pre_shutdown) {
    context_->remove_pre_shutdown_callback(*pre_shutdown);
  }
  services_.reset();
  const std::uint8_t state = current().id();
  const TransitionRow * shutdown = detail::find_requested(state, std::string_view("shutdown"));
  if (shutdown != nullptr && machine_->take(*shutdown)) {
    drop_for(shutdown->goal);
    silence_entities();
    machine_->take(detail::outcome(shutdown->goal, CallbackReturn::SUCCESS));
  }
}

template <typename AskedT>
bool LifecycleNode::Impl::request(AskedT asked, CallbackReturn & result)
{
  const State & state = current();
  const TransitionRow * transition = detail::find_requested(state.id(), asked);
  if (transition != nullptr && machine_->take(*transition)) {
    result = run(*transition);
    return true;
  }
  const State & found = current();
  RCLCPP_ERROR(
    logger_,
    "transition %s of node '%s' is refused: its state is '%s', where these are possible: %s",
    base::escaped(asked_for(asked)).c_str(), name_.c_str(), found.label().c_str(),
    detail::possible_transitions(found.id()).c_str());
  result = CallbackReturn::ERROR;
  return false;
}

CallbackReturn LifecycleNode::Impl::run(const TransitionRow & begun)
{
  running_in_ = std::this_thread::get_id();
  const State & previous = detail::state_of(begun.start);
  drop_for(begun.goal);
  CallbackReturn result = call(begun.goal, previous);
  result = make_for(detail::outcome(begun.goal, result).goal, result);
  const TransitionRow * end = &detail::outcome(begun.goal, result);
  if (end->goal == StateMessage::TRANSITION_STATE_ERRORPROCESSING) {
    drop_for(end->goal);
    machine_->take(*end);
    end = &detail::outcome(end->goal, call(end->goal, previous));
  }
  const bool was_active = begun.start == StateMessage::PRIMARY_STATE_ACTIVE;
  const bool activates = begun.goal == StateMessage::TRANSITION_STATE_ACTIVATING;
  const bool by_deactivation =
    begun.goal == StateMessage::TRANSITION_STATE_DEACTIVATING && result == CallbackReturn::SUCCESS;
  if (
    (was_active || activates) && end->goal != StateMessage::PRIMARY_STATE_ACTIVE &&
    !by_deactivation) {
    silence_entities();
  }
  running_in_ = std::thread::id();
  machine_->take(*end);
  if (shutdown_is_due_.exchange(false)) {
    shut_down();
  }
  return result;
}

CallbackReturn LifecycleNode::Impl::call(std::uint8_t transition_state, const State & previous)
{
  const std::size_t index = callback_of(transition_state);
  Callback replaced;
  LifecycleNode * node = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    replaced = replaced_.at(index);
    node = node_;
  }
  const CallbackRow & callback = callbacks.at(index);
  if (!replaced && node == nullptr) {
    return CallbackReturn::ERROR;  // an earlier callback has destroyed the node
  }
  try {
    return replaced ? replaced(previous) : (node->*callback.function)(previous);
  } catch (...) {
    RCLCPP_ERROR(
      logger_, "%s() of node '%s' threw, which is an error of the transition: %s", callback.name,
      name_.c_str(), thrown_text().c_str());
  }
  return CallbackReturn::ERROR;
}

void LifecycleNode::Impl::replace(std::uint8_t transition_state, Callback callback)
{
  if (!callback) {
    throw std::invalid_argument(
      std::string("node '") + name_ + "': the callback in place of " +
      callbacks.at(callback_of(transition_state)).name + "() is null; expected a function");
  }
  std::lock_guard<std::mutex> lock(mutex_);
  replaced_.at(callback_of(transition_state)).swap(callback);
}

// --- managed entities ---

void LifecycleNode::Impl::add(std::weak_ptr<ManagedEntityInterface> entity)
{
  std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(entities_, [](const auto & entry) { return entry.expired(); });
  entities_.push_back(std::move(entity));
}

std::vector<std::shared_ptr<ManagedEntityInterface>> LifecycleNode::Impl::entities()
{
  std::lock_guard<std::mutex> lock(mutex_);
  return living(entities_);
}

void LifecycleNode::Impl::activate_entities()
{
  for (const auto & entity : entities()) {
    entity->on_activate();
  }
}

void LifecycleNode::Impl::deactivate_entities()
{
  std::exception_ptr thrown;
  for (const auto & entity : entities()) {
    try {
      entity->on_deactivate();
    } catch (...) {  // the remaining entities are deactivated nevertheless
      if (thrown) {
        log_of_entity();
      } else {
        thrown = std::current_exception();
      }
    }
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
}

void LifecycleNode::Impl::log_of_entity() const
{
  RCLCPP_ERROR(
    logger_, "an entity of node '%s' threw when it was deactivated: %s", name_.c_str(),
    thrown_text().c_str());
}

void LifecycleNode::Impl::silence_entities() noexcept
{
  try {
    deactivate_entities();
  } catch (...) {
    log_of_entity();
  }
}

void LifecycleNode::Impl::add(
  const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope)
{
  Scoped & scoped = scoped_.at(static_cast<std::size_t>(scope));
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::erase_if(scoped.entities, [](const auto & entry) { return entry.expired(); });
    scoped.entities.push_back(entity);
    if (!scoped.exists) {
      return;
    }
  }
  entity->make();
  std::unique_lock<std::mutex> lock(mutex_);
  const bool exists = scoped.exists;
  lock.unlock();
  if (!exists) {  // the node left the state in the meantime, and found nothing to destroy
    entity->drop();
  }
}

CallbackReturn LifecycleNode::Impl::make_for(std::uint8_t state, CallbackReturn result)
{
  for (Scoped & scoped : scoped_) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (scoped.exists || !exists_in(state, scoped.scope)) {
      continue;
    }
    scoped.exists = true;
    const auto entities = living(scoped.entities);
    lock.unlock();
    try {
      for (const auto & entity : entities) {
        entity->make();
      }
    } catch (...) {
      RCLCPP_ERROR(
        logger_, "node '%s' cannot be '%s', because its entities cannot be created: %s",
        name_.c_str(), detail::state_of(state).label().c_str(), thrown_text().c_str());
      return CallbackReturn::ERROR;
    }
  }
  return result;
}

void LifecycleNode::Impl::drop_for(std::uint8_t state) noexcept
{
  for (auto scoped = scoped_.rbegin(); scoped != scoped_.rend(); ++scoped) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!scoped->exists || exists_in(state, scoped->scope)) {
      continue;
    }
    scoped->exists = false;
    const auto entities = living(scoped->entities);
    lock.unlock();
    for (const auto & entity : entities) {
      entity->drop();
    }
  }
}

void LifecycleNode::Impl::keep_timer(rclcpp::TimerBase::SharedPtr timer)
{
  std::lock_guard<std::mutex> lock(mutex_);
  timers_.push_back(std::move(timer));
}

// --- shutdown with the context ---

void LifecycleNode::Impl::shutdown_with_context(std::chrono::nanoseconds limit)
{
  {
    std::lock_guard<std::mutex> lock(mutex_);
    shutdown_limit_ = limit;
    if (pre_shutdown_) {
      return;
    }
    pre_shutdown_.emplace();
  }
  auto registered = context_->add_pre_shutdown_callback([weak = weak_from_this()] {
    if (const auto impl = weak.lock()) {
      impl->context_shuts_down();
    }
  });
  std::lock_guard<std::mutex> lock(mutex_);
  pre_shutdown_ = registered;
}

void LifecycleNode::Impl::context_shuts_down()
{
  const auto node = keep(true);
  if (!node) {
    return;
  }
  if (running_in_ == std::this_thread::get_id()) {
    shutdown_is_due_ = true;
    return;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  const auto limit = shutdown_limit_;
  lock.unlock();
  if (!machine_->wait_until_settled(limit)) {
    RCLCPP_WARN(
      logger_, "node '%s' is '%s' while its context shuts down; its shutdown follows when it can",
      name_.c_str(), current().label().c_str());
    shutdown_is_due_ = true;
    if (
      !machine_->wait_until_settled(std::chrono::nanoseconds(0)) ||
      !shutdown_is_due_.exchange(false)) {
      return;  // the thread of the transition tests this when it has ended it
    }
  }
  shut_down();
}

void LifecycleNode::Impl::shut_down()
{
  const TransitionRow * shutdown =
    detail::find_requested(current().id(), std::string_view("shutdown"));
  if (shutdown != nullptr && machine_->take(*shutdown)) {
    run(*shutdown);
  }
}

// --- the node ---

LifecycleNode::LifecycleNode(
  const std::string & node_name, const rclcpp::NodeOptions & options,
  bool enable_communication_interface)
: LifecycleNode(node_name, "", options, enable_communication_interface)
{
}

LifecycleNode::LifecycleNode(
  const std::string & node_name, const std::string & namespace_,
  const rclcpp::NodeOptions & options, bool enable_communication_interface)
: NodeFunctions(node_name, namespace_, options), impl_(std::make_shared<Impl>(*this))
{
  if (enable_communication_interface) {
    impl_->offer_services();
  }
}

LifecycleNode::~LifecycleNode()
{
  impl_->end();
}

std::map<std::string, std::vector<std::string>> LifecycleNode::get_topic_names_and_types(
  bool no_demangle) const
{
  return const_cast<LifecycleNode *>(this)->get_node_graph_interface()->get_topic_names_and_types(
    no_demangle);
}

const State & LifecycleNode::get_current_state() const
{
  return impl_->current();
}

std::vector<State> LifecycleNode::get_available_states() const
{
  const auto states = detail::all_states();
  return {states.begin(), states.end()};
}

namespace
{

template <typename Wanted>
std::vector<Transition> transitions(Wanted wanted)
{
  std::vector<Transition> all;
  for (const TransitionRow & row : detail::transition_rows) {
    if (wanted(row)) {
      all.emplace_back(
        row.id, row.label, State(detail::state_of(row.start)), State(detail::state_of(row.goal)));
    }
  }
  return all;
}

}  // namespace

std::vector<Transition> LifecycleNode::get_available_transitions() const
{
  const std::uint8_t state = get_current_state().id();
  return transitions([&](const TransitionRow & row) { return row.start == state; });
}

std::vector<Transition> LifecycleNode::get_transition_graph() const
{
  return transitions([](const TransitionRow &) { return true; });
}

const State & LifecycleNode::trigger_transition(const Transition & transition)
{
  return trigger_transition(transition.id());
}
const State & LifecycleNode::trigger_transition(
  const Transition & transition, CallbackReturn & cb_return_code)
{
  return trigger_transition(transition.id(), cb_return_code);
}
const State & LifecycleNode::trigger_transition(std::uint8_t transition_id)
{
  CallbackReturn unused;
  return trigger_transition(transition_id, unused);
}
const State & LifecycleNode::trigger_transition(
  std::uint8_t transition_id, CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, transition_id, cb_return_code);
}

const State & LifecycleNode::configure()
{
  CallbackReturn unused;
  return configure(unused);
}
const State & LifecycleNode::configure(CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, std::string_view("configure"), cb_return_code);
}

const State & LifecycleNode::cleanup()
{
  CallbackReturn unused;
  return cleanup(unused);
}
const State & LifecycleNode::cleanup(CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, std::string_view("cleanup"), cb_return_code);
}

const State & LifecycleNode::activate()
{
  CallbackReturn unused;
  return activate(unused);
}
const State & LifecycleNode::activate(CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, std::string_view("activate"), cb_return_code);
}

const State & LifecycleNode::deactivate()
{
  CallbackReturn unused;
  return deactivate(unused);
}
const State & LifecycleNode::deactivate(CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, std::string_view("deactivate"), cb_return_code);
}

const State & LifecycleNode::shutdown()
{
  CallbackReturn unused;
  return shutdown(unused);
}
const State & LifecycleNode::shutdown(CallbackReturn & cb_return_code)
{
  return Impl::trigger(impl_, std::string_view("shutdown"), cb_return_code);
}

bool LifecycleNode::register_on_configure(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_CONFIGURING, std::move(fcn));
  return true;
}

bool LifecycleNode::register_on_cleanup(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_CLEANINGUP, std::move(fcn));
  return true;
}

bool LifecycleNode::register_on_shutdown(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_SHUTTINGDOWN, std::move(fcn));
  return true;
}

bool LifecycleNode::register_on_activate(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_ACTIVATING, std::move(fcn));
  return true;
}

bool LifecycleNode::register_on_deactivate(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_DEACTIVATING, std::move(fcn));
  return true;
}

bool LifecycleNode::register_on_error(std::function<CallbackReturn(const State &)> fcn)
{
  impl_->replace(StateMessage::TRANSITION_STATE_ERRORPROCESSING, std::move(fcn));
  return true;
}

CallbackReturn LifecycleNode::on_activate(const State & /* previous_state */)
{
  impl_->activate_entities();
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNode::on_deactivate(const State & /* previous_state */)
{
  impl_->deactivate_entities();
  return CallbackReturn::SUCCESS;
}

void LifecycleNode::shutdown_with_context(std::chrono::nanoseconds limit)
{
  impl_->shutdown_with_context(limit);
}

void LifecycleNode::add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity)
{
  impl_->add(std::move(managed_entity));
}

void LifecycleNode::add_timer_handle(rclcpp::TimerBase::SharedPtr timer)
{
  impl_->keep_timer(std::move(timer));
}

void LifecycleNode::add_scoped(
  const std::shared_ptr<detail::ScopedEntityBase> & entity, detail::Scope scope)
{
  impl_->add(entity, scope);
}

namespace node_interfaces
{

CallbackReturn LifecycleNodeInterface::on_configure(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNodeInterface::on_cleanup(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNodeInterface::on_shutdown(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNodeInterface::on_activate(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNodeInterface::on_deactivate(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

CallbackReturn LifecycleNodeInterface::on_error(const State & /* previous_state */)
{
  return CallbackReturn::SUCCESS;
}

}  // namespace node_interfaces
}  // namespace rclcpp_lifecycle
