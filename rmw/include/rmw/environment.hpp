// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// ROS 2's environment variables turned into ParticipantOptions; rclcpp's context starts from it.

#ifndef RMW__ENVIRONMENT_HPP_
#define RMW__ENVIRONMENT_HPP_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rmw/participant.hpp"

namespace rmw
{

/// A variable has a value that cannot be used. what() names the variable, its value and what was
/// expected.
class environment_error : public error
{
public:
  using error::error;
};

struct Environment
{
  ParticipantOptions options;
  std::vector<std::string> warnings;  ///< deprecated or ineffective settings, one sentence each
};

/// Read ROS_DOMAIN_ID, ROS_AUTOMATIC_DISCOVERY_RANGE, ROS_STATIC_PEERS, ROS_LOCALHOST_ONLY,
/// CYCLONEDDS_URI, RMW_IMPLEMENTATION and RXROS2_DISCOVERY_GIDS (16, the default, or 24 for Humble
/// peers). `domain_id` set by the program (InitOptions) wins over ROS_DOMAIN_ID, which is then not
/// looked at. Throws environment_error.
Environment read_environment(std::optional<std::uint32_t> domain_id = std::nullopt);

/// The pieces, for values that come from elsewhere; `source` is named in the error.
std::uint32_t parse_domain_id(std::string_view text, std::string_view source = "ROS_DOMAIN_ID");
DiscoveryRange parse_discovery_range(
  std::string_view text, std::string_view source = "ROS_AUTOMATIC_DISCOVERY_RANGE");
std::vector<std::string> parse_static_peers(
  std::string_view text, std::string_view source = "ROS_STATIC_PEERS");

}  // namespace rmw

#endif  // RMW__ENVIRONMENT_HPP_
