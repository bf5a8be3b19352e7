// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Writes the graph that a node of peer.cpp sees as JSON.
#ifndef PEER_GRAPH_HPP_
#define PEER_GRAPH_HPP_

#include <map>
#include <string>
#include <vector>

#include "peer_endpoints.hpp"
#include "peer_lines.hpp"
#include "rclcpp/rclcpp.hpp"

namespace peer
{

/// Returns [TEXT(item), …].
template <typename Items, typename Text>
std::string list(const Items & items, Text && text)
{
  std::string out;
  for (const auto & item : items) {
    out += (out.empty() ? "" : ", ") + text(item);
  }
  return "[" + out + "]";
}

inline std::string names(const std::vector<std::string> & items)
{
  return list(items, in_quotes);
}

inline std::string names_and_types(const std::map<std::string, std::vector<std::string>> & items)
{
  std::string out;
  for (const auto & [name, types] : items) {
    out += (out.empty() ? "" : ", ") + in_quotes(name) + ": " + names(types);
  }
  return "{" + out + "}";
}

inline std::string full_name(const rclcpp::TopicEndpointInfo & info)
{
  return (info.node_namespace() == "/" ? "" : info.node_namespace()) + "/" + info.node_name();
}

inline std::string endpoint(const rclcpp::TopicEndpointInfo & info)
{
  const auto nanoseconds = [](const char * name, const rmw_time_t & time) {
    return ", " + in_quotes(name) + ": " +
           in_quotes(std::to_string(time.sec) + "." + std::to_string(time.nsec));
  };
  const rmw_qos_profile_t & qos = info.qos_profile().get_rmw_qos_profile();
  const auto & hash = info.topic_type_hash();
  return "{\"node\": " + in_quotes(full_name(info)) +
         ", \"type\": " + in_quotes(info.topic_type()) +
         ", \"gid\": " + in_quotes(hexadecimal(info.endpoint_gid())) +
         ", \"hash\": " + in_quotes(std::to_string(hash.version) + "_" + hexadecimal(hash.value)) +
         ", " + number("kind", static_cast<int>(info.endpoint_type())) + ", " +
         number("reliability", qos.reliability) + ", " + number("durability", qos.durability) +
         ", " + number("history", qos.history) + ", " +
         number("depth", static_cast<long long>(qos.depth)) + ", " +
         number("liveliness", qos.liveliness) + nanoseconds("deadline", qos.deadline) +
         nanoseconds("lifespan", qos.lifespan) +
         nanoseconds("lease", qos.liveliness_lease_duration) + "}";
}

/// Splits "/a/b" into "/a" and "b".
inline std::pair<std::string, std::string> namespace_and_name(const std::string & node)
{
  const auto slash = node.rfind('/');
  return {slash == 0 ? "/" : node.substr(0, slash), node.substr(slash + 1)};
}

}  // namespace peer

#endif  // PEER_GRAPH_HPP_
