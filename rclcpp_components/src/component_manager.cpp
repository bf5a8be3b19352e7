// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Loading, unloading and listing components.
#include "rclcpp_components/component_manager.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/escaped.hpp"
#include "component_index.hpp"
#include "component_library.hpp"
#include "loading.hpp"
#include "rclcpp/extension/arguments.hpp"
#include "rclcpp/extension/entities.hpp"
#include "rmw/fork.hpp"

namespace rclcpp_components
{

namespace
{

using base::escaped;
using rclcpp::extension::is_idle;
using rclcpp::extension::wait_until_idle;

/// Sleeps until no callback of the node runs in a group without an executor. The component itself
/// is responsible for groups that it added to executors of its own.
void wait_for_callbacks(
  rclcpp::node_interfaces::NodeBaseInterface & node, const rclcpp::Logger & logger)
{
  bool logged = false;
  node.for_each_callback_group([&](const rclcpp::CallbackGroup::SharedPtr & group) {
    if (group->get_associated_with_executor_atomic()) {
      return;
    }
    if (!logged && !is_idle(*group)) {
      logged = true;
      RCLCPP_INFO(
        logger, "a callback of '%s' runs; the node is unloaded as soon as it returns",
        node.get_fully_qualified_name());
    }
    wait_until_idle(*group);
  });
}

std::string text_of(const std::exception_ptr & exception)
{
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception & error) {
    return error.what();
  } catch (...) {
    return "an object that is not a std::exception";
  }
}

bool to_bool(const rclcpp::Parameter & argument)
{
  if (argument.get_type() != rclcpp::ParameterType::PARAMETER_BOOL) {
    throw ComponentManagerException(
      "Extra component argument '" + argument.get_name() + "' must be a boolean");
  }
  return argument.as_bool();
}

/// Returns the name of a level for --log-level. Throws ComponentManagerException.
const char * level_name(std::uint8_t level)
{
  static constexpr std::array<const char *, 5> names{"debug", "info", "warn", "error", "fatal"};
  if (level % 10 != 0 || level / 10 < 1 || level / 10 > names.size()) {
    throw ComponentManagerException(
      "log_level is " + std::to_string(level) +
      "; expected 0 (as the container), 10 (debug), 20 (info), 30 (warn), 40 (error) or 50 "
      "(fatal)");
  }
  return names[level / 10 - 1];
}

using BooleanOption = rclcpp::NodeOptions & (rclcpp::NodeOptions::*)(const bool &);

struct ExtraArgument
{
  const char * name;
  BooleanOption option;
};

constexpr std::array<ExtraArgument, 7> extra_arguments{{
  {"use_intra_process_comms", &rclcpp::NodeOptions::use_intra_process_comms},
  {"enable_rosout", &rclcpp::NodeOptions::enable_rosout},
  {"enable_topic_statistics", &rclcpp::NodeOptions::enable_topic_statistics},
  {"start_parameter_services", &rclcpp::NodeOptions::start_parameter_services},
  {"start_parameter_event_publisher", &rclcpp::NodeOptions::start_parameter_event_publisher},
  {"use_clock_thread", &rclcpp::NodeOptions::use_clock_thread},
  {"enable_logger_service", &rclcpp::NodeOptions::enable_logger_service},
}};

}  // namespace

ComponentManager::ComponentManager(
  std::weak_ptr<rclcpp::Executor> executor, std::string node_name,
  const rclcpp::NodeOptions & node_options)
: Node(std::move(node_name), node_options),
  executor_(std::move(executor)),
  loading_(std::make_unique<Loading>(*this))
{
  rclcpp::extension::expect_loaded_nodes(*get_node_base_interface()->get_context());
  constexpr std::size_t depth_of_launch_files = 200;  // they load many components at once
  loadNode_srv_ = serve<LoadNode>(
    "load_node", depth_of_launch_files, &ComponentManager::on_load_node, loading_->group());
  unloadNode_srv_ = serve<UnloadNode>(
    "unload_node", depth_of_launch_files, &ComponentManager::on_unload_node, loading_->group());
  listNodes_srv_ = serve<ListNodes>("list_nodes", 10, &ComponentManager::on_list_nodes, nullptr);
}

ComponentManager::~ComponentManager()
{
  loading_.reset();
  if (rmw::is_forked_copy()) {
    return;  // the threads in the components' callbacks are the parent's
  }
  const auto executor = executor_.lock();
  for (auto & [id, wrapper] : node_wrappers_) {
    try {
      const auto node = wrapper.get_node_base_interface();
      if (executor && node->get_associated_with_executor_atomic()) {
        executor->remove_node(node);
      }
      wait_for_callbacks(*node, get_logger());
    } catch (const std::exception & error) {  // a derived class has added it to another executor
      RCLCPP_ERROR(
        get_logger(), "component %s is destroyed while it is spun: %s", std::to_string(id).c_str(),
        error.what());
    }
  }
  node_wrappers_.clear();
}

