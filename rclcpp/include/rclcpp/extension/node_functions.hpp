// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// NodeFunctions: the common part of rclcpp::Node and rclcpp_lifecycle::LifecycleNode, which do not
// derive from each other.
#ifndef RCLCPP__EXTENSION__NODE_FUNCTIONS_HPP_
#define RCLCPP__EXTENSION__NODE_FUNCTIONS_HPP_

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/create_client.hpp"
#include "rclcpp/create_generic_client.hpp"
#include "rclcpp/create_generic_service.hpp"
#include "rclcpp/create_service.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/event.hpp"
#include "rclcpp/generic_client.hpp"
#include "rclcpp/generic_publisher.hpp"
#include "rclcpp/generic_subscription.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rclcpp/node_interfaces/node_logging_interface.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_time_source_interface.hpp"
#include "rclcpp/node_interfaces/node_timers_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions_interface.hpp"
#include "rclcpp/node_interfaces/node_waitables_interface.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp::node_interfaces
{
class NodeTimeSourceInterface;  // its header may include this one
}  // namespace rclcpp::node_interfaces

namespace rclcpp::extension
{

/// A name in the ROS graph, and functions that create entities under it. All functions are
/// thread-safe. The node owns none of its entities: a publisher, subscription, client, service or
/// timer lives as long as its creator keeps the pointer. After the node and its sub-nodes are
/// destroyed, no callback of its entities begins. NodeParametersInterface describes errors and
/// details of the parameter functions, NodeGraphInterface those of graph queries.
class RCLCPP_PUBLIC NodeFunctions
{
public:
  /// Returns the name without namespace.
  const char * get_name() const;
  /// Returns the namespace of the node; sub-namespaces do not change it.
  const char * get_namespace() const;
  /// Returns the namespace and the name.
  const char * get_fully_qualified_name() const;
  /// Returns the logger of the node; its name is the fully qualified name with dots.
  Logger get_logger() const;

  /// Creates a callback group; the caller keeps it alive. It joins the executor of the node unless
  /// `automatically_add_to_executor_with_node` is false.
  CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true);
  /// Calls `func` with each living callback group.
  void for_each_callback_group(
    const node_interfaces::NodeBaseInterface::CallbackGroupFunction & func);

  /// Creates a subscription. `callback` takes the message in any of ROS 2's forms
  /// (any_subscription_callback.hpp). Throws exceptions::InvalidTopicNameError, rmw::error.
  template <
    typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
    typename SubscriptionT = Subscription<MessageT, AllocatorT>,
    typename MessageMemoryStrategyT = typename SubscriptionT::MessageMemoryStrategyType>
  std::shared_ptr<SubscriptionT> create_subscription(
    const std::string & topic_name, const QoS & qos, CallbackT && callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
      SubscriptionOptionsWithAllocator<AllocatorT>(),
    typename MessageMemoryStrategyT::SharedPtr msg_mem_strat = nullptr)
  {
    return rclcpp::create_subscription<
      MessageT, CallbackT, AllocatorT, SubscriptionT, MessageMemoryStrategyT>(
      *this, with_sub_namespace(topic_name), qos, std::forward<CallbackT>(callback), options,
      std::move(msg_mem_strat));
  }

  /// Creates a timer in steady time. Throws std::invalid_argument for a negative period.
  template <
    typename DurationRepT = std::int64_t, typename DurationT = std::milli, typename CallbackT>
  typename WallTimer<CallbackT>::SharedPtr create_wall_timer(
    std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
    CallbackGroup::SharedPtr group = nullptr, bool autostart = true)
  {
    return rclcpp::create_wall_timer(
      period, std::move(callback), group, node_base_.get(), node_timers_.get(), autostart);
  }

  /// Creates a timer in the time of the node's clock.
  template <
    typename DurationRepT = std::int64_t, typename DurationT = std::milli, typename CallbackT>
  typename GenericTimer<CallbackT>::SharedPtr create_timer(
    std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
    CallbackGroup::SharedPtr group = nullptr, bool autostart = true)
  {
    return rclcpp::create_timer(
      get_clock(), period, std::move(callback), group, node_base_.get(), node_timers_.get(),
      autostart);
  }

