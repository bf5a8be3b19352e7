// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Calls the callbacks for a parameter event, and reads its parameters.
#include <algorithm>
#include <cstddef>
#include <exception>
#include <list>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/escaped.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/parameter_event_handler.hpp"
#include "rclcpp/parameter_events_filter.hpp"

namespace rclcpp
{

using rcl_interfaces::msg::ParameterEvent;

namespace
{

// The callbacks of one kind, the last added one first.
template <typename Handle>
using Handles = std::list<std::weak_ptr<Handle>>;

template <typename Handle>
void add(Handles<Handle> & handles, const std::shared_ptr<Handle> & handle)
{
  std::erase_if(handles, [](const auto & known) { return known.expired(); });
  handles.push_front(handle);
}

// Returns false if it is not in the list.
template <typename Handle>
bool remove(Handles<Handle> & handles, const std::shared_ptr<Handle> & handle)
{
  const auto same = [&](const auto & known) {
    return !known.owner_before(handle) && !handle.owner_before(known);
  };
  return std::erase_if(handles, same) > 0;
}

template <typename Callback>
void check(const Callback & callback)
{
  if (!callback) {
    throw std::invalid_argument("the callback of parameter events is null; expected a function");
  }
}

}  // namespace

void ParameterEventHandler::Callbacks::event_callback(const ParameterEvent & event)
{
  // Work on a copy: callbacks add and remove callbacks.
  std::vector<std::pair<ParameterCallbackHandle::WeakPtr, const rcl_interfaces::msg::Parameter *>>
    of_parameters;
  Handles<ParameterEventCallbackHandle> of_events;
  {
    std::lock_guard lock(mutex_);
    for (const auto * parameters : {&event.new_parameters, &event.changed_parameters}) {
      for (const rcl_interfaces::msg::Parameter & parameter : *parameters) {
        const auto entry = parameter_callbacks_.find({parameter.name, event.node});
        if (entry != parameter_callbacks_.end()) {
          for (const auto & handle : entry->second) {
            of_parameters.emplace_back(handle, &parameter);
          }
        }
      }
    }
    of_events = event_callbacks_;
  }
  std::exception_ptr thrown;
  const auto call = [&thrown](const auto & callback, const auto & argument) {
    try {
      callback(argument);
    } catch (...) {
      if (!thrown) {
        thrown = std::current_exception();
      }
    }
  };
  for (const auto & [weak, message] : of_parameters) {
    const ParameterCallbackHandle::SharedPtr handle = weak.lock();
    if (!handle) {
      continue;
    }
    Parameter parameter;
    try {
      parameter = Parameter::from_parameter_msg(*message);
    } catch (const exceptions::UnknownTypeError & error) {  // the event comes from the network
      RCLCPP_WARN(
        get_logger("rclcpp"), "parameter '%s' of node '%s': %s", handle->parameter_name.c_str(),
        base::escaped(event.node).c_str(), error.what());
      continue;
    }
    call(handle->callback, parameter);
  }
  for (const auto & weak : of_events) {
    if (const ParameterEventCallbackHandle::SharedPtr handle = weak.lock()) {
      call(handle->callback, event);
    }
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
}

ParameterEventCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_event_callback(
  ParameterEventCallbackType callback)
{
  check(callback);
  auto handle = std::make_shared<ParameterEventCallbackHandle>();
  handle->callback = std::move(callback);
  std::lock_guard lock(callbacks_->mutex_);
  add(callbacks_->event_callbacks_, handle);
  return handle;
}

void ParameterEventHandler::remove_parameter_event_callback(
  ParameterEventCallbackHandle::SharedPtr callback_handle)
{
  std::lock_guard lock(callbacks_->mutex_);
  if (!remove(callbacks_->event_callbacks_, callback_handle)) {
    throw std::runtime_error("Callback doesn't exist");
  }
}

ParameterCallbackHandle::SharedPtr ParameterEventHandler::add_parameter_callback(
  const std::string & parameter_name, ParameterCallbackType callback, const std::string & node_name)
{
  check(callback);
  auto handle = std::make_shared<ParameterCallbackHandle>();
  handle->parameter_name = parameter_name;
  handle->callback = std::move(callback);
  if (node_name.empty()) {
    handle->node_name = node_base_->get_fully_qualified_name();
  } else if (node_name.front() == '/') {
    handle->node_name = node_name;
  } else {
    const std::string namespace_ = node_base_->get_namespace();
    handle->node_name = (namespace_ == "/" ? "/" : namespace_ + "/") + node_name;
  }
  std::lock_guard lock(callbacks_->mutex_);
  auto & all = callbacks_->parameter_callbacks_;
  if (all.size() >= callbacks_->sweep_at_) {
    std::erase_if(all, [](const auto & named) {
      return std::all_of(named.second.begin(), named.second.end(), [](const auto & known) {
        return known.expired();
      });
    });
    callbacks_->sweep_at_ = std::max<std::size_t>(64, 2 * all.size());
  }
  add(all[{parameter_name, handle->node_name}], handle);
  return handle;
}

void ParameterEventHandler::remove_parameter_callback(
  ParameterCallbackHandle::SharedPtr callback_handle)
{
  const auto fail = [] { throw std::runtime_error("Callback doesn't exist"); };
  if (!callback_handle) {
    fail();
  }
  std::lock_guard lock(callbacks_->mutex_);
  auto & all = callbacks_->parameter_callbacks_;
  const auto entry = all.find({callback_handle->parameter_name, callback_handle->node_name});
  if (entry == all.end() || !remove(entry->second, callback_handle)) {
    fail();
  }
  if (entry->second.empty()) {
    all.erase(entry);
  }
}

bool ParameterEventHandler::get_parameter_from_event(
  const ParameterEvent & event, Parameter & parameter, const std::string & parameter_name,
  const std::string & node_name)
{
  if (!node_name.empty() && event.node != node_name) {
    return false;
  }
  for (const auto * parameters : {&event.new_parameters, &event.changed_parameters}) {
    for (const rcl_interfaces::msg::Parameter & message : *parameters) {
      if (message.name == parameter_name) {
        parameter = Parameter::from_parameter_msg(message);
        return true;
      }
    }
  }
  return false;
}

Parameter ParameterEventHandler::get_parameter_from_event(
  const ParameterEvent & event, const std::string & parameter_name, const std::string & node_name)
{
  if (!node_name.empty() && event.node != node_name) {
    throw std::runtime_error(
      "a parameter of node '" + node_name + "' was requested from an event of node '" + event.node +
      "'");
  }
  Parameter parameter(parameter_name);
  get_parameter_from_event(event, parameter, parameter_name, node_name);
  return parameter;
}

std::vector<Parameter> ParameterEventHandler::get_parameters_from_event(
  const ParameterEvent & event)
{
  std::vector<Parameter> all;
  for (const auto * parameters : {&event.new_parameters, &event.changed_parameters}) {
    for (const rcl_interfaces::msg::Parameter & message : *parameters) {
      all.push_back(Parameter::from_parameter_msg(message));
    }
  }
  return all;
}

ParameterEventsFilter::ParameterEventsFilter(
  std::shared_ptr<const ParameterEvent> event, const std::vector<std::string> & names,
  const std::vector<EventType> & types)
: event_(std::move(event))
{
  const auto add =
    [&](EventType type, const std::vector<rcl_interfaces::msg::Parameter> & parameters) {
      if (std::find(types.begin(), types.end(), type) == types.end()) {
        return;
      }
      for (const rcl_interfaces::msg::Parameter & parameter : parameters) {
        if (std::find(names.begin(), names.end(), parameter.name) != names.end()) {
          result_.emplace_back(type, &parameter);
        }
      }
    };
  add(EventType::NEW, event_->new_parameters);
  add(EventType::CHANGED, event_->changed_parameters);
  add(EventType::DELETED, event_->deleted_parameters);
}

}  // namespace rclcpp
