// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// SharedPtr, WeakPtr and UniquePtr members that each rclcpp class has; used by all headers and by
// programs.
#ifndef RCLCPP__MACROS_HPP_
#define RCLCPP__MACROS_HPP_

#include <memory>
#include <utility>

/// Forbid copies of the class.
#define RCLCPP_DISABLE_COPY(...)             \
  __VA_ARGS__(const __VA_ARGS__ &) = delete; \
  __VA_ARGS__ & operator=(const __VA_ARGS__ &) = delete;

// The makers return `auto`: every program would instantiate a pointer type that is named there,
// for each class that has these members, which is most of what including rclcpp makes of templates.

/// SharedPtr, ConstSharedPtr and make_shared(...).
#define RCLCPP_SHARED_PTR_DEFINITIONS(...)                             \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>;                      \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>;           \
  template <typename... Args>                                          \
  static auto make_shared(Args &&... args)                             \
  {                                                                    \
    return std::make_shared<__VA_ARGS__>(std::forward<Args>(args)...); \
  }

/// WeakPtr and ConstWeakPtr.
#define RCLCPP_WEAK_PTR_DEFINITIONS(...)      \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>; \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;

/// UniquePtr and make_unique(...).
#define RCLCPP_UNIQUE_PTR_DEFINITIONS(...)                             \
  using UniquePtr = std::unique_ptr<__VA_ARGS__>;                      \
  template <typename... Args>                                          \
  static auto make_unique(Args &&... args)                             \
  {                                                                    \
    return std::make_unique<__VA_ARGS__>(std::forward<Args>(args)...); \
  }

#define RCLCPP_SMART_PTR_DEFINITIONS(...)    \
  RCLCPP_SHARED_PTR_DEFINITIONS(__VA_ARGS__) \
  RCLCPP_WEAK_PTR_DEFINITIONS(__VA_ARGS__)   \
  RCLCPP_UNIQUE_PTR_DEFINITIONS(__VA_ARGS__)

#define RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(...) \
  RCLCPP_DISABLE_COPY(__VA_ARGS__)                     \
  RCLCPP_SMART_PTR_DEFINITIONS(__VA_ARGS__)

/// The aliases without the makers, for classes that cannot be made by users.
#define RCLCPP_SMART_PTR_ALIASES_ONLY(...)                   \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>;            \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>; \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>;                \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;     \
  using UniquePtr = std::unique_ptr<__VA_ARGS__>;

#define RCLCPP_STRING_JOIN(arg1, arg2) RCLCPP_DO_STRING_JOIN(arg1, arg2)
#define RCLCPP_DO_STRING_JOIN(arg1, arg2) arg1##arg2

#endif  // RCLCPP__MACROS_HPP_
