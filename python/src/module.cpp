// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The extension module rxros2._core. rxros2/_core.pyi declares its contents for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "codec.hpp"
#include "handle.hpp"
#include "node.hpp"
#include "transition_table.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module)
{
  // Codecs live as long as their classes, which is until the process ends.
  nb::set_leak_warnings(false);
  nb::exception<rxros2_python::closed_error>(module, "InvalidHandle", PyExc_RuntimeError);
  nb::class_<rxros2_python::codec>(module, "Codec")
    .def(
      nb::init<nb::handle, const std::string &, const nb::list &>(), nb::arg("type"),
      nb::arg("name"), nb::arg("fields"))
    .def("decode", &rxros2_python::codec::decode, nb::arg("sample"))
    .def("encode", &rxros2_python::codec::encode, nb::arg("message").none())
    .def(
      "differences", &rxros2_python::codec::differences, nb::arg("first"), nb::arg("second"),
      nb::arg("number"), nb::arg("ignored"));
  nb::list states, transitions;
  for (const auto & row : rclcpp_lifecycle::detail::state_rows) {
    states.append(nb::make_tuple(row.id, row.label));
  }
  for (const auto & row : rclcpp_lifecycle::detail::transition_rows) {
    transitions.append(nb::make_tuple(row.id, row.label, row.start, row.goal));
  }
  module.attr("LIFECYCLE_STATES") = states;
  module.attr("LIFECYCLE_TRANSITIONS") = transitions;
  rxros2_python::bind_node(module);
  rxros2_python::bind_topics(module);
  rxros2_python::bind_services(module);
  rxros2_python::bind_actions(module);
  rxros2_python::bind_time(module);
  rxros2_python::bind_bag(module);
  rxros2_python::bind_black_box(module);
  rxros2_python::bind_frames(module);
  rxros2_python::bind_replay(module);
  rxros2_python::bind_synchronize(module);
  rxros2_python::bind_zenoh(module);
  rxros2_python::bind_bridge(module);
}
