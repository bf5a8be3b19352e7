// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The part of a subscription that does not depend on the message type; the base of Subscription and
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

/// The kind of message that the callback gets.
enum class DeliveredMessageKind : std::uint8_t
{
  INVALID = 0,
  ROS_MESSAGE = 1,
  SERIALIZED_MESSAGE = 2,
  DYNAMIC_MESSAGE = 3  ///< never delivered
};

/// The message statistics of one subscription since its creation.
struct SubscriptionStatistics
{
  std::uint64_t received = 0;   ///< messages put into the queue
  std::uint64_t delivered = 0;  ///< messages passed to the callback or taken
  std::uint64_t dropped = 0;  ///< oldest messages of a full queue; each gives a message_lost event
  std::uint64_t expired = 0;  ///< messages older than their lifespan when they were taken
  std::uint64_t malformed = 0;  ///< messages that could not be decoded
  std::uint64_t lost =
    0;  ///< messages that publishers of other processes sent and that did not arrive
  std::size_t waiting = 0;  ///< messages in the queue now
};

/// A reader of one topic. One queue holds the messages of local publishers and of other processes,
/// in order of arrival.
///
/// All functions are thread-safe. The callback runs on a thread of the executor that has its
/// callback group, with no lock held. A full keep-last queue drops its oldest message. Destroying
/// the subscription discards waiting messages; no callback begins after it, and a running one
/// (possibly the one that destroys it) finishes. A malformed sample is dropped, counted, and logged
/// once per publisher. The subscription keeps the graph entry of its node alive.
class RCLCPP_PUBLIC SubscriptionBase : public executors::detail::Entity,
                                       public std::enable_shared_from_this<SubscriptionBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(SubscriptionBase)

  /// Creates the subscription. `callback` takes messages of types.user, or bytes. `topic` is
  /// expanded and remapped. With `borrows`, messages from other processes are decoded into messages
  /// of create_message(). Throws exceptions::InvalidTopicNameError, rmw::error,
  /// std::invalid_argument for messages by value of a type that cannot be assigned.
  SubscriptionBase(
    node_interfaces::NodeBaseInterface * node_base, const detail::MessageTypes & types,
    detail::AnyCallback && callback, const std::string & topic, const QoS & qos,
    const SubscriptionOptionsBase & options, bool borrows = false);
  ~SubscriptionBase() override;

  /// Returns the fully qualified topic name.
  const char * get_topic_name() const;
  /// Returns the QoS as the middleware uses it, without default policies.
  QoS get_actual_qos() const;
  /// Returns the number of matched publishers in all processes.
  std::size_t get_publisher_count() const;

  /// Returns true if the callback takes bytes.
  bool is_serialized() const;
  /// Returns false: a subscription reads shared memory without a loan.
  bool can_loan_messages() const { return false; }
  /// Returns the kind of message that the callback takes.
  DeliveredMessageKind get_delivered_message_kind() const;

  // The middleware has no content filter: the setters and getters throw exceptions::RCLError.
  bool is_cft_enabled() const { return false; }
  /// Throws exceptions::RCLError: the middleware has no content filter.
  void set_content_filter(
    const std::string & filter_expression,
    const std::vector<std::string> & expression_parameters = {});
  /// Throws exceptions::RCLError: the middleware has no content filter.
  ContentFilterOptions get_content_filter() const;
  /// Throws exceptions::RCLError: the middleware does not report it.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;

  /// Sets a callback that gets the number of new messages, on the thread on which they arrive (see
  /// detail::ReadyCallback). If messages already wait, it is called at once. The executor is
  /// notified as well. Throws std::invalid_argument for null.
  void set_on_new_message_callback(std::function<void(std::size_t)> callback);
  /// Removes the callback.
  void clear_on_new_message_callback();
  /// Sets a callback that gets the number of new events of that kind. Only for kinds with an event
  /// callback in the options; others log a warning.
  void set_on_new_qos_event_callback(
    std::function<void(std::size_t)> callback, rcl_subscription_event_type_t event_type);
  /// Removes the callback for new events of that kind.
  void clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type);

  /// Marks this subscription or one of its event handlers as used by a wait set and returns the
  /// previous mark. Throws std::invalid_argument for null, std::runtime_error for another pointer.
  bool exchange_in_use_by_wait_set_state(void * pointer_to_subscription_part, bool in_use_state);

  /// Measures the messages from now on. Not thread-safe: call it before the subscription is added
  /// to a node.
  void set_topic_statistics(
    std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> statistics);

  /// Takes the oldest message as bytes, in place of the executor. Returns false if no message
  /// waits.
  bool take_serialized(SerializedMessage & message_out, MessageInfo & message_info_out);
  /// Takes the oldest message; without a copy (zero-copy) if it arrived as bytes. Not in ROS 2.
  bool take_sample(rmw::Sample & sample_out, MessageInfo & message_info_out);
  /// Takes the oldest message as a struct of the ROS type. Throws exceptions::UnimplementedError
  /// for a generic subscription.
  virtual bool take_type_erased(void * message_out, MessageInfo & message_info_out) = 0;

  /// Returns true for wait sets if a message waits; it may still turn out to be too old or
  /// malformed.
  bool has_item(executors::detail::Due & due) const noexcept override;

  // --- for programs that take messages themselves ---

  /// Return an empty message of the ROS type, or an empty buffer, from the memory strategy or the
  /// heap.
  virtual std::shared_ptr<void> create_message();
  /// Returns an empty buffer from the memory strategy or the heap; return it with
  /// return_serialized_message().
  virtual std::shared_ptr<SerializedMessage> create_serialized_message();
  /// Calls the callback on the calling thread. `message` has the ROS type. Bytes are decoded into a
  /// message of create_message() if the callback does not take bytes.
  virtual void handle_message(std::shared_ptr<void> & message, const MessageInfo & message_info);
  /// Calls the callback on the calling thread with the encoded message. If the callback takes no
  /// bytes, they are decoded into a message of create_message(); throws cdr::error if that fails.
  virtual void handle_serialized_message(
    const std::shared_ptr<SerializedMessage> & serialized_message,
    const MessageInfo & message_info);
  /// Calls the callback with a message that the caller keeps.
  virtual void handle_loaned_message(void * loaned_message, const MessageInfo & message_info);
  /// Return a message or buffer of the functions above to the memory strategy.
  virtual void return_message(std::shared_ptr<void> & message);
  /// Returns a buffer of create_serialized_message() to the memory strategy, and resets the
  /// pointer.
  virtual void return_serialized_message(std::shared_ptr<SerializedMessage> & message);

  /// Returns a snapshot of the counters.
  SubscriptionStatistics statistics() const;

  /// Returns the handlers of the QoS events that have a callback.
  const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

protected:
  /// Takes the oldest message for take(), as a struct of `expected`, which is one of its types.
  /// Returns false if no message waits.
  bool take_message(
    detail::Message & message, MessageInfo & info, const detail::TypeSupport & expected);

private:
  struct Impl;

  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
