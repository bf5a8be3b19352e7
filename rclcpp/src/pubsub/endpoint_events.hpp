// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The listeners of publishers and subscriptions. They turn the reports of the engine about remote
// peers, and of the topic about local ones, into the user's QoS events, and log those that a user
// must know.
#ifndef RCLCPP__PUBSUB__ENDPOINT_EVENTS_HPP_
#define RCLCPP__PUBSUB__ENDPOINT_EVENTS_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/rate_limit.hpp"
#include "pubsub/qos_event.hpp"
#include "queue/deadline.hpp"
#include "queue/message_queue.hpp"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/publisher_options.hpp"
#include "rclcpp/subscription_options.hpp"
#include "rmw/listener.hpp"
#include "rmw/types.h"

namespace rclcpp::pubsub
{

/// Logs peers that do not communicate with a publisher or subscription, unless the user has
/// callbacks for them. It does so at once, since many nodes are never spun.
class MismatchLog
{
public:
  MismatchLog(const Logger & logger, bool logs_qos, bool logs_types)
  : logger_(logger), logs_qos_(logs_qos), logs_types_(logs_types)
  {
  }

  void add(const rmw::MismatchReport & report) noexcept;

private:
  const Logger logger_;
  const bool logs_qos_;
  const bool logs_types_;
  base::PeerReports qos_reports_;
  base::PeerReports type_reports_;
};

/// The engine's own deadline status does not see local messages, so Deadline replaces it on both
/// sides.
class PublisherEvents : public rmw::WriterListener
{
public:
  PublisherEvents(
    const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
    const PublisherOptionsBase & options);
  /// After this no ready callback of the events runs.
  ~PublisherEvents() override;

  /// Creates the deadline if it was left to the middleware. Returns it, or null if there is none.
  const std::shared_ptr<queue::Deadline> & resolve_deadline(const rmw_time_t & actual);
  /// Implements set_on_new_qos_event_callback(): an empty callback clears it. Logs a warning if
  /// there is no such event.
  void set_ready_callback(
    rcl_publisher_event_type_t kind, std::function<void(std::size_t)> callback) const;

  void on_matched(const rmw_matched_status_t & change) noexcept override;
  void on_incompatible_qos(const rmw::IncompatibleQosStatus & change) noexcept override;
  void on_incompatible_type(const rmw_incompatible_type_status_t & change) noexcept override;
  void on_mismatch(const rmw::MismatchReport & report) noexcept override;
  void on_liveliness_lost(const rmw_liveliness_lost_status_t & change) noexcept override;

  std::unordered_map<rcl_publisher_event_type_t, std::shared_ptr<EventHandlerBase>> events;
  std::shared_ptr<queue::Deadline> deadline;  // null: none

private:
  const std::string topic_;
  QOSDeadlineOfferedCallbackType deadline_callback_;  // until the deadline is known
  MismatchLog mismatches_;
  std::shared_ptr<QosEvent<QOSLivelinessLostInfo>> liveliness_;
  std::shared_ptr<QosEvent<QOSOfferedIncompatibleQoSInfo>> incompatible_qos_;
  std::shared_ptr<QosEvent<IncompatibleTypeInfo>> incompatible_type_;
  std::shared_ptr<QosEvent<MatchedInfo>> matched_;
};

class SubscriptionEvents : public rmw::ReaderListener
{
public:
  SubscriptionEvents(
    const std::string & topic, const Logger & logger, const rmw_qos_profile_t & qos,
    const SubscriptionOptionsBase & options);
  /// After this no ready callback of the events runs.
  ~SubscriptionEvents() override;

  /// Creates the deadline if it was left to the middleware. Returns it, or null if there is none.
  const std::shared_ptr<queue::Deadline> & resolve_deadline(const rmw_time_t & actual);
  /// Implements set_on_new_qos_event_callback(): an empty callback clears it. Logs a warning if
  /// there is no such event.
  void set_ready_callback(
    rcl_subscription_event_type_t kind, std::function<void(std::size_t)> callback) const;

  void on_matched(const rmw_matched_status_t & change) noexcept override;
  void on_incompatible_qos(const rmw::IncompatibleQosStatus & change) noexcept override;
  void on_incompatible_type(const rmw_incompatible_type_status_t & change) noexcept override;
  void on_mismatch(const rmw::MismatchReport & report) noexcept override;
  void on_sample_lost(const rmw_message_lost_status_t & change) noexcept override;
  /// Reports messages that a full queue drops as events, too.
  void report_drops(queue::MessageQueue & queue) const;
  void on_liveliness_changed(const rmw_liveliness_changed_status_t & change) noexcept override;

  std::unordered_map<rcl_subscription_event_type_t, std::shared_ptr<EventHandlerBase>> events;
  std::shared_ptr<queue::Deadline> deadline;  // null: none
  std::atomic<std::uint64_t> lost{0};

private:
  const std::string topic_;
  QOSDeadlineRequestedCallbackType deadline_callback_;  // until the deadline is known
  MismatchLog mismatches_;
  std::shared_ptr<QosEvent<QOSLivelinessChangedInfo>> liveliness_;
  std::shared_ptr<QosEvent<QOSRequestedIncompatibleQoSInfo>> incompatible_qos_;
  std::shared_ptr<QosEvent<QOSMessageLostInfo>> message_lost_;
  std::shared_ptr<QosEvent<IncompatibleTypeInfo>> incompatible_type_;
  std::shared_ptr<QosEvent<MatchedInfo>> matched_;
};

}  // namespace rclcpp::pubsub

#endif  // RCLCPP__PUBSUB__ENDPOINT_EVENTS_HPP_
