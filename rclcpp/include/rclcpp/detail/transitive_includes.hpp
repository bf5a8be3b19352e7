// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Headers that ROS 2's headers include as a side effect. Programs rely on them: they use std::cout,
// std::set or RCUTILS_LOG_INFO and only include rclcpp. rclcpp itself does not need this list.
#ifndef RCLCPP__DETAIL__TRANSITIVE_INCLUDES_HPP_
#define RCLCPP__DETAIL__TRANSITIVE_INCLUDES_HPP_

#include <cxxabi.h>
#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "rcl/allocator.h"
#include "rcl/error_handling.h"
#include "rcl/types.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "rclcpp/utilities.hpp"
#include "rcpputils/filesystem_helper.hpp"
#include "rcpputils/scope_exit.hpp"
#include "rcpputils/shared_library.hpp"
#include "rcpputils/time.hpp"
#include "rcutils/error_handling.h"
#include "rcutils/logging.h"
#include "rcutils/logging_macros.h"
#include "rcutils/time.h"
#include "rmw/error_handling.h"
#include "rmw/rmw.h"
// Only if the program depends on it.
#if __has_include("rosidl_typesupport_introspection_cpp/message_introspection.hpp")
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#endif

#endif  // RCLCPP__DETAIL__TRANSITIVE_INCLUDES_HPP_
