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
 *     events.get_observable() | filter([](auto & e) { return e.what == qos_event::kind::deadline_missed; }) | map(stop) | …
 *
 *  Copies are the same stream. Events are emitted by the executor, in the entity's callback group; those that come while
 *  nobody is subscribed are lost. The stream has no end of its own. As with any rclcpp callback for incompatible QoS,
 *  rclcpp's own warning is not logged.
 *  Cost: of an event, that of a subject; of an item, nothing.
 *
 *     rxros2::qos_events events;
 *     from_topic<Int32>(node, "numbers", 10, events.subscription_options()).subscribe([](const Int32 &) {});
 *     m.cold("-1-2|") | map(to_message) | publish_to_topic<Int32>(node, "numbers");
 *     events.get_observable() | filter([](const auto & e) { return e.what == rxros2::qos_event::kind::matched; })
 *       | map([](const auto & e) { return e.current; }) | take(2);  // -> 1 0 |
 */
class qos_events
{
public:
  auto get_observable() const { return events_.get_observable(); }

  /// `base` with callbacks that emit here instead of those it had.
  rclcpp::SubscriptionOptions subscription_options(rclcpp::SubscriptionOptions base = {}) const
  {
    using kind = qos_event::kind;
    auto & on = base.event_callbacks;
    on.deadline_callback = [to = events_](rclcpp::QOSDeadlineRequestedInfo & e) {
      to.get_subscriber().on_next(totals(kind::deadline_missed, e));
    };
    on.liveliness_callback = [to = events_](rclcpp::QOSLivelinessChangedInfo & e) {
      to.get_subscriber().on_next(qos_event{
        .what = kind::liveliness_changed,
        .current = e.alive_count,
        .current_change = e.alive_count_change});
    };
    on.incompatible_qos_callback = [to = events_](rclcpp::QOSRequestedIncompatibleQoSInfo & e) {
      to.get_subscriber().on_next(incompatible(e));
    };
    on.message_lost_callback = [to = events_](rclcpp::QOSMessageLostInfo & e) {
      to.get_subscriber().on_next(totals(kind::message_lost, e));
    };
    on.matched_callback = [to = events_](rclcpp::MatchedInfo & e) {
      to.get_subscriber().on_next(matched(e));
    };
    return base;
  }
  rclcpp::PublisherOptions publisher_options(rclcpp::PublisherOptions base = {}) const
  {
    using kind = qos_event::kind;
    auto & on = base.event_callbacks;
    on.deadline_callback = [to = events_](rclcpp::QOSDeadlineOfferedInfo & e) {
      to.get_subscriber().on_next(totals(kind::deadline_missed, e));
    };
    on.liveliness_callback = [to = events_](rclcpp::QOSLivelinessLostInfo & e) {
      to.get_subscriber().on_next(totals(kind::liveliness_lost, e));
    };
    on.incompatible_qos_callback = [to = events_](rclcpp::QOSOfferedIncompatibleQoSInfo & e) {
      to.get_subscriber().on_next(incompatible(e));
    };
    on.matched_callback = [to = events_](rclcpp::MatchedInfo & e) {
      to.get_subscriber().on_next(matched(e));
    };
    return base;
  }

private:
  template <typename Info>
  static qos_event totals(qos_event::kind what, const Info & e)
  {
    return {
      .what = what,
      .total = static_cast<int>(e.total_count),
      .change = static_cast<int>(e.total_count_change)};
  }
  template <typename Info>
  static qos_event incompatible(const Info & e)
  {
    qos_event event = totals(qos_event::kind::incompatible_qos, e);
    event.policy = static_cast<int>(e.last_policy_kind);
    return event;
  }
  static qos_event matched(const rclcpp::MatchedInfo & e)
  {
    qos_event event = totals(qos_event::kind::matched, e);
    event.current = static_cast<int>(e.current_count);
    event.current_change = static_cast<int>(e.current_count_change);
    return event;
  }

  rx::subject<qos_event> events_;
};

}  // namespace rxros2

#endif  // RXROS2__QOS_EVENTS_HPP_