template <typename ServiceT>
typename rclcpp::Service<ServiceT>::SharedPtr ComponentManager::serve(
  const char * name, std::size_t depth, Handler<ServiceT> handler,
  const rclcpp::CallbackGroup::SharedPtr & group)
{
  return create_service<ServiceT>(
    std::string("~/_container/") + name,
    [this, handler](
      const std::shared_ptr<rmw_request_id_t> & header,
      const std::shared_ptr<typename ServiceT::Request> & request,
      const std::shared_ptr<typename ServiceT::Response> & response) {
      // Null while the manager is being destroyed: the derived class no longer exists then.
      if (const auto held = weak_from_this().lock()) {
        std::optional<Loading::Change> change;
        if constexpr (!std::is_same_v<ServiceT, ListNodes>) {
          change.emplace(*loading_);
        }
        (this->*handler)(header, request, response);
      }
    },
    rclcpp::ServicesQoS().keep_last(depth), group);
}

std::vector<ComponentManager::ComponentResource> ComponentManager::get_component_resources(
  const std::string & package_name, const std::string & resource_index) const
{
  try {
    return read_component_index(resource_index, package_name);
  } catch (const ComponentManagerException & error) {
    RCLCPP_ERROR(
      get_logger(),
      "the components of package '%s' under '%s' cannot be read: %s; expected a package that is "
      "built, and whose workspace was sourced before the container was started",
      escaped(package_name).c_str(), escaped(resource_index).c_str(),
      escaped(error.what()).c_str());
    throw;
  }
}

std::shared_ptr<NodeFactory> ComponentManager::create_component_factory(
  const ComponentResource & resource)
{
  const auto & [plugin, library] = resource;
  auto & loader = loaders_[library];
  if (!loader) {
    RCLCPP_INFO(get_logger(), "loading library '%s'", library.c_str());
    loader = open_library(library);
  }
  return make_factory(*loader, plugin, get_logger());
}

void ComponentManager::set_executor(const std::weak_ptr<rclcpp::Executor> executor)
{
  executor_ = executor;
}

rclcpp::NodeOptions ComponentManager::create_node_options(
  const std::shared_ptr<LoadNode::Request> request)
{
  std::vector<std::string> arguments{"--ros-args"};
  const auto add = [&](const char * flag, std::string value) {
    arguments.emplace_back(flag);
    arguments.push_back(std::move(value));
  };
  for (const std::string & rule : request->remap_rules) {
    add("-r", rule);
  }
  if (!request->node_name.empty()) {
    add("-r", "__node:=" + request->node_name);
  }
  if (!request->node_namespace.empty()) {
    add("-r", "__ns:=" + request->node_namespace);
  }
  if (request->log_level != 0) {
    add("--log-level", level_name(request->log_level));
  }

  std::vector<rclcpp::Parameter> parameters;
  parameters.reserve(request->parameters.size());
  for (const auto & message : request->parameters) {
    parameters.push_back(rclcpp::Parameter::from_parameter_msg(message));
  }

  if (arguments.size() == 1) {
    arguments.clear();
  }
  auto options = rclcpp::NodeOptions()
                   .context(get_node_base_interface()->get_context())
                   .use_global_arguments(false)
                   .use_intra_process_comms(true)
                   .parameter_overrides(parameters)
                   .arguments(arguments);
  for (const auto & message : request->extra_arguments) {
    const auto argument = rclcpp::Parameter::from_parameter_msg(message);
    const std::string & name = argument.get_name();
    const auto known = std::find_if(
      extra_arguments.begin(), extra_arguments.end(),
      [&](const auto & entry) { return entry.name == name; });
    if (known != extra_arguments.end()) {
      (options.*known->option)(to_bool(argument));
    } else if (name == "forward_global_arguments") {
      options.use_global_arguments(to_bool(argument));
      if (options.use_global_arguments()) {
        RCLCPP_WARN(
          get_logger(),
          "the arguments of the container are forwarded to a component of '%s'; nodes that are all "
          "renamed by one __node rule have the same name",
          escaped(request->plugin_name).c_str());
      }
    } else {
      RCLCPP_WARN(
        get_logger(), "the extra argument '%s' of a component of '%s' is unknown, and ignored",
        escaped(name).c_str(), escaped(request->plugin_name).c_str());
    }
  }
  return options;
}

void ComponentManager::add_node_to_executor(std::uint64_t node_id)
{
  if (const auto executor = executor_.lock()) {
    executor->add_node(node_wrappers_.at(node_id).get_node_base_interface());
  }
}

void ComponentManager::remove_node_from_executor(std::uint64_t node_id)
{
  const auto node = node_wrappers_.at(node_id).get_node_base_interface();
  // The component has no executor if there was none yet when it was loaded.
  if (const auto executor = executor_.lock();
      executor && node->get_associated_with_executor_atomic()) {
    executor->remove_node(node);
  }
}

// Requests

