// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parameters of a node: declaration, checks, callbacks, atomic changes.
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/escaped.hpp"
#include "base/pi_mutex.hpp"
#include "parameters/parameter_overrides.hpp"
#include "parameters/parameter_rules.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/parameter_service.hpp"

namespace rclcpp::node_interfaces
{

namespace
{

using detail::failure;
using detail::success;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::ParameterEvent;
using rcl_interfaces::msg::SetParametersResult;

// The callbacks of one kind; the last added one comes first. Dropped handles are removed on the
// way.
template <typename Handle>
class Callbacks
{
public:
  template <typename Callback>
  std::shared_ptr<Handle> add(Callback callback)
  {
    if (!callback) {
      throw std::invalid_argument("the callback of parameters is null; expected a function");
    }
    auto handle = std::make_shared<Handle>();
    handle->callback = std::move(callback);
    handles_.push_front(handle);
    return handle;
  }

  void remove(const Handle * handle)
  {
    const auto entry = std::find_if(handles_.begin(), handles_.end(), [&](const auto & known) {
      return handle != nullptr && known.lock().get() == handle;
    });
    if (entry == handles_.end()) {
      throw std::runtime_error("Callback doesn't exist");
    }
    handles_.erase(entry);
  }

  // Calls `function(callback)` for each callback; additions and removals by callbacks count from
  // the next call on.
  template <typename Function>
  void for_each(Function function)
  {
    handles_.remove_if([](const auto & handle) { return handle.expired(); });
    const std::list<std::weak_ptr<Handle>> snapshot = handles_;
    for (const std::weak_ptr<Handle> & weak : snapshot) {
      if (const std::shared_ptr<Handle> handle = weak.lock()) {
        function(handle->callback);
      }
    }
  }

private:
  std::list<std::weak_ptr<Handle>> handles_;
};

}  // namespace

struct NodeParametersInterface::Impl
{
  mutable base::PiMutex mutex;  // guards `parameters` and `modifier`; never held in callbacks
  std::map<std::string, ParameterInfo> parameters;
  std::map<std::string, ParameterValue> overrides;
  std::map<std::string, detail::UseFlag> use_flags;  // of overrides from the command line
  std::map<std::string, std::string> origins;        // "file:line:column" of overrides from files
  std::map<std::string, std::string>
    faults;  // errors of overrides that are not values, with origin
  bool allow_undeclared = false;
  std::thread::id modifier;  // the thread that modifies parameters, if any
  std::condition_variable_any modified;
  std::string node;
  NodeClockInterface::SharedPtr clock;
  std::shared_ptr<Publisher<ParameterEvent>> events;  // null: events are not published
  Callbacks<PreSetParametersCallbackHandle> pre_set;
  Callbacks<OnSetParametersCallbackHandle> on_set;
  Callbacks<PostSetParametersCallbackHandle> post_set;
  std::unique_ptr<ParameterService> services;

  // A turn to modify parameters: other modifying threads wait for its end, reading threads do not.
  // Callbacks run in it, without a lock; they may read, but not modify. Only the thread with the
  // turn changes `parameters`: it reads them without the lock, and changes them with it.
  class Modification
  {
  public:
    explicit Modification(Impl & impl) : impl_(impl)
    {
      std::unique_lock lock(impl_.mutex);
      if (impl_.modifier == std::this_thread::get_id()) {
        throw exceptions::ParameterModifiedInCallbackException(
          "a parameter callback was running: from within it parameters cannot be declared or set, "
          "nor "
          "callbacks added or removed");
      }
      impl_.modified.wait(lock, [&] { return impl_.modifier == std::thread::id(); });
      impl_.modifier = std::this_thread::get_id();
    }
    ~Modification()
    {
      std::lock_guard lock(impl_.mutex);
      impl_.modifier = std::thread::id();
      impl_.modified.notify_one();
    }
    Modification(const Modification &) = delete;
    Modification & operator=(const Modification &) = delete;

  private:
    Impl & impl_;
  };

