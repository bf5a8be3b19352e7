// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A node's parameters, for Python. Values, descriptors and results are passed as messages of
// rcl_interfaces.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "node.hpp"
#include "packed.hpp"
#include "rcl_interfaces/msg/list_parameters_result.hpp"
#include "rcl_interfaces/msg/parameter.hpp"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/parameter_value.hpp"
#include "rcl_interfaces/msg/set_parameters_result.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

std::vector<rclcpp::Parameter> parameters_of(const std::vector<packed> & messages)
{
  std::vector<rclcpp::Parameter> parameters;
  for (const packed & each : messages) {
    parameters.push_back(
      rclcpp::Parameter::from_parameter_msg(unpack<rcl_interfaces::msg::Parameter>(each)));
  }
  return parameters;
}

std::vector<packed> pack_all(const std::vector<rclcpp::Parameter> & parameters)
{
  std::vector<packed> messages;
  for (const rclcpp::Parameter & each : parameters) {
    messages.push_back(pack(each.to_parameter_msg()));
  }
  return messages;
}

template <typename Message>
std::vector<packed> pack_all(const std::vector<Message> & messages)
{
  std::vector<packed> result;
  for (const Message & each : messages) {
    result.push_back(pack(each));
  }
  return result;
}

/// A Python callable that is called, copied and destroyed without the GIL.
class callback
{
public:
  explicit callback(nb::callable function)
  : function_(new nb::callable(std::move(function)), [](nb::callable * callable) {
      const gil_acquired gil;
      delete callable;
    })
  {
  }

  /// Returns the callable's result for these parameters. An exception is thrown if Python set the
  /// parameters; else, in the node's own thread, its text is given to `otherwise`.
  template <typename Result, typename Otherwise>
  Result operator()(const std::vector<rclcpp::Parameter> & parameters, Otherwise && otherwise) const
  {
    const gil_acquired gil;
    try {
      const nb::object result =
        take_gil([&] { return nb::object((*function_)(pack_all(parameters))); });
      if constexpr (!std::is_void_v<Result>) {
        return nb::cast<Result>(result);
      }
    } catch (const nb::python_error & error) {
      if (set_by_python) {
        throw;
      }
      return otherwise(error.what());
    }
  }

  /// True while this thread is in a function below that sets parameters for Python.
  static thread_local bool set_by_python;

private:
  std::shared_ptr<nb::callable> function_;
};

thread_local bool callback::set_by_python = false;

struct by_python
{
  by_python() { callback::set_by_python = true; }
  ~by_python() { callback::set_by_python = before; }
  by_python(const by_python &) = delete;
  by_python & operator=(const by_python &) = delete;

  const bool before = callback::set_by_python;  // true in a callback that sets another parameter
};

/// A registered callback of one of the three kinds; destroying it unregisters the callback.
struct parameter_callback
{
  parameter_callback(std::shared_ptr<void> registered) { held->set(std::move(registered)); }

  std::unique_ptr<handle<void>> held = std::make_unique<handle<void>>("callback");
};

parameter_callback add_callback(const node & self, const std::string & kind, callback function)
{
  const rclcpp::Node::SharedPtr kept = self.get();
  const rclcpp::Logger logger = kept->get_logger();
  if (kind == "pre_set") {
    return {kept->add_pre_set_parameters_callback(
      [function](std::vector<rclcpp::Parameter> & parameters) {
        parameters = parameters_of(function.operator()<std::vector<packed>>(
          parameters, [](const char * what) -> std::vector<packed> {
            throw std::runtime_error(what);  // nothing is set, and the request is refused
          }));
      })};
  }
  if (kind == "on_set") {
    return {kept->add_on_set_parameters_callback(
      [function](const std::vector<rclcpp::Parameter> & parameters) {
        return unpack<SetParametersResult>(
          function.operator()<packed>(parameters, [](const char * what) {
            SetParametersResult refused;
            refused.successful = false;
            refused.reason = what;
            return pack(refused);
          }));
      })};
  }
  if (kind == "post_set") {
    return {kept->add_post_set_parameters_callback(
      [function, logger](const std::vector<rclcpp::Parameter> & parameters) {
        function.operator()<void>(parameters, [&](const char * what) {
          RCLCPP_ERROR(logger, "a callback of parameters that were set failed: %s", what);
        });
      })};
  }
  throw std::invalid_argument("'" + kind + "' is not a kind of callback");
}

}  // namespace

