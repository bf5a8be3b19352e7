// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Routers of Zenoh for Python.
#include "rmw/zenoh.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
  zenoh_router(
    const std::string & configuration, const std::string & overrides, const std::string & enclave)
  {
    const gil_released released;
    rmw::ZenohRouterOptions options{configuration, overrides, {}};
    options.secured_as = rmw::find_enclave(
      rmw::read_security_settings(warnings_), enclave, warnings_, rmw::EnclaveUse::zenoh_router);
    router_ = std::make_unique<rmw::ZenohRouter>(options);
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
  const std::vector<std::string> & warnings() const { return warnings_; }

private:
  std::vector<std::string> warnings_;  // about the security
  std::unique_ptr<rmw::ZenohRouter> router_;
};

/// Inspects the network as a node without arguments would see it, secured if it were.
std::string inspect()
{
  rmw::ParticipantOptions options = rmw::read_environment().options;
  std::vector<std::string> warnings;  // the check of the security reports them
  options.secured_as = rmw::find_enclave(
    rmw::read_security_settings(warnings), options.enclave, warnings,
    rmw::EnclaveUse::zenoh_session);
  return rmw::inspect_zenoh(options);
}

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
  module.def("inspect_zenoh", &inspect, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<zenoh_router>(module, "ZenohRouter")
    .def(
      nb::init<const std::string &, const std::string &, const std::string &>(),
      nb::arg("configuration"), nb::arg("overrides"), nb::arg("enclave"))
    .def("close", &zenoh_router::close)
    .def("connected", &zenoh_router::connected)
    .def("warnings", &zenoh_router::warnings);
}

}  // namespace rxros2_python
