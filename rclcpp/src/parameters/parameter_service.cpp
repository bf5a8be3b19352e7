// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Answers requests of other nodes with a node's parameters.
#include "rclcpp/parameter_service.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/escaped.hpp"
#include "base/rate_limit.hpp"
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

/// A request whose answer would be much larger than the parameters of the node.
class TooLargeAnswer : public std::length_error
{
public:
  using std::length_error::length_error;
};

/// The distinct names of a request, and their order. A peer can repeat names without limit, and the
/// answer must not grow with that.
class RequestedNames
{
public:
  /// Throws TooLargeAnswer.
  RequestedNames(const NodeParametersInterface & parameters, const std::vector<std::string> & names)
  {
    if (names.size() > spare_names) {
      const std::size_t most = spare_names + parameters.list_parameters({}, 0).names.size();
      if (names.size() > most) {
        throw TooLargeAnswer(
          "the request has " + std::to_string(names.size()) + " names; expected at most " +
          std::to_string(most) + " (as many as the node has parameters, and " +
          std::to_string(spare_names) + "): ask for less at a time");
      }
    }
    std::unordered_map<std::string_view, std::size_t> places;
    places_.reserve(names.size());
    for (const std::string & name : names) {
      const auto [place, is_new] = places.emplace(name, distinct_.size());
      if (is_new) {
        distinct_.push_back(name);
      }
      places_.push_back(place->second);
    }
  }

  const std::vector<std::string> & distinct() const { return distinct_; }

  /// Copies `found`, the items of the distinct names, to `answer` in the order of the request.
  /// Throws TooLargeAnswer.
  template <typename Item, typename Size>
  void answer(std::vector<Item> found, std::vector<Item> & answer, Size bytes_of) const
  {
    if (places_.size() == distinct_.size()) {
      answer = std::move(found);
      return;
    }
    std::size_t repeated = 0;
    std::size_t new_ones = 0;
    for (const std::size_t place : places_) {
      if (place == new_ones) {
        ++new_ones;
      } else if ((repeated += bytes_of(found[place])) > most_repeated_bytes) {
        throw TooLargeAnswer(
          "the request repeats names, and with them more than " +
          std::to_string(most_repeated_bytes) + " bytes of the answer; expected each name once");
      }
    }
    answer.reserve(places_.size());
    for (const std::size_t place : places_) {
      answer.push_back(found[place]);
    }
  }

private:
  static constexpr std::size_t spare_names = 1000;
  static constexpr std::size_t most_repeated_bytes = 1 << 20;

  std::vector<std::string> distinct_;
  std::vector<std::size_t> places_;  // in `distinct_`, of each name
};

std::size_t bytes_of(const rcl_interfaces::msg::ParameterValue & value)
{
  std::size_t bytes = sizeof(value) + value.string_value.size() + value.byte_array_value.size() +
                      value.bool_array_value.size() / 8 +
                      sizeof(std::int64_t) * value.integer_array_value.size() +
                      sizeof(double) * value.double_array_value.size();
  for (const std::string & text : value.string_array_value) {
    bytes += sizeof(std::string) + text.size();
  }
  return bytes;
}

std::size_t bytes_of(const rcl_interfaces::msg::ParameterDescriptor & descriptor)
{
  return sizeof(descriptor) + descriptor.name.size() + descriptor.description.size() +
         descriptor.additional_constraints.size();
}

// Every exception becomes a rejection, since nothing has changed then, and no request of a peer may
// end the executor. Errors of the request are not errors of the node; exceptions of a program's
// callback are.
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
    if (dynamic_cast<const TooLargeAnswer *>(&error)) {
      static base::PeerReports reports;
      if (const auto unsaid = reports.pass()) {
        RCLCPP_WARN(
          get_logger("rclcpp"), "%s is refused: %s%s", service, text.c_str(),
          base::and_as_many_unsaid(*unsaid).c_str());
      }
    } else if (is_fault_of_request(error)) {
      RCLCPP_DEBUG(get_logger("rclcpp"), "%s: %s", service, text.c_str());
    } else {
      RCLCPP_ERROR(
        get_logger("rclcpp"), "%s is refused, as this was thrown: %s", service, text.c_str());
    }
    refused(error);
  } catch (...) {
    RCLCPP_ERROR(
      get_logger("rclcpp"), "%s is refused, as something was thrown that is not a std::exception",
      service);
    refused(std::runtime_error("a callback threw something that is not a std::exception"));
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

namespace srv = rcl_interfaces::srv;

void get_parameters(
  NodeParametersInterface & parameters, const srv::GetParameters::Request & request,
  srv::GetParameters::Response & response)
{
  answer(
    "get_parameters",
    [&] {
      const RequestedNames names(parameters, request.names);
      std::vector<rcl_interfaces::msg::ParameterValue> values;
      for (const Parameter & parameter : parameters.get_parameters(names.distinct())) {
        values.push_back(parameter.get_value_message());
      }
      names.answer(
        std::move(values), response.values, [](const auto & value) { return bytes_of(value); });
    },
    [](const std::exception &) {});
}

void get_parameter_types(
  NodeParametersInterface & parameters, const srv::GetParameterTypes::Request & request,
  srv::GetParameterTypes::Response & response)
{
  answer(
    "get_parameter_types",
    [&] {
      const RequestedNames names(parameters, request.names);
      names.answer(
        parameters.get_parameter_types(names.distinct()), response.types,
        [](std::uint8_t) { return sizeof(std::uint8_t); });
    },
    [](const std::exception &) {});
}

void set_parameters(
  NodeParametersInterface & parameters, const srv::SetParameters::Request & request,
  srv::SetParameters::Response & response)
{
  for (const rcl_interfaces::msg::Parameter & parameter : request.parameters) {
    SetParametersResult result;
    answer(
      "set_parameters",
      [&] {
        result = parameters.set_parameters_atomically({Parameter::from_parameter_msg(parameter)});
      },
      [&](const std::exception & error) { result = refusal(error); });
    response.results.push_back(std::move(result));
  }
}

void set_parameters_atomically(
  NodeParametersInterface & parameters, const srv::SetParametersAtomically::Request & request,
  srv::SetParametersAtomically::Response & response)
{
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
}

void describe_parameters(
  NodeParametersInterface & parameters, const srv::DescribeParameters::Request & request,
  srv::DescribeParameters::Response & response)
{
  answer(
    "describe_parameters",
    [&] {
      const RequestedNames names(parameters, request.names);
      names.answer(
        parameters.describe_parameters(names.distinct()), response.descriptors,
        [](const auto & descriptor) { return bytes_of(descriptor); });
    },
    [](const std::exception &) {});
}

void list_parameters(
  NodeParametersInterface & parameters, const srv::ListParameters::Request & request,
  srv::ListParameters::Response & response)
{
  response.result = parameters.list_parameters(request.prefixes, request.depth);
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
                     std::type_identity<Service>, const char * name, auto handle) {
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

  add(std::type_identity<srv::GetParameters>(), "get_parameters", get_parameters);
  add(std::type_identity<srv::GetParameterTypes>(), "get_parameter_types", get_parameter_types);
  add(std::type_identity<srv::SetParameters>(), "set_parameters", set_parameters);
  add(
    std::type_identity<srv::SetParametersAtomically>(), "set_parameters_atomically",
    set_parameters_atomically);
  add(std::type_identity<srv::DescribeParameters>(), "describe_parameters", describe_parameters);
  add(std::type_identity<srv::ListParameters>(), "list_parameters", list_parameters);
}

}  // namespace rclcpp
