// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Samples that an endpoint could not decode: counted, and logged once per sender.
#ifndef RCLCPP__PUBSUB__MALFORMED_SAMPLES_HPP_
#define RCLCPP__PUBSUB__MALFORMED_SAMPLES_HPP_

#include <atomic>
#include <cstdint>
#include <string>

#include "base/rate_limit.hpp"
#include "base/report_once.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rmw/endpoint.hpp"

namespace rclcpp::pubsub
{

/// Thread-safe.
class MalformedSamples
{
public:
  /// The endpoint is, for example, a "client" of the "service" `name`, and expects samples of
  /// `type`. All arguments must outlive this object.
  MalformedSamples(
    node_interfaces::NodeBaseInterface & node, const char * endpoint, const char * kind,
    const std::string & name, const char * type)
  : node_(node), endpoint_(endpoint), kind_(kind), name_(name), type_(type)
  {
  }

  /// Counts a sample, and logs it if it is the first one of this sender.
  void report(const rmw::Gid & sender, const char * reason);

  std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

private:
  node_interfaces::NodeBaseInterface & node_;
  const char * const endpoint_;
  const char * const kind_;
  const std::string & name_;
  const char * const type_;
  std::atomic<std::uint64_t> count_{0};
  base::ReportOnce<rmw::Gid, rmw::GidHash> senders_;
  base::PeerReports reports_;
};

}  // namespace rclcpp::pubsub

#endif  // RCLCPP__PUBSUB__MALFORMED_SAMPLES_HPP_
