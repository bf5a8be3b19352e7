// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Converts messages to samples; for SubscriptionBase. any_subscription_callback.hpp converts them
// to SerializedMessages.
#ifndef PUBSUB__SERIALIZATION_HPP_
#define PUBSUB__SERIALIZATION_HPP_

#include "rclcpp/detail/message/message.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::detail
{

/// Returns the message's sample, or encodes it into a new one. Throws cdr::error, std::bad_alloc,
/// and the errors of a TypeAdapter's conversion.
rmw::Sample to_sample(const detail::Message & message);

}  // namespace rclcpp::detail

#endif  // PUBSUB__SERIALIZATION_HPP_