  // Calls a function after a change. The change has been made, so no exception may report that it
  // failed: exceptions are logged, and the remaining functions are called.
  template <typename Function>
  void after_change(const char * what, Function function) const
  {
    const auto log = [&](const std::string & error) {
      // Texts from Python have many lines; indented, none looks like a line of the log.
      std::string text;
      std::istringstream lines(error);
      for (std::string line; std::getline(lines, line);) {
        text += (text.empty() ? "" : "\n    ") + base::escaped(line, 4000);
      }
      RCLCPP_ERROR(
        get_logger("rclcpp"), "%s of node '%s' threw after parameters were changed: %s", what,
        node.c_str(), text.c_str());
    };
    try {
      function();
    } catch (const std::exception & error) {
      log(error.what());
    } catch (...) {
      log("an object that is not a std::exception");
    }
  }

  // Call it within a turn, so that events have the order of the changes.
  void publish_event(std::unique_ptr<ParameterEvent> event)
  {
    if (events) {
      after_change("the publisher of parameter events", [&] {
        event->stamp = clock->get_clock()->now();
        event->node = node;
        events->publish(std::move(event));
      });
    }
  }

  const ParameterInfo & find_declared(const std::string & name) const
  {
    const auto entry = parameters.find(name);
    if (entry == parameters.end()) {
      throw exceptions::ParameterNotDeclaredException("parameter '" + name + "' is not declared");
    }
    return entry->second;
  }

  SetParametersResult ask_on_set(const std::vector<Parameter> & changes)
  {
    SetParametersResult result = success();
    on_set.for_each([&](const auto & callback) {
      if (result.successful) {
        result = callback(changes);
      }
    });
    return result;
  }

  void run_post_set(const std::vector<Parameter> & changes)
  {
    post_set.for_each([&](const auto & callback) {
      after_change("a post-set parameter callback", [&] { callback(changes); });
    });
  }

  const ParameterValue & declare(
    const std::string & name, ParameterType type, const ParameterValue & default_value,
    ParameterDescriptor descriptor, bool ignore_override)
  {
    const Modification modification(*this);
    check_new_name(name);
    if (const auto flag = use_flags.find(name); flag != use_flags.end()) {
      *flag->second = true;
    }
    descriptor.name = name;
    if (!descriptor.dynamic_typing) {
      descriptor.type = type == PARAMETER_NOT_SET ? default_value.get_type() : type;
      if (descriptor.type == PARAMETER_NOT_SET) {
        throw exceptions::InvalidParameterTypeException(
          name,
          "its type is static, so its declaration needs a value or a type; or set dynamic_typing");
      }
    }

    const auto override_found = ignore_override ? overrides.end() : overrides.find(name);
    const bool is_overridden = override_found != overrides.end();
    if (const auto fault = faults.find(name); !ignore_override && fault != faults.end()) {
      throw exceptions::InvalidParameterValueException(
        "parameter '" + name + "': " + fault->second);
    }
    const ParameterValue value =
      is_overridden
        ? detail::empty_array_as(
            override_found->second,
            descriptor.dynamic_typing ? std::uint8_t{default_value.get_type()} : descriptor.type)
        : default_value;
    if (value.get_type() == PARAMETER_NOT_SET) {
      if (descriptor.dynamic_typing) {
        descriptor.type = PARAMETER_NOT_SET;
      }
      return store(name, {value, descriptor});
    }
    const std::vector<Parameter> change = {Parameter(name, value)};
    check_first_value(change, descriptor, is_overridden);
    descriptor.type = value.get_type();
    const ParameterValue & stored = store(name, {value, descriptor});
    run_post_set(change);
    auto event = std::make_unique<ParameterEvent>();
    event->new_parameters.push_back(change.front().to_parameter_msg());
    publish_event(std::move(event));
    return stored;
  }

  void check_new_name(const std::string & name) const
  {
    if (name.empty()) {
      throw exceptions::InvalidParametersException("parameter name must not be empty");
    }
    if (parameters.contains(name)) {
      throw exceptions::ParameterAlreadyDeclaredException(
        "parameter '" + name + "' was declared before");
    }
  }

