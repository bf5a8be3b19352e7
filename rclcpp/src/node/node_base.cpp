// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The identity of a node: names after remapping, callback groups, the entry in the graph.
#include "rclcpp/node_interfaces/node_base_interface.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "context/arguments.hpp"
#include "executors/ready_set.hpp"
#include "node/names.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_options.hpp"
#include "rmw/fork.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"

namespace rclcpp::node_interfaces
{

namespace
{

detail::Arguments parse_local_arguments(const NodeOptions & options)
{
  // parse_arguments() takes a command line, whose first element is the program
  std::vector<std::string> argv = {"node"};
  argv.insert(argv.end(), options.arguments().begin(), options.arguments().end());
  detail::Arguments arguments = detail::parse_arguments(argv);
  if (!arguments.unknown.empty()) {
    throw exceptions::UnknownROSArgsError(std::move(arguments.unknown));
  }
  return arguments;
}

Context::SharedPtr checked_context(const NodeOptions & options)
{
  if (!options.context()) {
    throw std::invalid_argument("NodeOptions::context is null");
  }
  return options.context();
}

std::shared_ptr<const detail::Arguments> get_global_arguments(const NodeOptions & options)
{
  std::shared_ptr<const detail::Arguments> arguments;
  if (options.use_global_arguments()) {
    arguments = options.context()->arguments();
  }
  return arguments ? arguments : std::make_shared<const detail::Arguments>();
}

std::string absolute_namespace(const std::string & namespace_)
{
  return namespace_.starts_with('/') ? namespace_ : "/" + namespace_;
}

}  // namespace

struct NodeBaseInterface::Impl
{
  // The order matters: the names are checked before and after remapping, then the node is
  // announced.
  Impl(
    const std::string & node_name, const std::string & node_namespace, const NodeOptions & options)
  : context(checked_context(options)),
    local_arguments(parse_local_arguments(options)),
    global_arguments(get_global_arguments(options)),
    name(node_name),
    namespace_(absolute_namespace(node_namespace)),
    use_intra_process(options.use_intra_process_comms()),
    enable_topic_statistics(options.enable_topic_statistics())
  {
    detail::check_node_name(name);
    detail::check_namespace(namespace_);
    name = detail::remapped_node_name(name, local_arguments, *global_arguments).value_or(name);
    namespace_ =
      detail::remapped_namespace(name, local_arguments, *global_arguments).value_or(namespace_);
    detail::check_node_name(name);
    detail::check_namespace(namespace_);
    fully_qualified_name = namespace_ == "/" ? "/" + name : namespace_ + "/" + name;
    detail::add_node(*global_arguments, fully_qualified_name);

    participant = context->participant();
    node = participant->graph().add_node(
      namespace_, name,
      [logger = get_logger(detail::logger_name(fully_qualified_name))](
        const std::string & warning) { RCLCPP_WARN(logger, "%s", warning.c_str()); });
  }

  rcl_node_t handle{};
  const Context::SharedPtr context;
  const detail::Arguments local_arguments;
  const std::shared_ptr<const detail::Arguments> global_arguments;
  std::string name;
  std::string namespace_;
  std::string fully_qualified_name;
  const bool use_intra_process;
  const bool enable_topic_statistics;

  std::shared_ptr<rmw::Participant> participant;
  std::unique_ptr<rmw::NodeHandle> node;  // destroyed before the participant

  std::atomic_bool associated_with_executor{false};
  std::shared_ptr<GuardCondition> notify_guard_condition;

  std::mutex groups_mutex;  // guards `groups`
  std::shared_ptr<CallbackGroup> default_group;
  std::vector<std::weak_ptr<CallbackGroup>> groups;

  std::recursive_mutex listener_mutex;  // held while the listener runs, which may create a group
  std::shared_ptr<const CallbackGroupFunction> listener;

  const std::shared_ptr<executors::detail::ExceptionHandler> on_exception =
    std::make_shared<executors::detail::ExceptionHandler>();

