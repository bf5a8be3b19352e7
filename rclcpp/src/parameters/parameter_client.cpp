// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Sends requests to the parameter services of another node.
#include "rclcpp/parameter_client.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include "base/clock.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/create_client.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/executors/single_threaded_executor.hpp"

namespace rclcpp
{

using rcl_interfaces::msg::ListParametersResult;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

namespace
{

// Sends a request; the future gets the result of `convert(response)`, or its exception.
template <typename Result, typename Service, typename Convert>
std::shared_future<Result> send(
  Client<Service> & client, std::shared_ptr<typename Service::Request> request, Convert convert,
  AsyncParametersClient::Callback<Result> callback)
{
  std::promise<Result> promise;
  std::shared_future<Result> future = promise.get_future();
  client.async_send_request(
    std::move(request),
    [promise = std::move(promise), future, convert = std::move(convert),
     callback = std::move(callback)](typename Client<Service>::SharedFuture response) mutable {
      try {
        promise.set_value(convert(*response.get()));
      } catch (const std::exception &) {
        promise.set_exception(std::current_exception());
      }
      if (callback) {
        callback(future);
      }
    });
  return future;
}

std::vector<rcl_interfaces::msg::Parameter> to_messages(const std::vector<Parameter> & parameters)
{
  std::vector<rcl_interfaces::msg::Parameter> messages;
  messages.reserve(parameters.size());
  for (const Parameter & parameter : parameters) {
    messages.push_back(parameter.to_parameter_msg());
  }
  return messages;
}

// Checks that the node answered all names; a node that does not have all of them sends fewer
// answers.
void check_count(std::size_t count, std::size_t asked)
{
  if (count > asked) {
    throw std::runtime_error(
      "a node answered " + std::to_string(count) + " parameters when asked for " +
      std::to_string(asked));
  }
}

}  // namespace

struct AsyncParametersClient::Impl
{
  template <typename Service>
  using ClientPtr = typename Client<Service>::SharedPtr;

  ClientPtr<rcl_interfaces::srv::GetParameters> get;
  ClientPtr<rcl_interfaces::srv::GetParameterTypes> types;
  ClientPtr<rcl_interfaces::srv::SetParameters> set;
  ClientPtr<rcl_interfaces::srv::SetParametersAtomically> set_atomically;
  ClientPtr<rcl_interfaces::srv::DescribeParameters> describe;
  ClientPtr<rcl_interfaces::srv::ListParameters> list;
  std::string remote_node;  // fully qualified