  // Throws if the type, the range or a callback refuses the value of a new parameter.
  void check_first_value(
    const std::vector<Parameter> & change, const ParameterDescriptor & descriptor,
    bool is_overridden)
  {
    const std::string & name = change.front().get_name();
    const ParameterValue & value = change.front().get_parameter_value();
    const auto origin = [&] { return is_overridden ? origin_of(name, value) : ""; };
    std::string fault = detail::type_fault(descriptor, value.get_type());
    if (!fault.empty()) {
      throw exceptions::InvalidParameterTypeException(name, fault + origin());
    }
    fault = detail::range_fault(value, descriptor);
    if (fault.empty()) {
      const SetParametersResult answer = ask_on_set(change);
      fault = answer.successful ? "" : "a callback refused it: " + answer.reason;
    }
    if (!fault.empty()) {
      throw exceptions::InvalidParameterValueException(
        "parameter '" + name + "': " + fault + origin());
    }
  }

  // Returns where an override comes from, and how it was parsed, for the end of an error text.
  std::string origin_of(const std::string & name, const ParameterValue & value) const
  {
    std::string text;
    if (const auto origin = origins.find(name); origin != origins.end()) {
      text = "; it is given in " + origin->second;
    }
    if (value.get_type() == PARAMETER_STRING) {
      const auto & given = value.get<PARAMETER_STRING>();
      if (!text.empty()) {
        text += " as the text '" + base::escaped(given, 100) + "'";
      }
      if (given == "null" || given == "Null" || given == "NULL" || given == "~") {
        text += "; null is read as a text, as no parameter can be it: leave the parameter out";
      }
    }
    return text;
  }

  const ParameterValue & store(const std::string & name, ParameterInfo info)
  {
    std::lock_guard lock(mutex);
    return parameters.insert_or_assign(name, std::move(info)).first->second.value;
  }

  // Tests whether the change is allowed, except for callbacks.
  SetParametersResult check(const Parameter & change) const
  {
    const std::string & name = change.get_name();
    if (name.empty()) {
      throw exceptions::InvalidParametersException("parameter name must not be empty");
    }
    const auto entry = parameters.find(name);
    if (entry == parameters.end()) {
      if (!allow_undeclared) {
        throw exceptions::ParameterNotDeclaredException(
          "parameter '" + name + "' is not declared: declare it before it is set");
      }
      return success();
    }
    const ParameterDescriptor & descriptor = entry->second.descriptor;
    if (descriptor.read_only) {
      return failure("parameter '" + name + "' cannot be set because it is read-only");
    }
    std::string fault = detail::type_fault(descriptor, change.get_type());
    if (fault.empty()) {
      fault = detail::range_fault(change.get_parameter_value(), descriptor);
    }
    return fault.empty() ? success() : failure("parameter '" + name + "': " + fault);
  }

  SetParametersResult set(std::vector<Parameter> changes)
  {
    const Modification modification(*this);
    pre_set.for_each([&](const auto & callback) { callback(changes); });
    if (changes.empty()) {
      return failure(
        "parameter list cannot be empty, this might be due to pre_set_parameters_callback "
        "modifying the original parameters list.");
    }
    for (const Parameter & change : changes) {
      SetParametersResult result = check(change);
      if (!result.successful) {
        return result;
      }
    }
    SetParametersResult result = ask_on_set(changes);
    if (!result.successful) {
      return result;
    }
    auto event = std::make_unique<ParameterEvent>();
    {
      std::lock_guard lock(mutex);  // a reading thread sees all of the changes or none
      for (const Parameter & change : changes) {
        apply(change, *event);
      }
    }
    run_post_set(changes);
    publish_event(std::move(event));
    return result;
  }

