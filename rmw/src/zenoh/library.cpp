// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Finds and loads the Zenoh library.

#include "zenoh/library.hpp"

#include <dlfcn.h>

#include "rmw/error.hpp"

namespace rmw::zenoh
{
namespace
{

constexpr const char * file = "librxros2_zenoh.so";

// Returns the folder of this library or program; empty if it is unknown.
std::string own_folder()
{
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void *>(&library), &info) == 0 || !info.dli_fname) {
    return {};
  }
  const std::string path = info.dli_fname;
  const std::size_t end = path.rfind('/');
  return end == std::string::npos ? std::string() : path.substr(0, end + 1);
}

const rxros2_zenoh_functions * load()
{
  std::string reasons;
  void * handle = nullptr;
  for (const std::string & path : {own_folder() + file, std::string(file)}) {
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle) {
      break;
    }
    const char * reason = dlerror();
    reasons += std::string(reasons.empty() ? "" : "; ") + (reason ? reason : path.c_str());
  }
  if (!handle) {
    throw error(
      "the Zenoh engine (RMW_IMPLEMENTATION=rmw_zenoh_cpp) is not installed: " + reasons +
      ". Python programs: install the wheel rxros2_zenoh of the same release. Else build RxROS2 "
      "with -DRXROS2_ZENOH=ON, which needs cargo 1.85 or newer, or use "
      "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp");
  }
  const auto api = reinterpret_cast<decltype(&rxros2_zenoh_api)>(dlsym(handle, "rxros2_zenoh_api"));
  const rxros2_zenoh_functions * functions = api ? api(RXROS2_ZENOH_ABI) : nullptr;
  if (!functions || functions->abi != RXROS2_ZENOH_ABI) {
    throw error(
      std::string(file) + " is of another version of RxROS2; install both from the same release");
  }
  return functions;
}

}  // namespace

const rxros2_zenoh_functions & library()
{
  static const rxros2_zenoh_functions * const functions = load();
  return *functions;
}

void throw_fault(const std::string & operation, const rxros2_zenoh_fault & fault)
{
  throw error(operation + ": " + fault.text);
}

}  // namespace rmw::zenoh
