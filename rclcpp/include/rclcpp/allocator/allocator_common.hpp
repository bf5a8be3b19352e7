// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What code over custom allocators uses.
#ifndef RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_
#define RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_

#include <memory>

#include "rclcpp/allocator/allocator_deleter.hpp"

namespace rclcpp::allocator
{

/// The traits of Alloc for objects of type T.
template <typename T, typename Alloc>
using AllocRebind = typename std::allocator_traits<Alloc>::template rebind_traits<T>;

}  // namespace rclcpp::allocator

#endif  // RCLCPP__ALLOCATOR__ALLOCATOR_COMMON_HPP_
