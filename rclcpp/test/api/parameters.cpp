// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Group: Parameters
#include "api.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions_interface.hpp"
#include "rclcpp/parameter_client.hpp"
#include "rclcpp/parameter_event_handler.hpp"
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rclcpp/rclcpp.hpp"

using rcl_interfaces::msg::ListParametersResult;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;
using rclcpp::Node;
using rclcpp::Parameter;
using rclcpp::ParameterType;
using rclcpp::ParameterValue;
using rclcpp::node_interfaces::NodeParametersInterface;
using Parameters = std::vector<Parameter>;
using Names = std::vector<std::string>;
using Descriptors = std::vector<ParameterDescriptor>;
using Results = std::vector<SetParametersResult>;
using Types = std::vector<std::uint8_t>;
using ByName = std::map<std::string, Parameter>;

HEADER("rclcpp/parameter_value.hpp");
using rclcpp::PARAMETER_BOOL;
USE(ParameterType,
    constexpr ParameterType all[] =
      {rclcpp::PARAMETER_NOT_SET, rclcpp::PARAMETER_BOOL, rclcpp::PARAMETER_INTEGER,
       rclcpp::PARAMETER_DOUBLE, rclcpp::PARAMETER_STRING, rclcpp::PARAMETER_BYTE_ARRAY,
       rclcpp::PARAMETER_BOOL_ARRAY, rclcpp::PARAMETER_INTEGER_ARRAY,
       rclcpp::PARAMETER_DOUBLE_ARRAY, rclcpp::PARAMETER_STRING_ARRAY};
    (void)all);
FUNCTION(std::string, rclcpp::to_string, (ParameterType));
FUNCTION(std::ostream &, rclcpp::operator<<, (std::ostream &, ParameterType));
CONSTRUCTOR(rclcpp::ParameterTypeException, (ParameterType, ParameterType));
TYPE(rclcpp::ParameterValue);
CONSTRUCTOR(ParameterValue, ());
CONSTRUCTOR(ParameterValue, (const rcl_interfaces::msg::ParameterValue &));
CONSTRUCTOR(ParameterValue, (bool));
CONSTRUCTOR(ParameterValue, (int));
CONSTRUCTOR(ParameterValue, (std::int64_t));
CONSTRUCTOR(ParameterValue, (float));
CONSTRUCTOR(ParameterValue, (double));
CONSTRUCTOR(ParameterValue, (const std::string &));
CONSTRUCTOR(ParameterValue, (const char *));
CONSTRUCTOR(ParameterValue, (const std::vector<std::uint8_t> &));
CONSTRUCTOR(ParameterValue, (const std::vector<bool> &));
CONSTRUCTOR(ParameterValue, (const std::vector<int> &));
CONSTRUCTOR(ParameterValue, (const std::vector<std::int64_t> &));
CONSTRUCTOR(ParameterValue, (const std::vector<float> &));
CONSTRUCTOR(ParameterValue, (const std::vector<double> &));
CONSTRUCTOR(ParameterValue, (const Names &));
METHOD(ParameterType, const ParameterValue, get_type, ());
METHOD(rcl_interfaces::msg::ParameterValue, const ParameterValue, to_value_msg, ());
METHOD(bool, const ParameterValue, operator==, (const ParameterValue &));
METHOD(bool, const ParameterValue, operator!=, (const ParameterValue &));
USE(get, auto & value = api::some<const ParameterValue>();
    const bool flag = value.get<rclcpp::PARAMETER_BOOL>(); const Names & names = value.get<Names>();
    (void)flag; (void)names);
FUNCTION(std::string, rclcpp::to_string, (const ParameterValue &));

HEADER("rclcpp/parameter.hpp");
TYPE(rclcpp::Parameter);
CONSTRUCTOR(Parameter, ());
CONSTRUCTOR(Parameter, (const std::string &));
CONSTRUCTOR(Parameter, (const std::string &, const ParameterValue &));
CONSTRUCTOR(Parameter, (const std::string &, double));
CONSTRUCTOR(Parameter, (const rclcpp::node_interfaces::ParameterInfo &));
METHOD(bool, const Parameter, operator==, (const Parameter &));
METHOD(bool, const Parameter, operator!=, (const Parameter &));
METHOD(ParameterType, const Parameter, get_type, ());
METHOD(std::string, const Parameter, get_type_name, ());
METHOD(const std::string &, const Parameter, get_name, ());
METHOD(rcl_interfaces::msg::ParameterValue, const Parameter, get_value_message, ());
METHOD(const ParameterValue &, const Parameter, get_parameter_value, ());
USE(get_value, auto & parameter = api::some<const Parameter>();
    const double gain = parameter.get_value<double>();
    const bool flag = parameter.get_value<rclcpp::PARAMETER_BOOL>(); (void)gain; (void)flag);