  std::mutex destruction_mutex;  // guards the members below
  bool destroyed = false;
  std::vector<std::function<void()>> destruction_callbacks;
};

NodeBaseInterface::NodeBaseInterface(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: impl_(std::make_unique<Impl>(node_name, namespace_, options))
{
  impl_->handle.data = this;
  impl_->notify_guard_condition = std::make_shared<GuardCondition>(impl_->context);
  impl_->default_group = create_callback_group(CallbackGroupType::MutuallyExclusive);
}

NodeBaseInterface::~NodeBaseInterface()
{
  if (rmw::is_forked_copy()) {
    rmw::leak(impl_);
    return;
  }
  leave_executors();
}

const char * NodeBaseInterface::get_name() const
{
  return impl_->name.c_str();
}
const char * NodeBaseInterface::get_namespace() const
{
  return impl_->namespace_.c_str();
}

const char * NodeBaseInterface::get_fully_qualified_name() const
{
  return impl_->fully_qualified_name.c_str();
}

rcl_node_t * NodeBaseInterface::get_rcl_node_handle()
{
  return &impl_->handle;
}
const rcl_node_t * NodeBaseInterface::get_rcl_node_handle() const
{
  return &impl_->handle;
}
std::shared_ptr<rcl_node_t> NodeBaseInterface::get_shared_rcl_node_handle()
{
  return {shared_from_this(), get_rcl_node_handle()};
}
std::shared_ptr<const rcl_node_t> NodeBaseInterface::get_shared_rcl_node_handle() const
{
  return {shared_from_this(), get_rcl_node_handle()};
}

Context::SharedPtr NodeBaseInterface::get_context()
{
  return impl_->context;
}

std::shared_ptr<CallbackGroup> NodeBaseInterface::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  auto group = std::make_shared<CallbackGroup>(
    group_type, impl_->context, automatically_add_to_executor_with_node);
  executors::detail::Group::of(*group).on_exception = impl_->on_exception;
  {
    std::lock_guard<std::mutex> lock(impl_->groups_mutex);
    std::erase_if(impl_->groups, [](const auto & known) { return known.expired(); });
    impl_->groups.push_back(group);
  }
  trigger_notify_guard_condition();
  std::lock_guard lock(impl_->listener_mutex);
  if (const auto current = impl_->listener) {  // it may replace itself
    (*current)(group);
  }
  return group;
}

std::shared_ptr<CallbackGroup> NodeBaseInterface::get_default_callback_group()
{
  return impl_->default_group;
}

bool NodeBaseInterface::callback_group_in_node(std::shared_ptr<CallbackGroup> group)
{
  std::lock_guard<std::mutex> lock(impl_->groups_mutex);
  return std::any_of(impl_->groups.begin(), impl_->groups.end(), [&](const auto & known) {
    return known.lock() == group;
  });
}

void NodeBaseInterface::for_each_callback_group(const CallbackGroupFunction & func)
{
  std::vector<std::weak_ptr<CallbackGroup>> groups;
  {
    std::lock_guard<std::mutex> lock(impl_->groups_mutex);
    groups = impl_->groups;
  }
  for (const std::weak_ptr<CallbackGroup> & weak : groups) {
    if (std::shared_ptr<CallbackGroup> group = weak.lock()) {
      func(std::move(group));
    }
  }
}

std::atomic_bool & NodeBaseInterface::get_associated_with_executor_atomic()
{
  return impl_->associated_with_executor;
}

GuardCondition & NodeBaseInterface::get_notify_guard_condition()
{
  return *impl_->notify_guard_condition;
}

std::shared_ptr<GuardCondition> NodeBaseInterface::get_shared_notify_guard_condition()
{
  return impl_->notify_guard_condition;
}

void NodeBaseInterface::trigger_notify_guard_condition()
{
  impl_->notify_guard_condition->trigger();
}

bool NodeBaseInterface::get_use_intra_process_default() const
{
  return impl_->use_intra_process;
}

bool NodeBaseInterface::get_enable_topic_statistics_default() const
{
  return impl_->enable_topic_statistics;
}

std::string NodeBaseInterface::resolve_topic_or_service_name(
  const std::string & name, bool is_service, bool only_expand) const
{
  const detail::NameKind kind = is_service ? detail::NameKind::service : detail::NameKind::topic;
  if (only_expand) {
    return detail::expand_name(name, impl_->name, impl_->namespace_, kind);
  }
  return detail::resolve_name(
    name, impl_->name, impl_->namespace_, kind, impl_->local_arguments, *impl_->global_arguments);
}

void NodeBaseInterface::set_on_new_callback_group(CallbackGroupFunction listener)
{
  auto next =
    listener ? std::make_shared<const CallbackGroupFunction>(std::move(listener)) : nullptr;
  std::lock_guard lock(impl_->listener_mutex);
  impl_->listener.swap(next);  // the previous listener is destroyed after unlocking
}

void NodeBaseInterface::set_on_exception(std::function<void(std::exception_ptr)> handler)
{
  impl_->on_exception->set(std::move(handler));
}

void NodeBaseInterface::add_on_destruction_callback(std::function<void()> callback)
{
  {
    std::lock_guard<std::mutex> lock(impl_->destruction_mutex);
    if (!impl_->destroyed) {
      impl_->destruction_callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

void NodeBaseInterface::node_destroyed() noexcept
{
  if (rmw::is_forked_copy()) {
    return;  // the node continues in the parent process
  }
  std::vector<std::function<void()>> callbacks;
  {
    std::lock_guard<std::mutex> lock(impl_->destruction_mutex);
    impl_->destroyed = true;
    callbacks.swap(impl_->destruction_callbacks);
  }
  for (const auto & callback : callbacks) {
    try {
      callback();
    } catch (const std::exception & error) {  // the other callbacks must still be called
      RCLCPP_ERROR(
        get_logger("rclcpp"), "a callback at the end of node '%s' threw: %s",
        get_fully_qualified_name(), error.what());
    } catch (...) {
      RCLCPP_ERROR(
        get_logger("rclcpp"),
        "a callback at the end of node '%s' threw an exception that is not a std::exception",
        get_fully_qualified_name());
    }
  }
}

void NodeBaseInterface::leave_executors() noexcept
{
  if (rmw::is_forked_copy()) {
    return;
  }
  for_each_callback_group(
    [](const std::shared_ptr<CallbackGroup> & group) { group->leave_executor_with_node(); });
}

rmw::Participant & NodeBaseInterface::participant() const
{
  return *impl_->participant;
}
rmw::NodeHandle & NodeBaseInterface::rmw_node() const
{
  return *impl_->node;
}
const detail::Arguments & NodeBaseInterface::local_arguments() const
{
  return impl_->local_arguments;
}
detail::NodeParameterOverrides NodeBaseInterface::parameter_overrides() const
{
  detail::ParameterOverrides all = impl_->global_arguments->parameter_overrides;
  detail::merge_overrides(all, impl_->local_arguments.parameter_overrides);
  return detail::overrides_of_node(all, get_fully_qualified_name());
}

}  // namespace rclcpp::node_interfaces
