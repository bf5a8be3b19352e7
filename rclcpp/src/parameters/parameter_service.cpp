// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Answers requests of other nodes with a node's parameters.
#include "rclcpp/parameter_service.hpp"

#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "base/escaped.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/create_service.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp
{

namespace
{

using node_interfaces::NodeParametersInterface;
using rcl_interfaces::msg::SetParametersResult;

// Whatever is thrown is a refusal, for nothing has changed then, and no request of a peer ends the
// executor. What a request gets wrong by itself is no error of the node; what a callback of the
// program throws is.
template <typename Function, typename Refused>
void answer(const char * service, Function function, Refused refused)
{
  const auto is_fault_of_request = [](const std::exception & error) {
    return dynamic_cast<const exceptions::ParameterNotDeclaredException *>(&error) != nullptr ||
           dynamic_cast<const exceptions::ParameterUninitializedException *>(&error) != nullptr ||
           dynamic_cast<const exceptions::InvalidParametersException *>(&error) != nullptr ||
           dynamic_cast<const exceptions::UnknownTypeError *>(&error) != nullptr;
  };
  try {
    function();
  } catch (const std::exception & error) {
    const std::string text = base::escaped(error.what());
    if (is_fault_of_request(error)) {
      RCLCPP_DEBUG(get_logger("rclcpp"), "%s: %s", service, text.c_str());
    } else {
      RCLCPP_ERROR(
        get_logger("rclcpp"), "%s is refused, as this was thrown: %s", service, text.c_str());
    }
    refused(error);
  } catch (...) {
    RCLCPP_ERROR(
      get_logger("rclcpp"), "%s is refused, as something was thrown that is no std::exception",
      service);
    refused(std::runtime_error("a callback threw something that is no std::exception"));
  }
}

std::vector<Parameter> to_parameters(const std::vector<rcl_interfaces::msg::Parameter> & messages)
{
  std::vector<Parameter> parameters;
  parameters.reserve(messages.size());
  for (const rcl_interfaces::msg::Parameter & message : messages) {
    parameters.push_back(Parameter::from_parameter_msg(message));
  }
  return parameters;
}

SetParametersResult refusal(const std::exception & error)
{
  SetParametersResult result;
  result.successful = false;
  result.reason = error.what();
  return result;
}

}  // namespace

ParameterService::ParameterService(
  const std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  const std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  NodeParametersInterface * node_params, const QoS & qos_profile)
{
  const std::string node = node_base->get_fully_qualified_name();
  // The executor may be in a callback while another thread destroys the node.
  const std::weak_ptr<NodeParametersInterface> weak = node_params->shared_from_this();
  const auto add = [&]<typename Service>(
                     const char * name, auto handle, std::type_identity<Service>) {
    services_.push_back(create_service<Service>(
      node_base, node_services, node + "/" + name,
      [weak, handle](
        const std::shared_ptr<typename Service::Request> request,
        std::shared_ptr<typename Service::Response> response) {
        if (const auto parameters = weak.lock()) {
          handle(*parameters, *request, *response);
        }
      },
      qos_profile, nullptr));
  };

  add(
    "get_parameters",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      answer(
        "get_parameters",
        [&] {
          for (const Parameter & parameter : parameters.get_parameters(request.names)) {
            response.values.push_back(parameter.get_value_message());
          }
        },
        [](const std::exception &) {});
    },
    std::type_identity<rcl_interfaces::srv::GetParameters>());
  add(
    "get_parameter_types",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      answer(
        "get_parameter_types",
        [&] { response.types = parameters.get_parameter_types(request.names); },
        [](const std::exception &) {});
    },
    std::type_identity<rcl_interfaces::srv::GetParameterTypes>());
  add(
    "set_parameters",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      for (const rcl_interfaces::msg::Parameter & parameter : request.parameters) {
        SetParametersResult result;
        answer(
          "set_parameters",
          [&] {
            result =
              parameters.set_parameters_atomically({Parameter::from_parameter_msg(parameter)});
          },
          [&](const std::exception & error) { result = refusal(error); });
        response.results.push_back(std::move(result));
      }
    },
    std::type_identity<rcl_interfaces::srv::SetParameters>());
  add(
    "set_parameters_atomically",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      answer(
        "set_parameters_atomically",
        [&] {
          response.result = parameters.set_parameters_atomically(to_parameters(request.parameters));
        },
        [&](const std::exception & error) {
          response.result = refusal(error);
          if (dynamic_cast<const exceptions::ParameterNotDeclaredException *>(&error)) {
            // programs compare this text
            response.result.reason = "One or more parameters were not declared before setting";
          }
        });
    },
    std::type_identity<rcl_interfaces::srv::SetParametersAtomically>());
  add(
    "describe_parameters",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      answer(
        "describe_parameters",
        [&] { response.descriptors = parameters.describe_parameters(request.names); },
        [](const std::exception &) {});
    },
    std::type_identity<rcl_interfaces::srv::DescribeParameters>());
  add(
    "list_parameters",
    [](NodeParametersInterface & parameters, const auto & request, auto & response) {
      response.result = parameters.list_parameters(request.prefixes, request.depth);
    },
    std::type_identity<rcl_interfaces::srv::ListParameters>());
}

}  // namespace rclcpp
