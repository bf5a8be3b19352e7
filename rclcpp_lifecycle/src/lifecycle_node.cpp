// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The public functions of a lifecycle node; lifecycle_node_impl.cpp has the implementation.
#include "rclcpp_lifecycle/lifecycle_node.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_node_impl.hpp"
#include "state_machine.hpp"

namespace rclcpp_lifecycle
{

using StateMessage = lifecycle_msgs::msg::State;

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
