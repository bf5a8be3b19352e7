// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Routers of Zenoh for Python.
#include "rmw/zenoh.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <memory>
#include <string>

#include "gil.hpp"
#include "node.hpp"
#include "rmw/environment.hpp"

namespace nb = nanobind;

namespace rxros2_python
{
namespace
{

/// A router that can be closed before it is collected. Used by one thread.
class zenoh_router
{
public:
  zenoh_router(const std::string & configuration, const std::string & overrides)
  {
    const gil_released released;
    router_ = std::make_unique<rmw::ZenohRouter>(rmw::ZenohRouterOptions{configuration, overrides});
  }
  ~zenoh_router() { close(); }
  zenoh_router(const zenoh_router &) = delete;
  zenoh_router & operator=(const zenoh_router &) = delete;

  void close()
  {
    const gil_released released;
    router_.reset();
  }

  std::uint64_t connected() const { return router_ ? router_->connected() : 0; }

private:
  std::unique_ptr<rmw::ZenohRouter> router_;
};

}  // namespace

void bind_zenoh(nb::module_ & module)
{
  rmw::set_zenoh_wait_check([] {
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  });
  module.def("zenoh_version", &rmw::zenoh_version, nb::call_guard<nb::gil_scoped_release>());
  module.def(
    "inspect_zenoh", [] { return rmw::inspect_zenoh(rmw::read_environment().options); },
    nb::call_guard<nb::gil_scoped_release>());
  nb::class_<zenoh_router>(module, "ZenohRouter")
    .def(
      nb::init<const std::string &, const std::string &>(), nb::arg("configuration"),
      nb::arg("overrides"))
    .def("close", &zenoh_router::close)
    .def("connected", &zenoh_router::connected);
}

}  // namespace rxros2_python
