// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The network addresses and ports that the packets of an endpoint use.
#ifndef RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
#define RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_

#include <cstdint>
#include <iosfwd>
#include <string>

#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

/// An address, port and protocol of an endpoint. A plain value. Programs get it from
/// get_network_flow_endpoints(), which the middleware of RxROS2 does not support.
class NetworkFlowEndpoint
{
public:
  /// Returns "UDP".
  const std::string & transport_protocol() const { return transport_protocol_; }
  /// Returns "IPv4".
  const std::string & internet_protocol() const { return internet_protocol_; }
  /// Returns the UDP port.
  std::uint16_t transport_port() const { return transport_port_; }
  /// Returns the flow label of IPv6; 0 if it is not known.
  std::uint32_t flow_label() const { return flow_label_; }
  /// Returns the differentiated services code point (DSCP) of the packets.
  std::uint8_t dscp() const { return dscp_; }
  /// Returns the IP address as text.
  const std::string & internet_address() const { return internet_address_; }

  /// Returns true if all properties are equal.
  bool operator==(const NetworkFlowEndpoint &) const = default;

private:
  std::string transport_protocol_;
  std::string internet_protocol_;
  std::uint16_t transport_port_ = 0;
  std::uint32_t flow_label_ = 0;
  std::uint8_t dscp_ = 0;
  std::string internet_address_;
};

/// Writes all fields as strings: {"transportProtocol": "UDP", …}.
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const NetworkFlowEndpoint & network_flow_endpoint);

}  // namespace rclcpp

#endif  // RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
