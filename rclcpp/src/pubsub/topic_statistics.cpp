// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Age and period of messages as moving statistics.
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"
#include "pubsub/endpoint.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/detail/topic_statistics.hpp"
#include "rclcpp/subscription_base.hpp"
#include "statistics_msgs/msg/statistic_data_type.hpp"

namespace rclcpp
{
namespace topic_statistics
{
namespace
{

using libstatistics_collector::moving_average_statistics::MovingAverageStatistics;
using statistics_msgs::msg::StatisticDataType;

double milliseconds(std::int64_t ns)
{
  return static_cast<double>(ns) / 1e6;
}

void add_point(MetricsMessage & message, std::uint8_t type, double value)
{
  message.statistics.emplace_back();
  message.statistics.back().data_type = type;
  message.statistics.back().data = value;
}

}  // namespace

struct SubscriptionTopicStatistics::Impl
{
  Impl(const std::string & node_name, std::shared_ptr<MetricsPublisher> publisher)
  : node_name(node_name), publisher(std::move(publisher))
  {
  }

  // Returns the statistics so far as a message, and resets them.
  MetricsMessage report(
    const char * metric, MovingAverageStatistics & figures, const Time & now) const
  {
    MetricsMessage message;
    message.measurement_source_name = node_name;
    message.metrics_source = metric;
    message.unit = "ms";
    message.window_start = window_start;
    message.window_stop = now;
    const StatisticData data = figures.GetStatistics();
    add_point(message, StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE, data.average);
    add_point(message, StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM, data.max);
    add_point(message, StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM, data.min);
    add_point(
      message, StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT,
      static_cast<double>(data.sample_count));
    add_point(message, StatisticDataType::STATISTICS_DATA_TYPE_STDDEV, data.standard_deviation);
    figures.Reset();
    return message;
  }

  const std::string node_name;
  const std::shared_ptr<MetricsPublisher> publisher;
  TimerBase::SharedPtr timer;

  std::mutex mutex;  // guards the members below, so that both statistics cover the same messages
  MovingAverageStatistics age;
  MovingAverageStatistics period;
  std::int64_t last_ns = 0;  // 0: none since the start
  Time window_start{base::system_now()};
};

SubscriptionTopicStatistics::SubscriptionTopicStatistics(
  const std::string & node_name, std::shared_ptr<MetricsPublisher> publisher)
: impl_(std::make_unique<Impl>(node_name, std::move(publisher)))
{
  if (!impl_->publisher) {
    throw std::invalid_argument("SubscriptionTopicStatistics: the publisher is null");
  }
}

SubscriptionTopicStatistics::~SubscriptionTopicStatistics()
{
  if (impl_->timer) {
    impl_->timer->cancel();
  }
}

void SubscriptionTopicStatistics::handle_message(
  const rmw_message_info_t & message_info, Time now) const
{
  const std::int64_t now_ns = now.nanoseconds();
  std::lock_guard lock(impl_->mutex);
  if (message_info.source_timestamp > 0) {
    impl_->age.AddMeasurement(milliseconds(now_ns - message_info.source_timestamp));
  }
  if (impl_->last_ns != 0) {
    impl_->period.AddMeasurement(milliseconds(now_ns - impl_->last_ns));
  }
  impl_->last_ns = now_ns;
}

void SubscriptionTopicStatistics::publish_message_and_reset_measurements()
{
  const Time now(base::system_now());
  MetricsMessage age;
  MetricsMessage period;
  {
    std::lock_guard lock(impl_->mutex);
    age = impl_->report("message_age", impl_->age, now);
    period = impl_->report("message_period", impl_->period, now);
    impl_->window_start = now;
  }
  impl_->publisher->publish(age);
  impl_->publisher->publish(period);
}

std::vector<StatisticData> SubscriptionTopicStatistics::get_current_collector_data() const
{
  std::lock_guard lock(impl_->mutex);
  return {impl_->age.GetStatistics(), impl_->period.GetStatistics()};
}

void SubscriptionTopicStatistics::set_publisher_timer(TimerBase::SharedPtr publisher_timer)
{
  impl_->timer = std::move(publisher_timer);
}

}  // namespace topic_statistics

bool detail::resolve_enable_topic_statistics(
  const SubscriptionOptionsBase & options, const node_interfaces::NodeBaseInterface & node_base)
{
  switch (options.topic_stats_options.state) {
    case TopicStatisticsState::Enable:
      return true;
    case TopicStatisticsState::Disable:
      return false;
    case TopicStatisticsState::NodeDefault:
      return node_base.get_enable_topic_statistics_default();
  }
  throw std::runtime_error("topic_stats_options.state is none of rclcpp::TopicStatisticsState");
}

std::shared_ptr<topic_statistics::SubscriptionTopicStatistics> detail::make_topic_statistics(
  const SubscriptionOptionsBase & options, node_interfaces::NodeTopicsInterface & topics)
{
  const auto & wanted = options.topic_stats_options;
  node_interfaces::NodeBaseInterface & node = *topics.get_node_base_interface();
  if (!resolve_enable_topic_statistics(options, node)) {
    return nullptr;
  }
  if (wanted.publish_period <= std::chrono::milliseconds(0)) {
    throw std::invalid_argument(
      "topic statistics: publish_period is 1 ms or longer, got " +
      std::to_string(wanted.publish_period.count()) + " ms");
  }
  auto statistics = std::make_shared<topic_statistics::SubscriptionTopicStatistics>(
    node.get_name(), create_publisher<statistics_msgs::msg::MetricsMessage>(
                       topics, wanted.publish_topic, wanted.qos));
  statistics->set_publisher_timer(create_wall_timer(
    wanted.publish_period,
    [weak = std::weak_ptr(statistics)] {
      if (const auto locked = weak.lock()) {
        locked->publish_message_and_reset_measurements();
      }
    },
    options.callback_group, &node, topics.get_node_timers_interface()));
  return statistics;
}

}  // namespace rclcpp
