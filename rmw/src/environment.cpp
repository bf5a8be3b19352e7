// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads ROS 2's environment variables; strict where ROS 2 silently uses another value.

#include "rmw/environment.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace rmw
{
namespace
{

constexpr std::uint32_t max_domain_id = 232;  // the last one whose UDP ports fit in 16 bits

std::string variable(const char * name)
{
  const char * value = std::getenv(name);
  return value ? value : "";
}

[[noreturn]] void refuse(std::string_view source, std::string_view value, const char * expected)
{
  throw environment_error(
    std::string(source) + " is '" + std::string(value) + "'; expected " + expected);
}

std::int64_t parse_router_checks(const std::string & text)
{
  std::int64_t number = 0;
  const char * const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end) {
    refuse("ZENOH_ROUTER_CHECK_ATTEMPTS", text, "an integer");
  }
  return number;
}

}  // namespace

std::uint32_t parse_domain_id(std::string_view text, std::string_view source)
{
  constexpr const char * expected = "an integer from 0 to 232";
  // Parsed like strtoul with base 0 (0x… is hexadecimal, 0… octal), but without blanks, signs or
  // trailing text.
  std::string_view digits = text;
  std::uint32_t base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits.front() == '0') {
    base = 8;
  }
  if (digits.empty()) {
    refuse(source, text, expected);
  }
  std::uint32_t value = 0;
  for (const char c : digits) {
    std::uint32_t digit = base;
    if (c >= '0' && c <= '9') {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<std::uint32_t>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<std::uint32_t>(c - 'A') + 10;
    }
    if (digit >= base) {
      refuse(source, text, expected);
    }
    value = value * base + digit;
    if (value > max_domain_id) {
      refuse(source, text, expected);
    }
  }
  return value;
}

DiscoveryRange parse_discovery_range(std::string_view text, std::string_view source)
{
  if (text == "OFF") {
    return DiscoveryRange::off;
  }
  if (text == "LOCALHOST") {
    return DiscoveryRange::localhost;
  }
  if (text == "SUBNET") {
    return DiscoveryRange::subnet;
  }
  if (text == "SYSTEM_DEFAULT") {
    return DiscoveryRange::system_default;
  }
  refuse(source, text, "OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT");
}

std::vector<std::string> parse_static_peers(std::string_view text, std::string_view source)
{
  std::vector<std::string> peers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view peer = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (peer.empty()) {
      continue;
    }
    if (peer.size() > 255) {
      refuse(source, peer, "addresses of at most 255 characters, separated by ';'");
    }
    // It becomes an attribute in the engine's XML configuration.
    if (peer.find_first_of("<>&\"' \t\r\n") != std::string_view::npos) {
      refuse(source, peer, "host names or addresses, separated by ';'");
    }
    peers.emplace_back(peer);
  }
  return peers;
}

Engine parse_engine(std::string_view text, std::string_view source)
{
  if (text == "dds" || text == "rmw_cyclonedds_cpp") {
    return Engine::cyclonedds;
  }
  if (text == "zenoh" || text == "rmw_zenoh_cpp") {
    return Engine::zenoh;
  }
  refuse(source, text, "dds (or rmw_cyclonedds_cpp) or zenoh (or rmw_zenoh_cpp)");
}

Environment read_environment(std::optional<std::uint32_t> domain_id, std::optional<Engine> engine)
{
  Environment out;
  ParticipantOptions & options = out.options;

  const std::string domain_text = variable("ROS_DOMAIN_ID");
  if (domain_id) {
    if (*domain_id > max_domain_id) {
      refuse("domain id", std::to_string(*domain_id), "an integer from 0 to 232");
    }
    options.domain_id = *domain_id;
  } else if (!domain_text.empty()) {
    options.domain_id = parse_domain_id(domain_text);
  }

  const std::string range = variable("ROS_AUTOMATIC_DISCOVERY_RANGE");
  if (!range.empty()) {
    options.discovery_range = parse_discovery_range(range);
  }
  const std::string peers = variable("ROS_STATIC_PEERS");
  options.static_peers = parse_static_peers(peers);

  const std::string localhost_only = variable("ROS_LOCALHOST_ONLY");
  if (localhost_only == "1") {
    out.warnings.push_back(
      "ROS_LOCALHOST_ONLY is deprecated; it is honoured, but use "
      "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST instead");
    if (!range.empty() && options.discovery_range != DiscoveryRange::localhost) {
      out.warnings.push_back(
        "ROS_AUTOMATIC_DISCOVERY_RANGE=" + range + " is ignored since ROS_LOCALHOST_ONLY is 1");
    }
    options.discovery_range = DiscoveryRange::localhost;
    if (!options.static_peers.empty()) {
      out.warnings.push_back("ROS_STATIC_PEERS is ignored since ROS_LOCALHOST_ONLY is 1");
    }
    options.static_peers.clear();
  } else if (!localhost_only.empty() && localhost_only != "0") {
    refuse("ROS_LOCALHOST_ONLY", localhost_only, "0 or 1");
  }
  if (options.discovery_range == DiscoveryRange::off && !options.static_peers.empty()) {
    out.warnings.push_back(
      "ROS_STATIC_PEERS is ignored since ROS_AUTOMATIC_DISCOVERY_RANGE is OFF");
    options.static_peers.clear();
  }

  const std::string generation = variable("RXROS2_DISCOVERY_GIDS");
  if (generation == "24") {
    options.gid_generation = GidGeneration::humble_and_earlier;
  } else if (!generation.empty() && generation != "16") {
    refuse("RXROS2_DISCOVERY_GIDS", generation, "16 (ROS 2 Iron and later) or 24 (Humble)");
  }

  const std::string shared_memory = variable("RXROS2_SHARED_MEMORY");
  if (shared_memory == "off") {
    options.shared_memory = false;
  } else if (!shared_memory.empty() && shared_memory != "on") {
    refuse("RXROS2_SHARED_MEMORY", shared_memory, "on or off");
  }

  const std::string implementation = variable("RMW_IMPLEMENTATION");
  options.engine =
    engine.value_or(implementation == "rmw_zenoh_cpp" ? Engine::zenoh : Engine::cyclonedds);
  if (options.engine == Engine::zenoh) {
    options.engine_configuration = variable("ZENOH_SESSION_CONFIG_URI");
    options.engine_overrides = variable("ZENOH_CONFIG_OVERRIDE");
    const std::string checks = variable("ZENOH_ROUTER_CHECK_ATTEMPTS");
    if (!checks.empty()) {
      options.router_checks = parse_router_checks(checks);
    }
    return out;
  }
  if (!engine && !implementation.empty() && implementation != "rmw_cyclonedds_cpp") {
    out.warnings.push_back(
      "RMW_IMPLEMENTATION is '" + implementation +
      "', but this program speaks DDS through Cyclone DDS, as rmw_cyclonedds_cpp does, or Zenoh if "
      "it is rmw_zenoh_cpp");
  }
  options.engine_configuration = variable("CYCLONEDDS_URI");
  return out;
}

}  // namespace rmw
