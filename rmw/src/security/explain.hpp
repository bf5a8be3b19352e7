// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What an enclave's files say: why the engine refused a secured participant or endpoint, in ROS's
// words, since it says only that it did; how long the permissions last.

#ifndef SECURITY__EXPLAIN_HPP_
#define SECURITY__EXPLAIN_HPP_

#include <chrono>
#include <cstdint>
#include <string>

#include "rmw/security.hpp"
#include "security/rules.hpp"

namespace rmw::detail
{

/// Looks for what keeps the enclave's participant from joining its domain. `engine` is what the
/// engine said about it, and the answer if nothing else is found.
std::string why_not_joined(
  const Enclave & enclave, std::uint32_t domain, const std::string & engine);

/// Which rule forbids an endpoint of the topic, or that none allows it, and what to add.
std::string why_denied(
  const Enclave & enclave, std::uint32_t domain, Direction direction,
  const std::string & dds_topic);

/// When the enclave's own grant ends. Throws security_error.
std::chrono::system_clock::time_point permissions_end(const Enclave & enclave);

}  // namespace rmw::detail

#endif  // SECURITY__EXPLAIN_HPP_
