// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The parameters of a node; Node and the parameter services use this class.
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

/// The registration of a callback that may change, add or remove the parameters of a set request
/// before they are checked.
struct PreSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PreSetParametersCallbackHandle)
  /// The callback, which may change the list of parameters.
  using PreSetParametersCallbackType = std::function<void(std::vector<Parameter> &)>;
  /// The function that is called before each set request is checked.
  PreSetParametersCallbackType callback;
};

/// The registration of a callback that accepts or rejects a set request; it must not have side
/// effects.
struct OnSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(OnSetParametersCallbackHandle)
  /// The callback, which gets the parameters and returns whether they are accepted, with a reason.
  using OnSetParametersCallbackType =
    std::function<rcl_interfaces::msg::SetParametersResult(const std::vector<Parameter> &)>;
  /// The callback type under ROS 2's older name.
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  /// The function that is called to check each set request.
  OnSetParametersCallbackType callback;
};

/// The registration of a callback that gets the parameters that were set. Exceptions are logged:
/// the change has already been made, and its event is sent.
struct PostSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PostSetParametersCallbackHandle)
  /// The callback, which gets the parameters that were set.
  using PostSetParametersCallbackType = std::function<void(const std::vector<Parameter> &)>;
  /// The function that is called after each successful set request.
  PostSetParametersCallbackType callback;
};

/// The value and the descriptor of a declared parameter.
struct ParameterInfo
{
  /// The current value.
  ParameterValue value;
  /// The descriptor: type, range, read-only flag and description.
  rcl_interfaces::msg::ParameterDescriptor descriptor;
};

/// The parameters of one node. Thread-safe: threads that modify parameters or callbacks take turns;
/// reading threads never wait for them. Callbacks run on the calling thread, during its turn, with
/// no lock held. They may read parameters; modifying parameters in a callback throws
/// exceptions::ParameterModifiedInCallbackException. Each call that changes something publishes one
/// rcl_interfaces/msg/ParameterEvent on /parameter_events, unless the node's options disable that.
class RCLCPP_PUBLIC NodeParametersInterface
: public std::enable_shared_from_this<NodeParametersInterface>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(NodeParametersInterface)

  /// The callback of add_pre_set_parameters_callback().
  using PreSetParametersCallbackType = PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  /// The callback of add_on_set_parameters_callback().
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  /// The callback of add_on_set_parameters_callback(), under ROS 2's older name.
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  /// The callback of add_post_set_parameters_callback().
  using PostSetParametersCallbackType =
    PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  /// Collects the overrides for the node: parameter files and -p of the command line, then those of
  /// the options.
  NodeParametersInterface(
    NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr node_topics,
    NodeClockInterface::SharedPtr node_clock, const NodeOptions & options);
  ~NodeParametersInterface();

  /// Declares a parameter and returns its value: the override if there is one (unless
  /// `ignore_override`), otherwise `default_value`. The reference is valid until the parameter is
  /// undeclared. Throws exceptions::ParameterAlreadyDeclaredException, InvalidParametersException
  /// (empty name), InvalidParameterValueException (rejected by a range or callback),
  /// InvalidParameterTypeException.
  const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);
  /// Declares a parameter without a default: it has no value unless there is an override.
  const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
      rcl_interfaces::msg::ParameterDescriptor(),
    bool ignore_override = false);

  /// Removes a parameter. Throws ParameterNotDeclaredException, ParameterImmutableException
  /// (read-only), InvalidParameterTypeException (statically typed).
  void undeclare_parameter(const std::string & name);
  /// Returns true if the parameter is declared.
  bool has_parameter(const std::string & name) const;

  /// Sets parameters one by one and returns one result for each. Throws
  /// ParameterNotDeclaredException unless undeclared parameters are allowed.
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters);
  /// Sets all parameters or none.
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters);

  /// Return parameters. Throw ParameterNotDeclaredException (if undeclared parameters are allowed,
  /// a parameter without value is returned instead), and ParameterUninitializedException for a
  /// statically typed parameter without value.
  std::vector<Parameter> get_parameters(const std::vector<std::string> & names) const;
  /// Returns one parameter. Throws as get_parameters().
  Parameter get_parameter(const std::string & name) const;
  /// Reads a parameter. Returns false if it is not declared or has no value.
  bool get_parameter(const std::string & name, Parameter & parameter) const;
  /// Reads all parameters below `prefix` (empty means all); the keys are the names without the
  /// prefix. Returns true if there are any.
  bool get_parameters_by_prefix(
    const std::string & prefix, std::map<std::string, Parameter> & parameters) const;

  /// Returns the descriptors, in the order of the names.
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const;
  /// Returns the types (rcl_interfaces/msg/ParameterType), in the order of the names.
  std::vector<std::uint8_t> get_parameter_types(const std::vector<std::string> & names) const;
  /// Returns the names below the prefixes (none means all) with at most `depth` levels below them
  /// (0 means all).
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, std::uint64_t depth) const;

  /// Register a callback. It lives as long as the returned handle; the last one added is called
  /// first.
  PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback);
  /// Registers a callback that accepts or rejects each set request. It lives as long as the
  /// returned handle; the last one added is called first.
  OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback);
  /// Registers a callback that gets the parameters that were set. It lives as long as the returned
  /// handle; the last one added is called first.
  PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback);
  /// Unregister a callback. Throw std::runtime_error if it is not registered.
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler);
  /// Unregisters a callback. Throws std::runtime_error if it is not registered.
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler);

  /// Returns the overrides for this node.
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