  void apply(const Parameter & change, ParameterEvent & event)
  {
    const auto [entry, is_new] = parameters.try_emplace(change.get_name());
    ParameterInfo & info = entry->second;
    if (change.get_type() == PARAMETER_NOT_SET && info.value.get_type() != PARAMETER_NOT_SET) {
      erase(entry, event);
      return;
    }
    if (is_new) {
      info.descriptor.name = change.get_name();
      info.descriptor.dynamic_typing = true;
    }
    info.descriptor.type = change.get_type();
    info.value = change.get_parameter_value();
    if (!is_new) {
      event.changed_parameters.push_back(change.to_parameter_msg());
    } else if (change.get_type() != PARAMETER_NOT_SET) {
      event.new_parameters.push_back(change.to_parameter_msg());
    }
  }

  // The event contains the removed parameter.
  void erase(std::map<std::string, ParameterInfo>::iterator parameter, ParameterEvent & event)
  {
    event.deleted_parameters.push_back(
      Parameter(parameter->first, parameter->second.value).to_parameter_msg());
    parameters.erase(parameter);
  }

  Parameter get(const std::string & name) const
  {
    if (allow_undeclared && !parameters.contains(name)) {
      return Parameter(name);
    }
    const ParameterInfo & info = find_declared(name);
    if (info.value.get_type() == PARAMETER_NOT_SET && !info.descriptor.dynamic_typing) {
      throw exceptions::ParameterUninitializedException(name);
    }
    return Parameter(name, info.value);
  }

