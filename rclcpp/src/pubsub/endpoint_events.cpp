// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The kinds of QoS events, and the log messages for events without a user callback.
#include "pubsub/endpoint_events.hpp"

#include <utility>

#include "base/rate_limit.hpp"
#include "rclcpp/logging.hpp"
#include "rmw/qos.hpp"

namespace rclcpp::pubsub
{
namespace
{

IncompatibleTypeCallbackType log_incompatible_type(
  const std::string & topic, const Logger & logger, const std::shared_ptr<LastPeer> & peer)
{
  return
    [topic, logger, peer, reports = std::make_shared<base::PeerReports>()](IncompatibleTypeInfo &) {
      if (const auto unsaid = reports->pass()) {
        RCLCPP_WARN(
          logger, "Incompatible type on topic '%s', %s%s", topic.c_str(), peer->get().c_str(),
          base::and_as_many_unsaid(*unsaid).c_str());
      }
    };
}

// The text is ROS 2's.
template <typename Info>
std::function<void(Info &)> log_incompatible_qos(const Logger & logger, const std::string & text)
{
  return [logger, text, reports = std::make_shared<base::PeerReports>()](Info & info) {
    if (const auto unsaid = reports->pass()) {
      RCLCPP_WARN(
        logger, "%s Last incompatible policy: %s%s", text.c_str(),
        qos_policy_name_from_kind(info.last_policy_kind).c_str(),
        base::and_as_many_unsaid(*unsaid).c_str());
    }
  };
}

template <typename Map>
void set_ready_callback_in(
  const Map & events, typename Map::key_type kind, std::function<void(std::size_t)> callback,
  const std::string & topic)
{
  const auto entry = events.find(kind);
  if (entry == events.end()) {
    RCLCPP_WARN(
      get_logger("rclcpp"),
      "on topic '%s': cannot set the callback: the endpoint has no QoS event of this kind; set its "
      "callback in the options",
      topic.c_str());
    return;
  }
  auto & event = dynamic_cast<rclcpp::detail::NotifiesReady &>(*entry->second);
  if (callback) {
    event.set_ready_callback(std::move(callback));
  } else {
    event.clear_ready_callback();
  }
}

// Clears the ready callbacks: a program may keep an event longer than its owner lives.
template <typename Map>
void silence(const Map & events)
{
  for (const auto & [kind, event] : events) {
    event->clear_on_ready_callback();
  }
}

}  // namespace

PublisherEvents::PublisherEvents(
  const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
  const PublisherOptionsBase & options)
: topic_(topic)
{
  PublisherEventCallbacks callbacks = options.event_callbacks;
  if (is_best_available(qos.deadline)) {
    deadline_callback_ = callbacks.deadline_callback;
  }
  if (options.use_default_callbacks && !callbacks.incompatible_qos_callback) {
    callbacks.incompatible_qos_callback = log_incompatible_qos<QOSOfferedIncompatibleQoSInfo>(
      logger, "New subscription discovered on topic '" + topic +
                "', requesting incompatible QoS. No messages will be sent to it.");
  }
  if (options.use_default_callbacks && !callbacks.incompatible_type_callback) {
    callbacks.incompatible_type_callback = log_incompatible_type(topic, logger, last_peer_);
  }
  deadline = make_deadline(
    callbacks.deadline_callback, qos.deadline, RCL_PUBLISHER_OFFERED_DEADLINE_MISSED, events);
  liveliness_ = make_event(callbacks.liveliness_callback, RCL_PUBLISHER_LIVELINESS_LOST, events);
  incompatible_qos_ =
    make_event(callbacks.incompatible_qos_callback, RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS, events);
  incompatible_type_ =
    make_event(callbacks.incompatible_type_callback, RCL_PUBLISHER_INCOMPATIBLE_TYPE, events);
  matched_ = make_event(callbacks.matched_callback, RCL_PUBLISHER_MATCHED, events);
}

PublisherEvents::~PublisherEvents()
{
  silence(events);
}

const std::shared_ptr<queue::Deadline> & PublisherEvents::resolve_deadline(
  const rmw_time_t & actual)
{
  if (deadline_callback_) {
    deadline = make_deadline(
      std::exchange(deadline_callback_, nullptr), actual, RCL_PUBLISHER_OFFERED_DEADLINE_MISSED,
      events);
  }
  return deadline;
}

void PublisherEvents::set_ready_callback(
  rcl_publisher_event_type_t kind, std::function<void(std::size_t)> callback) const
{
  set_ready_callback_in(events, kind, std::move(callback), topic_);
}

void PublisherEvents::on_matched(const rmw_matched_status_t & change) noexcept
{
  notify(matched_, change);
}

void PublisherEvents::on_incompatible_qos(const rmw::IncompatibleQosStatus & change) noexcept
{
  notify(incompatible_qos_, change.status);
}

void PublisherEvents::on_incompatible_type(const rmw::IncompatibleTypeStatus & change) noexcept
{
  last_peer_->set(change, "no messages will be sent to it");
  notify(incompatible_type_, change.status);
}

void PublisherEvents::on_liveliness_lost(const rmw_liveliness_lost_status_t & change) noexcept
{
  notify(liveliness_, change);
}

SubscriptionEvents::SubscriptionEvents(
  const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
  const SubscriptionOptionsBase & options)
: topic_(topic)
{
  SubscriptionEventCallbacks callbacks = options.event_callbacks;
  if (is_best_available(qos.deadline)) {
    deadline_callback_ = callbacks.deadline_callback;
  }
  if (options.use_default_callbacks && !callbacks.incompatible_qos_callback) {
    callbacks.incompatible_qos_callback = log_incompatible_qos<QOSRequestedIncompatibleQoSInfo>(
      logger, "New publisher discovered on topic '" + topic +
                "', offering incompatible QoS. No messages will be received from it.");
  }
  if (options.use_default_callbacks && !callbacks.incompatible_type_callback) {
    callbacks.incompatible_type_callback = log_incompatible_type(topic, logger, last_peer_);
  }
  deadline = make_deadline(
    callbacks.deadline_callback, qos.deadline, RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED, events);
  liveliness_ =
    make_event(callbacks.liveliness_callback, RCL_SUBSCRIPTION_LIVELINESS_CHANGED, events);
  incompatible_qos_ = make_event(
    callbacks.incompatible_qos_callback, RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS, events);
  message_lost_ =
    make_event(callbacks.message_lost_callback, RCL_SUBSCRIPTION_MESSAGE_LOST, events);
  incompatible_type_ =
    make_event(callbacks.incompatible_type_callback, RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE, events);
  matched_ = make_event(callbacks.matched_callback, RCL_SUBSCRIPTION_MATCHED, events);
}

SubscriptionEvents::~SubscriptionEvents()
{
  silence(events);
}

const std::shared_ptr<queue::Deadline> & SubscriptionEvents::resolve_deadline(
  const rmw_time_t & actual)
{
  if (deadline_callback_) {
    deadline = make_deadline(
      std::exchange(deadline_callback_, nullptr), actual,
      RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED, events);
  }
  return deadline;
}

void SubscriptionEvents::set_ready_callback(
  rcl_subscription_event_type_t kind, std::function<void(std::size_t)> callback) const
{
  set_ready_callback_in(events, kind, std::move(callback), topic_);
}

void SubscriptionEvents::on_matched(const rmw_matched_status_t & change) noexcept
{
  notify(matched_, change);
}

void SubscriptionEvents::on_incompatible_qos(const rmw::IncompatibleQosStatus & change) noexcept
{
  notify(incompatible_qos_, change.status);
}

void SubscriptionEvents::on_incompatible_type(const rmw::IncompatibleTypeStatus & change) noexcept
{
  last_peer_->set(change, "no messages will be received from it");
  notify(incompatible_type_, change.status);
}

void SubscriptionEvents::on_sample_lost(const rmw_message_lost_status_t & change) noexcept
{
  lost.fetch_add(change.total_count_change, std::memory_order_relaxed);
  notify(message_lost_, change);
}

void SubscriptionEvents::report_drops(queue::MessageQueue & queue) const
{
  if (message_lost_) {
    queue.set_on_drop([event = message_lost_](std::size_t count) {
      notify(event, QOSMessageLostInfo{count, count});
    });
  }
}

void SubscriptionEvents::on_liveliness_changed(
  const rmw_liveliness_changed_status_t & change) noexcept
{
  notify(liveliness_, change);
}

}  // namespace rclcpp::pubsub
