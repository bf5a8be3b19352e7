// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Messages as samples; used by SubscriptionBase. Into SerializedMessages:
// any_subscription_callback.hpp.
#ifndef PUBSUB__SERIALIZATION_HPP_
#define PUBSUB__SERIALIZATION_HPP_

#include "rclcpp/detail/message/message.hpp"
#include "rmw/sample.hpp"

namespace rclcpp::detail
{

/// The sample that the message is, or one that it is encoded into. Throws cdr::error,
/// std::bad_alloc, what the conversion of a TypeAdapter throws.
rmw::Sample to_sample(const detail::Message & message);

}  // namespace rclcpp::detail

#endif  // PUBSUB__SERIALIZATION_HPP_