METHOD(bool, const Parameter, as_bool, ());
METHOD(std::int64_t, const Parameter, as_int, ());
METHOD(double, const Parameter, as_double, ());
METHOD(const std::string &, const Parameter, as_string, ());
METHOD(const std::vector<std::uint8_t> &, const Parameter, as_byte_array, ());
METHOD(const std::vector<bool> &, const Parameter, as_bool_array, ());
METHOD(const std::vector<std::int64_t> &, const Parameter, as_integer_array, ());
METHOD(const std::vector<double> &, const Parameter, as_double_array, ());
METHOD(const Names &, const Parameter, as_string_array, ());
FUNCTION(Parameter, Parameter::from_parameter_msg, (const rcl_interfaces::msg::Parameter &));
METHOD(rcl_interfaces::msg::Parameter, const Parameter, to_parameter_msg, ());
METHOD(std::string, const Parameter, value_to_string, ());
FUNCTION(std::string, std::to_string, (const Parameter &));
FUNCTION(std::string, std::to_string, (const Parameters &));
FUNCTION(std::string, rclcpp::_to_json_dict_entry, (const Parameter &));
FUNCTION(std::ostream &, rclcpp::operator<<, (std::ostream &, const Parameter &));

HEADER("rclcpp/node_interfaces/node_parameters_interface.hpp");
TYPE(rclcpp::node_interfaces::PreSetParametersCallbackHandle);
TYPE(rclcpp::node_interfaces::OnSetParametersCallbackHandle);
TYPE(rclcpp::node_interfaces::PostSetParametersCallbackHandle);
TYPE(rclcpp::node_interfaces::ParameterInfo);
METHOD(
  const ParameterValue &, NodeParametersInterface, declare_parameter,
  (const std::string &, const ParameterValue &, const ParameterDescriptor &, bool));
METHOD(
  const ParameterValue &, NodeParametersInterface, declare_parameter,
  (const std::string &, ParameterType, const ParameterDescriptor &, bool));
METHOD(void, NodeParametersInterface, undeclare_parameter, (const std::string &));
METHOD(bool, const NodeParametersInterface, has_parameter, (const std::string &));
METHOD(Results, NodeParametersInterface, set_parameters, (const Parameters &));
METHOD(
  SetParametersResult, NodeParametersInterface, set_parameters_atomically, (const Parameters &));
METHOD(Parameters, const NodeParametersInterface, get_parameters, (const Names &));
METHOD(Parameter, const NodeParametersInterface, get_parameter, (const std::string &));
METHOD(bool, const NodeParametersInterface, get_parameter, (const std::string &, Parameter &));
METHOD(
  bool, const NodeParametersInterface, get_parameters_by_prefix, (const std::string &, ByName &));
METHOD(Descriptors, const NodeParametersInterface, describe_parameters, (const Names &));
METHOD(Types, const NodeParametersInterface, get_parameter_types, (const Names &));
METHOD(
  ListParametersResult, const NodeParametersInterface, list_parameters,
  (const Names &, std::uint64_t));
USE(add_pre_set_parameters_callback,
    auto handle =
      api::some<NodeParametersInterface>().add_pre_set_parameters_callback([](Parameters &) {});
    api::some<NodeParametersInterface>().remove_pre_set_parameters_callback(handle.get()));
USE(add_on_set_parameters_callback,
    auto handle = api::some<NodeParametersInterface>().add_on_set_parameters_callback(
      [](const Parameters &) { return SetParametersResult(); });
    api::some<NodeParametersInterface>().remove_on_set_parameters_callback(handle.get()));
USE(add_post_set_parameters_callback,
    auto handle = api::some<NodeParametersInterface>().add_post_set_parameters_callback(
      [](const Parameters &) {});
    api::some<NodeParametersInterface>().remove_post_set_parameters_callback(handle.get()));
using Overrides = std::map<std::string, ParameterValue>;
METHOD(const Overrides &, const NodeParametersInterface, get_parameter_overrides, ());

HEADER("rclcpp/node.hpp");
METHOD(
  const ParameterValue &, Node, declare_parameter,
  (const std::string &, const ParameterValue &, const ParameterDescriptor &, bool));
METHOD(
  const ParameterValue &, Node, declare_parameter,
  (const std::string &, ParameterType, const ParameterDescriptor &, bool));
USE(declare_parameter, Node & node = api::some<Node>();
    double gain = node.declare_parameter("gain", 1.0);
    std::string name = node.declare_parameter<std::string>("name"); (void)gain);
USE(declare_parameters, Node & node = api::some<Node>();
    std::vector<double> gains = node.declare_parameters("pid", std::map<std::string, double>()));
