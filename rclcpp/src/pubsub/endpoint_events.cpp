// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The kinds of QoS events, and the log of mismatches that have no user callback.
#include "pubsub/endpoint_events.hpp"

#include <utility>

#include "rclcpp/logging.hpp"

namespace rclcpp::pubsub
{
namespace
{

// Gives the events of mismatches an empty callback where the log is the default one: programs can
// set a ready callback of these events.
template <typename Callbacks>
void fill_defaults(Callbacks & callbacks, bool use_default_callbacks)
{
  if (use_default_callbacks && !callbacks.incompatible_qos_callback) {
    callbacks.incompatible_qos_callback = [](auto &) {};
  }
  if (use_default_callbacks && !callbacks.incompatible_type_callback) {
    callbacks.incompatible_type_callback = [](auto &) {};
  }
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

void MismatchLog::add(const rmw::MismatchReport & report) noexcept
try {
  const bool is_qos = report.kind == rmw::MismatchKind::qos;
  if (!(is_qos ? logs_qos_ : logs_types_)) {
    return;
  }
  if (const auto unsaid = (is_qos ? qos_reports_ : type_reports_).pass()) {
    RCLCPP_WARN(logger_, "%s%s", report.text.c_str(), base::and_as_many_unsaid(*unsaid).c_str());
  }
} catch (...) {
  // The listener must not throw.
}

PublisherEvents::PublisherEvents(
  const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
  const PublisherOptionsBase & options)
: topic_(topic),
  mismatches_(
    logger, options.use_default_callbacks && !options.event_callbacks.incompatible_qos_callback,
    options.use_default_callbacks && !options.event_callbacks.incompatible_type_callback)
{
  PublisherEventCallbacks callbacks = options.event_callbacks;
  if (is_best_available(qos.deadline)) {
    deadline_callback_ = callbacks.deadline_callback;
  }
  fill_defaults(callbacks, options.use_default_callbacks);
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

void PublisherEvents::on_incompatible_type(const rmw_incompatible_type_status_t & change) noexcept
{
  notify(incompatible_type_, change);
}

void PublisherEvents::on_mismatch(const rmw::MismatchReport & report) noexcept
{
  mismatches_.add(report);
}

void PublisherEvents::on_liveliness_lost(const rmw_liveliness_lost_status_t & change) noexcept
{
  notify(liveliness_, change);
}

SubscriptionEvents::SubscriptionEvents(
  const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
  const SubscriptionOptionsBase & options)
: topic_(topic),
  mismatches_(
    logger, options.use_default_callbacks && !options.event_callbacks.incompatible_qos_callback,
    options.use_default_callbacks && !options.event_callbacks.incompatible_type_callback)
{
  SubscriptionEventCallbacks callbacks = options.event_callbacks;
  if (is_best_available(qos.deadline)) {
    deadline_callback_ = callbacks.deadline_callback;
  }
  fill_defaults(callbacks, options.use_default_callbacks);
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

void SubscriptionEvents::on_incompatible_type(
  const rmw_incompatible_type_status_t & change) noexcept
{
  notify(incompatible_type_, change);
}

void SubscriptionEvents::on_mismatch(const rmw::MismatchReport & report) noexcept
{
  mismatches_.add(report);
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
