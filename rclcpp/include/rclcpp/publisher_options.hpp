// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The options of create_publisher.
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

/// The options of a publisher without its allocator. A plain value.
struct PublisherOptionsBase
{
  /// The setting of intra-process communication; by default the node's.
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  /// The callbacks for QoS events; empty ones are not called.
  PublisherEventCallbacks event_callbacks;
  /// Logs a warning for incompatible QoS and types for which the user has set no callback.
  bool use_default_callbacks = true;
  /// The group of the event callbacks; null means the node's default group.
  std::shared_ptr<CallbackGroup> callback_group;
  /// STRICTLY_REQUIRED makes creation fail with exceptions::RCLError: the middleware does not
  /// support it.
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// For middlewares with settings of their own; RxROS2's has none.
  std::shared_ptr<detail::RMWImplementationSpecificPublisherPayload> rmw_implementation_payload;
  /// The policies that parameters may override. As in ROS 2, not for generic publishers.
  QosOverridingOptions qos_overriding_options;
  /// False sends large messages to other processes of this host over the network, too, and not
  /// through shared memory. Not in ROS 2.
  bool use_shared_memory = true;
};

/// The options of a publisher, with the allocator of its messages.
template <typename Allocator>
struct PublisherOptionsWithAllocator : public PublisherOptionsBase
{
  /// The allocator of messages; null means a default-constructed one.
  std::shared_ptr<Allocator> allocator;

  PublisherOptionsWithAllocator() = default;
  /// Takes all options from `base`, without an allocator.
  explicit PublisherOptionsWithAllocator(const PublisherOptionsBase & base)
  : PublisherOptionsBase(base)
  {
  }

  /// Returns the given allocator, otherwise a new one. Throws std::invalid_argument if the
  /// allocator has no default constructor.
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

/// The options of a publisher with the standard allocator.
using PublisherOptions = PublisherOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_OPTIONS_HPP_