void bind_parameters(nb::module_ & module, nb::class_<node> & cls)
{
  using released = nb::call_guard<gil_released>;
  namespace errors = rclcpp::exceptions;
  // The last translator is tried first, so bases are registered before their derived classes.
  nb::exception<errors::InvalidParametersException>(
    module, "InvalidParameterException", PyExc_ValueError);
  nb::exception<errors::InvalidParameterValueException>(
    module, "InvalidParameterValueException", PyExc_ValueError);
  nb::exception<errors::InvalidParameterTypeException>(
    module, "InvalidParameterTypeException", PyExc_TypeError);
  nb::exception<errors::ParameterAlreadyDeclaredException>(
    module, "ParameterAlreadyDeclaredException", PyExc_ValueError);
  nb::exception<errors::ParameterNotDeclaredException>(
    module, "ParameterNotDeclaredException", PyExc_LookupError);
  nb::exception<errors::ParameterImmutableException>(
    module, "ParameterImmutableException", PyExc_ValueError);
  nb::exception<errors::ParameterUninitializedException>(
    module, "ParameterUninitializedException", PyExc_ValueError);

  nb::class_<parameter_callback>(module, "ParameterCallback")
    .def("close", [](parameter_callback & self) {
      const gil_released ungiled;
      self.held->take();
    });
  cls
    .def(
      "declare_parameter",
      [](
        const node & self, const std::string & name, const packed & value,
        const packed & descriptor, bool ignore_override) {
        const by_python scope;
        return pack(self.get()
                      ->declare_parameter(
                        name,
                        rclcpp::ParameterValue(unpack<rcl_interfaces::msg::ParameterValue>(value)),
                        unpack<ParameterDescriptor>(descriptor), ignore_override)
                      .to_value_msg());
      },
      nb::arg("name"), nb::arg("value"), nb::arg("descriptor"), nb::arg("ignore_override"),
      released())
    .def(
      "declare_parameter_type",
      [](
        const node & self, const std::string & name, int type, const packed & descriptor,
        bool ignore_override) {
        const by_python scope;
        return pack(self.get()
                      ->declare_parameter(
                        name, static_cast<rclcpp::ParameterType>(type),
                        unpack<ParameterDescriptor>(descriptor), ignore_override)
                      .to_value_msg());
      },
      nb::arg("name"), nb::arg("type"), nb::arg("descriptor"), nb::arg("ignore_override"),
      released())
    .def(
      "undeclare_parameter",
      [](const node & self, const std::string & name) { self.get()->undeclare_parameter(name); },
      nb::arg("name"), released())
    .def(
      "has_parameter",
      [](const node & self, const std::string & name) { return self.get()->has_parameter(name); },
      nb::arg("name"), released())
    .def(
      "get_parameters",
      [](const node & self, const std::vector<std::string> & names) {
        return pack_all(self.get()->get_parameters(names));
      },
      nb::arg("names"), released())
    .def(
      "parameter_overrides",
      [](const node & self) {
        std::vector<rclcpp::Parameter> overrides;
        for (const auto & [name, value] :
             self.get()->get_node_parameters_interface()->get_parameter_overrides()) {
          overrides.emplace_back(name, value);
        }
        return pack_all(overrides);
      },
      released())
    .def(
      "set_parameters",
      [](const node & self, const std::vector<packed> & parameters) {
        const by_python scope;
        return pack_all(self.get()->set_parameters(parameters_of(parameters)));
      },
      nb::arg("parameters"), released())
    .def(
      "set_parameters_atomically",
      [](const node & self, const std::vector<packed> & parameters) {
        const by_python scope;
        return pack(self.get()->set_parameters_atomically(parameters_of(parameters)));
      },
      nb::arg("parameters"), released())
    .def(
      "describe_parameters",
      [](const node & self, const std::vector<std::string> & names) {
        return pack_all(self.get()->describe_parameters(names));
      },
      nb::arg("names"), released())
    .def(
      "parameter_types",
      [](const node & self, const std::vector<std::string> & names) {
        return self.get()->get_parameter_types(names);
      },
      nb::arg("names"), released())
    .def(
      "list_parameters",
      [](const node & self, const std::vector<std::string> & prefixes, std::uint64_t depth) {
        return pack(self.get()->list_parameters(prefixes, depth));
      },
      nb::arg("prefixes"), nb::arg("depth"), released())
    .def(
      "add_parameter_callback",
      [](const node & self, const std::string & kind, nb::callable function) {
        callback held(std::move(function));
        const gil_released ungiled;
        return add_callback(self, kind, std::move(held));
      },
      nb::arg("kind"), nb::arg("function"));
}

}  // namespace rxros2_python
