// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lets publishers and subscriptions handle user types in place of ROS messages.
#ifndef RCLCPP__TYPE_ADAPTER_HPP_
#define RCLCPP__TYPE_ADAPTER_HPP_

#include <type_traits>

namespace rclcpp
{

/// Converts between a user type and a ROS message. Specialise it for the pair of types, with these
/// members:
///   using is_specialized = std::true_type;
///   using custom_type = CustomType;
///   using ros_message_type = ROSMessageType;
///   static void convert_to_ros_message(const custom_type & source,
///     ros_message_type & destination);
///   static void convert_to_custom(const ros_message_type & source, custom_type & destination);
/// `destination` is always a new object. Conversions run on the thread that publishes or that
/// executes the subscription, several at the same time. Exceptions of convert_to_ros_message leave
/// publish() before any subscription gets the message. A message for which convert_to_custom throws
/// is logged, counted as malformed and dropped. custom_type must be default-constructible and
/// copyable.
///
/// Use the specialisation in place of the message: create_publisher<TypeAdapter<…>>,
/// create_subscription<TypeAdapter<…>>. adapt_type is a shorter notation.
template <typename CustomType, typename ROSMessageType = void, class Enable = void>
struct TypeAdapter
{
  /// False for a message; a specialisation says std::true_type.
  using is_specialized = std::false_type;
  /// The type that the user handles; a message is its own custom type.
  using custom_type = CustomType;
  /// The type on the wire.
  using ros_message_type = CustomType;
};

template <typename T>
struct is_type_adapter : std::false_type
{
};
template <typename... Ts>
struct is_type_adapter<TypeAdapter<Ts...>> : std::true_type
{
};

/// An adapter is its own adapter, so that code over MessageT uses TypeAdapter<MessageT> for both
/// kinds.
template <typename T>
struct TypeAdapter<T, void, std::enable_if_t<is_type_adapter<T>::value>> : T
{
};

/// A notation for adapters: adapt_type<CustomType>::as<ROSMessageType>.
template <typename CustomType>
struct adapt_type
{
  /// The adapter from CustomType to ROSMessageType.
  template <typename ROSMessageType>
  using as = TypeAdapter<CustomType, ROSMessageType>;
};

/// The adapter that RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE makes the default for a user type.
template <typename CustomType>
struct ImplicitTypeAdapter
{
  /// False unless the macro was used for CustomType.
  using is_specialized = std::false_type;
};

template <typename T>
struct TypeAdapter<T, void, std::enable_if_t<ImplicitTypeAdapter<T>::is_specialized::value>>
: ImplicitTypeAdapter<T>
{
};

/// Makes create_publisher<CustomType> use the adapter of this pair, which must be specialised
/// before. Use it in the global namespace.
#define RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(CustomType, ROSMessageType)                 \
  template <>                                                                                    \
  struct rclcpp::ImplicitTypeAdapter<CustomType>                                                 \
  : public rclcpp::TypeAdapter<CustomType, ROSMessageType>                                       \
  {                                                                                              \
    static_assert(                                                                               \
      is_specialized::value, "there is no rclcpp::TypeAdapter<" #CustomType ", " #ROSMessageType \
                             ">: specialise it first");                                          \
  }

}  // namespace rclcpp

#endif  // RCLCPP__TYPE_ADAPTER_HPP_
