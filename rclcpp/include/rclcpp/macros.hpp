// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Macros that define the SharedPtr, WeakPtr and UniquePtr members of rclcpp's classes; for all
// headers and for programs.
#ifndef RCLCPP__MACROS_HPP_
#define RCLCPP__MACROS_HPP_

#include <memory>
#include <utility>

/// Deletes the copy operations of the class.
#define RCLCPP_DISABLE_COPY(...)             \
  __VA_ARGS__(const __VA_ARGS__ &) = delete; \
  __VA_ARGS__ & operator=(const __VA_ARGS__ &) = delete;

// make_shared() and make_unique() return `auto`: a named pointer type would be instantiated in
// every program for each class with these members, which would be most of the templates that
// including rclcpp instantiates.

/// Defines SharedPtr, ConstSharedPtr and make_shared(...).
#define RCLCPP_SHARED_PTR_DEFINITIONS(...)                             \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>;                      \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>;           \
  template <typename... Args>                                          \
  static auto make_shared(Args &&... args)                             \
  {                                                                    \
    return std::make_shared<__VA_ARGS__>(std::forward<Args>(args)...); \
  }

/// Defines WeakPtr and ConstWeakPtr.
#define RCLCPP_WEAK_PTR_DEFINITIONS(...)      \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>; \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;

/// Defines UniquePtr and make_unique(...).
#define RCLCPP_UNIQUE_PTR_DEFINITIONS(...)                             \
  using UniquePtr = std::unique_ptr<__VA_ARGS__>;                      \
  template <typename... Args>                                          \
  static auto make_unique(Args &&... args)                             \
  {                                                                    \
    return std::make_unique<__VA_ARGS__>(std::forward<Args>(args)...); \
  }

/// Defines all pointer types and functions above.
#define RCLCPP_SMART_PTR_DEFINITIONS(...)    \
  RCLCPP_SHARED_PTR_DEFINITIONS(__VA_ARGS__) \
  RCLCPP_WEAK_PTR_DEFINITIONS(__VA_ARGS__)   \
  RCLCPP_UNIQUE_PTR_DEFINITIONS(__VA_ARGS__)

/// Defines them and deletes the copy operations.
#define RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(...) \
  RCLCPP_DISABLE_COPY(__VA_ARGS__)                     \
  RCLCPP_SMART_PTR_DEFINITIONS(__VA_ARGS__)

/// Defines the pointer types without make_shared() and make_unique(), for classes that users cannot
/// create.
#define RCLCPP_SMART_PTR_ALIASES_ONLY(...)                   \
  using SharedPtr = std::shared_ptr<__VA_ARGS__>;            \
  using ConstSharedPtr = std::shared_ptr<const __VA_ARGS__>; \
  using WeakPtr = std::weak_ptr<__VA_ARGS__>;                \
  using ConstWeakPtr = std::weak_ptr<const __VA_ARGS__>;     \
  using UniquePtr = std::unique_ptr<__VA_ARGS__>;

#define RCLCPP_STRING_JOIN(arg1, arg2) RCLCPP_DO_STRING_JOIN(arg1, arg2)
#define RCLCPP_DO_STRING_JOIN(arg1, arg2) arg1##arg2

#endif  // RCLCPP__MACROS_HPP_
