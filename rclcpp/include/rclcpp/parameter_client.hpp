// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Clients that read and change the parameters of another node: AsyncParametersClient,
// SyncParametersClient.
#ifndef RCLCPP__PARAMETER_CLIENT_HPP_
#define RCLCPP__PARAMETER_CLIENT_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rcl_yaml_param_parser/parser.h"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/detail/to_nanoseconds.hpp"
#include "rclcpp/executors.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/type_support_decl.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// A client of the parameter services of one node whose calls do not wait.
/**
 * Each call sends a request and returns a future. The future is complete after an executor has
 * processed the response in `group`, or in the default callback group; then the executor also calls
 * the optional callback with the completed future. An invalid response gives a future with an
 * exception. rclcpp::ParameterService describes the errors of the node. All functions are
 * thread-safe.
 */
class RCLCPP_PUBLIC AsyncParametersClient
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(AsyncParametersClient)

  /// A callback that gets the completed future of a result.
  template <typename ResultT>
  using Callback = std::function<void(std::shared_future<ResultT>)>;

  /// Creates the clients. An empty `remote_node_name` means the node itself; a name without leading
  /// / is in the node's namespace. Throws exceptions::InvalidServiceNameError, rmw::error.
  AsyncParametersClient(
    const node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    const node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
    const node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
    const node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
    const std::string & remote_node_name = "", const QoS & qos_profile = ParametersQoS(),
    CallbackGroup::SharedPtr group = nullptr);
  /// Creates the clients through the node that `node` points to, which must be a Node, a
  /// LifecycleNode or another class with the interfaces of a node.
  template <typename NodeT>
  explicit AsyncParametersClient(
    const std::shared_ptr<NodeT> node, const std::string & remote_node_name = "",
    const QoS & qos_profile = ParametersQoS(), CallbackGroup::SharedPtr group = nullptr)
  : AsyncParametersClient(node.get(), remote_node_name, qos_profile, std::move(group))
  {
  }
  /// Creates the clients through the interfaces of `node`, which must be a Node, a LifecycleNode or
  /// another class with the interfaces of a node.
  template <typename NodeT>
  explicit AsyncParametersClient(
    NodeT * node, const std::string & remote_node_name = "",
    const QoS & qos_profile = ParametersQoS(), CallbackGroup::SharedPtr group = nullptr)
  : AsyncParametersClient(
      node->get_node_base_interface(), node->get_node_topics_interface(),
      node->get_node_graph_interface(), node->get_node_services_interface(), remote_node_name,
      qos_profile, std::move(group))
  {
  }
  ~AsyncParametersClient();

  /// Requests parameters; the result has those that are set.
  std::shared_future<std::vector<Parameter>> get_parameters(
    const std::vector<std::string> & names, Callback<std::vector<Parameter>> callback = nullptr);
  /// Requests descriptors.
  std::shared_future<std::vector<rcl_interfaces::msg::ParameterDescriptor>> describe_parameters(
    const std::vector<std::string> & names,
    Callback<std::vector<rcl_interfaces::msg::ParameterDescriptor>> callback = nullptr);
  /// Requests the types.
  std::shared_future<std::vector<ParameterType>> get_parameter_types(
    const std::vector<std::string> & names,
    Callback<std::vector<ParameterType>> callback = nullptr);
  /// Sets parameters one by one.
  std::shared_future<std::vector<rcl_interfaces::msg::SetParametersResult>> set_parameters(
    const std::vector<Parameter> & parameters,
    Callback<std::vector<rcl_interfaces::msg::SetParametersResult>> callback = nullptr);
  /// Sets all parameters or none.
  std::shared_future<rcl_interfaces::msg::SetParametersResult> set_parameters_atomically(
    const std::vector<Parameter> & parameters,
    Callback<rcl_interfaces::msg::SetParametersResult> callback = nullptr);
  /// Undeclares parameters by setting them to no value.
  std::shared_future<std::vector<rcl_interfaces::msg::SetParametersResult>> delete_parameters(
    const std::vector<std::string> & parameters_names);
  /// Sets the parameters that the YAML file has for the remote node. Throws exceptions::RCLError
  /// for a file that cannot be read, InvalidParametersException if it has nothing for that node.
  std::shared_future<std::vector<rcl_interfaces::msg::SetParametersResult>> load_parameters(
    const std::string & yaml_filename);
  /// Sets the parameters that the map has under the remote node's fully qualified name.
  std::shared_future<std::vector<rcl_interfaces::msg::SetParametersResult>> load_parameters(
    const ParameterMap & parameter_map);
  /// Requests the names of the parameters below the prefixes, to `depth` levels; 0 means all
  /// levels.
  std::shared_future<rcl_interfaces::msg::ListParametersResult> list_parameters(
    const std::vector<std::string> & prefixes, std::uint64_t depth,
    Callback<rcl_interfaces::msg::ListParametersResult> callback = nullptr);

  /// Subscribes to /parameter_events of all nodes. The caller keeps the subscription.
  template <typename CallbackT, typename AllocatorT = std::allocator<void>>
  auto on_parameter_event(
    CallbackT && callback, const QoS & qos = ParameterEventsQoS(),
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
      SubscriptionOptionsWithAllocator<AllocatorT>())
  {
    return on_parameter_event(node_topics_, std::forward<CallbackT>(callback), qos, options);
  }
  /// Does the same for a node, or for a pointer to one.
  template <typename CallbackT, typename NodeT, typename AllocatorT = std::allocator<void>>
    requires(!std::is_convertible_v<CallbackT, QoS>)
  static auto on_parameter_event(
    NodeT && node, CallbackT && callback, const QoS & qos = ParameterEventsQoS(),
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
      SubscriptionOptionsWithAllocator<AllocatorT>())
  {
    return rclcpp::create_subscription<rcl_interfaces::msg::ParameterEvent>(
      node, "/parameter_events", qos, std::forward<CallbackT>(callback), options);
  }

  /// Returns true if all parameter services of the node are matched.
  bool service_is_ready() const;
  /// Waits for service_is_ready() without spinning; returns false on timeout or shutdown. A
  /// negative timeout waits for ever.
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_service_nanoseconds(rclcpp::detail::to_nanoseconds(timeout));
  }

