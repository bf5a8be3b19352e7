// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publisher<MessageT>: writes messages of one type to a topic; made by Node::create_publisher.
#ifndef RCLCPP__PUBLISHER_HPP_
#define RCLCPP__PUBLISHER_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/allocator/allocator_common.hpp"
#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/brought_along.hpp"
#include "rclcpp/detail/message/allocated.hpp"
#include "rclcpp/detail/message/type_support.hpp"
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

/// See PublisherBase for threads and blocking. MessageT is a ROS message or a TypeAdapter; what the
/// publisher allocates (copies, conversions, loaned messages) comes from the allocator.
///
/// Each publish() gives the message to every matched local subscription and, encoded once, to DDS
/// if a subscription of another process is matched or the durability is transient_local. Throws
/// cdr::error if a bound of the message is exceeded, rmw::error if the middleware refuses,
/// std::bad_alloc, and what the conversion of a TypeAdapter throws; of these only rmw::error comes
/// after somebody may have got the message.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class Publisher : public PublisherBase
{
  static_assert(
    detail::Publishable<MessageT>,
    "MessageT is neither a ROS message (include its generated header, e.g. "
    "std_msgs/msg/string.hpp) nor adapted to one (rclcpp::TypeAdapter)");

public:
  /// What the user publishes, and what is sent: the same but for a TypeAdapter.
  using PublishedType = typename TypeAdapter<MessageT>::custom_type;
  using ROSMessageType = typename TypeAdapter<MessageT>::ros_message_type;

  using PublishedTypeAllocatorTraits = allocator::AllocRebind<PublishedType, AllocatorT>;
  using PublishedTypeAllocator = typename PublishedTypeAllocatorTraits::allocator_type;
  using PublishedTypeDeleter = allocator::Deleter<PublishedTypeAllocator, PublishedType>;
  using ROSMessageTypeAllocatorTraits = allocator::AllocRebind<ROSMessageType, AllocatorT>;
  using ROSMessageTypeAllocator = typename ROSMessageTypeAllocatorTraits::allocator_type;
  using ROSMessageTypeDeleter = allocator::Deleter<ROSMessageTypeAllocator, ROSMessageType>;

  using MessageAllocatorTraits = PublishedTypeAllocatorTraits;
  using MessageAllocator = PublishedTypeAllocator;
  using MessageDeleter = PublishedTypeDeleter;
  using MessageUniquePtr = std::unique_ptr<PublishedType, PublishedTypeDeleter>;
  using MessageSharedPtr = std::shared_ptr<const PublishedType>;

  RCLCPP_SMART_PTR_DEFINITIONS(Publisher)

  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options)
  : Publisher(node_base, topic, qos, options, *options.get_allocator())
  {
  }

  /// Gives the message away: with intra-process communication the last or only owner gets it as it
  /// is. Throws std::invalid_argument for null.
  void publish(std::unique_ptr<ROSMessageType, ROSMessageTypeDeleter> message)
  {
    publish_unique(detail::adopt<ROSMessageType, AllocatorT>(
      detail::type_support<ROSMessageType>, std::move(message)));
  }
  /// Copies the message only if there are local subscriptions: once for all that share, once for
  /// each that owns.
  void publish(const ROSMessageType & message)
  {
    publish_borrowed(&message, *message_types().wire);
  }
  /// Not in ROS 2. Shares the message, which must not be changed any more, with all local
  /// subscriptions that share. Throws std::invalid_argument for null.
  void publish(std::shared_ptr<const ROSMessageType> message)
  {
    publish_shared(std::move(message), *message_types().wire);
  }

  // The same for the user's type of a TypeAdapter. Local subscriptions of that type get it as they
  // would get a ROS message; all others share one conversion, which is also what is sent.
  void publish(MessageUniquePtr message) requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_unique(detail::adopt<PublishedType, AllocatorT>(
      detail::adapted_type_support<TypeAdapter<MessageT>>, std::move(message)));
  }
  void publish(const PublishedType & message) requires(TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_borrowed(&message, *message_types().user);
  }
  void publish(std::shared_ptr<const PublishedType> message) requires(
    TypeAdapter<MessageT>::is_specialized::value)
  {
    publish_shared(std::move(message), *message_types().user);
  }

  void publish(LoanedMessage<ROSMessageType, AllocatorT> && loaned_message)
  {
    publish(loaned_message.release());
  }
  /// The bytes must be a message of this type; local subscriptions that find otherwise drop and
  /// count it.
  void publish(const SerializedMessage & message)
  {
    publish_serialized(message.get_rcl_serialized_message());
  }
  void publish(const rcl_serialized_message_t & message) { publish_serialized(message); }

  LoanedMessage<ROSMessageType, AllocatorT> borrow_loaned_message()
  {
    return LoanedMessage<ROSMessageType, AllocatorT>(*this, get_ros_message_type_allocator());
  }

  std::shared_ptr<MessageAllocator> get_allocator() const
  {
    return std::make_shared<MessageAllocator>(allocator_);
  }
  PublishedTypeAllocator get_published_type_allocator() const
  {
    return PublishedTypeAllocator(allocator_);
  }
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
