// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// All of a subscription that does not depend on the message type; the base of Subscription and
// GenericSubscription.
#ifndef RCLCPP__SUBSCRIPTION_BASE_HPP_
#define RCLCPP__SUBSCRIPTION_BASE_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "rclcpp/event_handler.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/intra_process/message.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/message_info.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rclcpp/visibility_control.hpp"

namespace rclcpp
{

namespace node_interfaces
{
class NodeBaseInterface;
}

/// What happened to the messages of one subscription since it was made.
struct SubscriptionStatistics
{
  std::uint64_t received = 0;   ///< put into the queue
  std::uint64_t delivered = 0;  ///< given to the callback or taken
  std::uint64_t dropped = 0;    ///< oldest of a full queue, overwritten
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

  /// What the base must know of the callback.
  struct Delivery
  {
    bool serialized;  ///< wants bytes
    bool owns;        ///< wants a message of its own
    bool only_looks;  ///< keeps no pointer to the message: its memory can be used again
  };

  /// `topic` is expanded and remapped. Throws exceptions::InvalidTopicNameError, rmw::error.
  SubscriptionBase(
    node_interfaces::NodeBaseInterface * node_base, const intra_process::MessageType & type,
    const std::string & topic, const QoS & qos, const SubscriptionOptionsBase & options,
    const Delivery & delivery);
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
  /// Content filters are not supported by the middleware.
  bool is_cft_enabled() const { return false; }

  /// Takes the oldest message instead of the executor. False if none waits.
  bool take_serialized(SerializedMessage & message_out, MessageInfo & message_info_out);

  SubscriptionStatistics statistics() const;

  const std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

protected:
  /// Calls the user with a struct of the type, or with anything if the callback takes bytes.
  virtual void call(intra_process::Message & message, const MessageInfo & info) = 0;

  /// For take(): the oldest message, decoded. False if none waits.
  bool take_message(intra_process::Message & message, MessageInfo & info);

private:
  struct Impl;

  bool execute_one() final;

  std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp

#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