  ParameterDescriptor describe(const std::string & name) const
  {
    if (allow_undeclared && !parameters.contains(name)) {
      ParameterDescriptor descriptor;
      descriptor.name = name;
      return descriptor;
    }
    return find_declared(name).descriptor;
  }
};

NodeParametersInterface::NodeParametersInterface(
  NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
  NodeClockInterface::SharedPtr node_clock, const NodeOptions & options)
: impl_(std::make_unique<Impl>())
{
  impl_->node = node_base->get_fully_qualified_name();
  impl_->clock = std::move(node_clock);
  impl_->allow_undeclared = options.allow_undeclared_parameters();
  detail::NodeParameterOverrides of_node = node_base->parameter_overrides();
  if (!of_node.fault.empty()) {
    throw exceptions::RCLInvalidROSArgsError(
      "the parameters of node '" + impl_->node + "' cannot be read: " + of_node.fault);
  }
  for (const auto & [name, given] : of_node.parameters) {
    if (given.declared) {
      impl_->use_flags.emplace(name, given.declared);
      if (name.starts_with("rxros2.")) {
        *given.declared = true;  // RxROS2 reads them without a declaration
      }
    }
  }
  // options take precedence over arguments
  for (const Parameter & parameter : options.parameter_overrides()) {
    of_node.parameters.insert_or_assign(parameter.get_name(), parameter.get_parameter_value());
  }
  for (auto & [name, given] : of_node.parameters) {
    if (!given.fault.empty()) {
      impl_->faults.emplace(name, std::move(given.fault));
      continue;
    }
    impl_->overrides.emplace(name, std::move(given.value));
    if (!given.origin.empty()) {
      impl_->origins.emplace(name, std::move(given.origin));
    }
  }

  if (options.start_parameter_event_publisher()) {
    const PublisherOptions publisher_options(options.parameter_event_publisher_options());
    impl_->events = create_publisher<ParameterEvent>(
      *this, *node_topics, "/parameter_events", options.parameter_event_qos(), publisher_options);
  }
  if (options.automatically_declare_parameters_from_overrides()) {
    ParameterDescriptor descriptor;
    descriptor.dynamic_typing = true;
    for (const auto & [name, value] : impl_->overrides) {
      if (!has_parameter(name)) {
        declare_parameter(name, value, descriptor, true);
      }
    }
  }
}

void NodeParametersInterface::start_services(
  NodeBaseInterface::SharedPtr node_base, NodeServicesInterface::SharedPtr node_services)
{
  impl_->services =
    std::make_unique<ParameterService>(std::move(node_base), std::move(node_services), this);
}

NodeParametersInterface::~NodeParametersInterface() = default;

const ParameterValue & NodeParametersInterface::declare_parameter(
  const std::string & name, const ParameterValue & default_value,
  const ParameterDescriptor & parameter_descriptor, bool ignore_override)
{
  return impl_->declare(
    name, PARAMETER_NOT_SET, default_value, parameter_descriptor, ignore_override);
}

const ParameterValue & NodeParametersInterface::declare_parameter(
  const std::string & name, ParameterType type, const ParameterDescriptor & parameter_descriptor,
  bool ignore_override)
{
  if (type == PARAMETER_NOT_SET) {
    throw std::invalid_argument(
      "parameter '" + name + "': PARAMETER_NOT_SET is not a type for a declaration");
  }
  if (parameter_descriptor.dynamic_typing) {
    throw std::invalid_argument(
      "parameter '" + name +
      "': a given type and a descriptor with dynamic_typing exclude each other");
  }
  return impl_->declare(name, type, ParameterValue(), parameter_descriptor, ignore_override);
}

void NodeParametersInterface::undeclare_parameter(const std::string & name)
{
  const Impl::Modification modification(*impl_);
  const auto entry = impl_->parameters.find(name);
  if (entry == impl_->parameters.end()) {
    throw exceptions::ParameterNotDeclaredException(
      "parameter '" + name + "' is not declared, so there is nothing to undeclare");
  }
  if (entry->second.descriptor.read_only) {
    throw exceptions::ParameterImmutableException(
      "parameter '" + name + "' is read-only and stays declared");
  }
  if (!entry->second.descriptor.dynamic_typing) {
    throw exceptions::InvalidParameterTypeException(
      name, "its type is static, so it stays declared");
  }
  auto event = std::make_unique<ParameterEvent>();
  {
    std::lock_guard lock(impl_->mutex);
    impl_->erase(entry, *event);
  }
  impl_->publish_event(std::move(event));
}

bool NodeParametersInterface::has_parameter(const std::string & name) const
{
  std::lock_guard lock(impl_->mutex);
  return impl_->parameters.contains(name);
}

std::vector<SetParametersResult> NodeParametersInterface::set_parameters(
  const std::vector<Parameter> & parameters)
{
  std::vector<SetParametersResult> results;
  results.reserve(parameters.size());
  for (const Parameter & parameter : parameters) {
    results.push_back(impl_->set({parameter}));
  }
  return results;
}

SetParametersResult NodeParametersInterface::set_parameters_atomically(
  const std::vector<Parameter> & parameters)
{
  return impl_->set(parameters);
}

std::vector<Parameter> NodeParametersInterface::get_parameters(
  const std::vector<std::string> & names) const
{
  std::lock_guard lock(impl_->mutex);
  std::vector<Parameter> parameters;
  parameters.reserve(names.size());
  for (const std::string & name : names) {
    parameters.push_back(impl_->get(name));
  }
  return parameters;
}

Parameter NodeParametersInterface::get_parameter(const std::string & name) const
{
  std::lock_guard lock(impl_->mutex);
  return impl_->get(name);
}

bool NodeParametersInterface::get_parameter(const std::string & name, Parameter & parameter) const
{
  std::lock_guard lock(impl_->mutex);
  const auto entry = impl_->parameters.find(name);
  if (entry == impl_->parameters.end() || entry->second.value.get_type() == PARAMETER_NOT_SET) {
    return false;
  }
  parameter = Parameter(name, entry->second.value);
  return true;
}

bool NodeParametersInterface::get_parameters_by_prefix(
  const std::string & prefix, std::map<std::string, Parameter> & parameters) const
{
  const std::string beginning = prefix.empty() ? prefix : prefix + ".";
  bool is_found = false;
  std::lock_guard lock(impl_->mutex);
  for (auto entry = impl_->parameters.lower_bound(beginning);
       entry != impl_->parameters.end() && entry->first.starts_with(beginning); ++entry) {
    const auto & [name, info] = *entry;
    if (name.size() > beginning.size()) {
      parameters.insert_or_assign(name.substr(beginning.size()), Parameter(name, info.value));
      is_found = true;
    }
  }
  return is_found;
}

std::vector<ParameterDescriptor> NodeParametersInterface::describe_parameters(
  const std::vector<std::string> & names) const
{
  std::lock_guard lock(impl_->mutex);
  std::vector<ParameterDescriptor> descriptors;
  descriptors.reserve(names.size());
  for (const std::string & name : names) {
    descriptors.push_back(impl_->describe(name));
  }
  return descriptors;
}

std::vector<std::uint8_t> NodeParametersInterface::get_parameter_types(
  const std::vector<std::string> & names) const
{
  std::vector<std::uint8_t> types;
  for (const ParameterDescriptor & descriptor : describe_parameters(names)) {
    types.push_back(descriptor.type);
  }
  return types;
}

rcl_interfaces::msg::ListParametersResult NodeParametersInterface::list_parameters(
  const std::vector<std::string> & prefixes, std::uint64_t depth) const
{
  std::vector<std::string> names;
  {
    std::lock_guard lock(impl_->mutex);
    names.reserve(impl_->parameters.size());
    for (const auto & [name, info] : impl_->parameters) {
      names.push_back(name);
    }
  }
  const std::unordered_set<std::string_view> expected(prefixes.begin(), prefixes.end());
  // A name has at most `depth` parts after its prefix; 0 means no limit.
  const auto is_listed = [&](std::string_view name) {
    auto dots = static_cast<std::uint64_t>(std::count(name.begin(), name.end(), '.'));
    if (prefixes.empty()) {
      return depth == 0 || dots < depth;
    }
    if (expected.contains(name)) {
      return true;
    }
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos;
         dot = name.find('.', dot + 1)) {
      --dots;  // those after this prefix
      if ((depth == 0 || dots < depth) && expected.contains(name.substr(0, dot))) {
        return true;
      }
    }
    return false;
  };
  rcl_interfaces::msg::ListParametersResult result;
  std::unordered_set<std::string> parents;
  for (std::string & name : names) {
    if (!is_listed(name)) {
      continue;
    }
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos) {
      const auto [parent, is_new] = parents.insert(name.substr(0, dot));
      if (is_new) {
        result.prefixes.push_back(*parent);
      }
    }
    result.names.push_back(std::move(name));
  }
  return result;
}