protected:
  /// Implements wait_for_service() with a timeout in nanoseconds; a negative one means no limit.
  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);

private:
  friend class SyncParametersClient;
  struct Impl;

  // Gives up all requests that are not answered.
  void prune();

  node_interfaces::NodeTopicsInterface::SharedPtr node_topics_;
  std::unique_ptr<Impl> impl_;
};

/// A client of the parameter services of one node whose calls wait for the answers.
/**
 * Each call spins the node until the response arrives or the timeout has passed (negative means
 * never). Therefore no other executor may have the node, and callbacks must not call these
 * functions. On timeout, functions that return lists return empty ones; the others throw
 * std::runtime_error. One thread at a time may use a client.
 */
class RCLCPP_PUBLIC SyncParametersClient
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SyncParametersClient)

  /// Creates a client that spins `node` with an executor of its own. An empty `remote_node_name`
  /// means the node itself.
  template <typename NodeT>
  explicit SyncParametersClient(
    std::shared_ptr<NodeT> node, const std::string & remote_node_name = "",
    const QoS & qos_profile = ParametersQoS())
  : SyncParametersClient(node.get(), remote_node_name, qos_profile)
  {
  }
  /// Creates a client that spins `node` with `executor`. An empty `remote_node_name` means the node
  /// itself.
  template <typename NodeT>
  SyncParametersClient(
    Executor::SharedPtr executor, std::shared_ptr<NodeT> node,
    const std::string & remote_node_name = "", const QoS & qos_profile = ParametersQoS())
  : SyncParametersClient(std::move(executor), node.get(), remote_node_name, qos_profile)
  {
  }
  /// Creates a client that spins `node` with an executor of its own. The node must outlive the
  /// client.
  template <typename NodeT>
  explicit SyncParametersClient(
    NodeT * node, const std::string & remote_node_name = "",
    const QoS & qos_profile = ParametersQoS())
  : SyncParametersClient(
      make_executor(*node->get_node_base_interface()), node, remote_node_name, qos_profile)
  {
  }
  /// Creates a client that spins `node` with `executor`. The node must outlive the client.
  template <typename NodeT>
  SyncParametersClient(
    Executor::SharedPtr executor, NodeT * node, const std::string & remote_node_name = "",
    const QoS & qos_profile = ParametersQoS())
  : SyncParametersClient(
      std::move(executor), node->get_node_base_interface(), node->get_node_topics_interface(),
      node->get_node_graph_interface(), node->get_node_services_interface(), remote_node_name,
      qos_profile)
  {
  }
  /// Creates a client from the interfaces of the node that it spins with `executor`. An empty
  /// `remote_node_name` means the node itself.
  SyncParametersClient(
    Executor::SharedPtr executor,
    const node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
    const node_interfaces::NodeTopicsInterface::SharedPtr node_topics_interface,
    const node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
    const node_interfaces::NodeServicesInterface::SharedPtr node_services_interface,
    const std::string & remote_node_name = "", const QoS & qos_profile = ParametersQoS());

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Returns the parameters that are set.
  std::vector<Parameter> get_parameters(
    const std::vector<std::string> & parameter_names,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->get_parameters(parameter_names), timeout);
  }

  /// Returns true if the parameter is declared.
  bool has_parameter(const std::string & parameter_name);

  /// Returns a parameter, or `default_value` if it is not declared or not set.
  template <typename T>
  T get_parameter(const std::string & parameter_name, const T & default_value)
  {
    const std::vector<Parameter> parameters = get_parameters({parameter_name});
    return is_set(parameters) ? static_cast<T>(parameters.front().get_value<T>()) : default_value;
  }
  /// Returns a parameter. Throws std::runtime_error if it is not declared or not set.
  template <typename T>
  T get_parameter(const std::string & parameter_name)
  {
    const std::vector<Parameter> found = get_parameters({parameter_name});
    if (!is_set(found)) {
      throw std::runtime_error("Parameter '" + parameter_name + "' is not set");
    }
    return static_cast<T>(found.front().get_value<T>());
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Returns descriptors.
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & parameter_names,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->describe_parameters(parameter_names), timeout);
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Returns types.
  std::vector<ParameterType> get_parameter_types(
    const std::vector<std::string> & parameter_names,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->get_parameter_types(parameter_names), timeout);
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Sets parameters one by one.
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->set_parameters(parameters), timeout);
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Undeclares parameters by setting them to no value.
  std::vector<rcl_interfaces::msg::SetParametersResult> delete_parameters(
    const std::vector<std::string> & parameters_names,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->delete_parameters(parameters_names), timeout);
  }

  /// Sets the parameters of a YAML file. Throws as AsyncParametersClient::load_parameters().
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  std::vector<rcl_interfaces::msg::SetParametersResult> load_parameters(
    const std::string & yaml_filename,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_empty(async_->load_parameters(yaml_filename), timeout);
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Sets all parameters or none.
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_throw(
      "set_parameters_atomically", async_->set_parameters_atomically(parameters), timeout);
  }

  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Returns the names of the parameters below the prefixes, to `depth` levels; 0 means all levels.
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & parameter_prefixes, std::uint64_t depth,
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_or_throw(
      "list_parameters", async_->list_parameters(parameter_prefixes, depth), timeout);
  }

  /// Subscribes to /parameter_events; see AsyncParametersClient.
  template <typename CallbackT>
  auto on_parameter_event(CallbackT && callback)
  {
    return async_->on_parameter_event(std::forward<CallbackT>(callback));
  }
  /// Subscribes to /parameter_events through `node` and calls `callback` for each event, of any
  /// node. The subscription ends with the returned pointer.
  template <typename CallbackT, typename NodeT>
    requires(!std::is_convertible_v<CallbackT, QoS>)
  static auto on_parameter_event(
    NodeT && node, CallbackT && callback, const QoS & qos = ParameterEventsQoS(),
    const SubscriptionOptions & options = SubscriptionOptions())
  {
    return AsyncParametersClient::on_parameter_event(
      node, std::forward<CallbackT>(callback), qos, options);
  }

  /// Returns true if all parameter services of the node are matched.
  bool service_is_ready() const { return async_->service_is_ready(); }
  template <typename RepT = std::int64_t, typename RatioT = std::milli>
  /// Waits for service_is_ready(); see AsyncParametersClient.
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return async_->wait_for_service(timeout);
  }

