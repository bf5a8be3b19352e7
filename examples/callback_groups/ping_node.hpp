// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// PingNode: sends pings on a high and a low priority path at once and measures how long their pongs
// take.
#ifndef EXAMPLES__CALLBACK_GROUPS__PING_NODE_HPP_
#define EXAMPLES__CALLBACK_GROUPS__PING_NODE_HPP_

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/int32.hpp"

/// All its callbacks are in the default callback group, so one thread runs them. Its functions are
/// for that thread, and for others once the executor has stopped.
class PingNode : public rclcpp::Node
{
public:
  /// Counters of one path.
  struct Path
  {
    std::size_t pongs = 0;
    double percent = 0;  // of the pings sent
    double rtt_ms = 0;   // mean round trip time, and its standard deviation
    double jitter_ms = 0;
    double longest_ms = 0;
  };

  PingNode() : Node("ping_node")
  {
    using std_msgs::msg::Int32;
    const double period = declare_parameter<double>("ping_period", 0.01);
    high_ping_ = create_publisher<Int32>("high_ping", rclcpp::SensorDataQoS());
    low_ping_ = create_publisher<Int32>("low_ping", rclcpp::SensorDataQoS());
    high_pong_ = create_subscription<Int32>(
      "high_pong", rclcpp::SensorDataQoS(),
      [this](const Int32::ConstSharedPtr pong) { received(*pong, &RoundTrip::high); });
    low_pong_ = create_subscription<Int32>(
      "low_pong", rclcpp::SensorDataQoS(),
      [this](const Int32::ConstSharedPtr pong) { received(*pong, &RoundTrip::low); });
    trips_.reserve(100000);
    timer_ = create_wall_timer(std::chrono::duration<double>(period), [this] { ping(); });
  }

  std::size_t pings() const { return trips_.size(); }

  std::size_t configured_pings(std::chrono::seconds experiment) const
  {
    return static_cast<std::size_t>(
      static_cast<double>(experiment.count()) / get_parameter("ping_period").as_double());
  }

  Path high_path() const { return path(&RoundTrip::high); }
  Path low_path() const { return path(&RoundTrip::low); }

  void print_statistics(std::chrono::seconds experiment) const
  {
    const std::size_t configured = configured_pings(experiment);
    RCLCPP_INFO(
      get_logger(), "Both paths: Sent out %zu of configured %zu pings, i.e. %zu%%.", pings(),
      configured, configured == 0 ? 0 : 100 * pings() / configured);
    print("High prio path", high_path());
    print("Low prio path", low_path());
  }

private:
  using Clock = std::chrono::steady_clock;

  struct RoundTrip
  {
    Clock::time_point sent;
    std::optional<Clock::time_point> high;
    std::optional<Clock::time_point> low;
  };

  void ping()
  {
    std_msgs::msg::Int32 message;
    message.data = static_cast<std::int32_t>(trips_.size());
    trips_.push_back({Clock::now(), {}, {}});
    high_ping_->publish(message);
    low_ping_->publish(message);
  }

  void received(
    const std_msgs::msg::Int32 & pong, std::optional<Clock::time_point> RoundTrip::*path)
  {
    const auto index = static_cast<std::size_t>(pong.data);
    if (index < trips_.size()) {  // else from a pong node that answers other pings
      trips_[index].*path = Clock::now();
    }
  }

  Path path(std::optional<Clock::time_point> RoundTrip::*path) const
  {
    Path result;
    double sum = 0;
    double sum_of_squares = 0;
    for (const RoundTrip & trip : trips_) {
      if (const auto & end = trip.*path) {
        const double ms = std::chrono::duration<double, std::milli>(*end - trip.sent).count();
        ++result.pongs;
        result.longest_ms = std::max(result.longest_ms, ms);
        sum += ms;
        sum_of_squares += ms * ms;
      }
    }
    if (result.pongs > 0) {
      const double n = static_cast<double>(result.pongs);
      result.percent = 100 * n / static_cast<double>(trips_.size());
      result.rtt_ms = sum / n;
      result.jitter_ms =
        std::sqrt(std::max(0.0, sum_of_squares / n - result.rtt_ms * result.rtt_ms));
    }
    return result;
  }

  void print(const char * name, const Path & path) const
  {
    RCLCPP_INFO(
      get_logger(), "%s: Received %zu pongs, i.e. for %zu%% of the pings.", name, path.pongs,
      static_cast<std::size_t>(path.percent));
    if (path.pongs > 0) {
      RCLCPP_INFO(get_logger(), "%s: Average RTT is %.1fms.", name, path.rtt_ms);
      RCLCPP_INFO(get_logger(), "%s: Jitter of RTT is %.3fms.", name, path.jitter_ms);
    }
  }

  rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr high_ping_;
  rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr low_ping_;
  rclcpp::Subscription<std_msgs::msg::Int32>::SharedPtr high_pong_;
  rclcpp::Subscription<std_msgs::msg::Int32>::SharedPtr low_pong_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::vector<RoundTrip> trips_;  // the index is the number in the message
};

#endif  // EXAMPLES__CALLBACK_GROUPS__PING_NODE_HPP_
