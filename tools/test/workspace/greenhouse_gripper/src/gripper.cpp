// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program that includes more than it names in CMake.
#include <yaml-cpp/yaml.h>

#include <greenhouse_msgs/msg/bed.h>
#include <greenhouse_msgs/msg/climate.h>
#include <greenhouse_msgs/srv/vent_angle.h>
#include <rcl/rcl.h>
#include <rcutils/logging.h>
#include <ament_index_cpp/get_package_prefix.hpp>
#include <libstatistics_collector/moving_average_statistics/moving_average.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rcpputils/join.hpp>
#include <rcpputils/unique_lock.hpp>

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  std::mutex mutex;
  rcpputils::unique_lock<std::mutex> lock(mutex);

  libstatistics_collector::moving_average_statistics::MovingAverageStatistics force;
  for (const auto & newton : YAML::Load("[1.5, 2.5]")) {
    force.AddMeasurement(newton.as<double>());
  }
  std::cout << "Average force: " << force.Average() << std::endl;

  greenhouse_msgs__msg__Climate climate{};
  climate.celsius = 5;
  int result = 0;
  if (rcl_validate_topic_name("gripper/5th", &result, nullptr) == RCL_RET_OK) {
    std::cout << climate.celsius << " is wrong: " << rcl_topic_name_validation_result_string(result)
              << std::endl;
  }

  if (rcutils_logging_set_logger_level("gripper", RCUTILS_LOG_SEVERITY_DEBUG) == RCUTILS_RET_OK) {
    RCLCPP_DEBUG(rclcpp::get_logger("gripper"), "closed");
    RCUTILS_LOG_DEBUG_NAMED("gripper", "open");
  }
  rclcpp::shutdown();
}
