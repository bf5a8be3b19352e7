// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lets publishers and subscriptions handle types of the user's own in place of ROS messages.
#ifndef RCLCPP__TYPE_ADAPTER_HPP_
#define RCLCPP__TYPE_ADAPTER_HPP_

#include <type_traits>

namespace rclcpp
{

/// To be specialised for a pair of a user's type and a ROS message, with these members:
///   using is_specialized = std::true_type;
///   using custom_type = CustomType;
///   using ros_message_type = ROSMessageType;
///   static void convert_to_ros_message(const custom_type & source,
///     ros_message_type & destination);
///   static void convert_to_custom(const ros_message_type & source, custom_type & destination);
/// `destination` is always a new object. Conversions run in the thread that publishes or that
/// executes the subscription, several at a time. What convert_to_ros_message throws leaves
/// publish(), before anybody got the message; a message for which convert_to_custom throws is
/// logged, counted as malformed and dropped. custom_type must be default-constructible and
/// copyable.
///
/// The specialisation then takes the place of the message: create_publisher<TypeAdapter<…>>,
/// create_subscription<TypeAdapter<…>>, for which adapt_type is another spelling.
template <typename CustomType, typename ROSMessageType = void, class Enable = void>
struct TypeAdapter
{
  using is_specialized = std::false_type;
  using custom_type = CustomType;
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

/// An adapter stands for itself: code over MessageT uses TypeAdapter<MessageT> for both kinds.
template <typename T>
struct TypeAdapter<T, void, std::enable_if_t<is_type_adapter<T>::value>> : T
{
};

/// adapt_type<CustomType>::as<ROSMessageType>
template <typename CustomType>
struct adapt_type
{
  template <typename ROSMessageType>
  using as = TypeAdapter<CustomType, ROSMessageType>;
};

/// Specialised by RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE.
template <typename CustomType>
struct ImplicitTypeAdapter
{
  using is_specialized = std::false_type;
};

template <typename T>
struct TypeAdapter<T, void, std::enable_if_t<ImplicitTypeAdapter<T>::is_specialized::value>>
: ImplicitTypeAdapter<T>
{
};

/// In the global namespace: from here on create_publisher<CustomType> means the adapter of this
/// pair, which must be specialised before.
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
