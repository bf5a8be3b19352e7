// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// rclcpp's pool of small memory blocks, for packages beside rclcpp. Not in ROS 2.
#ifndef RCLCPP__EXTENSION__MEMORY_HPP_
#define RCLCPP__EXTENSION__MEMORY_HPP_

#include "rclcpp/detail/block_pool.hpp"

namespace rclcpp::extension
{

/// A standard allocator for objects that one thread allocates and another frees, such as requests
/// and goals. Objects of more than 512 bytes and arrays come from the heap. Thread-safe; throws
/// std::bad_alloc.
using detail::BlockAllocator;

/// A base class that makes `new` take objects of derived classes from the same pool. The destructor
/// of a class that is deleted through a pointer to its base must be virtual.
using detail::BlockAllocated;

}  // namespace rclcpp::extension

#endif  // RCLCPP__EXTENSION__MEMORY_HPP_
