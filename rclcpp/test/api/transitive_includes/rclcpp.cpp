// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A program that only includes rclcpp uses the headers that ROS 2's header includes. The test is
// that it compiles.
#include "rclcpp/rclcpp.hpp"

int rclcpp_alone()
{
  assert(std::abs(-1) == 1);
  std::deque<int> deque{1};
  std::list<double> list{std::sqrt(2.0)};
  std::queue<int> queue;
  std::set<std::string> set{"a"};
  std::unordered_set<int> unordered_set{1};
  std::variant<int, std::string> variant = 1;
  std::shared_mutex mutex;
  int status = 0;
  std::free(abi::__cxa_demangle(typeid(set).name(), nullptr, nullptr, &status));
  std::thread([] {}).join();
  std::cout << std::setw(3) << std::accumulate(deque.begin(), deque.end(), 0) << std::endl;
  std::copy(set.begin(), set.end(), std::ostream_iterator<std::string>(std::cerr));

  RCUTILS_LOG_WARN_NAMED("wheel", "worn");
  rcutils_time_point_value_t now = 0;
  if (rcutils_system_time_now(&now) != RCUTILS_RET_OK) {
    std::cerr << rcutils_get_error_string().str << rcl_get_error_string().str;
    rcl_reset_error();
  }
  const std::filesystem::path directory = rclcpp::get_logging_directory().string();
  const rcl_ret_t code = RCL_RET_OK;
  const rosgraph_msgs::msg::Clock clock;
  const rcl_interfaces::srv::GetParameters::Request get;
  const rcl_interfaces::srv::SetParameters::Request set_parameters;
  const rcl_interfaces::srv::SetParametersAtomically::Request atomically;
  const rcl_interfaces::srv::ListParameters::Request list_parameters;
  const rcl_interfaces::srv::DescribeParameters::Request describe;
  const rcl_interfaces::srv::GetParameterTypes::Request types;
  const std::shared_ptr<rcpputils::SharedLibrary> library =
    rclcpp::get_typesupport_library("std_msgs/msg/String", "rosidl_typesupport_cpp");
  static_assert(rcl_interfaces::msg::ParameterType::PARAMETER_BOOL == 1);
  static_assert(rclcpp::function_traits::function_traits<void (*)(int)>::arity == 1);
  static_assert(rclcpp::subscription_traits::is_serialized_subscription_argument<
                rclcpp::SerializedMessage>::value);
  const rclcpp::Serialization<rosgraph_msgs::msg::Clock> serialization;
  const rmw_serialized_message_t bytes = rmw_get_zero_initialized_serialized_message();
  return rclcpp::expand_topic_or_service_name("x", "n", "/").size() == 2 && code == 0 &&
         bytes.buffer == nullptr;
}
