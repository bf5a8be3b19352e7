// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Publisher<MessageT>: writes messages of one type to a topic; made by Node::create_publisher.
#ifndef RCLCPP__PUBLISHER_HPP_
#define RCLCPP__PUBLISHER_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/intra_process/message_type.hpp"
#include "rclcpp/loaned_message.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/publisher_base.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp
{

/// See PublisherBase for threads and blocking.
///
/// Each publish() gives the message to every matched local subscription and, encoded once, to DDS
/// if a subscription of another process is matched or the durability is transient_local. Throws
/// cdr::error if a bound of the message is exceeded, rmw::error if the middleware refuses,
/// std::bad_alloc.
template <typename MessageT, typename AllocatorT = std::allocator<void>>
class Publisher : public PublisherBase
{
  static_assert(
    intra_process::RosMessage<MessageT>,
    "MessageT is no ROS message: include its generated header, e.g. std_msgs/msg/string.hpp");
  static_assert(
    std::is_same_v<AllocatorT, std::allocator<void>>, "custom allocators are not supported yet");

public:
  using PublishedType = MessageT;
  using ROSMessageType = MessageT;
  using MessageAllocator = std::allocator<MessageT>;
  using MessageDeleter = std::default_delete<MessageT>;
  using MessageUniquePtr = std::unique_ptr<MessageT>;
  using MessageSharedPtr = std::shared_ptr<const MessageT>;

  RCLCPP_SMART_PTR_DEFINITIONS(Publisher)

  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options)
  : PublisherBase(node_base, topic, intra_process::message_type<MessageT>, qos, options)
  {
  }

  /// Gives the message away: with intra-process communication the last or only owner gets it as it
  /// is. Throws std::invalid_argument for null.
  void publish(std::unique_ptr<MessageT> message)
  {
    publish_unique({message.release(), {&intra_process::message_type<MessageT>}});
  }
  /// Copies the message only if there are local subscriptions: once for all that share, once for
  /// each that owns.
  void publish(const MessageT & message) { publish_borrowed(&message); }
  /// Not in ROS 2. Shares the message, which must not be changed any more, with all local
  /// subscriptions that share. Throws std::invalid_argument for null.
  void publish(std::shared_ptr<const MessageT> message) { publish_shared(std::move(message)); }
  void publish(LoanedMessage<MessageT, AllocatorT> && loaned_message)
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

  LoanedMessage<MessageT, AllocatorT> borrow_loaned_message()
  {
    return LoanedMessage<MessageT, AllocatorT>(*this);
  }
};

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_HPP_
