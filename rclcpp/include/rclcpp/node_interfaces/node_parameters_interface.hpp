// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parameters of a node; Node and the parameter services forward here.
#ifndef RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/detail/node_interfaces_helpers.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_clock_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

class NodeOptions;

namespace node_interfaces
{

/// May change, add or remove parameters of a set request before it is checked.
struct PreSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PreSetParametersCallbackHandle)
  using PreSetParametersCallbackType = std::function<void(std::vector<Parameter> &)>;
  PreSetParametersCallbackType callback;
};

/// Says whether a set request is accepted; must not have side effects.
struct OnSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(OnSetParametersCallbackHandle)
  using OnSetParametersCallbackType =
    std::function<rcl_interfaces::msg::SetParametersResult(const std::vector<Parameter> &)>;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  OnSetParametersCallbackType callback;
};

/// Told what was set. What it throws is logged: the change has been made, and its event is sent.
struct PostSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PostSetParametersCallbackHandle)
  using PostSetParametersCallbackType = std::function<void(const std::vector<Parameter> &)>;
  PostSetParametersCallbackType callback;
};

/// A declared parameter.
struct ParameterInfo
{
  ParameterValue value;
  rcl_interfaces::msg::ParameterDescriptor descriptor;
};

/// The parameters of one node. Thread-safe: threads that modify parameters or callbacks take turns,
/// those that read never wait for one. Callbacks run in the calling thread, in its turn, with no
/// lock held, and may read parameters; modifying inside one throws
/// exceptions::ParameterModifiedInCallbackException. Each call that changes something publishes one
/// rcl_interfaces/msg/ParameterEvent on /parameter_events, unless the node's options say otherwise.
class RCLCPP_PUBLIC NodeParametersInterface
: public std::enable_shared_from_this<NodeParametersInterface>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeParametersInterface)

  using PreSetParametersCallbackType = PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  using PostSetParametersCallbackType =
    PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  /// Resolves the overrides for the node: parameter files and -p of the command line, then those of
  /// the options.
  NodeParametersInterface(
    NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
    NodeClockInterface::SharedPtr node_clock, const NodeOptions & options);
  ~NodeParametersInterface();

  /// The value set: the override if there is one (unless `ignore_override`), else `default_value`.
  /// The reference stays valid until the parameter is undeclared.
  /// Throws exceptions::ParameterAlreadyDeclaredException, InvalidParametersException (empty name),
  /// InvalidParameterValueException (refused by a range or callback),
  /// InvalidParameterTypeException.
  const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);
  /// Without a default: the parameter stays uninitialised unless there is an override.
  const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);

  /// Throws ParameterNotDeclaredException, ParameterImmutableException (read-only),
  /// InvalidParameterTypeException (statically typed).
  void undeclare_parameter(const std::string & name);
  bool has_parameter(const std::string & name) const;

  /// One by one. Throws ParameterNotDeclaredException unless undeclared parameters are allowed.
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters);
  /// All or none.
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters);

  /// Throw ParameterNotDeclaredException (unless allowed: then a parameter that is not set), and
  /// ParameterUninitializedException for a statically typed parameter without value.
  std::vector<Parameter> get_parameters(const std::vector<std::string> & names) const;
  Parameter get_parameter(const std::string & name) const;
  /// False if it is not declared or has no value.
  bool get_parameter(const std::string & name, Parameter & parameter) const;
  /// All below `prefix` (empty: all), by their names without it. True if there are any.
  bool get_parameters_by_prefix(
    const std::string & prefix, std::map<std::string, Parameter> & parameters) const;

  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const;
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string> & names) const;
  /// Names below the prefixes (none: all) with at most `depth` levels below (0: all).
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, std::uint64_t depth) const;

  /// Callbacks live as long as the returned handle; the last one added is called first.
  PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback);
  OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback);
  PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback);
  /// Throw std::runtime_error if it is not registered.
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler);
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler);
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler);

  const std::map<std::string, ParameterValue> & get_parameter_overrides() const;

  // --- for the library ---

  /// Offers the parameter services (rclcpp::ParameterService) as long as this object lives.
  void start_services(
    NodeBaseInterface::SharedPtr node_base, NodeServicesInterface::SharedPtr node_services);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeParametersInterface, parameters)

#endif  // RCLCPP__NODE_INTERFACES__NODE_PARAMETERS_INTERFACE_HPP_
