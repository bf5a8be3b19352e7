// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of create_subscription.
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

/// The options of a subscription without its allocator. A plain value.
struct SubscriptionOptionsBase
{
  /// The callbacks for QoS events; empty ones are not called.
  SubscriptionEventCallbacks event_callbacks;
  /// Logs a warning for incompatible QoS and types for which the user has set no callback.
  bool use_default_callbacks = true;
  /// Ignores the messages of publishers of this context.
  bool ignore_local_publications = false;
  /// The group of the callback and the event callbacks; null means the node's default group.
  std::shared_ptr<CallbackGroup> callback_group;
  /// The setting of intra-process communication; by default the node's.
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  /// The form in which the intra-process queue stores messages; by default the callback decides.
  IntraProcessBufferType intra_process_buffer_type = IntraProcessBufferType::CallbackDefault;
  /// STRICTLY_REQUIRED makes creation fail with exceptions::RCLError: the middleware does not
  /// support it.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// For middlewares with settings of their own; RxROS2's has none.
  std::shared_ptr<detail::RMWImplementationSpecificSubscriptionPayload> rmw_implementation_payload;
  /// The policies that parameters may override. As in ROS 2, not for generic subscriptions.
  QosOverridingOptions qos_overriding_options;
  /// Ignored: the middleware does not filter, and the subscription gets all messages.
  ContentFilterOptions content_filter_options;

  /// Statistics of the messages' age and period
  /// (topic_statistics/subscription_topic_statistics.hpp).
  struct TopicStatisticsOptions
  {
    /// The switch that enables the statistics; by default the node's setting.
    TopicStatisticsState state = TopicStatisticsState::NodeDefault;
    /// The topic on which statistics are published.
    std::string publish_topic = "/statistics";
    /// The period in which statistics are published; must be positive.
    std::chrono::milliseconds publish_period{1000};
    /// The QoS of the statistics' publisher.
    QoS qos = SystemDefaultsQoS().keep_last(10);
  };
  /// The options of the topic statistics.
  TopicStatisticsOptions topic_stats_options;
};

/// The options of a subscription, with the allocator of its messages.
template <typename Allocator>
struct SubscriptionOptionsWithAllocator : public SubscriptionOptionsBase
{
  /// The allocator of messages; null means a default-constructed one.
  std::shared_ptr<Allocator> allocator;

  SubscriptionOptionsWithAllocator() = default;
  /// Takes all options from `base`, without an allocator.
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase & base)
  : SubscriptionOptionsBase(base)
  {
  }

  /// Returns the given allocator, otherwise a new one. Throws std::invalid_argument if the
  /// allocator has no default constructor.
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

/// The options of a subscription with the standard allocator.
using SubscriptionOptions = SubscriptionOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