  /// Creates a publisher of serialized messages. `topic_type` is a name such as
  /// "std_msgs/msg/String".
  template <typename AllocatorT = std::allocator<void>>
  std::shared_ptr<GenericPublisher> create_generic_publisher(
    const std::string & topic_name, const std::string & topic_type, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
      PublisherOptionsWithAllocator<AllocatorT>())
  {
    return rclcpp::create_generic_publisher(
      node_topics_, with_sub_namespace(topic_name), topic_type, qos, options);
  }

  /// Creates a subscription to a type that is known by name, such as "std_msgs/msg/String". The
  /// callback takes rclcpp::SerializedMessage in any of ROS 2's forms.
  template <typename CallbackT, typename AllocatorT = std::allocator<void>>
  std::shared_ptr<GenericSubscription> create_generic_subscription(
    const std::string & topic_name, const std::string & topic_type, const QoS & qos,
    CallbackT && callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
      SubscriptionOptionsWithAllocator<AllocatorT>())
  {
    return rclcpp::create_generic_subscription(
      node_topics_, with_sub_namespace(topic_name), topic_type, qos,
      std::forward<CallbackT>(callback), options);
  }

  /// Creates a client. Throws exceptions::InvalidServiceNameError, rmw::error, std::runtime_error
  /// for a callback group of another node.
  template <typename ServiceT>
  typename Client<ServiceT>::SharedPtr create_client(
    const std::string & service_name, const QoS & qos = ServicesQoS(),
    CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_client<ServiceT>(
      node_base_, node_graph_, node_services_, with_sub_namespace(service_name), qos, group);
  }
  /// Creates a client as above, from rmw's QoS profile.
  template <typename ServiceT>
  [[deprecated("give the QoS as rclcpp::QoS")]] typename Client<ServiceT>::SharedPtr create_client(
    const std::string & service_name, const rmw_qos_profile_t & qos_profile,
    CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_client<ServiceT>(
      node_base_, node_graph_, node_services_, with_sub_namespace(service_name), qos_profile,
      group);
  }

  /// Creates a service. `callback` takes the request in any of ROS 2's forms
  /// (any_service_callback.hpp). Throws as create_client().
  template <typename ServiceT, typename CallbackT>
  typename Service<ServiceT>::SharedPtr create_service(
    const std::string & service_name, CallbackT && callback, const QoS & qos = ServicesQoS(),
    CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_service<ServiceT>(
      node_base_, node_services_, with_sub_namespace(service_name),
      std::forward<CallbackT>(callback), qos, group);
  }
  /// Creates a server as above, from rmw's QoS profile.
  template <typename ServiceT, typename CallbackT>
  [[deprecated("give the QoS as rclcpp::QoS")]] typename Service<ServiceT>::SharedPtr
  create_service(
    const std::string & service_name, CallbackT && callback, const rmw_qos_profile_t & qos_profile,
    CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_service<ServiceT>(
      node_base_, node_services_, with_sub_namespace(service_name),
      std::forward<CallbackT>(callback), qos_profile, group);
  }

  /// Creates a client for a service type that is known by name, such as "std_srvs/srv/SetBool".
  /// Throws as GenericClient. As in ROS 2, the sub-namespace is not applied to the name.
  GenericClient::SharedPtr create_generic_client(
    const std::string & service_name, const std::string & service_type,
    const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_generic_client(
      node_base_, node_graph_, node_services_, service_name, service_type, qos, group);
  }
  /// Creates a service of a type that is known by name, such as "std_srvs/srv/SetBool". Throws as
  /// GenericService.
  template <typename CallbackT>
  GenericService::SharedPtr create_generic_service(
    const std::string & service_name, const std::string & service_type, CallbackT && callback,
    const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_generic_service(
      node_base_, node_services_, with_sub_namespace(service_name), service_type,
      std::forward<CallbackT>(callback), qos, group);
  }