METHOD(void, Node, undeclare_parameter, (const std::string &));
METHOD(bool, const Node, has_parameter, (const std::string &));
METHOD(SetParametersResult, Node, set_parameter, (const Parameter &));
METHOD(Results, Node, set_parameters, (const Parameters &));
METHOD(SetParametersResult, Node, set_parameters_atomically, (const Parameters &));
METHOD(Parameter, const Node, get_parameter, (const std::string &));
METHOD(bool, const Node, get_parameter, (const std::string &, Parameter &));
METHOD(bool, const Node, get_parameter, (const std::string &, double &));
METHOD(bool, const Node, get_parameter_or, (const std::string &, double &, const double &));
METHOD(double, const Node, get_parameter_or, (const std::string &, const double &));
METHOD(Parameters, const Node, get_parameters, (const Names &));
using DoublesByName = std::map<std::string, double>;
METHOD(bool, const Node, get_parameters, (const std::string &, DoublesByName &));
METHOD(ParameterDescriptor, const Node, describe_parameter, (const std::string &));
METHOD(Descriptors, const Node, describe_parameters, (const Names &));
METHOD(Types, const Node, get_parameter_types, (const Names &));
METHOD(ListParametersResult, const Node, list_parameters, (const Names &, std::uint64_t));
TYPE(Node::PreSetParametersCallbackHandle);
TYPE(Node::OnSetParametersCallbackHandle);
TYPE(Node::PostSetParametersCallbackHandle);
METHOD(
  Node::PreSetParametersCallbackHandle::SharedPtr, Node, add_pre_set_parameters_callback,
  (Node::PreSetParametersCallbackType));
METHOD(
  Node::OnSetParametersCallbackHandle::SharedPtr, Node, add_on_set_parameters_callback,
  (Node::OnSetParametersCallbackType));
METHOD(
  Node::PostSetParametersCallbackHandle::SharedPtr, Node, add_post_set_parameters_callback,
  (Node::PostSetParametersCallbackType));
METHOD(
  void, Node, remove_pre_set_parameters_callback, (const Node::PreSetParametersCallbackHandle *));
METHOD(
  void, Node, remove_on_set_parameters_callback, (const Node::OnSetParametersCallbackHandle *));
METHOD(
  void, Node, remove_post_set_parameters_callback, (const Node::PostSetParametersCallbackHandle *));

HEADER("rclcpp/copy_all_parameter_values.hpp");
FUNCTION(void, rclcpp::copy_all_parameter_values, (Node::SharedPtr, Node::SharedPtr, bool));

HEADER("rclcpp/parameter_client.hpp");
using rclcpp::AsyncParametersClient;
using rclcpp::SyncParametersClient;
TYPE(rclcpp::AsyncParametersClient);
CONSTRUCTOR(
  AsyncParametersClient,
  (Node::SharedPtr, const std::string &, const rclcpp::QoS &, rclcpp::CallbackGroup::SharedPtr));
CONSTRUCTOR(AsyncParametersClient, (Node *, const std::string &));
METHOD(
  std::shared_future<Parameters>, AsyncParametersClient, get_parameters,
  (const Names &, std::function<void(std::shared_future<Parameters>)>));
METHOD(
  std::shared_future<Descriptors>, AsyncParametersClient, describe_parameters, (const Names &));
METHOD(
  std::shared_future<std::vector<rclcpp::ParameterType>>, AsyncParametersClient,
  get_parameter_types, (const Names &));
METHOD(std::shared_future<Results>, AsyncParametersClient, set_parameters, (const Parameters &));
METHOD(
  std::shared_future<SetParametersResult>, AsyncParametersClient, set_parameters_atomically,
  (const Parameters &));
METHOD(std::shared_future<Results>, AsyncParametersClient, delete_parameters, (const Names &));
METHOD(std::shared_future<Results>, AsyncParametersClient, load_parameters, (const std::string &));
METHOD(
  std::shared_future<Results>, AsyncParametersClient, load_parameters,
  (const rclcpp::ParameterMap &));
METHOD(
  std::shared_future<ListParametersResult>, AsyncParametersClient, list_parameters,
  (const Names &, std::uint64_t));
USE(
  AsyncParametersClient::on_parameter_event,
  auto subscription = AsyncParametersClient::on_parameter_event(
    api::some<Node::SharedPtr>(), [](const rcl_interfaces::msg::ParameterEvent &) {}));
METHOD(bool, const AsyncParametersClient, service_is_ready, ());
METHOD(bool, AsyncParametersClient, wait_for_service, (std::chrono::seconds));
TYPE(rclcpp::SyncParametersClient);
CONSTRUCTOR(SyncParametersClient, (Node::SharedPtr, const std::string &, const rclcpp::QoS &));
CONSTRUCTOR(
  SyncParametersClient,
  (rclcpp::Executor::SharedPtr, Node *, const std::string &, const rclcpp::QoS &));
