// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Prints a network flow endpoint.
#include "rclcpp/network_flow_endpoint.hpp"

#include <ostream>

namespace rclcpp
{

std::ostream & operator<<(std::ostream & os, const NetworkFlowEndpoint & network_flow_endpoint)
{
  const char * separator = "{";
  const auto field = [&](const char * name, const std::string & value) {
    os << separator << '"' << name << "\": \"" << value << '"';
    separator = ", ";
  };
  field("transportProtocol", network_flow_endpoint.transport_protocol());
  field("internetProtocol", network_flow_endpoint.internet_protocol());
  field("transportPort", std::to_string(network_flow_endpoint.transport_port()));
  field("flowLabel", std::to_string(network_flow_endpoint.flow_label()));
  field("dscp", std::to_string(network_flow_endpoint.dscp()));
  field("internetAddress", network_flow_endpoint.internet_address());
  return os << '}';
}

}  // namespace rclcpp
