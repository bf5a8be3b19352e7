// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS 2's security (SROS 2): which enclave of which keystore a participant is to be, from the
// ROS_SECURITY_* variables. What the engine makes of it is in src/cyclonedds/secure.cpp.

#ifndef RMW__SECURITY_HPP_
#define RMW__SECURITY_HPP_

#include <filesystem>
#include <string>
#include <vector>

#include "rmw/error.hpp"

namespace rmw
{

/// A secured participant cannot be had, or an endpoint is not permitted. what() names the enclave,
/// the file, what is wrong with it and how to mend it.
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
  std::string enclave_override;    ///< ROS_SECURITY_ENCLAVE_OVERRIDE: counts for every context
};

/// Reads the environment. A value that looks meant but means "off" to ROS 2 ("True", "enforce") is
/// added to `warnings`.
SecuritySettings read_security_settings(std::vector<std::string> & warnings);

/// An identity of the keystore, with its permissions.
struct Enclave
{
  std::string name;  ///< "/robot/arm"
  std::filesystem::path folder;

  explicit operator bool() const { return !folder.empty(); }
};

/// The enclave `enclave` of the keystore, or an empty one: unsecured, because security is off or,
/// unless it is enforced, because the enclave is not there or not whole, which `warnings` then say.
/// A private key that others than its owner may read, and a certificate that ends within 30 days,
/// are named in `warnings` too. Throws security_error if security is enforced and the enclave
/// cannot be used.
/**
 * As in ROS 2 the folder is keystore/enclaves/ENCLAVE exactly; parents are not searched.
 */
Enclave find_enclave(
  const SecuritySettings & settings, const std::string & enclave,
  std::vector<std::string> & warnings);

}  // namespace rmw

#endif  // RMW__SECURITY_HPP_