void ComponentManager::on_load_node(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<LoadNode::Request> request,
  std::shared_ptr<LoadNode::Response> response)
{
  try {
    load(request, *response);
    response->success = true;
    return;
  } catch (const std::exception & error) {
    response->error_message = error.what();
  } catch (...) {
    response->error_message = "an object that is not a std::exception was thrown";
  }
  RCLCPP_ERROR(
    get_logger(), "'%s' of package '%s' was not loaded: %s", escaped(request->plugin_name).c_str(),
    escaped(request->package_name).c_str(), escaped(response->error_message).c_str());
}

void ComponentManager::load(
  const std::shared_ptr<LoadNode::Request> & request, LoadNode::Response & response)
{
  std::shared_ptr<NodeFactory> factory;
  std::string others;
  for (const auto & resource : get_component_resources(request->package_name)) {
    if (resource.first != request->plugin_name) {
      others += (others.empty() ? "'" : ", '") + resource.first + "'";
    } else if (!factory) {
      factory = create_component_factory(resource);
    }
  }
  if (!factory) {
    RCLCPP_ERROR(
      get_logger(), "other components of package '%s': %s", escaped(request->package_name).c_str(),
      others.empty() ? "none" : escaped(others).c_str());
    throw ComponentManagerException("Failed to find class with the requested plugin name.");
  }

  const auto options = create_node_options(request);
  NodeInstanceWrapper wrapper;
  try {
    const Loading::Construction construction(
      *loading_, escaped(request->plugin_name) + "' of package '" + escaped(request->package_name));
    wrapper = factory->create_node_instance(options);
  } catch (const std::exception & error) {
    throw ComponentManagerException(
      "Component constructor threw an exception: " + std::string(error.what()));
  } catch (...) {
    throw ComponentManagerException("Component constructor threw an exception");
  }
  const auto node = wrapper.get_node_base_interface();
  if (!node) {
    throw ComponentManagerException(
      "the factory of '" + request->plugin_name + "' made a component without a node");
  }
  const std::string name = node->get_fully_qualified_name();
  const std::uint64_t id = unique_id_++;
  node->set_on_exception([weak = weak_from_this(), id](const std::exception_ptr & exception) {
    if (const auto manager = std::static_pointer_cast<ComponentManager>(weak.lock())) {
      manager->end_component(id, exception);
    }
  });
  {
    std::lock_guard lock(loading_->components_mutex);
    node_wrappers_.emplace(id, wrapper);
    loading_->names.emplace(id, name);
  }
  try {
    add_node_to_executor(id);
  } catch (...) {
    std::lock_guard lock(loading_->components_mutex);
    node_wrappers_.erase(id);  // not the last reference: this function has one
    loading_->names.erase(id);
    throw;
  }
  response.full_node_name = name;
  response.unique_id = id;
}

void ComponentManager::on_unload_node(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<UnloadNode::Request> request,
  std::shared_ptr<UnloadNode::Response> response)
{
  try {
    unload(request->unique_id, *response);
  } catch (const std::exception & error) {
    response->error_message = error.what();
  } catch (...) {
    response->error_message = "an object that is not a std::exception was thrown";
  }
  response->success = response->error_message.empty();
  if (!response->success) {
    RCLCPP_WARN(get_logger(), "%s", escaped(response->error_message).c_str());
  }
}

void ComponentManager::unload(std::uint64_t node_id, UnloadNode::Response & response)
{
  const auto entry = node_wrappers_.find(node_id);
  if (entry == node_wrappers_.end()) {
    response.error_message = "No node found with unique_id: " + std::to_string(node_id);
    return;
  }
  const auto node = entry->second.get_node_base_interface();
  remove_node_from_executor(node_id);
  wait_for_callbacks(*node, get_logger());
  NodeInstanceWrapper last;
  {
    std::lock_guard lock(loading_->components_mutex);
    last = std::move(entry->second);
    node_wrappers_.erase(entry);
    loading_->names.erase(node_id);
  }
}

// Called by a thread that runs callbacks of the component.
void ComponentManager::end_component(std::uint64_t id, const std::exception_ptr & exception)
{
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node;
  {
    std::lock_guard lock(loading_->components_mutex);
    if (const auto entry = node_wrappers_.find(id); entry != node_wrappers_.end()) {
      node = entry->second.get_node_base_interface();
    }
  }
  if (!node) {
    return;
  }
  node->for_each_callback_group([](const rclcpp::CallbackGroup::SharedPtr & group) {
    if (group->automatically_add_to_executor_with_node()) {
      group->leave_executor();  // no callback of the group begins from now on
    }
  });
  RCLCPP_FATAL(
    get_logger(),
    "a callback of component %s, '%s', threw: %s; it is unloaded, the other components go on",
    std::to_string(id).c_str(), node->get_fully_qualified_name(),
    escaped(text_of(exception)).c_str());
  loading_->unload_soon(id);
}

void ComponentManager::on_list_nodes(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<ListNodes::Request>,
  std::shared_ptr<ListNodes::Response> response)
{
  for (const auto & [id, name] : loading_->list()) {
    response->unique_ids.push_back(id);
    response->full_node_names.push_back(name);
  }
}

}  // namespace rclcpp_components