METHOD(Parameters, SyncParametersClient, get_parameters, (const Names &, std::chrono::seconds));
METHOD(bool, SyncParametersClient, has_parameter, (const std::string &));
USE(
  SyncParametersClient::get_parameter,
  (void)api::some<SyncParametersClient>().get_parameter<int>("name"));
METHOD(double, SyncParametersClient, get_parameter, (const std::string &, const double &));
METHOD(
  Descriptors, SyncParametersClient, describe_parameters, (const Names &, std::chrono::seconds));
METHOD(
  std::vector<rclcpp::ParameterType>, SyncParametersClient, get_parameter_types,
  (const Names &, std::chrono::seconds));
METHOD(Results, SyncParametersClient, set_parameters, (const Parameters &, std::chrono::seconds));
METHOD(
  SetParametersResult, SyncParametersClient, set_parameters_atomically,
  (const Parameters &, std::chrono::seconds));
METHOD(Results, SyncParametersClient, delete_parameters, (const Names &, std::chrono::seconds));
METHOD(Results, SyncParametersClient, load_parameters, (const std::string &, std::chrono::seconds));
METHOD(
  ListParametersResult, SyncParametersClient, list_parameters,
  (const Names &, std::uint64_t, std::chrono::seconds));
METHOD(bool, const SyncParametersClient, service_is_ready, ());
METHOD(bool, SyncParametersClient, wait_for_service, (std::chrono::seconds));

HEADER("rclcpp/parameter_event_handler.hpp");
using rclcpp::ParameterEventHandler;
TYPE(rclcpp::ParameterEventHandler);
struct OwnParameterEventHandler : ParameterEventHandler
{
  using ParameterEventHandler::callbacks_;
};
USE(
  callbacks_, api::some<OwnParameterEventHandler>().callbacks_->event_callback(
                api::some<rcl_interfaces::msg::ParameterEvent>()));
CONSTRUCTOR(ParameterEventHandler, (Node::SharedPtr, const rclcpp::QoS &));
METHOD(
  rclcpp::ParameterCallbackHandle::SharedPtr, ParameterEventHandler, add_parameter_callback,
  (const std::string &, ParameterEventHandler::ParameterCallbackType, const std::string &));
METHOD(
  void, ParameterEventHandler, remove_parameter_callback,
  (rclcpp::ParameterCallbackHandle::SharedPtr));
METHOD(
  rclcpp::ParameterEventCallbackHandle::SharedPtr, ParameterEventHandler,
  add_parameter_event_callback, (ParameterEventHandler::ParameterEventCallbackType));
METHOD(
  void, ParameterEventHandler, remove_parameter_event_callback,
  (rclcpp::ParameterEventCallbackHandle::SharedPtr));
FUNCTION(
  bool, ParameterEventHandler::get_parameter_from_event,
  (const rcl_interfaces::msg::ParameterEvent &, rclcpp::Parameter &, const std::string &,
   const std::string &));
FUNCTION(
  Parameters, ParameterEventHandler::get_parameters_from_event,
  (const rcl_interfaces::msg::ParameterEvent &));

HEADER("rclcpp/parameter_events_filter.hpp");
using rclcpp::ParameterEventsFilter;
TYPE(rclcpp::ParameterEventsFilter);
CONSTRUCTOR(
  ParameterEventsFilter, (std::shared_ptr<const rcl_interfaces::msg::ParameterEvent>, const Names &,
                          const std::vector<ParameterEventsFilter::EventType> &));
ENUMERATORS(rclcpp::ParameterEventsFilter::EventType, NEW, DELETED, CHANGED);
METHOD(std::vector<ParameterEventsFilter::EventPair>, const ParameterEventsFilter, get_events, ());

HEADER("rclcpp/parameter_map.hpp");
TYPE(rclcpp::ParameterMap);
FUNCTION(
  rclcpp::ParameterMap, rclcpp::parameter_map_from_yaml_file, (const std::string &, const char *));
FUNCTION(Parameters, rclcpp::parameters_from_map, (const rclcpp::ParameterMap &, const char *));
FUNCTION(rclcpp::ParameterMap, rclcpp::parameter_map_from, (const rcl_params_t *, const char *));
FUNCTION(ParameterValue, rclcpp::parameter_value_from, (const rcl_variant_t *));

HEADER("rclcpp/parameter_service.hpp");
TYPE(rclcpp::ParameterService);

HEADER("rclcpp/node_interfaces/node_type_descriptions_interface.hpp");
TYPE(rclcpp::node_interfaces::NodeTypeDescriptionsInterface);
