// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Age and period of messages, as moving figures.
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
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

using statistics_msgs::msg::MetricsMessage;
using statistics_msgs::msg::StatisticDataType;

// Figures of the values since the last reset, in one pass (Welford's method).
class Figures
{
public:
  void add(double value)
  {
    ++count_;
    const double distance = value - average_;
    average_ += distance / static_cast<double>(count_);
    squares_ += distance * (value - average_);
    minimum_ = std::min(minimum_, value);
    maximum_ = std::max(maximum_, value);
  }

  void write_to(MetricsMessage & message) const
  {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto point = [&message](std::uint8_t type, double value) {
      message.statistics.emplace_back();
      message.statistics.back().data_type = type;
      message.statistics.back().data = value;
    };
    const auto count = static_cast<double>(count_);
    point(StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE, count_ ? average_ : none);
    point(StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM, count_ ? maximum_ : none);
    point(StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM, count_ ? minimum_ : none);
    point(StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT, count);
    point(
      StatisticDataType::STATISTICS_DATA_TYPE_STDDEV, count_ ? std::sqrt(squares_ / count) : none);
  }

private:
  std::uint64_t count_ = 0;
  double average_ = 0;
  double squares_ = 0;  // of the distances from the average
  double minimum_ = std::numeric_limits<double>::max();
  double maximum_ = std::numeric_limits<double>::lowest();
};

double milliseconds(std::int64_t ns)
{
  return static_cast<double>(ns) / 1e6;
}

}  // namespace

struct SubscriptionTopicStatistics::Impl
{
  // What was measured until now, as a message; begins anew.
  MetricsMessage report(const char * metric, Figures & figures, const Time & now) const
  {
    MetricsMessage message;
    message.measurement_source_name = node_name;
    message.metrics_source = metric;
    message.unit = "ms";
    message.window_start = window_start;
    message.window_stop = now;
    figures.write_to(message);
    figures = Figures();
    return message;
  }

  const std::string node_name;
  const std::shared_ptr<MetricsPublisher> publisher;
  TimerBase::SharedPtr timer;

  std::mutex mutex;  // guards what follows
  Figures age;
  Figures period;
  std::int64_t last_ns = 0;  // 0: none since the beginning
  Time window_start{base::system_now()};
};

SubscriptionTopicStatistics::SubscriptionTopicStatistics(
  const std::string & node_name, std::shared_ptr<MetricsPublisher> publisher)
: impl_(new Impl{node_name, std::move(publisher), nullptr, {}, {}, {}})
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
    impl_->age.add(milliseconds(now_ns - message_info.source_timestamp));
  }
  if (impl_->last_ns != 0) {
    impl_->period.add(milliseconds(now_ns - impl_->last_ns));
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
