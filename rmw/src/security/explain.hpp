// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Explains from an enclave's files, in ROS terms, why the engine rejected a secured participant or
// endpoint, because the engine gives no reason. Also returns the end of the permissions.

#ifndef SECURITY__EXPLAIN_HPP_
#define SECURITY__EXPLAIN_HPP_

#include <chrono>
#include <cstdint>
#include <string>

#include "rmw/security.hpp"
#include "security/rules.hpp"

namespace rmw::detail
{

/// Returns the reason why the enclave's participant cannot join its domain. `engine` is the
/// engine's text, which is the result if no other reason is found.
std::string why_not_joined(
  const Enclave & enclave, std::uint32_t domain, const std::string & engine);

/// Returns the enclave's own grant for a participant on Zenoh, whose engine checks only its
/// certificate. Throws security_error if the identity or the permissions are not valid in the
/// domain.
Grant valid_grant(const Enclave & enclave, std::uint32_t domain);

/// Returns the reason why an endpoint of the topic was denied: the rule that forbids it, or the
/// statement that no rule allows it and which rule to add.
std::string why_denied(
  const Enclave & enclave, std::uint32_t domain, Direction direction,
  const std::string & dds_topic);

/// Returns the end of the enclave's own grant. Throws security_error.
std::chrono::system_clock::time_point permissions_end(const Enclave & enclave);

}  // namespace rmw::detail

#endif  // SECURITY__EXPLAIN_HPP_
