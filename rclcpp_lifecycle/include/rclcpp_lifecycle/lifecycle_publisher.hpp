// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// LifecyclePublisher: publishes while it is activated; created by LifecycleNode::create_publisher.
#ifndef RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_
#define RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/loaned_message.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/type_adapter.hpp"
#include "rclcpp_lifecycle/managed_entity.hpp"
#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{

namespace detail
{

/// Counts the messages that a publisher drops, and logs the first one of each inactive time.
class RCLCPP_LIFECYCLE_PUBLIC DroppedMessages
{
public:
  void add(const char * topic);
  void activated() { logged_ = false; }
  std::uint64_t count() const { return count_; }

private:
  std::atomic<std::uint64_t> count_{0};
  std::atomic<bool> logged_{false};
};

}  // namespace detail

/// A publisher that drops messages while it is not activated. Subscriptions match it in any state;
/// dropped messages are not kept for late subscriptions of a transient_local topic either. All
/// functions are thread-safe; rclcpp::Publisher describes threads, blocking and errors. Its
/// publish() is not virtual: a call through a pointer to rclcpp::Publisher always publishes.
template <typename MessageT, typename Alloc = std::allocator<void>>
class LifecyclePublisher : public SimpleManagedEntity, public rclcpp::Publisher<MessageT, Alloc>
{
  using Publisher = rclcpp::Publisher<MessageT, Alloc>;
  using RosMessage = typename Publisher::ROSMessageType;
  static constexpr bool is_adapted = rclcpp::TypeAdapter<MessageT>::is_specialized::value;

public:
  RCLCPP_SMART_PTR_DEFINITIONS(LifecyclePublisher)

  /// The std::allocator_traits for messages.
  using MessageAllocTraits = rclcpp::allocator::AllocRebind<MessageT, Alloc>;
  /// The allocator of messages.
  using MessageAlloc = typename MessageAllocTraits::allocator_type;
  /// The deleter of a published message.
  using MessageDeleter = typename Publisher::MessageDeleter;
  /// The owner of a published message. Publishing one passes the ownership on (zero-copy).
  using MessageUniquePtr = typename Publisher::MessageUniquePtr;
  /// The type that the user publishes.
  using PublishedType = typename Publisher::PublishedType;

  /// Creates the publisher, not activated. Call LifecycleNode::create_publisher() instead.
  LifecyclePublisher(
    rclcpp::node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const rclcpp::QoS & qos, const rclcpp::PublisherOptionsWithAllocator<Alloc> & options)
  : Publisher(node_base, topic, qos, options)
  {
  }
  ~LifecyclePublisher() override {}

  /// Publishes the message without a copy if the publisher is activated; otherwise drops and counts
  /// it.
  virtual void publish(MessageUniquePtr message) { publish_if_active(std::move(message)); }
  /// Publishes a copy of the message if the publisher is activated; otherwise drops and counts it.
  virtual void publish(const PublishedType & message) { publish_if_active(message); }
  /// Publishes a loaned message if the publisher is activated; otherwise drops and counts it.
  virtual void publish(rclcpp::LoanedMessage<RosMessage, Alloc> && loaned_message)
  {
    publish_if_active(std::move(loaned_message));
  }

  // The other overloads of rclcpp::Publisher; not in ROS 2.
  void publish(std::shared_ptr<const PublishedType> message)
  {
    publish_if_active(std::move(message));
  }
  /// Publishes an encoded message if the publisher is activated; otherwise drops and counts it.
  void publish(const rclcpp::SerializedMessage & message) { publish_if_active(message); }
  /// Publishes an encoded message from the C struct if the publisher is activated; otherwise drops
  /// and counts it.
  void publish(const rcl_serialized_message_t & message) { publish_if_active(message); }
  /// Publishes the ROS message of a TypeAdapter if the publisher is activated; otherwise drops and
  /// counts it.
  void publish(std::unique_ptr<RosMessage, typename Publisher::ROSMessageTypeDeleter> message)
    requires(is_adapted)
  {
    publish_if_active(std::move(message));
  }
  /// Publishes a copy of the ROS message of a TypeAdapter if the publisher is activated; otherwise
  /// drops and counts it.
  void publish(const RosMessage & message)
    requires(is_adapted)
  {
    publish_if_active(message);
  }
  /// Shares the ROS message of a TypeAdapter if the publisher is activated; otherwise drops and
  /// counts it.
  void publish(std::shared_ptr<const RosMessage> message)
    requires(is_adapted)
  {
    publish_if_active(std::move(message));
  }

  /// Returns whether the publisher is activated. If not, counts a dropped message. Code that
  /// publishes by other functions than publish() calls it before each message, as
  /// rclcpp::InPlaceMessage does. Not in ROS 2.
  bool admits_message()
  {
    if (is_activated()) {
      return true;
    }
    dropped_.add(this->get_topic_name());
    return false;
  }

  /// Returns the number of dropped messages. Not in ROS 2.
  std::uint64_t get_dropped_count() const { return dropped_.count(); }

  /// Lets messages pass from now on.
  void on_activate() override
  {
    SimpleManagedEntity::on_activate();
    dropped_.activated();
  }

private:
  template <typename PublishableT>
  void publish_if_active(PublishableT && message)
  {
    if (admits_message()) {
      Publisher::publish(std::forward<PublishableT>(message));
    }
  }

  detail::DroppedMessages dropped_;
};

}  // namespace rclcpp_lifecycle

#endif  // RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_
