// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Deduces the message type of a subscription callback; for templates of programs and of other ROS 2
// libraries.
#ifndef RCLCPP__SUBSCRIPTION_TRAITS_HPP_
#define RCLCPP__SUBSCRIPTION_TRAITS_HPP_

#include <memory>
#include <type_traits>

#include "rcl/types.h"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/subscription_options.hpp"

namespace rclcpp::subscription_traits
{

/// True if T is a SerializedMessage or a shared pointer to one.
template <typename T>
struct is_serialized_subscription_argument
: std::bool_constant<
    std::is_same_v<T, SerializedMessage> || std::is_same_v<T, std::shared_ptr<SerializedMessage>>>
{
};
template <typename T>
struct is_serialized_subscription : is_serialized_subscription_argument<T>
{
};
/// True if the first argument of the callback is one.
template <typename CallbackT>
struct is_serialized_callback
: is_serialized_subscription_argument<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>>
{
};

/// The message type of an argument: M for `const M &`, `std::shared_ptr<const M>` and
/// `std::unique_ptr<M, …>`.
template <typename ArgumentT>
struct extract_message_type
{
  /// The message type.
  using type = std::remove_cvref_t<ArgumentT>;
};
template <typename MessageT>
struct extract_message_type<std::shared_ptr<MessageT>> : extract_message_type<MessageT>
{
};
template <typename MessageT, typename Deleter>
struct extract_message_type<std::unique_ptr<MessageT, Deleter>> : extract_message_type<MessageT>
{
};

namespace detail
{
// True for other types that create_subscription() accepts at the position of the callback.
template <typename T, typename AllocatorT>
constexpr bool is_other_parameter =
  std::is_integral_v<T> || std::is_base_of_v<QoS, T> || std::is_same_v<T, rmw_qos_profile_t> ||
  std::is_same_v<T, SubscriptionOptionsWithAllocator<AllocatorT>>;
}  // namespace detail

/// `type` is the message type of the callback's first argument. Not for depths, QoS and options.
template <
  typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename =
    std::enable_if_t<!detail::is_other_parameter<std::remove_cvref_t<CallbackT>, AllocatorT>>>
struct has_message_type
: extract_message_type<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>>
{
};

}  // namespace rclcpp::subscription_traits

#endif  // RCLCPP__SUBSCRIPTION_TRAITS_HPP_
