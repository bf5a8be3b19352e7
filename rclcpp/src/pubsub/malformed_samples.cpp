// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "pubsub/malformed_samples.hpp"

#include "pubsub/endpoint.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp::pubsub
{

void MalformedSamples::report(const rmw::Gid & sender, const char * reason)
{
  count_.fetch_add(1, std::memory_order_relaxed);
  if (!senders_.first(sender, exists_in(node_))) {
    return;
  }
  if (const auto suppressed = reports_.pass()) {
    RCLCPP_ERROR(
      logger_of(node_),
      "%s of %s '%s' could not read a sample of type %s from %s: %s. Further ones of this peer are "
      "only counted.%s",
      endpoint_, kind_, name_.c_str(), type_, rmw::to_string(sender).c_str(), reason,
      base::and_as_many_unsaid(*suppressed).c_str());
  }
}

}  // namespace rclcpp::pubsub