  std::array<ClientBase *, 6> all() const
  {
    return {get.get(), types.get(), set.get(), set_atomically.get(), describe.get(), list.get()};
  }
};

AsyncParametersClient::AsyncParametersClient(
  const node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  const node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
  const node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  const node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
  const std::string & remote_node_name, const QoS & qos_profile, CallbackGroup::SharedPtr group)
: node_topics_(node_topics_interface), impl_(std::make_unique<Impl>())
{
  const std::string node =
    remote_node_name.empty() ? node_base_interface->get_fully_qualified_name() : remote_node_name;
  const auto make = [&]<typename Service>(
                      const char * name, std::shared_ptr<Client<Service>> & client) {
    client = create_client<Service>(
      node_base_interface, node_graph_interface, node_services_interface, node + "/" + name,
      qos_profile, group);
  };
  make("get_parameters", impl_->get);
  make("get_parameter_types", impl_->types);
  make("set_parameters", impl_->set);
  make("set_parameters_atomically", impl_->set_atomically);
  make("describe_parameters", impl_->describe);
  make("list_parameters", impl_->list);
  const std::string service = impl_->get->get_service_name();
  impl_->remote_node = service.substr(0, service.rfind('/'));
}

AsyncParametersClient::~AsyncParametersClient() = default;

std::shared_future<std::vector<Parameter>> AsyncParametersClient::get_parameters(
  const std::vector<std::string> & names, Callback<std::vector<Parameter>> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::GetParameters::Request>();
  request->names = names;
  return send<std::vector<Parameter>>(
    *impl_->get, std::move(request),
    [names](const rcl_interfaces::srv::GetParameters::Response & response) {
      check_count(response.values.size(), names.size());
      std::vector<Parameter> parameters;
      for (std::size_t i = 0; i < response.values.size(); ++i) {
        parameters.emplace_back(names[i], ParameterValue(response.values[i]));
      }
      return parameters;
    },
    std::move(callback));
}

std::shared_future<std::vector<ParameterDescriptor>> AsyncParametersClient::describe_parameters(
  const std::vector<std::string> & names, Callback<std::vector<ParameterDescriptor>> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::DescribeParameters::Request>();
  request->names = names;
  return send<std::vector<ParameterDescriptor>>(
    *impl_->describe, std::move(request),
    [](const rcl_interfaces::srv::DescribeParameters::Response & response) {
      return response.descriptors;
    },
    std::move(callback));
}

std::shared_future<std::vector<ParameterType>> AsyncParametersClient::get_parameter_types(
  const std::vector<std::string> & names, Callback<std::vector<ParameterType>> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::GetParameterTypes::Request>();
  request->names = names;
  return send<std::vector<ParameterType>>(
    *impl_->types, std::move(request),
    [](const rcl_interfaces::srv::GetParameterTypes::Response & response) {
      std::vector<ParameterType> types;
      for (const std::uint8_t type : response.types) {
        types.push_back(static_cast<ParameterType>(type));
      }
      return types;
    },
    std::move(callback));
}

std::shared_future<std::vector<SetParametersResult>> AsyncParametersClient::set_parameters(
  const std::vector<Parameter> & parameters, Callback<std::vector<SetParametersResult>> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::SetParameters::Request>();
  request->parameters = to_messages(parameters);
  return send<std::vector<SetParametersResult>>(
    *impl_->set, std::move(request),
    [](const rcl_interfaces::srv::SetParameters::Response & response) { return response.results; },
    std::move(callback));
}

std::shared_future<SetParametersResult> AsyncParametersClient::set_parameters_atomically(
  const std::vector<Parameter> & parameters, Callback<SetParametersResult> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::SetParametersAtomically::Request>();
  request->parameters = to_messages(parameters);
  return send<SetParametersResult>(
    *impl_->set_atomically, std::move(request),
    [](const rcl_interfaces::srv::SetParametersAtomically::Response & response) {
      return response.result;
    },
    std::move(callback));
}

std::shared_future<std::vector<SetParametersResult>> AsyncParametersClient::delete_parameters(
  const std::vector<std::string> & parameters_names)
{
  // setting a parameter to no value deletes it
  return set_parameters({parameters_names.begin(), parameters_names.end()});
}

std::shared_future<std::vector<SetParametersResult>> AsyncParametersClient::load_parameters(
  const std::string & yaml_filename)
{
  return load_parameters(parameter_map_from_yaml_file(yaml_filename, impl_->remote_node.c_str()));
}

std::shared_future<std::vector<SetParametersResult>> AsyncParametersClient::load_parameters(
  const ParameterMap & parameter_map)
{
  const std::vector<Parameter> parameters =
    parameters_from_map(parameter_map, impl_->remote_node.c_str());
  if (parameters.empty()) {
    throw exceptions::InvalidParametersException(
      "there are no parameters of node '" + impl_->remote_node + "'");
  }
  return set_parameters(parameters);
}

std::shared_future<ListParametersResult> AsyncParametersClient::list_parameters(
  const std::vector<std::string> & prefixes, std::uint64_t depth,
  Callback<ListParametersResult> callback)
{
  auto request = std::make_shared<rcl_interfaces::srv::ListParameters::Request>();
  request->prefixes = prefixes;
  request->depth = depth;
  return send<ListParametersResult>(
    *impl_->list, std::move(request),
    [](const rcl_interfaces::srv::ListParameters::Response & response) { return response.result; },
    std::move(callback));
}

bool AsyncParametersClient::service_is_ready() const
{
  for (const ClientBase * client : impl_->all()) {
    if (!client->service_is_ready()) {
      return false;
    }
  }
  return true;
}

bool AsyncParametersClient::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout)
{
  const std::int64_t begin = base::steady_now();
  for (ClientBase * client : impl_->all()) {
    const auto left = timeout < std::chrono::nanoseconds::zero()
                        ? timeout
                        : std::max<std::chrono::nanoseconds>(
                            std::chrono::nanoseconds::zero(),
                            timeout - std::chrono::nanoseconds(base::steady_now() - begin));
    if (!client->wait_for_service(left)) {
      return false;
    }
  }
  return true;
}

void AsyncParametersClient::prune()
{
  for (ClientBase * client : impl_->all()) {
    client->prune_pending_requests();
  }
}

SyncParametersClient::SyncParametersClient(
  Executor::SharedPtr executor,
  const node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  const node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
  const node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  const node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
  const std::string & remote_node_name, const QoS & qos_profile)
: executor_(std::move(executor)),
  node_base_(node_base_interface),
  async_(std::make_shared<AsyncParametersClient>(
    node_base_interface, node_topics_interface, node_graph_interface, node_services_interface,
    remote_node_name, qos_profile))
{
}

Executor::SharedPtr SyncParametersClient::make_executor(node_interfaces::NodeBaseInterface & node)
{
  ExecutorOptions options;
  options.context = node.get_context();
  return std::make_shared<executors::SingleThreadedExecutor>(options);
}

bool SyncParametersClient::has_parameter(const std::string & parameter_name)
{
  return !list_parameters({parameter_name}, 1).names.empty();
}

}  // namespace rclcpp
