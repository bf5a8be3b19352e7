// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Options of create_subscription.
#ifndef RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
#define RCLCPP__SUBSCRIPTION_OPTIONS_HPP_

#include <memory>

#include "rclcpp/event_handler.hpp"
#include "rclcpp/intra_process_buffer_type.hpp"
#include "rclcpp/intra_process_setting.hpp"

namespace rclcpp
{

class CallbackGroup;

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
};

template <typename Allocator>
struct SubscriptionOptionsWithAllocator : public SubscriptionOptionsBase
{
  std::shared_ptr<Allocator> allocator;

  SubscriptionOptionsWithAllocator() = default;
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase & base)
  : SubscriptionOptionsBase(base)
  {
  }

  /// The allocator given, else a new one.
  std::shared_ptr<Allocator> get_allocator() const
  {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
};

using SubscriptionOptions = SubscriptionOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
