// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of creating publishers and subscriptions.
#ifndef RCLCPP__PUBSUB__ENDPOINT_HPP_
#define RCLCPP__PUBSUB__ENDPOINT_HPP_

#include <cstdint>
#include <memory>
#include <string>

#include "base/saturated.hpp"
#include "local/registry.hpp"
#include "local/topic.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/intra_process_setting.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"

namespace rclcpp::pubsub
{

/// Adds a time span to a time of a peer. The longest span means infinite.
inline std::int64_t add_span(std::int64_t time_ns, std::int64_t span_ns) noexcept
{
  return span_ns == queue::never ? queue::never : base::add_saturated(time_ns, span_ns);
}

/// Returns the logger of the node.
inline Logger logger_of(const node_interfaces::NodeBaseInterface & node)
{
  std::string name = node.get_fully_qualified_name();
  name.erase(0, 1);
  for (char & c : name) {
    c = c == '/' ? '.' : c;
  }
  return get_logger(name);
}

/// Tests for base::ReportOnce whether an endpoint is in the graph of the node's context.
inline auto exists_in(node_interfaces::NodeBaseInterface & node)
{
  return [&graph = node.participant().graph()](const rmw::Gid & gid) { return graph.knows(gid); };
}

inline rmw::EndpointOptions endpoint_options(
  node_interfaces::NodeBaseInterface & node, const std::string & topic,
  const detail::TypeSupport & type, const QoS & qos)
{
  const rmw_qos_profile_t & profile = qos.get_rmw_qos_profile();
  return {
    rmw::dds_topic_name(rmw::TopicKind::topic, topic, profile.avoid_ros_namespace_conventions),
    rmw::dds_type_name(type.name),
    type.hash,
    profile,
    "",
    &node.rmw_node()};
}

[[noreturn]] inline void unsupported(const std::string & what)
{
  exceptions::RCLError error(what + " is not supported by the middleware");
  error.ret = RMW_RET_UNSUPPORTED;
  throw error;
}

/// Throws for options that the middleware does not support.
template <typename Options>
void refuse_unsupported(const Options & options, const std::string & topic)
{
  if (
    options.require_unique_network_flow_endpoints ==
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED) {
    unsupported("topic '" + topic + "': a strict requirement of unique network flow endpoints");
  }
}

inline QoS to_qos(const rmw_qos_profile_t & profile)
{
  return QoS(QoSInitialization(profile.history, profile.depth), profile);
}

inline bool use_intra_process(
  IntraProcessSetting setting, const node_interfaces::NodeBaseInterface & node)
{
  return setting == IntraProcessSetting::NodeDefault ? node.get_use_intra_process_default()
                                                     : setting == IntraProcessSetting::Enable;
}

inline std::shared_ptr<local::Topic> find_topic(
  node_interfaces::NodeBaseInterface & node, const std::string & dds_topic)
{
  return node.get_context()->get_sub_context<local::Registry<local::Topic>>()->find(
    dds_topic, node.participant().gid());
}

}  // namespace rclcpp::pubsub

#endif  // RCLCPP__PUBSUB__ENDPOINT_HPP_