PreSetParametersCallbackHandle::SharedPtr NodeParametersInterface::add_pre_set_parameters_callback(
  PreSetParametersCallbackType callback)
{
  const Impl::Modification modification(*impl_);
  return impl_->pre_set.add(std::move(callback));
}

OnSetParametersCallbackHandle::SharedPtr NodeParametersInterface::add_on_set_parameters_callback(
  OnSetParametersCallbackType callback)
{
  const Impl::Modification modification(*impl_);
  return impl_->on_set.add(std::move(callback));
}

PostSetParametersCallbackHandle::SharedPtr
NodeParametersInterface::add_post_set_parameters_callback(PostSetParametersCallbackType callback)
{
  const Impl::Modification modification(*impl_);
  return impl_->post_set.add(std::move(callback));
}

void NodeParametersInterface::remove_pre_set_parameters_callback(
  const PreSetParametersCallbackHandle * handler)
{
  const Impl::Modification modification(*impl_);
  impl_->pre_set.remove(handler);
}

void NodeParametersInterface::remove_on_set_parameters_callback(
  const OnSetParametersCallbackHandle * handler)
{
  const Impl::Modification modification(*impl_);
  impl_->on_set.remove(handler);
}

void NodeParametersInterface::remove_post_set_parameters_callback(
  const PostSetParametersCallbackHandle * handler)
{
  const Impl::Modification modification(*impl_);
  impl_->post_set.remove(handler);
}

const std::map<std::string, ParameterValue> & NodeParametersInterface::get_parameter_overrides()
  const
{
  return impl_->overrides;
}

}  // namespace rclcpp::node_interfaces
