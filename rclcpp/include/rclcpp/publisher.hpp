// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publisher<MessageT>: writes messages of one type to a topic; created by Node::create_publisher.
#ifndef RCLCPP__PUBLISHER_HPP_
#define RCLCPP__PUBLISHER_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/message/allocated.hpp"
#include "rclcpp/detail/message/type_support.hpp"
#include "rclcpp/detail/transitive_includes.hpp"
#include "rclcpp/experimental/buffers/intra_process_buffer.hpp"
#include "rclcpp/get_message_type_support_handle.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/intra_process_buffer_type.hpp"
#include "rclcpp/loaned_message.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/type_adapter.hpp"
#include "rclcpp/type_support_decl.hpp"

namespace rclcpp
{

/// A publisher of MessageT, a ROS message or a TypeAdapter. PublisherBase describes threads and
/// blocking. The publisher's copies, conversions and loaned messages come from the allocator.
///
/// publish() passes the message to each matched local subscription. If a subscription of another
/// process is matched or the durability is transient_local, it also encodes the message once and
/// passes it to DDS. Throws cdr::error if a bound of the message is exceeded, rmw::error if the
/// middleware rejects it, std::bad_alloc, and the errors of a TypeAdapter's conversion. After an
/// rmw::error some subscriptions may have got the message; after the others none has.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class Publisher : public PublisherBase
{
  static_assert(
    detail::Publishable<MessageT>,
    "MessageT is neither a ROS message (include its generated header, e.g. "
    "std_msgs/msg/string.hpp) nor adapted to one (rclcpp::TypeAdapter)");

public:
  /// The type that the user publishes and the type on the wire; they differ only for a TypeAdapter.
  using PublishedType = typename TypeAdapter<MessageT>::custom_type;
  /// The ROS message type on the wire.
  using ROSMessageType = typename TypeAdapter<MessageT>::ros_message_type;

  /// The std::allocator_traits for the published type.
  using PublishedTypeAllocatorTraits = allocator::AllocRebind<PublishedType, AllocatorT>;
  /// The allocator of the published type.
  using PublishedTypeAllocator = typename PublishedTypeAllocatorTraits::allocator_type;
  /// The deleter of a published message; it returns the memory to the publisher's allocator.
  using PublishedTypeDeleter = allocator::Deleter<PublishedTypeAllocator, PublishedType>;
  /// The std::allocator_traits for the ROS message type.
  using ROSMessageTypeAllocatorTraits = allocator::AllocRebind<ROSMessageType, AllocatorT>;
  /// The allocator of the ROS message type.
  using ROSMessageTypeAllocator = typename ROSMessageTypeAllocatorTraits::allocator_type;
  /// The deleter of a ROS message; it returns the memory to the publisher's allocator.
  using ROSMessageTypeDeleter = allocator::Deleter<ROSMessageTypeAllocator, ROSMessageType>;

  /// The std::allocator_traits for the published type, under ROS 2's older name.
  using MessageAllocatorTraits = PublishedTypeAllocatorTraits;
  /// The allocator of the published type, under ROS 2's older name.
  using MessageAllocator = PublishedTypeAllocator;
  /// The deleter of a published message, under ROS 2's older name.
  using MessageDeleter = PublishedTypeDeleter;
  /// The owner of a published message. Publishing one passes the ownership on (zero-copy).
  using MessageUniquePtr = std::unique_ptr<PublishedType, PublishedTypeDeleter>;
  /// A shared, read-only published message.
  using MessageSharedPtr = std::shared_ptr<const PublishedType>;

  RCLCPP_SMART_PTR_DEFINITIONS(Publisher)

  /// Creates the publisher. Call Node::create_publisher(), which also applies QoS overrides.
  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options)
  : Publisher(node_base, topic, qos, options, *options.get_allocator())
  {
  }

  /// Passes ownership of the message: with intra-process communication the last or only owner gets
  /// it without a copy (zero-copy). Throws std::invalid_argument for null.
  void publish(std::unique_ptr<ROSMessageType, ROSMessageTypeDeleter> message)
  {
    publish_unique(detail::adopt<ROSMessageType, AllocatorT>(
      detail::type_support<ROSMessageType>, std::move(message)));
  }
  /// Copies the message only if there are local subscriptions: once for all that share it, and once
  /// for each that owns it.
  void publish(const ROSMessageType & message)
  {
    publish_borrowed(&message, *message_types().wire);
  }
  /// Shares the message with all local subscriptions that share (zero-copy); do not change it after
  /// the call. Throws std::invalid_argument for null. Not in ROS 2.
  void publish(std::shared_ptr<const ROSMessageType> message)
  {
    publish_shared(std::move(message), *message_types().wire);
  }

  // The same for the user's type of a TypeAdapter. Local subscriptions of that type get it as they
  // would get a ROS message; all others share one conversion, which is also sent.
  void publish(MessageUniquePtr message)
    requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_unique(detail::adopt<PublishedType, AllocatorT>(
      detail::adapted_type_support<TypeAdapter<MessageT>>, std::move(message)));
  }
  /// Publishes a message of the user's type. It is copied only if there are local subscriptions of
  /// that type.
  void publish(const PublishedType & message)
    requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_borrowed(&message, *message_types().user);
  }
  /// Shares a message of the user's type with the local subscriptions of that type (zero-copy); do
  /// not change it after the call. Throws std::invalid_argument for null. Not in ROS 2.
  void publish(std::shared_ptr<const PublishedType> message)
    requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_shared(std::move(message), *message_types().user);
  }

  /// Publishes a loaned message without a copy.
  void publish(LoanedMessage<ROSMessageType, AllocatorT> && loaned_message)
  {
    publish(loaned_message.release());
  }
  /// Publishes bytes, which must be a message of this type; local subscriptions drop and count
  /// bytes that they cannot decode.
  void publish(const SerializedMessage & message)
  {
    publish_serialized(message.get_rcl_serialized_message());
  }
  /// Publishes an encoded message from the C struct. Throws std::invalid_argument if the bytes do
  /// not begin with a CDR header.
  void publish(const rcl_serialized_message_t & message) { publish_serialized(message); }

  /// Returns a message from the publisher's allocator to fill in and publish.
  LoanedMessage<ROSMessageType, AllocatorT> borrow_loaned_message()
  {
    return LoanedMessage<ROSMessageType, AllocatorT>(*this, get_ros_message_type_allocator());
  }

  /// Returns the allocator.
  std::shared_ptr<MessageAllocator> get_allocator() const
  /// Returns the allocator of published messages.
  {
    return std::make_shared<MessageAllocator>(allocator_);
  }
  PublishedTypeAllocator get_published_type_allocator() const
  /// Returns the allocator of ROS messages.
  {
    return PublishedTypeAllocator(allocator_);
  }
  /// Returns the allocator of ROS messages.
  ROSMessageTypeAllocator get_ros_message_type_allocator() const
  {
    return ROSMessageTypeAllocator(allocator_);
  }

private:
  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsBase & options, const AllocatorT & allocator)
  : PublisherBase(
      node_base, topic, detail::message_types_of<PublishedType, MessageT>(allocator), qos, options),
    allocator_(allocator)
  {
  }

  const AllocatorT allocator_;
};

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_HPP_
