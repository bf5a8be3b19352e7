// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The get_type_description service.
#include "rclcpp/node_interfaces/node_type_descriptions_interface.hpp"

#include <string>

#include "message/type_descriptions.hpp"
#include "parameters/own_parameter.hpp"
#include "rclcpp/create_service.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace rclcpp::node_interfaces
{

namespace
{

using type_description_interfaces::srv::GetTypeDescription;

constexpr const char * parameter_name = "start_type_description_service";

void describe(const GetTypeDescription::Request & request, GetTypeDescription::Response & response)
{
  const cdr::struct_description * const type = detail::find_type(request.type_hash);
  response.successful = type != nullptr && request.type_name == type->name;
  if (response.successful) {
    response.type_description = detail::describe_type(*type);
    if (request.include_type_sources) {
      response.type_sources = detail::type_sources(*type);
    }
  } else if (type != nullptr) {
    response.failure_reason = "type hash '" + request.type_hash + "' is that of " + type->name +
                              ", not of " + request.type_name;
  } else {
    response.failure_reason = "no type with hash '" + request.type_hash + "' (" +
                              request.type_name + ") is in use by this node's process";
  }
}

}  // namespace

NodeTypeDescriptionsInterface::NodeTypeDescriptionsInterface(
  NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr,
  NodeParametersInterface::SharedPtr node_parameters,
  NodeServicesInterface::SharedPtr node_services)
{
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description =
    "Whether this node offers ~/get_type_description, which describes the types it uses";
  descriptor.read_only = true;
  if (detail::own_parameter(*node_parameters, parameter_name, true, descriptor)) {
    service_ = create_service<GetTypeDescription>(
      node_base, node_services,
      std::string(node_base->get_fully_qualified_name()) + "/get_type_description",
      [](
        const GetTypeDescription::Request::SharedPtr request,
        GetTypeDescription::Response::SharedPtr response) { describe(*request, *response); },
      ServicesQoS(), nullptr);
  }
}

}  // namespace rclcpp::node_interfaces
