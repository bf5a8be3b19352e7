// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// qos_events: the QoS events of a subscription or publisher as a stream.

#ifndef RXROS2__TOPICS__QOS_EVENTS_HPP_
#define RXROS2__TOPICS__QOS_EVENTS_HPP_

#include "rclcpp/publisher_options.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rx/subjects/subject.hpp"

namespace rxros2
{

/// One QoS event. Counts that do not apply to an event are 0.
struct qos_event
{
  /// The kinds of events.
  enum class kind
  {
    deadline_missed,     ///< no message was received, or published, within the deadline
    liveliness_changed,  ///< of a subscription: `current` publishers are alive
    liveliness_lost,     ///< of a publisher: it did not assert its liveliness in time
    incompatible_qos,    ///< a peer was not matched; `policy` names the reason
    message_lost,        ///< samples were lost
    matched,             ///< `current` peers are matched
  };
  /// The kind of the event.
  kind what;
  int total = 0;           ///< number of occurrences since the entity was created
  int change = 0;          ///< change of `total` since the last event
  int current = 0;         ///< number of peers that are alive or matched now
  int current_change = 0;  ///< change of `current` since the last event
  int policy = 0;          ///< rmw_qos_policy_kind_t of the last incompatible peer
};

/// A stream of the QoS events of the subscriptions and publishers that are created with its
/// options.
/**
 *     rxros2::qos_events events;
 *     from_topic<Scan>(node, "scan", qos.deadline(100ms), events.subscription_options()) | …
 *     events.get_observable()
 *       | filter([](auto & e) { return e.what == qos_event::kind::deadline_missed; })
 *         | map(stop) | …
 *
 * Copies are the same stream. Events are emitted by the executor, in the entity's callback group;
 * events without a subscriber are lost. The stream does not end by itself. As with any rclcpp
 * callback for incompatible QoS, rclcpp's own warning is not logged.
 * Cost: per event that of a subject; per item nothing.
 *
 *     rxros2::qos_events events;
 *     from_topic<Int32>(node, "numbers", 10,
 *       events.subscription_options()).subscribe([](const Int32 &) {});
 *     m.cold("-1-2|") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     events.get_observable()
 *       | filter([](const auto & e) { return e.what == rxros2::qos_event::kind::matched; })
 *       | map([](const auto & e) { return e.current; }) | take(2);  // -> 1 0 |
 */
class qos_events
{
public:
  /// Returns the stream of the events.
  auto get_observable() const { return events_.get_observable(); }

  /// Returns `base` with its event callbacks replaced by callbacks that emit here.
  rclcpp::SubscriptionOptions subscription_options(rclcpp::SubscriptionOptions base = {}) const;
  /// Returns `base` with its event callbacks replaced by callbacks that emit here.
  rclcpp::PublisherOptions publisher_options(rclcpp::PublisherOptions base = {}) const;

private:
  rx::subject<qos_event> events_;
};

}  // namespace rxros2

#endif  // RXROS2__TOPICS__QOS_EVENTS_HPP_
