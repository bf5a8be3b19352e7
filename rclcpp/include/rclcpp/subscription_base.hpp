// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All of a subscription that does not depend on the message type; the base of Subscription and
// GenericSubscription.
#ifndef RCLCPP__SUBSCRIPTION_BASE_HPP_
#define RCLCPP__SUBSCRIPTION_BASE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/detail/message/message.hpp"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/experimental/buffers/intra_process_buffer.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_info.hpp"
#include "rclcpp/network_flow_endpoint.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/subscription_content_filter_options.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

struct SubscriptionOptionsBase;  // its header may include this one

namespace node_interfaces
{
class NodeBaseInterface;
}
namespace detail
{
class AnyCallback;
}
namespace topic_statistics
{
class SubscriptionTopicStatistics;
}

/// What the callback gets.
enum class DeliveredMessageKind : std::uint8_t
{
  INVALID = 0,
  ROS_MESSAGE = 1,
  SERIALIZED_MESSAGE = 2,
  DYNAMIC_MESSAGE = 3  ///< never
};

/// What happened to the messages of one subscription since it was made.
struct SubscriptionStatistics
{
  std::uint64_t received = 0;   ///< put into the queue
  std::uint64_t delivered = 0;  ///< given to the callback or taken
  std::uint64_t dropped = 0;    ///< oldest of a full queue, overwritten; a message_lost event each
  std::uint64_t expired = 0;    ///< older than their lifespan when their turn came
  std::uint64_t malformed = 0;  ///< not decodable
  std::uint64_t lost = 0;       ///< sent by publishers of other processes, but not received
  std::size_t waiting = 0;      ///< in the queue now
};

/// A reader of one topic, with one queue for what local publishers and other processes send, in
/// order of arrival.
///
/// All functions are thread-safe. The callback runs on a thread of the executor that has its
/// callback group, with no lock held. Dropping the last pointer discards what waits; no callback
/// begins after it, and one that runs (maybe the one that drops) finishes. A sample that is
/// malformed is dropped, counted, and logged once for each publisher. Keeps its node's part in the
/// ROS graph alive.
class RCLCPP_PUBLIC SubscriptionBase : public executors::detail::Entity,
                                       public std::enable_shared_from_this<SubscriptionBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(SubscriptionBase)

  /// `callback` takes messages of types.user, which may be its own, or bytes. `topic` is expanded
  /// and remapped. `borrows`: messages from other processes go into those of create_message().
  /// Throws exceptions::InvalidTopicNameError, rmw::error, std::invalid_argument for messages by
  /// value of a type that cannot be assigned.
  SubscriptionBase(
    node_interfaces::NodeBaseInterface * node_base, const detail::MessageTypes & types,
    detail::AnyCallback && callback, const std::string & topic, const QoS & qos,
    const SubscriptionOptionsBase & options, bool borrows = false);
  ~SubscriptionBase() override;

  /// Fully qualified.
  const char * get_topic_name() const;
  /// As the middleware uses it: no policy is left to a default.
  QoS get_actual_qos() const;
  /// Matched publishers, of this process and of others.
  std::size_t get_publisher_count() const;

  /// The callback takes bytes.
  bool is_serialized() const;
  bool can_loan_messages() const { return false; }
  DeliveredMessageKind get_delivered_message_kind() const;

  // The middleware does not filter by content: the functions throw exceptions::RCLError.
  bool is_cft_enabled() const { return false; }
  void set_content_filter(
    const std::string & filter_expression,
    const std::vector<std::string> & expression_parameters = {});
  ContentFilterOptions get_content_filter() const;
  /// Throws exceptions::RCLError: the middleware does not tell.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;

  /// Calls `callback` with the number of messages that arrived, at once if some wait: in the thread
  /// in which they arrive, see detail::ReadyCallback. The executor is told as well. Throws
  /// std::invalid_argument for null.
  void set_on_new_message_callback(std::function<void(std::size_t)> callback);
  void clear_on_new_message_callback();
  /// The same for events, of kinds for which the options have an event callback; others give a
  /// warning.
  void set_on_new_qos_event_callback(
    std::function<void(std::size_t)> callback, rcl_subscription_event_type_t event_type);
  void clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type);

  /// For wait sets: says that one has, or has no more, this subscription or one of its event
  /// handlers; returns what was said before. Throws std::invalid_argument for null,
  /// std::runtime_error for another pointer.
  bool exchange_in_use_by_wait_set_state(void * pointer_to_subscription_part, bool in_use_state);

  /// Measures the messages from now on. Not thread-safe: before the subscription is added to a
  /// node.
  void set_topic_statistics(
    std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> statistics);

  /// Takes the oldest message instead of the executor. False if none waits.
  bool take_serialized(SerializedMessage & message_out, MessageInfo & message_info_out);
  /// The same, not in ROS 2: without a copy if the message came as bytes.
  bool take_sample(rmw::Sample & sample_out, MessageInfo & message_info_out);
  /// The same into a message of the ROS type. Throws exceptions::UnimplementedError for a generic
  /// subscription.
  virtual bool take_type_erased(void * message_out, MessageInfo & message_info_out) = 0;

  /// For wait sets: a message waits, which may yet turn out to be too old or malformed.
  bool has_item(executors::detail::Due & due) const noexcept override;

  // --- for programs that take messages themselves ---

  /// A message of the ROS type, or bytes, to take into; from the memory strategy, else from the
  /// heap.
  virtual std::shared_ptr<void> create_message();
  virtual std::shared_ptr<SerializedMessage> create_serialized_message();
  /// Calls the callback, in the calling thread. `message` is of the ROS type; bytes are decoded, if
  /// the callback does not take them, into a message of create_message().
  virtual void handle_message(std::shared_ptr<void> & message, const MessageInfo & message_info);
  virtual void handle_serialized_message(
    const std::shared_ptr<SerializedMessage> & serialized_message,
    const MessageInfo & message_info);
  /// handle_message() with a message that stays the caller's.
  virtual void handle_loaned_message(void * loaned_message, const MessageInfo & message_info);
  /// Gives back what create_…() gave.
  virtual void return_message(std::shared_ptr<void> & message);
  virtual void return_serialized_message(std::shared_ptr<SerializedMessage> & message);

  SubscriptionStatistics statistics() const;

  const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

protected:
  /// For take(): the oldest message, as a struct of `wanted`, which is one of its types. False if
  /// none waits.
  bool take_message(
    detail::Message & message, MessageInfo & info, const detail::TypeSupport & wanted);

private:
  struct Impl;

  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