  // --- parameters ---

  /// Declares a parameter with a default value and returns its value, which is the override if
  /// there is one.
  const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);
  /// Declares a parameter of a type without a default value.
  const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);

  /// Declares a parameter of the default value's type and returns its value.
  template <typename ParameterT>
  auto declare_parameter(
    const std::string & name, const ParameterT & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false)
  {
    try {
      return declare_parameter(
               name, ParameterValue(default_value), parameter_descriptor, ignore_override)
        .template get<ParameterT>();
    } catch (const ParameterTypeException & wrong) {
      throw exceptions::InvalidParameterTypeException(name, wrong.what());
    }
  }
  /// Declares a parameter of that type and returns its override. Throws
  /// exceptions::UninitializedStaticallyTypedParameterException if there is no override; the
  /// parameter stays declared.
  template <typename ParameterT>
  auto declare_parameter(
    const std::string & name,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false)
  {
    try {
      return declare_parameter(
               name, detail::parameter_type_of<ParameterT>(), parameter_descriptor, ignore_override)
        .template get<ParameterT>();
    } catch (const ParameterTypeException &) {
      throw exceptions::UninitializedStaticallyTypedParameterException(name);
    }
  }

  /// Declares a parameter "<namespace>.<key>" for each entry and returns the values.
  template <typename ParameterT>
  std::vector<ParameterT> declare_parameters(
    const std::string & namespace_, const std::map<std::string, ParameterT> & parameters,
    bool ignore_overrides = false)
  {
    std::vector<ParameterT> values;
    for (const auto & [key, value] : parameters) {
      values.push_back(static_cast<ParameterT>(declare_parameter(
        dotted(namespace_, key), value, rcl_interfaces::msg::ParameterDescriptor(),
        ignore_overrides)));
    }
    return values;
  }
  /// Declares several parameters with descriptors below a namespace, as declare_parameters() above.
  template <typename ParameterT>
  std::vector<ParameterT> declare_parameters(
    const std::string & namespace_,
    const std::map<std::string, std::pair<ParameterT, rcl_interfaces::msg::ParameterDescriptor>> &
      parameters,
    bool ignore_overrides = false)
  {
    std::vector<ParameterT> values;
    for (const auto & [key, value] : parameters) {
      values.push_back(static_cast<ParameterT>(
        declare_parameter(dotted(namespace_, key), value.first, value.second, ignore_overrides)));
    }
    return values;
  }

  /// Removes a parameter.
  void undeclare_parameter(const std::string & name);
  /// Returns true if the parameter is declared.
  bool has_parameter(const std::string & name) const;
  /// Sets one parameter; the result says whether it was accepted and why not.
  rcl_interfaces::msg::SetParametersResult set_parameter(const Parameter & parameter);
  /// Sets each parameter on its own and returns one result per parameter.
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters);
  /// Sets all parameters or none.
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters);

  /// Returns a parameter.
  Parameter get_parameter(const std::string & name) const;
  /// Reads a parameter; returns false if it is not declared or not set.
  bool get_parameter(const std::string & name, Parameter & parameter) const;
  /// Reads a parameter into a variable and converts numbers. Returns false and leaves the variable
  /// unchanged if the parameter is not set. Throws exceptions::InvalidParameterTypeException if the
  /// parameter has another type.
  template <typename ParameterT>
  bool get_parameter(const std::string & name, ParameterT & parameter) const
  {
    Parameter found;
    if (!get_parameter(with_sub_namespace(name), found)) {
      return false;
    }
    parameter = static_cast<ParameterT>(found.template get_value<ParameterT>());
    return true;
  }
  /// Reads a parameter. If it is not set, assigns the alternative value and returns false.
  template <typename ParameterT>
  bool get_parameter_or(
    const std::string & name, ParameterT & parameter, const ParameterT & alternative_value) const
  {
    const bool is_found = get_parameter(name, parameter);
    if (!is_found) {
      parameter = alternative_value;
    }
    return is_found;
  }
  template <typename ParameterT>
  /// Returns the value of a parameter, or the alternative value if it is not set.
  ParameterT get_parameter_or(const std::string & name, const ParameterT & alternative_value) const
  {
    ParameterT parameter{};
    get_parameter_or(name, parameter, alternative_value);
    return parameter;
  }
  /// Returns several parameters, in the order of the names.
  std::vector<Parameter> get_parameters(const std::vector<std::string> & names) const;
  /// Reads all parameters below `prefix`; the keys are the names without the prefix. Returns false
  /// if there are none.
  template <typename ParameterT>
  bool get_parameters(const std::string & prefix, std::map<std::string, ParameterT> & values) const
  {
    std::map<std::string, Parameter> found;
    if (!node_parameters_->get_parameters_by_prefix(prefix, found)) {
      return false;
    }
    for (const auto & [name, parameter] : found) {
      values[name] = static_cast<ParameterT>(parameter.template get_value<ParameterT>());
    }
    return true;
  }

  /// Returns the descriptor of a parameter.
  rcl_interfaces::msg::ParameterDescriptor describe_parameter(const std::string & name) const;
  /// Returns the descriptors of several parameters, in the order of the names.
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const;
  /// Returns the types (rcl_interfaces/msg/ParameterType) of several parameters.
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string> & names) const;
  /// Returns the names of the parameters below the prefixes, to `depth` levels; 0 means all levels.
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, std::uint64_t depth) const;

  /// Keeps a callback registered. ROS 2's name at the node.
  using PreSetParametersCallbackHandle = node_interfaces::PreSetParametersCallbackHandle;
  /// See add_pre_set_parameters_callback().
  using PreSetParametersCallbackType =
    node_interfaces::NodeParametersInterface::PreSetParametersCallbackType;
  /// Keeps a callback registered. ROS 2's name at the node.
  using OnSetParametersCallbackHandle = node_interfaces::OnSetParametersCallbackHandle;
  /// See add_on_set_parameters_callback().
  using OnSetParametersCallbackType =
    node_interfaces::NodeParametersInterface::OnSetParametersCallbackType;
  /// ROS 2's older name of OnSetParametersCallbackType.
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  /// Keeps a callback registered. ROS 2's name at the node.
  using PostSetParametersCallbackHandle = node_interfaces::PostSetParametersCallbackHandle;
  /// See add_post_set_parameters_callback().
  using PostSetParametersCallbackType =
    node_interfaces::NodeParametersInterface::PostSetParametersCallbackType;

  /// Registers a callback that may change the parameters before they are set. Drop the handle to
  /// unregister.
  [[nodiscard]] PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback);
  /// Registers a callback that accepts or rejects new values. Drop the handle to unregister.
  [[nodiscard]] OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback);
  /// Registers a callback that runs after parameters were set. Drop the handle to unregister.
  [[nodiscard]] PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler);

  // --- graph ---

  /// Returns the fully qualified names of all known nodes.
  std::vector<std::string> get_node_names() const;
  /// Returns the known topics with their type names.
  std::map<std::string, std::vector<std::string>> get_topic_names_and_types() const;
  /// Returns the known services with their type names.
  std::map<std::string, std::vector<std::string>> get_service_names_and_types() const;
  /// Returns the services of one node with their type names.
  std::map<std::string, std::vector<std::string>> get_service_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const;
  /// Returns the number of publishers on a topic, in all processes.
  std::size_t count_publishers(const std::string & topic_name) const;
  /// Returns the number of subscriptions to a topic, in all processes.
  std::size_t count_subscribers(const std::string & topic_name) const;
  /// Returns the number of clients of a service, in all processes.
  std::size_t count_clients(const std::string & service_name) const;
  /// Returns the number of servers of a service, in all processes.
  std::size_t count_services(const std::string & service_name) const;
  /// Returns node, type, QoS and GID of each publisher on a topic.
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;
  /// Returns node, type, QoS and GID of each subscription to a topic.
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;
  /// Returns an event that the next graph change sets.
  Event::SharedPtr get_graph_event();
  /// Waits until the event is set, the timeout expires or the context shuts down.
  void wait_for_graph_change(Event::SharedPtr event, std::chrono::nanoseconds timeout);

  // --- time ---

  /// Returns the clock of the node: ROS time, which use_sim_time switches to simulated time.
  Clock::SharedPtr get_clock();
  /// Returns the clock of the node.
  Clock::ConstSharedPtr get_clock() const;
  /// Returns get_clock()->now().
  Time now() const;

  // --- interfaces, for functions that need only some parts of a node ---

  /// Returns names, context and callback groups of the node.
  node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface();
  /// Returns the clock of the node as a part.
  node_interfaces::NodeClockInterface::SharedPtr get_node_clock_interface();
  /// Returns the view of nodes, topics and services that the node knows.
  node_interfaces::NodeGraphInterface::SharedPtr get_node_graph_interface();
  /// Returns the logger of the node as a part.
  node_interfaces::NodeLoggingInterface::SharedPtr get_node_logging_interface();
  /// Returns the part that adds clients and servers.
  node_interfaces::NodeServicesInterface::SharedPtr get_node_services_interface();
  /// Returns the part that adds timers.
  node_interfaces::NodeTimersInterface::SharedPtr get_node_timers_interface();
  /// Returns the part that creates publishers and subscriptions.
  node_interfaces::NodeTopicsInterface::SharedPtr get_node_topics_interface();
  /// Returns the part that adds waitables.
  node_interfaces::NodeWaitablesInterface::SharedPtr get_node_waitables_interface();
  /// Returns the parameters of the node as a part.
  node_interfaces::NodeParametersInterface::SharedPtr get_node_parameters_interface();
  /// Returns the part that follows /clock.
  std::shared_ptr<node_interfaces::NodeTimeSourceInterface> get_node_time_source_interface();
  /// Returns the part that answers queries for type descriptions.
  node_interfaces::NodeTypeDescriptionsInterface::SharedPtr get_node_type_descriptions_interface();

  /// Returns the options that the node was created with.
  const NodeOptions & get_node_options() const;

