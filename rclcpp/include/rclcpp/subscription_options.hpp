// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Options of create_subscription.
#ifndef RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
#define RCLCPP__SUBSCRIPTION_OPTIONS_HPP_

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/intra_process_buffer_type.hpp"
#include "rclcpp/intra_process_setting.hpp"
#include "rclcpp/qos_overriding_options.hpp"
#include "rclcpp/subscription_content_filter_options.hpp"
#include "rclcpp/topic_statistics_state.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class CallbackGroup;
namespace detail
{
class RMWImplementationSpecificSubscriptionPayload;
}

/// A plain value.
struct SubscriptionOptionsBase
{
  SubscriptionEventCallbacks event_callbacks;
  /// Log a warning for incompatible QoS and types if the user has set no callback for them.
  bool use_default_callbacks = true;
  /// Receive nothing from publishers of this context.
  bool ignore_local_publications = false;
  /// Of the callback and the event callbacks; null: the node's default group.
  std::shared_ptr<CallbackGroup> callback_group;
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  IntraProcessBufferType intra_process_buffer_type = IntraProcessBufferType::CallbackDefault;
  /// STRICTLY_REQUIRED makes creation fail with exceptions::RCLError: the middleware cannot.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// For middlewares with settings of their own; ours has none.
  std::shared_ptr<detail::RMWImplementationSpecificSubscriptionPayload> rmw_implementation_payload;
  /// Which policies parameters may override. Not for generic ones, as in ROS 2.
  QosOverridingOptions qos_overriding_options;
  /// The middleware does not filter: the subscription gets all messages.
  ContentFilterOptions content_filter_options;

  /// Statistics of the messages' age and period
  /// (topic_statistics/subscription_topic_statistics.hpp).
  struct TopicStatisticsOptions
  {
    TopicStatisticsState state = TopicStatisticsState::NodeDefault;
    std::string publish_topic = "/statistics";
    /// Must be positive.
    std::chrono::milliseconds publish_period{1000};
    QoS qos = SystemDefaultsQoS().keep_last(10);
  };
  TopicStatisticsOptions topic_stats_options;
};

/// The options of a subscription, with the allocator of its messages.
template <typename Allocator>
struct SubscriptionOptionsWithAllocator : public SubscriptionOptionsBase
{
  std::shared_ptr<Allocator> allocator;

  SubscriptionOptionsWithAllocator() = default;
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase & base)
  : SubscriptionOptionsBase(base)
  {
  }

  /// The allocator given, else a new one. Throws std::invalid_argument if it cannot be made without
  /// arguments.
  std::shared_ptr<Allocator> get_allocator() const
  {
    if constexpr (std::is_default_constructible_v<Allocator>) {
      return allocator ? allocator : std::make_shared<Allocator>();
    } else if (!allocator) {
      throw std::invalid_argument("the options of a subscription have no allocator");
    }
    return allocator;
  }
};

using SubscriptionOptions = SubscriptionOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
