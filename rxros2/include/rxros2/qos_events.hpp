// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// qos_events: what the middleware says of a subscription or publisher, as a stream.

#ifndef RXROS2__QOS_EVENTS_HPP_
#define RXROS2__QOS_EVENTS_HPP_

#include "rclcpp/publisher_options.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rx/subjects/subject.hpp"

namespace rxros2
{

/// One QoS event. Counts that an event does not have are 0.
struct qos_event
{
  enum class kind
  {
    deadline_missed,     ///< nothing came, or was published, within the deadline
    liveliness_changed,  ///< of a subscription: `current` publishers are alive
    liveliness_lost,     ///< of a publisher: it did not assert itself in time
    incompatible_qos,    ///< a peer was not matched; `policy` says why
    message_lost,        ///< samples never arrived
    matched,             ///< `current` peers are matched
  };
  kind what;
  int total = 0;           ///< times it has happened, since the entity was made
  int change = 0;          ///< of them, since the last event
  int current = 0;         ///< peers alive or matched now
  int current_change = 0;  ///< of them, since the last event
  int policy = 0;          ///< rmw_qos_policy_kind_t of the last incompatible peer
};

/// A stream of QoS events of the subscriptions and publishers that are made with its options.
/**
 *     rxros2::qos_events events;
 *     from_topic<Scan>(node, "scan", qos.deadline(100ms), events.subscription_options()) | …
 *     events.get_observable()
 *       | filter([](auto & e) { return e.what == qos_event::kind::deadline_missed; })
 *         | map(stop) | …
 *
 *  Copies are the same stream. Events are emitted by the executor, in the entity's callback group;
 *  those that come while nobody is subscribed are lost. The stream has no end of its own. As with
 *  any rclcpp callback for incompatible QoS, rclcpp's own warning is not logged.
 *  Cost: of an event, that of a subject; of an item, nothing.
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
  auto get_observable() const { return events_.get_observable(); }

  /// `base` with callbacks that emit here instead of those it had.
  rclcpp::SubscriptionOptions subscription_options(rclcpp::SubscriptionOptions base = {}) const;
  rclcpp::PublisherOptions publisher_options(rclcpp::PublisherOptions base = {}) const;

private:
  rx::subject<qos_event> events_;
};

}  // namespace rxros2

#endif  // RXROS2__QOS_EVENTS_HPP_
