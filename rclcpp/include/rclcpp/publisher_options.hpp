// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Options of create_publisher.
#ifndef RCLCPP__PUBLISHER_OPTIONS_HPP_
#define RCLCPP__PUBLISHER_OPTIONS_HPP_

#include <memory>

#include "rclcpp/event_handler.hpp"
#include "rclcpp/intra_process_setting.hpp"

namespace rclcpp
{

class CallbackGroup;

/// A plain value.
struct PublisherOptionsBase
{
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  PublisherEventCallbacks event_callbacks;
  /// Log a warning for incompatible QoS and types if the user has set no callback for them.
  bool use_default_callbacks = true;
  /// Of the event callbacks; null: the node's default group.
  std::shared_ptr<CallbackGroup> callback_group;
};

template <typename Allocator>
struct PublisherOptionsWithAllocator : public PublisherOptionsBase
{
  std::shared_ptr<Allocator> allocator;

  PublisherOptionsWithAllocator() = default;
  explicit PublisherOptionsWithAllocator(const PublisherOptionsBase & base)
  : PublisherOptionsBase(base)
  {
  }

  /// The allocator given, else a new one.
  std::shared_ptr<Allocator> get_allocator() const
  {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
};

using PublisherOptions = PublisherOptionsWithAllocator<std::allocator<void>>;

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_OPTIONS_HPP_
