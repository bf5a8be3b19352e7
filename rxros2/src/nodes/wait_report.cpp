// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reports of streams that wait for a server that is not there.

#include "rxros2/nodes/detail/wait_report.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <utility>

#include "nodes/stream_reports.hpp"
#include "rclcpp/logging.hpp"

namespace rxros2::detail
{
namespace
{

constexpr rx::duration next_report = std::chrono::minutes(1);
constexpr std::string_view send_goal_service = "/_action/send_goal";

/// The servers of the graph by the names of their services: the names of their nodes, and types.
using offers = std::map<std::string, std::vector<std::pair<std::string, std::string>>>;

bool ends_with(const std::string & text, std::string_view end)
{
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string full_name(const std::string & name, const std::string & space)
{
  return space == "/" ? "/" + name : space + "/" + name;
}

/// Returns the services that do not belong to actions, or the actions.
offers offers_in(rclcpp::node_interfaces::NodeGraphInterface & graph, bool of_actions)
{
  offers servers;
  for (const auto & [name, space] : graph.get_node_names_and_namespaces()) {
    std::map<std::string, std::vector<std::string>> services;
    try {
      services = graph.get_service_names_and_types_by_node(name, space);
    } catch (const std::exception &) {  // the node has ended meanwhile
      continue;
    }
    for (const auto & [service, types] : services) {
      if (
        of_actions ? !ends_with(service, send_goal_service)
                   : service.find("/_action/") != std::string::npos) {
        continue;
      }
      const std::size_t suffix = of_actions ? send_goal_service.size() : 0;
      for (const std::string & type : types) {
        servers[service.substr(0, service.size() - suffix)].emplace_back(
          full_name(name, space), type);
      }
    }
  }
  return servers;
}

/// Returns the likely reason why a client of `kind` ("service", "action") has no server.
std::string reason_of(
  const node_access & node, const offers & servers, const std::string & kind,
  const std::string & name, const std::string & type)
{
  const std::string title = kind + " " + name;
  const auto entry = servers.find(name);
  if (entry != servers.end()) {
    for (const auto & [owner, offered] : entry->second) {
      if (offered != type) {
        return "the server of " + title + " in node " + owner + " has type " + offered +
               ", this client " + type + ": use one type on both sides";
      }
    }
    return "the server of " + title + " in node " + entry->second.front().first +
           " does not match this client: compare their QoS profiles and the definitions of the "
           "type";
  }
  std::vector<std::string> names;
  for (const auto & offered : servers) {
    names.push_back(offered.first);
  }
  const std::vector<std::string> candidates = near_names(name, names);
  if (!candidates.empty()) {
    return "no server of " + title + "; did you mean " + candidates.front() + " of node " +
           servers.at(candidates.front()).front().first + "?";
  }
  const std::string own = node.base->get_fully_qualified_name();
  const auto nodes = node.graph->get_node_names();
  const bool is_alone = std::all_of(
    nodes.begin(), nodes.end(), [&](const std::string & other) { return other == own; });
  return "no server of " + title +
         (is_alone ? ": this node sees no other node; start the other program, or compare "
                     "ROS_DOMAIN_ID"
                   : ": start it, or correct the name");
}

int seconds_of(rx::duration waited)
{
  return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(waited).count());
}

/// Calls `report` with the interfaces of the node if it exists; the graph of a node that ends
/// throws.
template <typename Report>
void with_node(const weak_node & weak, Report report) noexcept
{
  try {
    if (const auto node = weak.lock()) {
      report(*node);
    }
  } catch (const std::exception &) {
  }
}

}  // namespace

std::optional<rx::duration> wait_report::due(std::uint64_t wait, rx::time_point now) noexcept
{
  if (wait_ != wait) {
    wait_ = wait;
    begun_ = now;
    due_ = now + first;
    return std::nullopt;
  }
  if (now < due_) {
    return std::nullopt;
  }
  due_ = now + next_report;
  return now - begun_;
}

void report_missing_server(
  const weak_node & weak, const std::string & service, const std::string & type,
  rx::duration waited) noexcept
{
  with_node(weak, [&](const node_access & node) {
    const std::string reason =
      reason_of(node, offers_in(*node.graph, false), "service", service, type);
    RCLCPP_WARN(
      logger_of(node), "send_request(%s) has waited %d s for a server: %s", service.c_str(),
      seconds_of(waited), reason.c_str());
  });
}

void report_missing_action_server(
  const weak_node & weak, const std::string & action, const std::string & send_goal,
  rx::duration waited) noexcept
{
  with_node(weak, [&](const node_access & node) {
    const std::string name = node.base->resolve_topic_or_service_name(action, false);
    const std::string reason =
      reason_of(node, offers_in(*node.graph, true), "action", name, send_goal);
    RCLCPP_WARN(
      logger_of(node), "send_goal(%s) has waited %d s for a server: %s", action.c_str(),
      seconds_of(waited), reason.c_str());
  });
}

}  // namespace rxros2::detail
