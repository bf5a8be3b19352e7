// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The callbacks of qos_events.

#include "rxros2/topics/qos_events.hpp"

namespace rxros2
{

namespace
{

using kind = qos_event::kind;

template <typename Info>
qos_event totals(kind what, const Info & e)
{
  return {
    .what = what,
    .total = static_cast<int>(e.total_count),
    .change = static_cast<int>(e.total_count_change)};
}

template <typename Info>
qos_event incompatible(const Info & e)
{
  qos_event event = totals(kind::incompatible_qos, e);
  event.policy = static_cast<int>(e.last_policy_kind);
  return event;
}

qos_event matched(const rclcpp::MatchedInfo & e)
{
  qos_event event = totals(kind::matched, e);
  event.current = static_cast<int>(e.current_count);
  event.current_change = static_cast<int>(e.current_count_change);
  return event;
}

}  // namespace

rclcpp::SubscriptionOptions qos_events::subscription_options(rclcpp::SubscriptionOptions base) const
{
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

rclcpp::PublisherOptions qos_events::publisher_options(rclcpp::PublisherOptions base) const
{
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

}  // namespace rxros2
