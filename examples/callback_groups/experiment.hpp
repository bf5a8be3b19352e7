// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What the three programs have in common: how long they run, and what they print.
#ifndef EXAMPLES__CALLBACK_GROUPS__EXPERIMENT_HPP_
#define EXAMPLES__CALLBACK_GROUPS__EXPERIMENT_HPP_

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "ping_node.hpp"
#include "rclcpp/rclcpp.hpp"

namespace experiment
{

constexpr std::chrono::seconds duration{10};

/// Whether the program was called with --json: then a line with all figures follows on the standard
/// output.
inline bool wants_json(int argc, char ** argv)
{
  const std::vector<std::string> arguments = rclcpp::remove_ros_arguments(argc, argv);
  return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

/// Waits; then all executors stop. Ctrl-C ends it early.
inline void run(const rclcpp::Logger & logger)
{
  RCLCPP_INFO(
    logger, "Running experiment from now on for %ld seconds ...",
    static_cast<long>(duration.count()));
  rclcpp::sleep_for(duration);
  rclcpp::shutdown();
}

inline std::string to_json(const PingNode & node)
{
  const auto path = [](const PingNode::Path & figures) {
    char text[160];
    std::snprintf(
      text, sizeof(text),
      "{\"pongs\": %zu, \"percent\": %.2f, \"rtt_ms\": %.3f, \"jitter_ms\": %.3f}", figures.pongs,
      figures.percent, figures.rtt_ms, figures.jitter_ms);
    return std::string(text);
  };
  return "\"pings\": " + std::to_string(node.pings()) +
         ", \"configured\": " + std::to_string(node.configured_pings(duration)) +
         ", \"high\": " + path(node.high_path()) + ", \"low\": " + path(node.low_path());
}

inline void print_thread_times(const rclcpp::Logger & logger, long high_ms, long low_ms)
{
  RCLCPP_INFO(logger, "High priority executor thread ran for %ldms.", high_ms);
  RCLCPP_INFO(logger, "Low priority executor thread ran for %ldms.", low_ms);
}

inline std::string thread_times_to_json(long high_ms, long low_ms)
{
  return "\"high_thread_ms\": " + std::to_string(high_ms) +
         ", \"low_thread_ms\": " + std::to_string(low_ms);
}

}  // namespace experiment

#endif  // EXAMPLES__CALLBACK_GROUPS__EXPERIMENT_HPP_