protected:
  /// Throws as node_interfaces::NodeBaseInterface and, for overrides of use_sim_time, as
  /// NodeParametersInterface.
  NodeFunctions(
    const std::string & node_name, const std::string & namespace_, const NodeOptions & options);
  /// Creates a sub-node: the same node, but relative names of entities created through it start
  /// with `sub_namespace`.
  NodeFunctions(const NodeFunctions & other, const std::string & sub_namespace);
  ~NodeFunctions();

  /// Returns the namespace of a sub-node; empty for a node.
  const std::string & sub_namespace() const { return sub_namespace_; }
  /// Returns the name below the namespace of a sub-node.
  std::string with_sub_namespace(const std::string & name) const;

private:
  RCLCPP_DISABLE_COPY(NodeFunctions)

  static std::string dotted(const std::string & namespace_, const std::string & name);

  node_interfaces::NodeBaseInterface::SharedPtr node_base_;
  node_interfaces::NodeGraphInterface::SharedPtr node_graph_;
  node_interfaces::NodeLoggingInterface::SharedPtr node_logging_;
  node_interfaces::NodeTimersInterface::SharedPtr node_timers_;
  node_interfaces::NodeTopicsInterface::SharedPtr node_topics_;
  node_interfaces::NodeServicesInterface::SharedPtr node_services_;
  node_interfaces::NodeClockInterface::SharedPtr node_clock_;
  node_interfaces::NodeParametersInterface::SharedPtr node_parameters_;
  std::shared_ptr<node_interfaces::NodeTimeSourceInterface> node_time_source_;
  node_interfaces::NodeTypeDescriptionsInterface::SharedPtr node_type_descriptions_;
  node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_;

  // shared with the sub-nodes; the last owner ends the node
  std::shared_ptr<void> life_;
  const NodeOptions node_options_;
  const std::string sub_namespace_;
};

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__NODE_FUNCTIONS_HPP_
