// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// QoS events: the callbacks that users set in PublisherOptions and SubscriptionOptions, and the
// handlers that run them.
#ifndef RCLCPP__EVENT_HANDLER_HPP_
#define RCLCPP__EVENT_HANDLER_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "rcl/error_handling.h"
#include "rclcpp/detail/ready_callback.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/executors/detail/entity.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rclcpp/waitable.hpp"
#include "rmw/events_statuses/events_statuses.h"

/// The kinds of QoS events of publishers.
enum rcl_publisher_event_type_t
{
  RCL_PUBLISHER_OFFERED_DEADLINE_MISSED,
  RCL_PUBLISHER_LIVELINESS_LOST,
  RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS,
  RCL_PUBLISHER_INCOMPATIBLE_TYPE,
  RCL_PUBLISHER_MATCHED
};

/// The kinds of QoS events of subscriptions.
enum rcl_subscription_event_type_t
{
  RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED,
  RCL_SUBSCRIPTION_LIVELINESS_CHANGED,
  RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS,
  RCL_SUBSCRIPTION_MESSAGE_LOST,
  RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE,
  RCL_SUBSCRIPTION_MATCHED
};

namespace rclcpp
{

// The members `…_change` of each status count the changes since the last call of the callback.

/// The status of a deadline that a subscription requires: the number of times it was missed.
using QOSDeadlineRequestedInfo = rmw_requested_deadline_missed_status_t;
/// The status of a deadline that a publisher offers: the number of times it was missed.
using QOSDeadlineOfferedInfo = rmw_offered_deadline_missed_status_t;
/// The numbers of publishers that are alive and not alive.
using QOSLivelinessChangedInfo = rmw_liveliness_changed_status_t;
/// The number of times that a publisher missed its liveliness lease.
using QOSLivelinessLostInfo = rmw_liveliness_lost_status_t;
/// The number of messages that were lost.
using QOSMessageLostInfo = rmw_message_lost_status_t;
/// The number of subscriptions that did not match because of their QoS, and the policy at fault.
using QOSOfferedIncompatibleQoSInfo = rmw_offered_qos_incompatible_event_status_t;
/// The number of publishers that did not match because of their QoS, and the policy at fault.
using QOSRequestedIncompatibleQoSInfo = rmw_requested_qos_incompatible_event_status_t;
/// The number of peers that did not match because of their type.
using IncompatibleTypeInfo = rmw_incompatible_type_status_t;
/// The numbers of peers that are matched now and that were ever matched.
using MatchedInfo = rmw_matched_status_t;

/// The callback for a deadline that a subscription requires.
using QOSDeadlineRequestedCallbackType = std::function<void(QOSDeadlineRequestedInfo &)>;
/// The callback for a deadline that a publisher offers.
using QOSDeadlineOfferedCallbackType = std::function<void(QOSDeadlineOfferedInfo &)>;
/// The callback for publishers that become alive or not alive.
using QOSLivelinessChangedCallbackType = std::function<void(QOSLivelinessChangedInfo &)>;
/// The callback for a missed liveliness lease.
using QOSLivelinessLostCallbackType = std::function<void(QOSLivelinessLostInfo &)>;
/// The callback for lost messages.
using QOSMessageLostCallbackType = std::function<void(QOSMessageLostInfo &)>;
/// The callback of a publisher for subscriptions with incompatible QoS.
using QOSOfferedIncompatibleQoSCallbackType = std::function<void(QOSOfferedIncompatibleQoSInfo &)>;
/// The callback of a subscription for publishers with incompatible QoS.
using QOSRequestedIncompatibleQoSCallbackType =
  std::function<void(QOSRequestedIncompatibleQoSInfo &)>;
/// The callback for peers with another type.
using IncompatibleTypeCallbackType = std::function<void(IncompatibleTypeInfo &)>;
/// The callback of a publisher for subscriptions that are matched or no longer matched.
using PublisherMatchedCallbackType = std::function<void(MatchedInfo &)>;
/// The callback of a subscription for publishers that are matched or no longer matched.
using SubscriptionMatchedCallbackType = std::function<void(MatchedInfo &)>;

/// The QoS event callbacks of a publisher. An executor calls them in the publisher's callback
/// group. They report peers of this and of other processes alike.
struct PublisherEventCallbacks
{
  /// Called if the publisher did not publish within its deadline.
  QOSDeadlineOfferedCallbackType deadline_callback;
  /// Called if the publisher missed its liveliness lease.
  QOSLivelinessLostCallbackType liveliness_callback;
  /// Called if a subscription does not match because of its QoS.
  QOSOfferedIncompatibleQoSCallbackType incompatible_qos_callback;
  /// Called if a subscription does not match because its type is another one.
  IncompatibleTypeCallbackType incompatible_type_callback;
  /// Called if a subscription is matched or no longer matched.
  PublisherMatchedCallbackType matched_callback;
};

/// The QoS event callbacks of a subscription. An executor calls them in the subscription's callback
/// group. They report peers of this and of other processes alike.
struct SubscriptionEventCallbacks
{
  /// Called if a publisher did not publish within the subscription's deadline.
  QOSDeadlineRequestedCallbackType deadline_callback;
  /// Called if a publisher becomes alive or not alive.
  QOSLivelinessChangedCallbackType liveliness_callback;
  /// Called if a publisher does not match because of its QoS.
  QOSRequestedIncompatibleQoSCallbackType incompatible_qos_callback;
  /// Called if messages were lost.
  QOSMessageLostCallbackType message_lost_callback;
  /// Called if a publisher does not match because its type is another one.
  IncompatibleTypeCallbackType incompatible_type_callback;
  /// Called if a publisher is matched or no longer matched.
  SubscriptionMatchedCallbackType matched_callback;
};

/// Thrown if the middleware does not support a kind of event.
class UnsupportedEventTypeException : public exceptions::RCLErrorBase, public std::runtime_error
{
public:
  /// Creates the error with the text `message` and the code 3 (unsupported).
  explicit UnsupportedEventTypeException(const std::string & message)
  : RCLErrorBase(3, message), std::runtime_error(message)
  {
  }
  /// Creates the error from the parts of another one. what() is "prefix: " and its formatted
  /// message.
  UnsupportedEventTypeException(
    const exceptions::RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc),
    std::runtime_error((prefix.empty() ? prefix : prefix + ": ") + base_exc.formatted_message)
  {
  }
  /// Creates the error of a failed C function from its code and its error state.
  UnsupportedEventTypeException(
    int ret, const rcutils_error_state_t * error_state, const std::string & prefix)
  : UnsupportedEventTypeException(exceptions::RCLErrorBase(ret, error_state), prefix)
  {
  }
};

/// Delivers one kind of event of one publisher or subscription to the user. All functions are
/// thread-safe.
///
/// An executor runs it like any entity. For wait sets it is a waitable: take_data() takes the
/// status with the changes since the last call, execute() passes it to the user's callback.
class RCLCPP_PUBLIC EventHandlerBase : public Waitable
{
public:
  /// Returns 1.
  std::size_t get_number_of_ready_events() override;
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  std::shared_ptr<void> take_data_by_entity_id(std::size_t id) override;
  /// Sets a callback that gets the number of new events and 0, on the thread on which they happen.
  /// Throws std::invalid_argument for an empty callback.
  void set_on_ready_callback(std::function<void(std::size_t, int)> callback) override;
  /// Removes the callback.
  void clear_on_ready_callback() override;

protected:
  /// Creates the handler of an event of `entity`, which executes it. Calls `notifier` to set or
  /// remove the callback for new events.
  EventHandlerBase(executors::detail::Entity & entity, detail::NotifiesReady & notifier);

private:
  executors::detail::Entity & entity_;
  detail::NotifiesReady & notifier_;
};

}  // namespace rclcpp

#endif  // RCLCPP__EVENT_HANDLER_HPP_
