// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties are those that rmw_cyclonedds_cpp sets.

#include "cyclonedds/secure.hpp"

#include <dlfcn.h>

#include <string>
#include <system_error>

#ifdef RMW_SECURITY_PLUGINS_INSIDE
// The entries of the plugins. Only their addresses are used: Cyclone calls them with its own types.
extern "C" {
int init_authentication();
int finalize_authentication();
int init_crypto();
int finalize_crypto();
int init_access_control();
int finalize_access_control();
}
#endif

namespace rmw::detail
{
namespace
{

namespace fs = std::filesystem;

#ifdef RMW_SECURITY_PLUGINS_INSIDE
// Keeps them in the linked file.
[[gnu::used]] int (*const plugin_entries[])() = {init_authentication, finalize_authentication,
                                                 init_crypto,         finalize_crypto,
                                                 init_access_control, finalize_access_control};
#endif

/// Returns how Cyclone loads one of its plugins. It finds them by name, except in Python's wheels,
/// which have their own Cyclone: the plugins are beside the extension module or, in those of
/// tools/wheels.py, in it.
std::string plugin_library(const std::string & name)
{
  static const char here = 0;
  Dl_info ours{};
  std::error_code none;
  if (dladdr(&here, &ours) != 0 && ours.dli_fname != nullptr) {
#ifdef RMW_SECURITY_PLUGINS_INSIDE
    return ours.dli_fname;
#else
    const fs::path package = fs::path(ours.dli_fname).parent_path() / "../rxros2";
    const fs::path file = fs::weakly_canonical(package / ("lib" + name + ".so"), none);
    if (!none && fs::exists(file, none)) {
      return file.string();
    }
#endif
  }
  return name;
}

}  // namespace

void secure(dds_qos_t * qos, const fs::path & enclave_folder)
{
  const auto file = [qos, &enclave_folder](const char * property, const char * name) {
    dds_qset_prop(qos, property, ("file:" + (enclave_folder / name).string()).c_str());
  };
  file("dds.sec.auth.identity_ca", "identity_ca.cert.pem");
  file("dds.sec.auth.identity_certificate", "cert.pem");
  file("dds.sec.auth.private_key", "key.pem");
  file("dds.sec.access.permissions_ca", "permissions_ca.cert.pem");
  file("dds.sec.access.governance", "governance.p7s");
  file("dds.sec.access.permissions", "permissions.p7s");
  std::error_code none;
  if (fs::exists(enclave_folder / "crl.pem", none)) {
    file("org.eclipse.cyclonedds.sec.auth.crl", "crl.pem");
  }
  const auto plugin = [qos](const std::string & kind, const char * library, const char * name) {
    const std::string property = "dds.sec." + kind + ".library.";
    dds_qset_prop(qos, (property + "path").c_str(), plugin_library(library).c_str());
    dds_qset_prop(qos, (property + "init").c_str(), (std::string("init_") + name).c_str());
    dds_qset_prop(qos, (property + "finalize").c_str(), (std::string("finalize_") + name).c_str());
  };
  plugin("auth", "dds_security_auth", "authentication");
  plugin("crypto", "dds_security_crypto", "crypto");
  plugin("access", "dds_security_ac", "access_control");
}

}  // namespace rmw::detail
