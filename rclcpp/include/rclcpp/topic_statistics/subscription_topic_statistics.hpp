// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Measures age and period of the messages of a subscription and publishes the statistics.
#ifndef RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_
#define RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "libstatistics_collector/moving_average_statistics/types.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/visibility_control.hpp"
#include "rmw/types.h"
#include "statistics_msgs/msg/metrics_message.hpp"

namespace rclcpp::topic_statistics
{

/// The default topic of the statistics.
constexpr const char kDefaultPublishTopicName[] = "/statistics";
/// The default period of the statistics.
constexpr std::chrono::milliseconds kDefaultPublishingPeriod{1000};

using libstatistics_collector::moving_average_statistics::StatisticData;
using statistics_msgs::msg::MetricsMessage;

/// The statistics of one subscription; create_subscription creates them if the options enable them.
/// All functions are thread-safe.
class RCLCPP_PUBLIC SubscriptionTopicStatistics
{
public:
  /// The publisher of the statistics.
  using MetricsPublisher = Publisher<MetricsMessage>;

  /// `node_name` is the source that the messages name. Throws std::invalid_argument for a null
  /// publisher.
  SubscriptionTopicStatistics(
    const std::string & node_name, std::shared_ptr<MetricsPublisher> publisher);
  virtual ~SubscriptionTopicStatistics();

  /// Records a message that arrived at `now` (system clock). Its age counts from its source time
  /// stamp.
  virtual void handle_message(const rmw_message_info_t & message_info, Time now) const;

  /// Publishes two messages, "message_age" and "message_period" in ms, with average, maximum,
  /// minimum, number and standard deviation since the last call; NaN for values without samples.
  virtual void publish_message_and_reset_measurements();

  /// Sets the timer that publishes; it is kept alive, and cancelled by the destructor.
  void set_publisher_timer(TimerBase::SharedPtr publisher_timer);

protected:
  /// Returns the statistics since the last publication, in ms: age, then period.
  std::vector<StatisticData> get_current_collector_data() const;

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp::topic_statistics

#endif  // RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_
