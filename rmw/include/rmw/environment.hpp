// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts ROS 2's environment variables to ParticipantOptions, with which rclcpp's context starts.

#ifndef RMW__ENVIRONMENT_HPP_
#define RMW__ENVIRONMENT_HPP_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rmw/participant.hpp"

namespace rmw
{

/// Thrown if a variable has an invalid value. what() names the variable, its value and the expected
/// values.
class environment_error : public error
{
public:
  using error::error;
};

/// The options from the environment.
struct Environment
{
  ParticipantOptions options;         ///< the options for Participant::create()
  std::vector<std::string> warnings;  ///< deprecated or ineffective settings, one sentence each
};

/// Reads ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_STATIC_PEERS, ROS_LOCALHOST_ONLY,
/// RMW_IMPLEMENTATION, CYCLONEDDS_URI or, for Zenoh, ZENOH_SESSION_CONFIG_URI,
/// ZENOH_CONFIG_OVERRIDE and ZENOH_ROUTER_CHECK_ATTEMPTS, RXROS2_DISCOVERY_GIDS (16, the default,
/// or 24 for Humble peers) and RXROS2_SHARED_MEMORY (on, the default, or off). A `domain_id` or an
/// `engine` that the program sets (InitOptions) takes precedence over ROS_DOMAIN_ID or
/// RMW_IMPLEMENTATION, which is then ignored. Throws environment_error.
Environment read_environment(
  std::optional<std::uint32_t> domain_id = std::nullopt,
  std::optional<Engine> engine = std::nullopt);

/// Parse single values from other sources; errors name `source`.
std::uint32_t parse_domain_id(std::string_view text, std::string_view source = "ROS_DOMAIN_ID");
DiscoveryRange parse_discovery_range(
  std::string_view text, std::string_view source = "ROS_AUTOMATIC_DISCOVERY_RANGE");
std::vector<std::string> parse_static_peers(
  std::string_view text, std::string_view source = "ROS_STATIC_PEERS");
/// Accepts "dds" and "zenoh", and the names that RMW_IMPLEMENTATION has for them.
Engine parse_engine(std::string_view text, std::string_view source = "engine");

}  // namespace rmw

#endif  // RMW__ENVIRONMENT_HPP_