private:
  static Executor::SharedPtr make_executor(node_interfaces::NodeBaseInterface & node);
  static bool is_set(const std::vector<Parameter> & parameters)
  {
    return parameters.size() == 1 && parameters.front().get_type() != PARAMETER_NOT_SET;
  }

  // Returns true if the future is complete. Otherwise gives up the request.
  template <typename FutureT, typename DurationT>
  bool wait(const FutureT & future, DurationT timeout)
  {
    const bool complete = executors::spin_node_until_future_complete(
                            *executor_, node_base_, future, timeout) == FutureReturnCode::SUCCESS;
    if (!complete) {
      async_->prune();
    }
    return complete;
  }

  template <typename ResultT, typename DurationT>
  ResultT wait_or_empty(const std::shared_future<ResultT> & future, DurationT timeout)
  {
    return wait(future, timeout) ? future.get() : ResultT();
  }

  template <typename ResultT, typename DurationT>
  ResultT wait_or_throw(
    const char * service, const std::shared_future<ResultT> & future, DurationT timeout)
  {
    if (!wait(future, timeout)) {
      throw std::runtime_error(
        std::string("no answer from service '") + service + "' within the timeout");
    }
    return future.get();
  }

  Executor::SharedPtr executor_;
  node_interfaces::NodeBaseInterface::SharedPtr node_base_;
  AsyncParametersClient::SharedPtr async_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PARAMETER_CLIENT_HPP_
