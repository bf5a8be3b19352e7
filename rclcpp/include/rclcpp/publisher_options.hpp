// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Options of create_publisher.
#ifndef RCLCPP__PUBLISHER_OPTIONS_HPP_
#define RCLCPP__PUBLISHER_OPTIONS_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/intra_process_buffer_type.hpp"
#include "rclcpp/intra_process_setting.hpp"
#include "rclcpp/qos_overriding_options.hpp"
#include "rmw/types.h"

namespace rclcpp
{

class CallbackGroup;
namespace detail
{
class RMWImplementationSpecificPublisherPayload;
}

/// A plain value.
struct PublisherOptionsBase
{
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  PublisherEventCallbacks event_callbacks;
  /// Log a warning for incompatible QoS and types if the user has set no callback for them.
  bool use_default_callbacks = true;
  /// Of the event callbacks; null: the node's default group.
  std::shared_ptr<CallbackGroup> callback_group;
  /// STRICTLY_REQUIRED makes creation fail with exceptions::RCLError: the middleware cannot.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// For middlewares with settings of their own; ours has none.
  std::shared_ptr<detail::RMWImplementationSpecificPublisherPayload> rmw_implementation_payload;
  /// Which policies parameters may override. Not for generic ones, as in ROS 2.
  QosOverridingOptions qos_overriding_options;
};

/// The options of a publisher, with the allocator of its messages.
template <typename Allocator>
struct PublisherOptionsWithAllocator : public PublisherOptionsBase
{
  std::shared_ptr<Allocator> allocator;

  PublisherOptionsWithAllocator() = default;
  explicit PublisherOptionsWithAllocator(const PublisherOptionsBase & base)
  : PublisherOptionsBase(base)
  {
  }

  /// The allocator given, else a new one. Throws std::invalid_argument if it cannot be made without
  /// arguments.
  std::shared_ptr<Allocator> get_allocator() const
  {
    if constexpr (std::is_default_constructible_v<Allocator>) {
      return allocator ? allocator : std::make_shared<Allocator>();
    } else if (!allocator) {
      throw std::invalid_argument("the options of a publisher have no allocator");
    }
    return allocator;
  }
};

using PublisherOptions = PublisherOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_OPTIONS_HPP_
