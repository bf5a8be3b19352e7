// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS 2's security (SROS 2): selects the enclave of a keystore for a participant by the
// ROS_SECURITY_* variables. src/cyclonedds/secure.cpp passes it to the engine.

#ifndef RMW__SECURITY_HPP_
#define RMW__SECURITY_HPP_

#include <filesystem>
#include <string>
#include <vector>

#include "rmw/error.hpp"

namespace rmw
{

/// Thrown if a secured participant cannot be created, or an endpoint is not permitted. what() names
/// the enclave, the file, the error and its remedy.
class security_error : public error
{
public:
  using error::error;
};

/// The ROS_SECURITY_* variables, as ROS 2 reads them.
struct SecuritySettings
{
  bool enabled = false;            ///< ROS_SECURITY_ENABLE is exactly "true"
  bool enforced = false;           ///< ROS_SECURITY_STRATEGY is exactly "Enforce"
  std::filesystem::path keystore;  ///< ROS_SECURITY_KEYSTORE
  std::string enclave_override;    ///< ROS_SECURITY_ENCLAVE_OVERRIDE: applies to every context
};

/// Reads the environment. A value that looks like a switch but means "off" to ROS 2 ("True",
/// "enforce") is added to `warnings`.
SecuritySettings read_security_settings(std::vector<std::string> & warnings);

/// An identity in the keystore, with its permissions.
struct Enclave
{
  std::string name;              ///< "/robot/arm"
  std::filesystem::path folder;  ///< keystore/enclaves/NAME; empty: unsecured

  /// Returns true if the participant is to be secured.
  explicit operator bool() const { return !folder.empty(); }
};

/// The user of an enclave; each needs a file of its own.
enum class EnclaveUse
{
  dds,            ///< a participant on DDS
  zenoh_session,  ///< a session of Zenoh: zenoh_session.json5
  zenoh_router    ///< a router of Zenoh: zenoh_router.json5
};

/// Returns the enclave `enclave` of the keystore, or an empty one: unsecured, because security is
/// off or, unless it is enforced, because the enclave is missing or incomplete, which `warnings`
/// then report. `warnings` also report a private key that other users may read, and a certificate
/// that expires within 30 days. Throws security_error if security is enforced and the enclave
/// cannot be used.
/**
 * As in ROS 2, the folder is exactly keystore/enclaves/ENCLAVE; parents are not searched.
 */
Enclave find_enclave(
  const SecuritySettings & settings, const std::string & enclave,
  std::vector<std::string> & warnings, EnclaveUse use = EnclaveUse::dds);

}  // namespace rmw

#endif  // RMW__SECURITY_HPP_
